//! Opening-hand actions and companions are recognised and refused (CR 103.6, 702.139; case M06).

use crate::common::{card, legend};
use std::sync::Arc;
use turnzero_contract::CardDefinition;
use turnzero_contract::card::{Ability, CardType, Effect, EffectFamily, Keyword, StaticAbility};
use turnzero_engine::{EngineError, GameDeck};

fn refused(commander: Option<CardDefinition>, main: CardDefinition) -> EngineError {
    let commanders = commander.into_iter().map(Arc::new).collect();
    let forest = Arc::new(card("Forest", &[CardType::Land]));
    GameDeck::new(commanders, vec![(59, forest), (1, Arc::new(main))]).expect_err("the deck is refused")
}

#[test]
fn cr_103_6_an_opening_hand_action_is_refused_by_name() {
    let mut ley = card("Leyline of Sanctity", &[CardType::Enchantment]);
    ley.faces[0].abilities = vec![Ability::Static(StaticAbility::Pending(EffectFamily::OpeningHand))];
    let error = refused(None, ley);
    assert_eq!(
        error,
        EngineError::OpeningHandAction {
            card: "Leyline of Sanctity".to_owned()
        }
    );
    assert!(error.to_string().contains("Leyline of Sanctity") && error.to_string().contains("CR 103.6"));
    // Also inside another effect, and on a back face.
    let mut back = card("Two Faces", &[CardType::Creature]);
    back.faces.push(card("Back", &[CardType::Sorcery]).faces.remove(0));
    back.faces[1].abilities = vec![Ability::Spell(Effect::Sequence(vec![Effect::Pending(
        EffectFamily::OpeningHand,
    )]))];
    assert!(matches!(refused(None, back), EngineError::OpeningHandAction { .. }));
}

#[test]
fn cr_702_139_a_companion_is_refused_by_name() {
    let lurrus = legend("Lurrus of the Dream-Den", &[Keyword::Companion]);
    let error = refused(None, lurrus.clone());
    assert!(matches!(&error, EngineError::Companion { card } if card == "Lurrus of the Dream-Den"));
    assert!(error.to_string().contains("CR 702.139"));
    let other = card("Shock", &[CardType::Instant]);
    assert!(matches!(refused(Some(lurrus), other), EngineError::Companion { .. }));
}

#[test]
fn cr_103_6_other_pending_clauses_do_not_stop_the_pregame() {
    let mut copy = card("Copycat", &[CardType::Sorcery]);
    copy.faces[0].abilities = vec![Ability::Spell(Effect::Pending(EffectFamily::Copy))];
    assert!(GameDeck::new(Vec::new(), vec![(60, Arc::new(copy))]).is_ok());
}

#[test]
fn decks_with_impossible_entries_are_refused() {
    let forest = || Arc::new(card("Forest", &[CardType::Land]));
    let other = Arc::new(card("Forest", &[CardType::Artifact]));
    let new = |cards| GameDeck::new(Vec::new(), cards);
    assert!(matches!(new(vec![(0, forest())]), Err(EngineError::NoCopies { .. })));
    assert!(matches!(
        new(vec![(1, forest()), (1, other)]),
        Err(EngineError::TwoDefinitions { .. })
    ));
    assert!(matches!(
        new(vec![(u32::MAX, forest()), (u32::MAX, forest())]),
        Err(EngineError::TooManyCards { size: 8_589_934_590 })
    ));
    let merged = new(vec![(2, forest()), (3, forest())]).expect("a legal deck");
    assert_eq!(merged.size(), 5);
    assert_eq!(merged.cards().len(), 1);
}
