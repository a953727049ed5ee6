//! Effects, destinations, mana, tokens.

use turnzero_cards::language::treasure;
use turnzero_contract::card::{
    CardType, Deontic, Destination, Duration, Effect, EffectFamily, GameVerb, ManaKind, ManaOutput, ManaRestriction,
    Mode, SearchSpec, Supertype, TokenSpec,
};

use super::Choices;

impl Choices<'_> {
    pub(super) fn destination(&mut self) -> Destination {
        match self.below(8) {
            0 => Destination::Hand,
            1 => Destination::Battlefield {
                tapped: self.flag(),
                control: self.player(),
            },
            2 => Destination::Graveyard,
            3 => Destination::Exile,
            4 => Destination::LibraryTop,
            5 => Destination::LibraryBottom,
            6 => Destination::LibraryShuffled,
            _ => Destination::Command,
        }
    }

    fn mana_output(&mut self) -> ManaOutput {
        ManaOutput {
            choices: self.several(|g| {
                g.several(|g| match g.below(6) {
                    0 => ManaKind::Color(g.color()),
                    1 => ManaKind::Colorless,
                    2 => ManaKind::AnyColor,
                    3 => ManaKind::CommanderIdentity,
                    4 => ManaKind::OpponentsLands,
                    _ => ManaKind::OwnLands,
                })
            }),
            times: self.amount(),
            restriction: self.maybe(|g| match g.below(4) {
                0 => ManaRestriction::Cast(g.filter()),
                1 => ManaRestriction::Activate(g.filter()),
                2 => ManaRestriction::CastOrActivate(g.filter()),
                _ => ManaRestriction::Other,
            }),
        }
    }

    fn token(&mut self) -> TokenSpec {
        if self.below(4) == 0 {
            return treasure();
        }
        let subtypes = self.several(Self::text);
        TokenSpec {
            name: if self.flag() { self.text() } else { subtypes.join(" ") },
            colors: self.colors(),
            supertypes: self.several(|g| g.of(Supertype::ALL)),
            types: self.several(|g| g.of(CardType::ALL)),
            subtypes,
            power: self.maybe(Self::power),
            toughness: self.maybe(Self::power),
            abilities: self.several(Self::ability),
        }
    }

    fn duration(&mut self) -> Duration {
        self.of(Duration::ALL)
    }

    pub(super) fn effect(&mut self) -> Effect {
        self.deeper(|g| {
            if g.is_deep() {
                return Effect::Pending(g.of(EffectFamily::ALL));
            }
            match g.below(43) {
                0 => Effect::Sequence(g.several(Self::effect)),
                1 => Effect::May {
                    player: g.player(),
                    cost: g.cost(),
                    effect: Box::new(g.effect()),
                    otherwise: g.maybe(Self::effect).map(Box::new),
                },
                2 => Effect::IfDone {
                    first: Box::new(g.effect()),
                    then: Box::new(g.effect()),
                },
                3 => Effect::If {
                    condition: g.condition(),
                    then: Box::new(g.effect()),
                    otherwise: g.maybe(Self::effect).map(Box::new),
                },
                4 => Effect::Modal {
                    choose: g.count(),
                    modes: g.several(|g| Mode { effect: g.effect() }),
                },
                34 => Effect::Unless {
                    player: g.player(),
                    cost: g.cost(),
                    effect: Box::new(g.effect()),
                },
                n => g.simple_effect(n),
            }
        })
    }

    #[expect(clippy::too_many_lines, reason = "one arm an effect, nothing else")]
    fn simple_effect(&mut self, which: usize) -> Effect {
        match which {
            5 => Effect::AddMana(self.mana_output()),
            6 => Effect::Draw(self.player(), self.amount()),
            7 => Effect::Discard {
                player: self.player(),
                count: self.count(),
                filter: self.filter(),
                random: self.flag(),
                chosen_by: self.maybe(Self::player),
            },
            8 => Effect::Mill(self.player(), self.amount()),
            9 => Effect::Scry(self.amount()),
            10 => Effect::Surveil(self.amount()),
            11 => Effect::Search(SearchSpec {
                player: self.player(),
                count: self.count(),
                filter: self.filter(),
                sharing_land_type: self.flag(),
                reveal: self.flag(),
                one_to: self.maybe(Self::destination),
                to: self.destination(),
            }),
            12 => Effect::Shuffle(self.player()),
            13 => Effect::GainLife(self.player(), self.amount()),
            14 => Effect::LoseLife(self.player(), self.amount()),
            15 => Effect::DealDamage {
                source: self.maybe(Self::selector),
                amount: self.amount(),
                to: self.selector(),
                divided: self.flag(),
            },
            16 => Effect::Destroy {
                what: self.selector(),
                no_regeneration: self.flag(),
            },
            17 => Effect::Sacrifice {
                player: self.player(),
                count: self.count(),
                filter: self.filter(),
            },
            18 => Effect::Move {
                what: self.selector(),
                to: self.destination(),
            },
            19 => Effect::Counter(self.selector()),
            20 => Effect::CreateToken {
                player: self.player(),
                count: self.amount(),
                token: self.token(),
            },
            21 => Effect::PutCounters {
                what: self.selector(),
                kind: self.text(),
                count: self.amount(),
            },
            22 => Effect::Tap(self.selector()),
            23 => Effect::Untap(self.selector()),
            24 => Effect::Pump {
                what: self.selector(),
                power: self.i32(),
                toughness: self.i32(),
                duration: self.duration(),
            },
            25 => Effect::Grant {
                what: self.selector(),
                keywords: self.several(Self::keyword),
                duration: self.duration(),
            },
            26 => Effect::Continuous {
                ability: Box::new(self.static_ability()),
                duration: self.duration(),
            },
            27 => Effect::Goad(self.selector()),
            28 => Effect::Attach(self.selector()),
            29 => Effect::Regenerate(self.selector()),
            30 => Effect::MayCast {
                what: self.selector(),
                free: self.flag(),
                duration: self.duration(),
            },
            31 => Effect::InsteadOfGraveyard {
                what: self.selector(),
                to: self.destination(),
                duration: self.duration(),
            },
            32 => Effect::Become {
                what: self.selector(),
                size: self.maybe(|g| (g.power(), g.power())),
                types: self.several(Self::text),
                colors: self.maybe(Self::colors),
                duration: self.duration(),
            },
            33 => Effect::RevealTop {
                player: self.player(),
                count: self.amount(),
                filter: self.filter(),
                to: self.destination(),
            },
            35 => Effect::RevealHand(self.player()),
            36 => Effect::Rearrange(self.player(), self.amount()),
            37 => Effect::Fight(self.selector(), self.selector()),
            38 => Effect::Prevent {
                amount: self.maybe(Self::amount),
                to: self.selector(),
                duration: self.duration(),
            },
            39 => Effect::CounterTo {
                what: self.selector(),
                to: self.destination(),
            },
            40 => Effect::TapOrUntap(self.selector()),
            41 => Effect::Constrain {
                what: self.selector(),
                deontic: self.of(Deontic::ALL),
                verb: self.of(GameVerb::ALL),
                duration: self.duration(),
            },
            _ => Effect::Pending(self.of(EffectFamily::ALL)),
        }
    }
}
