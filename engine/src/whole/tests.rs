//! The boundary adds nothing to a game: the same answers given to the engine alone end it the same way.

use super::*;
use turnzero_contract::{ActionKind, BottomTiming, ParameterFamily, Specialization};

/// A legal selection, mostly; the first of several tries that combat accepts is taken.
fn selection(point: &DecisionPoint, at: usize, random: &mut Stream, attempt: u32) -> Option<Specialization> {
    let offer = &point.legal_actions[at];
    let mut takes = || match attempt {
        0 | 1 => random.below(2) == 0,
        2 => true,
        _ => false,
    };
    Some(match offer.parameter.as_ref()? {
        ParameterFamily::Cards => panic!("cards are chosen before the game"),
        ParameterFamily::Attackers { candidates } => {
            let attackers = candidates.iter().filter(|one| takes() || one.required);
            Specialization::Attackers(attackers.map(|one| (one.attacker, one.defenders[0])).collect())
        }
        ParameterFamily::Blockers { required, .. } if attempt == 3 => Specialization::Blockers(required.clone()),
        ParameterFamily::Blockers { candidates, .. } => {
            let blockers = candidates.iter().filter(|_| takes());
            Specialization::Blockers(blockers.map(|one| (one.blocker, one.attackers[0])).collect())
        }
        ParameterFamily::Objects { candidates } => {
            let ActionKind::ChooseObjects { min, max, .. } = offer.kind else {
                panic!("{offer:?}");
            };
            let mut chosen = candidates.clone();
            random.shuffle(&mut chosen);
            chosen.truncate((min + random.below(max - min + 1)) as usize);
            Specialization::Objects(chosen)
        }
        ParameterFamily::Modes { candidates } => {
            let ActionKind::ChooseModes { min, .. } = offer.kind else {
                panic!("{offer:?}");
            };
            Specialization::Modes(candidates[..min as usize].to_vec())
        }
        ParameterFamily::Number => {
            let ActionKind::ChooseNumber { max, .. } = offer.kind else {
                panic!("{offer:?}");
            };
            Specialization::Number(random.below(max + 1))
        }
        ParameterFamily::Shares { among } => {
            let (ActionKind::AssignDamage { amount, .. } | ActionKind::Divide { amount }) = offer.kind else {
                panic!("{offer:?}");
            };
            let ones = u32::from(matches!(offer.kind, ActionKind::Divide { .. }));
            let mut shares = vec![ones; among.len()];
            shares[0] += amount - ones * view::count(among.len());
            Specialization::Shares(shares)
        }
    })
}

fn random_deck(random: &mut Stream) -> Arc<GameDeck> {
    let pool = turnzero_cards::pool::pool().expect("the embedded pool");
    let single = |card: &Arc<_>| GameDeck::new(Vec::new(), vec![(1, Arc::clone(card))]).map(Arc::new);
    let playable = |card: &&Arc<turnzero_contract::CardDefinition>| {
        !card.is_land() && single(card).is_ok_and(|deck| Table::new(&[deck]).is_ok())
    };
    let cards: Vec<_> = pool.iter().filter(playable).collect();
    let mut list = Vec::new();
    for name in ["Plains", "Island", "Swamp", "Mountain", "Forest"] {
        list.push((5, Arc::clone(pool.get(name).expect("a basic land"))));
    }
    list.extend((0..35).map(|_| (1, Arc::clone(cards[random.index(cards.len())]))));
    Arc::new(GameDeck::new(Vec::new(), list).expect("a deck"))
}

#[test]
fn the_same_answers_end_the_engine_alone_the_same_way() {
    let (mut ended, mut specialized) = (0, 0);
    for seed in 0..12_u8 {
        let mut random = Stream::new([seed; 32]);
        let seats = 2 + seed % 3;
        let decks: Vec<Arc<GameDeck>> = (0..seats).map(|_| random_deck(&mut random)).collect();
        let table = Table::new(&decks).expect("playable decks");
        let free = pregame::rules_free_mulligans(seats);
        let options = pregame::options(seats, free, BottomTiming::AfterKeep, 20);
        let mut game = WholeGame::on(&table, &decks, options, GameSeed([seed; 32])).expect("a game");
        let mut alone = table.deal(Stream::for_purpose(GameSeed([seed; 32]), Purpose::Game), 20);
        alone.advance();
        for _ in 0..1500 {
            while let Some(chosen) = view::forced(&alone) {
                alone.answer(alone.asked, chosen.as_answer()).expect("the only answer");
            }
            let Some(point) = game.decision() else { break };
            assert_eq!(alone.asked.0, point.seat.0);
            let at = random.index(point.legal_actions.len());
            let accepted = (0..4).any(|attempt| {
                let decision = Decision {
                    specialization: selection(&point, at, &mut random, attempt),
                    ..Decision::of(point.legal_actions[at].id)
                };
                let chosen = game
                    .chosen(point.seat, &decision)
                    .expect("a selection among the candidates");
                let same = alone.answer(alone.asked, chosen.as_answer()).is_ok();
                assert_eq!(game.submit(point.seat, decision).is_ok(), same);
                same
            });
            assert!(accepted, "{:?}", point.legal_actions);
            specialized += u32::from(point.legal_actions[at].parameter.is_some());
        }
        alone.refresh();
        let mut whole = game.state.clone();
        whole.logging = false;
        // Clones hold no left-overs in buffers.
        assert_eq!(format!("{whole:?}"), format!("{:?}", alone.clone()));
        ended += u32::from(game.outcome() != WholeOutcome::Open);
    }
    assert!(
        ended > 6 && specialized > 100,
        "{ended} games ended, {specialized} selections"
    );
}
