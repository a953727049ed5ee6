//! Synthetic labelled hands shared by the tests.
#![allow(
    unreachable_pub,
    dead_code,
    reason = "every test binary compiles this module and uses a part of it"
)]

use linfa::ParamGuard;
use turnzero_spark::{
    FeatureSchema, Origin, RowMeta, TrainParams, TrainRow, TrainValidParams, TrainedTable, TrainingSet,
};

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

pub fn schema(names: &[&str]) -> FeatureSchema {
    FeatureSchema {
        number: 3,
        sha256: "ab".repeat(32),
        names: names.iter().map(|&n| n.to_owned()).collect(),
        exempt: Vec::new(),
    }
}

pub fn meta(row: u64, group: &str, keep: bool) -> RowMeta {
    RowMeta {
        source: "hands.csv".into(),
        row,
        group: group.to_owned(),
        deck: "Deck".into(),
        label_keep: keep,
        unsure: false,
        lands: 3,
        depth: 0,
    }
}

pub fn origin() -> Origin {
    Origin {
        labels: "human".into(),
        knowledge: vec!["cd".repeat(32)],
        tables: vec![TrainedTable {
            deck: "ef".repeat(32),
            seats: 4,
            free_mulligans: 1,
        }],
    }
}

pub fn quick() -> TrainParams {
    TrainParams::new().replicates(200).fold_seeds(0)
}

pub fn valid(params: TrainParams) -> TrainValidParams {
    params.check().expect("parameters are in range")
}

/// Labels follow lands (best near 3.5), a second column and depth; two decks; a few unsure.
pub fn hands(games: u64, seed: u64) -> TrainingSet {
    let mut random = SplitMix(seed);
    let mut rows = Vec::new();
    let mut row = 0;
    for game in 0..games {
        let deck = if game % 2 == 0 { "Baeloth" } else { "Quintorius" };
        for depth in 0..=(random.below(3).min(1)) {
            row += 1;
            let lands = random.below(8);
            let curve = (random.below(1000) as f64) / 250.0;
            let noise = (random.below(1000) as f64) / 100.0;
            let from_best = lands as f64 - 3.5;
            let eta = 3.4 - 0.4 * from_best * from_best + 1.8 * (curve - 2.0) + 0.7 * depth as f64;
            let keep = random.unit() < 1.0 / (1.0 + libm::exp(-eta));
            let mut m = meta(row, &format!("batch{deck}#{game}"), keep);
            deck.clone_into(&mut m.deck);
            m.unsure = random.below(6) == 0;
            m.lands = u8::try_from(lands).expect("at most 7");
            m.depth = u8::try_from(depth).expect("at most 1");
            rows.push(TrainRow {
                meta: m,
                features: vec![lands as f64, (lands * lands) as f64, curve, depth as f64, noise, 14.62],
            });
        }
    }
    TrainingSet::from_rows(
        schema(&["lands", "lands_squared", "curve", "depth", "noise", "constant"]),
        rows,
    )
    .expect("rows are well formed")
}
