//! What a cluster is: the rows of one game, which are never independent of each other.

use std::collections::BTreeMap;

use super::error::StatsError;

/// Partition of rows into groups (games), the unit of independence of every statistic.
///
/// Groups are numbered in the order of first appearance, so the same rows give the same numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    ids: Vec<String>,
    of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

impl Groups {
    /// Builds the partition from one group id per row.
    ///
    /// # Errors
    /// [`StatsError::EmptyGroup`] for an id that is empty or blank.
    pub fn from_ids<I, S>(ids: I) -> Result<Self, StatsError>
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let mut number: BTreeMap<String, usize> = BTreeMap::new();
        let mut groups = Self {
            ids: Vec::new(),
            of: Vec::new(),
            members: Vec::new(),
        };
        for (row, id) in ids.into_iter().enumerate() {
            let id = id.as_ref();
            if id.trim().is_empty() {
                return Err(StatsError::EmptyGroup { row });
            }
            if let Some(&g) = number.get(id) {
                groups.of.push(g);
                groups.members[g].push(row);
            } else {
                let g = groups.ids.len();
                number.insert(id.to_owned(), g);
                groups.ids.push(id.to_owned());
                groups.of.push(g);
                groups.members.push(vec![row]);
            }
        }
        Ok(groups)
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.of.len()
    }

    /// Number of groups.
    pub fn n_groups(&self) -> usize {
        self.ids.len()
    }

    /// Group of a row.
    ///
    /// # Panics
    /// If `row >= n_rows()`.
    pub fn of(&self, row: usize) -> usize {
        self.of[row]
    }

    /// Id of a group, as given.
    ///
    /// # Panics
    /// If `group >= n_groups()`.
    pub fn id(&self, group: usize) -> &str {
        &self.ids[group]
    }

    /// Rows of a group, ascending; never empty.
    ///
    /// # Panics
    /// If `group >= n_groups()`.
    pub fn rows(&self, group: usize) -> &[usize] {
        &self.members[group]
    }

    /// Sum of one integer per row within each group, in group order.
    ///
    /// # Errors
    /// [`StatsError::Length`] unless there is one value per row; [`StatsError::OutOfRange`] if a
    /// sum overflows.
    pub fn sums(&self, values: &[i64]) -> Result<Vec<i64>, StatsError> {
        if values.len() != self.n_rows() {
            return Err(StatsError::Length {
                field: "values",
                expected: self.n_rows(),
                found: values.len(),
                unit: "row",
            });
        }
        self.members
            .iter()
            .map(|rows| {
                rows.iter().try_fold(0_i64, |sum, &row| {
                    sum.checked_add(values[row]).ok_or_else(|| StatsError::OutOfRange {
                        field: "values",
                        row: Some(row),
                        value: values[row].to_string(),
                        range: "what a 64-bit sum over the game can hold",
                    })
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_groups_by_first_appearance() {
        let groups = Groups::from_ids(["b#2", "a#1", "b#2", "c#0"]).expect("ids are given");
        assert_eq!((groups.n_rows(), groups.n_groups()), (4, 3));
        assert_eq!([groups.id(0), groups.id(1), groups.id(2)], ["b#2", "a#1", "c#0"]);
        assert_eq!(groups.rows(0), [0, 2]);
        assert_eq!(groups.of(3), 2);
        assert_eq!(groups.sums(&[1, -1, 1, 0]), Ok(vec![2, -1, 0]));
    }

    #[test]
    fn refuses_a_row_without_a_group() {
        for blank in ["", "  ", "\t"] {
            assert_eq!(Groups::from_ids(["a#1", blank]), Err(StatsError::EmptyGroup { row: 1 }));
        }
    }

    #[test]
    fn refuses_sums_over_the_wrong_number_of_values() {
        let groups = Groups::from_ids(["a#1"]).expect("ids are given");
        assert!(matches!(groups.sums(&[]), Err(StatsError::Length { .. })));
    }

    #[test]
    fn refuses_a_sum_that_overflows() {
        let groups = Groups::from_ids(["a#1", "a#1"]).expect("ids are given");
        assert!(matches!(
            groups.sums(&[i64::MAX, 1]),
            Err(StatsError::OutOfRange { row: Some(1), .. })
        ));
    }

    proptest! {
        #[test]
        fn is_a_partition(ids in proptest::collection::vec("[a-d]{1,2}", 0..60)) {
            let groups = Groups::from_ids(&ids).expect("ids are never blank here");
            let mut seen = vec![0_u32; ids.len()];
            for g in 0..groups.n_groups() {
                prop_assert!(!groups.rows(g).is_empty());
                for &row in groups.rows(g) {
                    seen[row] += 1;
                    prop_assert_eq!(groups.of(row), g);
                    prop_assert_eq!(groups.id(g), &ids[row]);
                }
            }
            prop_assert!(seen.iter().all(|&count| count == 1));
        }
    }
}
