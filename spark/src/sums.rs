//! Sums in one fixed order: 4096-row blocks, added first to last, on any number of threads.

use rayon::prelude::*;

/// Rows of one block.
pub(crate) const BLOCK: usize = 4096;

/// Runs `block(first_row, n_rows)` over all blocks and adds the vectors in block order.
///
/// The order of additions depends on `n_rows` alone, so the bits do not depend on the threads.
pub(crate) fn block_sums(
    n_rows: usize,
    width: usize,
    parallel: bool,
    block: impl Fn(usize, usize) -> Vec<f64> + Sync,
) -> Vec<f64> {
    let one = |b: usize| {
        let first = b * BLOCK;
        block(first, BLOCK.min(n_rows - first))
    };
    let n_blocks = n_rows.div_ceil(BLOCK);
    let mut total = vec![0.0; width];
    let mut add = |part: &[f64]| {
        for (t, p) in total.iter_mut().zip(part) {
            *t += p;
        }
    };
    if parallel && n_blocks > 1 {
        let parts: Vec<Vec<f64>> = (0..n_blocks).into_par_iter().map(one).collect();
        for part in &parts {
            add(part);
        }
    } else {
        for b in 0..n_blocks {
            add(&one(b));
        }
    }
    total
}
