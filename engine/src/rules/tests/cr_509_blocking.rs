use super::cr_508_requirements::{grant, table};
use super::scene::{Scene, player};
use crate::random::Stream;
use crate::rules::characteristics::Keywords;
use crate::rules::combat::Attack;
use crate::rules::decision::{Answer, Ask, Illegal};
use crate::rules::ids::{ObjectId, Player, Slot};
use crate::rules::state::{Continuous, ContinuousKind};
use crate::rules::step::Step;
use turnzero_contract::Color;
use turnzero_contract::card::Duration;

/// Declares these attackers of seat 0 against seat 1 and goes on to the blocks.
fn attacked(scene: &mut Scene, attackers: &[&str]) {
    scene.state.advance();
    while scene.state.ask == Some(Ask::Priority) && scene.state.turn.step < Step::DeclareAttackers {
        scene.decline();
    }
    let attacks: Vec<_> = attackers.iter().map(|name| (scene.id(name), player(1))).collect();
    scene.answer(Answer::Attackers(&attacks)).unwrap();
    while scene.state.ask == Some(Ask::Priority) && scene.state.turn.step < Step::DeclareBlockers {
        scene.decline();
    }
}

#[test]
fn menace_takes_two_blockers_or_none() {
    let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears"), (1, "Giant Spider")];
    let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(Keywords::MENACE))]);
    attacked(&mut scene, &["Craw Wurm"]);
    assert!(matches!(
        scene.block(&[("Grizzly Bears", "Craw Wurm")]),
        Err(Illegal::Combat(_))
    ));
    assert!(scene.state.combat.blocks.is_empty());
    scene
        .block(&[("Grizzly Bears", "Craw Wurm"), ("Giant Spider", "Craw Wurm")])
        .unwrap();
}

#[test]
fn a_lone_creature_is_not_asked_to_block_menace() {
    let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears")];
    let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(Keywords::MENACE))]);
    attacked(&mut scene, &["Craw Wurm"]);
    assert_ne!(scene.state.ask, Some(Ask::Blockers));
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 14);
}

#[test]
fn a_creature_that_must_block_is_not_left_out() {
    let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears"), (1, "Giant Spider")];
    let mut scene = table(2, &cards, &[("Grizzly Bears", 1, grant(Keywords::MUST_BLOCK))]);
    attacked(&mut scene, &["Craw Wurm"]);
    assert!(matches!(scene.block(&[]), Err(Illegal::Combat(_))));
    assert!(scene.block(&[("Giant Spider", "Craw Wurm")]).is_err());
    scene.block(&[("Grizzly Bears", "Craw Wurm")]).unwrap();
}

#[test]
fn a_block_that_leaves_no_choice_is_not_asked_for() {
    let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears")];
    let mut scene = table(2, &cards, &[("Grizzly Bears", 1, grant(Keywords::MUST_BLOCK))]);
    attacked(&mut scene, &["Craw Wurm"]);
    assert_ne!(scene.state.ask, Some(Ask::Blockers));
    scene.go_to(Step::EndOfCombat);
    assert_eq!(scene.life(1), 20, "blocked");
}

/// Two that must block can together block what one alone cannot: no block would obey none (CR 509.1c).
/// Without anybody else that is the only way, with somebody else it is a choice.
#[test]
fn two_that_must_block_do_it_together_against_menace() {
    let must = grant(Keywords::MUST_BLOCK);
    let effects = [
        ("Craw Wurm", 0, grant(Keywords::MENACE)),
        ("Grizzly Bears", 1, must),
        ("Giant Spider", 1, must),
    ];
    let cards = [
        (0, "Craw Wurm"),
        (1, "Grizzly Bears"),
        (1, "Giant Spider"),
        (1, "Elite Vanguard"),
    ];
    let both = [("Grizzly Bears", "Craw Wurm"), ("Giant Spider", "Craw Wurm")];
    let mut scene = table(2, &cards[..3], &effects);
    attacked(&mut scene, &["Craw Wurm"]);
    assert_ne!(scene.state.ask, Some(Ask::Blockers));
    assert_eq!(scene.state.combat.blocks.len(), 2);
    let mut scene = table(2, &cards, &effects);
    attacked(&mut scene, &["Craw Wurm"]);
    assert!(scene.block(&[]).is_err());
    assert!(scene.block(&[both[0], ("Elite Vanguard", "Craw Wurm")]).is_err());
    scene.block(&both).unwrap();
}

/// A free creature has to help, when the requirement of another can be obeyed only so (CR 509.1c).
#[test]
fn a_helper_is_needed_for_one_that_must_block_menace() {
    let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears"), (1, "Giant Spider")];
    let effects = [
        ("Craw Wurm", 0, grant(Keywords::MENACE)),
        ("Grizzly Bears", 1, grant(Keywords::MUST_BLOCK)),
    ];
    let mut scene = table(2, &cards, &effects);
    attacked(&mut scene, &["Craw Wurm"]);
    assert!(scene.block(&[]).is_err());
    scene
        .block(&[("Grizzly Bears", "Craw Wurm"), ("Giant Spider", "Craw Wurm")])
        .unwrap();
}

/// Two attackers with menace and three blockers: one attacker can be blocked, by all who must.
#[test]
fn three_that_must_block_share_one_of_two_with_menace() {
    let cards = [
        (0, "Craw Wurm"),
        (0, "Colossal Dreadmaw"),
        (1, "Grizzly Bears"),
        (1, "Giant Spider"),
        (1, "Elite Vanguard"),
    ];
    let must = grant(Keywords::MUST_BLOCK);
    let effects = [
        ("Craw Wurm", 0, grant(Keywords::MENACE)),
        ("Colossal Dreadmaw", 0, grant(Keywords::MENACE)),
        ("Grizzly Bears", 1, must),
        ("Giant Spider", 1, must),
        ("Elite Vanguard", 1, must),
    ];
    let mut scene = table(2, &cards, &effects);
    attacked(&mut scene, &["Craw Wurm", "Colossal Dreadmaw"]);
    let two = [("Grizzly Bears", "Craw Wurm"), ("Giant Spider", "Craw Wurm")];
    assert!(scene.block(&two).is_err());
    scene.block(&[two[0], two[1], ("Elite Vanguard", "Craw Wurm")]).unwrap();
}

#[test]
fn landwalk_looks_at_the_lands_of_the_defending_player() {
    for (lands, blockable) in [(0, true), (1, false)] {
        let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears"), (lands, "Forest")];
        let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(Keywords::landwalk(Color::ALL[4])))]);
        attacked(&mut scene, &["Craw Wurm"]);
        assert_eq!(
            scene.state.ask == Some(Ask::Blockers),
            blockable,
            "forest of seat {lands}"
        );
    }
}

#[test]
fn protection_and_cannot_be_blocked() {
    for keywords in [Keywords::protection_from(Color::ALL[4]), Keywords::CANT_BE_BLOCKED] {
        let cards = [(0, "Craw Wurm"), (1, "Grizzly Bears"), (1, "Elite Vanguard")];
        let mut scene = table(2, &cards, &[("Craw Wurm", 0, grant(keywords))]);
        attacked(&mut scene, &["Craw Wurm"]);
        if keywords == Keywords::CANT_BE_BLOCKED {
            assert_ne!(scene.state.ask, Some(Ask::Blockers));
        } else {
            assert!(scene.block(&[("Grizzly Bears", "Craw Wurm")]).is_err());
            scene.block(&[("Elite Vanguard", "Craw Wurm")]).unwrap();
        }
    }
}

#[test]
fn only_the_one_attacked_may_block_at_a_bigger_table() {
    let mut scene = table(3, &[(0, "Craw Wurm"), (1, "Grizzly Bears"), (2, "Giant Spider")], &[]);
    attacked(&mut scene, &["Craw Wurm"]);
    assert_eq!((scene.state.ask, scene.state.asked.0), (Some(Ask::Blockers), 1));
    assert!(scene.block(&[("Giant Spider", "Craw Wurm")]).is_err());
    scene.block(&[("Grizzly Bears", "Craw Wurm")]).unwrap();
    assert_ne!(scene.state.ask, Some(Ask::Blockers), "seat 2 is not attacked");
}

/// The most creatures that can obey a requirement, by trying every declaration.
fn most_by_trial(scene: &Scene, blockers: &[Slot]) -> usize {
    let state = &scene.state;
    let attacks: Vec<_> = state.combat.attacks.iter().map(|attack| attack.attacker).collect();
    let ways = attacks.len() + 1;
    let mut most = 0;
    for mut code in 0..ways.pow(u32::try_from(blockers.len()).unwrap()) {
        let mut on = vec![0; attacks.len()];
        let (mut legal, mut obeyed) = (true, 0);
        for slot in blockers {
            let way = code % ways;
            code /= ways;
            if let Some(attacker) = attacks.get(way) {
                legal &= state.can_block(*slot, *attacker);
                on[way] += 1;
                obeyed += usize::from(state.is(*slot).has(Keywords::MUST_BLOCK));
            }
        }
        let menace = |at: usize| state.is(attacks[at].slot).has(Keywords::MENACE);
        legal &= (0..attacks.len()).all(|at| on[at] != 1 || !menace(at));
        most = if legal { most.max(obeyed) } else { most };
    }
    most
}

#[test]
fn required_blocks_obey_as_many_as_any_declaration() {
    const ATTACKERS: [&str; 3] = ["Craw Wurm", "Colossal Dreadmaw", "Ball Lightning"];
    const BLOCKERS: [&str; 5] = [
        "Grizzly Bears",
        "Giant Spider",
        "Elite Vanguard",
        "Serra Angel",
        "White Knight",
    ];
    let seats = |seat: u8, names: &'static [&'static str]| names.iter().map(move |name| (seat, *name));
    let cards: Vec<_> = seats(0, &ATTACKERS).chain(seats(1, &BLOCKERS)).collect();
    let mut random = Stream::new([9; 32]);
    let (mut required, mut together) = (0, 0);
    for board in 0..400 {
        let mut effects = Vec::new();
        for attacker in ATTACKERS {
            for keywords in [
                Keywords::MENACE,
                Keywords::MENACE,
                Keywords::FLYING,
                Keywords::protection_from(Color::W),
            ] {
                if random.below(2) == 0 {
                    effects.push((attacker, 0, grant(keywords)));
                }
            }
        }
        for blocker in BLOCKERS {
            for (keywords, one_in) in [
                (Keywords::MUST_BLOCK, 2),
                (Keywords::CANT_BLOCK, 4),
                (Keywords::REACH, 3),
            ] {
                if random.below(one_in) == 0 {
                    effects.push((blocker, 1, grant(keywords)));
                }
            }
        }
        let mut scene = table(2, &cards, &effects);
        scene.state.refresh();
        for attacker in ATTACKERS {
            let attacker = scene.id(attacker);
            scene.state.combat.attacks.push(Attack {
                attacker,
                defender: player(1),
                defending: Player(1),
                blocked: false,
                struck: false,
            });
        }
        let blockers: Vec<Slot> = BLOCKERS.iter().map(|name| scene.find(name)).collect();
        let found = scene.state.required_blocks(Player(1));
        let obeyed = |block: &&(ObjectId, ObjectId)| scene.state.is(block.0.slot).has(Keywords::MUST_BLOCK);
        let count = found.iter().filter(obeyed).count();
        assert_eq!(count, most_by_trial(&scene, &blockers), "board {board}: {effects:?}");
        required += count;
        together += usize::from(found.len() > count);
        scene.state.asked = Player(1);
        scene.state.turn.step = Step::DeclareBlockers;
        scene.state.combat.asked_blocks = 1;
        scene.state.declare_blockers(Player(1), &found).unwrap();
    }
    assert!(
        required > 400 && together > 10,
        "{required} required, {together} with helpers"
    );
}

/// A can't-clause between two sides, on a card and from an effect of a resolved spell (CR 509.1b).
#[test]
fn clauses_between_two_sides_hold_wherever_they_come_from() {
    let cards = [
        (0, "Craw Wurm"),
        (0, "Steel Leaf Champion"),
        (1, "Grizzly Bears"),
        (1, "Giant Spider"),
        (1, "Colossal Dreadmaw"),
    ];
    let mut scene = table(2, &cards, &[]);
    let source = scene.id("Craw Wurm");
    let face = scene.state.object(scene.find("Steel Leaf Champion")).face;
    let timestamp = scene.state.tick();
    scene.state.effects.push(Continuous {
        kind: ContinuousKind::Statics(face),
        on: ObjectId::NONE,
        source,
        controller: Player(0),
        duration: Duration::EndOfTurn,
        timestamp,
    });
    attacked(&mut scene, &["Craw Wurm", "Steel Leaf Champion"]);
    for attacker in ["Craw Wurm", "Steel Leaf Champion"] {
        for blocker in ["Grizzly Bears", "Giant Spider"] {
            assert!(
                scene.block(&[(blocker, attacker)]).is_err(),
                "{blocker} blocks {attacker}"
            );
        }
    }
    scene.block(&[("Colossal Dreadmaw", "Craw Wurm")]).unwrap();
}
