//! The pool as a second reader: where both know a clause about mana or lands, they say the same.

use turnzero_cards::catalog::{Lookup, definition};
use turnzero_cards::pool::pool;
use turnzero_contract::CardDefinition;
use turnzero_contract::card::{Ability, CardType, StaticAbility};

use crate::real::catalog;
use crate::summary::summary;

/// Mana abilities, ways of entering, cycling: what both readers promise to cover.
fn covered(card: &CardDefinition) -> Vec<Ability> {
    let mut found: Vec<Ability> = card
        .front()
        .abilities
        .iter()
        .filter(|ability| match ability {
            Ability::Activated(activated) => activated.is_mana_ability(),
            Ability::Static(StaticAbility::EntersTapped(_)) => true,
            Ability::Keyword(keyword) => format!("{keyword:?}").contains("ycling"),
            _ => false,
        })
        .cloned()
        .collect();
    found.sort_by_key(|ability| format!("{ability:?}"));
    found
}

#[test]
fn facts_agree_with_the_pool_on_every_land_and_source() {
    let Some(catalog) = catalog() else { return };
    let (mut sources, mut wrong) = (0, Vec::new());
    for written in pool().expect("pool").iter() {
        let Lookup::Card(facts) = catalog.lookup(&written.name, false).expect("readable") else {
            panic!("{} is missing", written.name);
        };
        let read = definition(&facts).expect("facts");
        assert_eq!(read.color_identity, written.color_identity, "{}", written.name);
        assert_eq!(read.front().cost, written.front().cost, "{}", written.name);
        assert_eq!(read.front().types, written.front().types, "{}", written.name);
        let (ours, theirs) = (covered(&read), covered(written));
        sources += usize::from(!theirs.is_empty());
        if ours != theirs {
            wrong.push(format!(
                "{}: {:?} against {:?}",
                written.name,
                summary(&ours),
                summary(&theirs)
            ));
        }
        // A land's search and its drawback on entering are read as well.
        if written.front().is(CardType::Land) {
            for ability in &read.front().abilities {
                if !written.front().abilities.contains(ability) {
                    wrong.push(format!(
                        "{}: the pool does not say {:?}",
                        written.name,
                        summary(std::slice::from_ref(ability))
                    ));
                }
            }
        }
    }
    eprintln!("{sources} pool cards with mana, entering or cycling clauses");
    assert!(sources > 50, "{sources}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
