//! Bootstrap over whole games within decks: the interval of any statistic over rows.

use std::collections::BTreeMap;

use serde::Serialize;

use super::error::{StatsError, Undefined};
use super::groups::Groups;
use super::interval::{Estimate, percentile};
use super::rng::SeededRng;

/// Replicates when nothing else is asked for.
pub const REPLICATES: usize = 2_000;

/// A bootstrap estimate and what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bootstrap {
    /// The statistic on the rows themselves, with its 95 % percentile interval.
    pub estimate: Estimate,
    /// Games resampled.
    pub groups: usize,
    /// Decks (or other strata) kept at their number of games.
    pub strata: usize,
    /// Replicates drawn.
    pub replicates: usize,
    /// Replicates without a value, left out of the percentiles.
    pub undefined: usize,
}

/// Which games can be drawn for which: the groups of each stratum, in a canonical order.
#[derive(Debug, Clone)]
pub struct Resampler<'a> {
    groups: &'a Groups,
    strata: Vec<Vec<usize>>,
}

impl<'a> Resampler<'a> {
    /// Sorts groups into strata, given the stratum (deck) of every row.
    ///
    /// # Errors
    /// [`StatsError::Length`] unless there is one stratum per row; [`StatsError::SplitGroup`] if
    /// a group lies in two strata.
    pub fn new<S: AsRef<str>>(groups: &'a Groups, stratum: &[S]) -> Result<Self, StatsError> {
        if stratum.len() != groups.n_rows() {
            return Err(StatsError::Length {
                field: "stratum",
                expected: groups.n_rows(),
                found: stratum.len(),
                unit: "row",
            });
        }
        // Sorted by names, not by row order: reordering the rows leaves the replicates alone.
        let mut by_name: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for group in 0..groups.n_groups() {
            let rows = groups.rows(group);
            let mut names = rows.iter().map(|&row| stratum[row].as_ref());
            let Some(first) = names.next() else { continue };
            if let Some(other) = names.find(|&name| name != first) {
                return Err(StatsError::SplitGroup {
                    group: groups.id(group).to_owned(),
                    strata: [first.to_owned(), other.to_owned()],
                });
            }
            let members = by_name.entry(first).or_default();
            members.insert(groups.id(group), group);
        }
        let strata = by_name
            .into_values()
            .map(|members| members.into_values().collect())
            .collect();
        Ok(Self { groups, strata })
    }

    /// How often each row stands in one replicate, written into `times` (one entry per row).
    fn draw(&self, rng: &mut SeededRng, times: &mut [u32]) {
        times.fill(0);
        for members in &self.strata {
            for _ in members {
                let pick = usize::try_from(rng.below(members.len() as u64)).unwrap_or(0);
                for &row in self.groups.rows(members[pick]) {
                    times[row] = times[row].saturating_add(1);
                }
            }
        }
    }

    /// Percentile bootstrap of `statistic`, which gets how often each row counts.
    ///
    /// Whole groups are drawn with replacement within their stratum, from a [`SeededRng`];
    /// anything fitted stays fixed. `None` or a number that is not finite is an undefined
    /// replicate; with more than 5 % of them there is no interval, since they could fill a tail.
    pub fn run<F>(&self, replicates: usize, seed: &str, mut statistic: F) -> Bootstrap
    where
        F: FnMut(&[u32]) -> Option<f64>,
    {
        let n = self.groups.n_rows();
        let mut times = vec![1_u32; n];
        let mut result = Bootstrap {
            estimate: Estimate::undefined(n, Undefined::NoRows),
            groups: self.groups.n_groups(),
            strata: self.strata.len(),
            replicates: 0,
            undefined: 0,
        };
        if n == 0 {
            return result;
        }
        let Some(point) = statistic(&times).filter(|x| x.is_finite()) else {
            result.estimate = Estimate::undefined(n, Undefined::Statistic);
            return result;
        };
        if self.strata.iter().all(|members| members.len() < 2) {
            result.estimate = Estimate::without_interval(point, n, Undefined::NothingToResample);
            return result;
        }
        let mut rng = SeededRng::new("bootstrap over games", seed);
        let mut values = Vec::with_capacity(replicates);
        for _ in 0..replicates {
            self.draw(&mut rng, &mut times);
            values.extend(statistic(&times).filter(|x| x.is_finite()));
        }
        values.sort_by(f64::total_cmp);
        result.replicates = replicates;
        result.undefined = replicates - values.len();
        result.estimate = interval(point, n, &values, replicates);
        result
    }
}

/// The interval of the defined replicates, or the reason for having none.
fn interval(point: f64, n: usize, sorted: &[f64], replicates: usize) -> Estimate {
    let undefined = replicates - sorted.len();
    let limits = percentile(sorted, 0.025).zip(percentile(sorted, 0.975));
    let Some((low, high)) = limits.filter(|_| undefined.saturating_mul(20) <= replicates) else {
        let why = format!("no interval: {undefined} of {replicates} bootstrap replicates are undefined");
        return Estimate::without_interval(point, n, why);
    };
    let mut estimate = Estimate::new(point, [low, high], n);
    if sorted.first() == sorted.last() {
        estimate.why = Some("all replicates are equal: too little data, not certainty".to_owned());
    } else if undefined > 0 {
        estimate.why = Some(format!(
            "{undefined} of {replicates} bootstrap replicates are undefined"
        ));
    }
    estimate
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64], times: &[u32]) -> Option<f64> {
        let n: u32 = times.iter().sum();
        let sum: f64 = values.iter().zip(times).map(|(x, &t)| x * f64::from(t)).sum();
        (n > 0).then(|| sum / f64::from(n))
    }

    fn games(n: usize, rows_each: usize) -> (Groups, Vec<&'static str>) {
        let ids = (0..n * rows_each).map(|row| format!("b#{}", row / rows_each));
        let decks = (0..n * rows_each)
            .map(|row| if (row / rows_each).is_multiple_of(2) { "x" } else { "y" })
            .collect();
        (Groups::from_ids(ids).expect("ids are given"), decks)
    }

    #[test]
    fn replicates_keep_games_whole_and_decks_at_their_size() {
        let (groups, decks) = games(11, 3);
        let resampler = Resampler::new(&groups, &decks).expect("games have one deck");
        let mut seen = 0;
        let run = resampler.run(300, "s", |times| {
            seen += 1;
            for g in 0..groups.n_groups() {
                let of_game: Vec<u32> = groups.rows(g).iter().map(|&r| times[r]).collect();
                assert!(of_game.iter().all(|&t| t == of_game[0]));
            }
            let in_x: u32 = (0..33).filter(|&r| decks[r] == "x").map(|r| times[r]).sum();
            assert_eq!((in_x, times.iter().sum::<u32>()), (18, 33));
            mean(&[1.0; 33], times)
        });
        assert_eq!((seen, run.groups, run.strata, run.undefined), (301, 11, 2, 0));
        // A constant statistic: the interval is a point, and says what that means.
        assert_eq!(run.estimate.ci95, Some([1.0, 1.0]));
        assert!(run.estimate.why.is_some());
    }

    #[test]
    fn the_order_of_rows_does_not_matter() {
        let ids = ["b#0", "b#1", "b#2", "b#3", "b#4"];
        let values = [0.0, 1.0, 4.0, 2.0, 16.0];
        let order = [3, 0, 4, 2, 1];
        let run = |order: &[usize]| {
            let groups = Groups::from_ids(order.iter().map(|&i| ids[i])).expect("ids are given");
            let shuffled: Vec<f64> = order.iter().map(|&i| values[i]).collect();
            Resampler::new(&groups, &["d"; 5])
                .expect("one deck")
                .run(500, "s", |times| mean(&shuffled, times))
        };
        assert_eq!(run(&[0, 1, 2, 3, 4]), run(&order));
    }

    #[test]
    fn the_seed_decides() {
        let (groups, decks) = games(20, 1);
        let values: Vec<f64> = (0..20).map(|i| f64::from(i * i)).collect();
        let resampler = Resampler::new(&groups, &decks).expect("games have one deck");
        let run = |seed| resampler.run(200, seed, |times| mean(&values, times));
        assert_eq!(run("1"), run("1"));
        assert_ne!(run("1").estimate.ci95, run("2").estimate.ci95);
    }

    #[test]
    fn undefined_replicates_are_counted_and_can_cost_the_interval() {
        let (groups, decks) = games(20, 1);
        let resampler = Resampler::new(&groups, &decks).expect("games have one deck");
        // Row 0 is missing from (1 − 1/10)^10 = 35 % of the replicates of its deck.
        let rare = resampler.run(1_000, "s", |t| (t[0] > 0).then(|| f64::from(t[1])));
        assert!((250..450).contains(&rare.undefined), "{}", rare.undefined);
        assert_eq!(rare.estimate.estimate, Some(1.0));
        assert_eq!(rare.estimate.ci95, None);
        assert!(
            rare.estimate
                .why
                .is_some_and(|why| why.contains("replicates are undefined"))
        );
        let never = resampler.run(10, "s", |_| None);
        assert_eq!(never.estimate, Estimate::undefined(20, Undefined::Statistic));
        let nan = resampler.run(10, "s", |_| Some(f64::NAN));
        assert_eq!(nan.estimate.estimate, None);
        let none = resampler.run(0, "s", |_| Some(1.0));
        assert_eq!(none.estimate.ci95, None);
    }

    #[test]
    fn one_game_has_no_interval() {
        let groups = Groups::from_ids(["b#0", "b#0"]).expect("ids are given");
        let run = Resampler::new(&groups, &["d", "d"])
            .expect("one deck")
            .run(100, "s", |_| Some(0.5));
        assert_eq!(
            run.estimate,
            Estimate::without_interval(0.5, 2, Undefined::NothingToResample)
        );
        let empty = Groups::from_ids::<_, &str>([]).expect("no rows");
        let run = Resampler::new::<&str>(&empty, &[])
            .expect("no rows")
            .run(9, "s", |_| Some(1.0));
        assert_eq!(run.estimate, Estimate::undefined(0, Undefined::NoRows));
    }

    #[test]
    fn a_game_in_two_decks_is_refused() {
        let groups = Groups::from_ids(["b#0", "b#0"]).expect("ids are given");
        assert!(matches!(
            Resampler::new(&groups, &["x", "y"]),
            Err(StatsError::SplitGroup { .. })
        ));
        assert!(matches!(
            Resampler::new(&groups, &["x"]),
            Err(StatsError::Length { .. })
        ));
    }
}
