//! Filters, amounts, counts, selectors, conditions, costs, keywords.

use turnzero_contract::card::{
    Amount, CardType, Comparison, Condition, CostPart, Count, Filter, Keyword, PlayerRef, Selector, Supertype,
    TargetSpec, Zone,
};

use super::Choices;

impl Choices<'_> {
    pub(super) fn player(&mut self) -> PlayerRef {
        self.of(PlayerRef::ALL)
    }

    pub(super) fn zone(&mut self) -> Zone {
        self.of(Zone::ALL)
    }

    pub(super) fn filter(&mut self) -> Filter {
        self.deeper(|g| {
            if g.is_deep() {
                return Filter::Any;
            }
            match g.below(29) {
                0 => Filter::Any,
                1 => Filter::Type(g.of(CardType::ALL)),
                2 => Filter::Supertype(g.of(Supertype::ALL)),
                3 => Filter::Subtype(g.text()),
                4 => Filter::Color(g.color()),
                5 => Filter::Colorless,
                6 => Filter::Named(g.text()),
                7 => Filter::Permanent,
                8 => Filter::Token,
                9 => Filter::Commander,
                10 => Filter::Itself,
                11 => Filter::Other,
                12 => Filter::Tapped,
                13 => Filter::Attacking,
                14 => Filter::Blocking,
                15 => Filter::Goaded,
                16 => Filter::Keyword(Box::new(g.keyword())),
                17 => Filter::Controlled(g.player()),
                18 => Filter::Owned(g.player()),
                19 => Filter::In(g.zone()),
                20 => Filter::ExiledWithSource,
                21 => Filter::AttachedTo,
                22 => Filter::ManaValue(g.of(Comparison::ALL), g.amount()),
                23 => Filter::Power(g.of(Comparison::ALL), g.amount()),
                24 => Filter::Toughness(g.of(Comparison::ALL), g.amount()),
                25 => Filter::All(g.several(Self::filter)),
                26 => Filter::AnyOf(g.several(Self::filter)),
                27 => Filter::DamagedBySource,
                _ => Filter::Not(Box::new(g.filter())),
            }
        })
    }

    pub(super) fn amount(&mut self) -> Amount {
        self.deeper(|g| {
            if g.is_deep() {
                return Amount::Fixed(1);
            }
            match g.below(17) {
                0 => Amount::Fixed(g.u32()),
                1 => Amount::X,
                2 => Amount::Count(Box::new(g.filter())),
                3 => Amount::ManaValueOf(Box::new(g.selector())),
                4 => Amount::PowerOf(Box::new(g.selector())),
                5 => Amount::Devotion(g.color()),
                6 => Amount::ThatMany,
                7 => Amount::HandSize(g.player()),
                8 => Amount::LifeOf(g.player()),
                9 => Amount::Opponents,
                10 => Amount::Times(g.u32(), Box::new(g.amount())),
                11 => Amount::Targets,
                12 => Amount::Drained,
                13 => Amount::Minus(Box::new(g.amount()), Box::new(g.amount())),
                14 => Amount::Quotient(Box::new(g.amount()), Box::new(g.amount())),
                15 => Amount::If {
                    condition: Box::new(g.condition()),
                    then: Box::new(g.amount()),
                    otherwise: Box::new(g.amount()),
                },
                _ => Amount::Plus(Box::new(g.amount()), Box::new(g.amount())),
            }
        })
    }

    pub(super) fn count(&mut self) -> Count {
        match self.below(5) {
            0 => Count::Exactly(self.amount()),
            1 => Count::UpTo(self.amount()),
            2 => Count::All,
            3 => Count::Range(self.amount(), self.amount()),
            _ => Count::AnyNumber,
        }
    }

    pub(super) fn selector(&mut self) -> Selector {
        self.deeper(|g| match g.below(11) {
            0 => Selector::Itself,
            1 => Selector::Target(TargetSpec {
                count: g.count(),
                filter: g.filter(),
            }),
            2 => Selector::AnyTarget,
            3 => Selector::PlayerOrTarget(g.filter()),
            4 => Selector::It,
            5 => Selector::Each(g.filter()),
            6 => Selector::Chosen {
                by: g.player(),
                count: g.count(),
                filter: g.filter(),
            },
            7 => Selector::Random {
                count: g.count(),
                filter: g.filter(),
            },
            8 => Selector::AttachedTo,
            9 => Selector::AnyTargets(g.count()),
            _ => Selector::Player(g.player()),
        })
    }

    pub(super) fn condition(&mut self) -> Condition {
        self.deeper(|g| {
            if g.is_deep() {
                return Condition::YourTurn;
            }
            match g.below(11) {
                0 => Condition::Controls {
                    player: g.player(),
                    comparison: g.of(Comparison::ALL),
                    amount: g.amount(),
                    filter: g.filter(),
                },
                1 => Condition::Compare(g.amount(), g.of(Comparison::ALL), g.amount()),
                2 => Condition::SourceIn(g.zone()),
                3 => Condition::CastFrom(g.zone()),
                4 => Condition::YourTurn,
                5 => Condition::ControlsCommander,
                6 => Condition::All(g.several(Self::condition)),
                8 => Condition::Is(Box::new(g.selector()), g.filter()),
                9 => Condition::Kicked,
                7 => Condition::AnyOf(g.several(Self::condition)),
                _ => Condition::Not(Box::new(g.condition())),
            }
        })
    }

    pub(super) fn cost(&mut self) -> Vec<CostPart> {
        self.several(|g| match g.below(14) {
            0 => CostPart::Mana(g.mana_cost()),
            1 => CostPart::Tap,
            2 => CostPart::Untap,
            3 => CostPart::PayLife(g.amount()),
            4 => CostPart::SacrificeSelf,
            5 => CostPart::Sacrifice(g.count(), g.filter()),
            6 => CostPart::DiscardSelf,
            7 => CostPart::Discard(g.count(), g.filter()),
            8 => CostPart::Exile(g.count(), g.filter()),
            9 => CostPart::ExileSelf,
            10 => CostPart::TapOthers(g.count(), g.filter()),
            11 => CostPart::Return(g.count(), g.filter()),
            12 => CostPart::Reveal(g.count(), g.filter()),
            _ => CostPart::RemoveCounters(g.count(), g.text()),
        })
    }

    pub(super) fn keyword(&mut self) -> Keyword {
        const SIMPLE: &[Keyword] = &[
            Keyword::Deathtouch,
            Keyword::Defender,
            Keyword::DoubleStrike,
            Keyword::FirstStrike,
            Keyword::Flash,
            Keyword::Flying,
            Keyword::Haste,
            Keyword::Hexproof,
            Keyword::Indestructible,
            Keyword::Lifelink,
            Keyword::Menace,
            Keyword::Prowess,
            Keyword::Reach,
            Keyword::Shroud,
            Keyword::Trample,
            Keyword::Vigilance,
            Keyword::Undying,
            Keyword::Partner,
            Keyword::DoctorsCompanion,
            Keyword::ChooseBackground,
            Keyword::Companion,
            Keyword::MayBeCommander,
            Keyword::Banding,
        ];
        self.deeper(|g| match g.below(37) {
            n @ 0..=22 => SIMPLE[n].clone(),
            23 => Keyword::Landwalk(g.text()),
            24 => Keyword::Enchant(g.filter()),
            25 => Keyword::Equip(g.cost()),
            26 => Keyword::Cycling(g.cost()),
            27 => Keyword::Typecycling {
                name: g.text(),
                filter: g.filter(),
                cost: g.cost(),
            },
            28 => Keyword::Flashback(g.cost()),
            29 => Keyword::Kicker(g.mana_cost()),
            30 => Keyword::Evoke(g.mana_cost()),
            31 => Keyword::Ward(g.cost()),
            32 => Keyword::Protection(g.filter()),
            33 => Keyword::Affinity(g.filter()),
            34 => Keyword::PartnerWith(g.text()),
            35 => Keyword::PartnerFamily(g.text()),
            _ => Keyword::DeckLimit(g.maybe(Self::u32)),
        })
    }
}
