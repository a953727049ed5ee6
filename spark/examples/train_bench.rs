//! Times training on a large table and prints one JSON object.
//!
//! `train_bench [--rows N] [--cols P] [--seed S] [--threads T] [--repeat K] [--tolerance X]`
//! `  [--scale none|weighted] [--data PREFIX | --write PREFIX]`
//!
//! PREFIX stands for `PREFIX.x` (row-major f64, little endian), `PREFIX.y` and `PREFIX.w` (f64).
//! `--write` only makes them; without either the same table is made in memory.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::time::Instant;

use turnzero_spark::kernel::{Problem, sigmoid};
use turnzero_spark::newton::{SolverOptions, solve};
use turnzero_spark::standardize::Standardizer;
use turnzero_spark::weights::{ClassSums, balanced, certainty};

type Failure = Box<dyn std::error::Error>;

struct Options {
    rows: usize,
    cols: usize,
    seed: u64,
    threads: usize,
    repeat: usize,
    tolerance: f64,
    weighted_scale: bool,
    data: Option<String>,
    write: Option<String>,
}

struct Table {
    x: Vec<f64>,
    keep: Vec<bool>,
    weight: Vec<f64>,
}

fn options() -> Result<Options, Failure> {
    let mut o = Options {
        rows: 1_000_000,
        cols: 40,
        seed: 7,
        threads: 1,
        repeat: 3,
        tolerance: 1e-8,
        weighted_scale: true,
        data: None,
        write: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        let value = args.next().ok_or_else(|| format!("{flag} needs a value"))?;
        match flag.as_str() {
            "--rows" => o.rows = value.parse()?,
            "--cols" => o.cols = value.parse()?,
            "--seed" => o.seed = value.parse()?,
            "--threads" => o.threads = value.parse()?,
            "--repeat" => o.repeat = value.parse()?,
            "--tolerance" => o.tolerance = value.parse()?,
            "--scale" => o.weighted_scale = value == "weighted",
            "--data" => o.data = Some(value),
            "--write" => o.write = Some(value),
            _ => return Err(format!("unknown option {flag}").into()),
        }
    }
    Ok(o)
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same table on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Half continuous, half small-count columns; three quarters keep; one row in ten unsure.
fn synthetic(rows: usize, cols: usize, seed: u64) -> Table {
    let mut random = SplitMix(seed);
    let truth: Vec<f64> = (0..cols).map(|_| random.unit() - 0.5).collect();
    let mut x = Vec::with_capacity(rows * cols);
    let mut labels = Vec::with_capacity(rows);
    let mut u = Vec::with_capacity(rows);
    for _ in 0..rows {
        let mut eta = 1.1;
        for (j, b) in truth.iter().enumerate() {
            let v = if j % 2 == 0 {
                // Sum of four uniforms: bell-shaped, variance 1.
                let s = random.unit() + random.unit() + random.unit() + random.unit();
                (s - 2.0) * 3.0_f64.sqrt()
            } else {
                (random.unit() * 5.0).floor()
            };
            let centre = if j % 2 == 0 { 0.0 } else { 2.0 };
            eta += b * (v - centre);
            x.push(v);
        }
        labels.push(random.unit() < sigmoid(eta));
        u.push(certainty(random.unit() < 0.1));
    }
    let weight = balanced(&labels, &u, ClassSums::of(&labels, &u));
    Table {
        x,
        keep: labels,
        weight,
    }
}

fn read_f64(path: &str, expected: usize) -> Result<Vec<f64>, Failure> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut out = Vec::with_capacity(expected);
    let mut bytes = [0_u8; 8];
    for _ in 0..expected {
        file.read_exact(&mut bytes)
            .map_err(|e| format!("{path}: {e}; expected {expected} values"))?;
        out.push(f64::from_le_bytes(bytes));
    }
    Ok(out)
}

fn write_f64(path: &str, values: impl Iterator<Item = f64>) -> Result<(), Failure> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for v in values {
        file.write_all(&v.to_le_bytes())?;
    }
    file.flush()?;
    Ok(())
}

/// A field of `/proc/self/status` in kB; `None` elsewhere than on Linux.
fn status_kb(field: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() -> Result<(), Failure> {
    let o = options()?;
    if let Some(prefix) = &o.write {
        let t = synthetic(o.rows, o.cols, o.seed);
        write_f64(&format!("{prefix}.x"), t.x.into_iter())?;
        write_f64(
            &format!("{prefix}.y"),
            t.keep.into_iter().map(|k| f64::from(u8::from(k))),
        )?;
        write_f64(&format!("{prefix}.w"), t.weight.into_iter())?;
        return Ok(());
    }
    let table = match &o.data {
        None => synthetic(o.rows, o.cols, o.seed),
        Some(prefix) => Table {
            x: read_f64(&format!("{prefix}.x"), o.rows * o.cols)?,
            keep: read_f64(&format!("{prefix}.y"), o.rows)?
                .into_iter()
                .map(|y| y > 0.5)
                .collect(),
            weight: read_f64(&format!("{prefix}.w"), o.rows)?,
        },
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(o.threads).build()?;
    let solver = SolverOptions {
        tolerance: o.tolerance,
        max_iterations: 100,
        parallel: o.threads > 1,
    };
    // Resets the peak, so that making or reading the table does not count.
    let peak_is_ours = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = status_kb("VmRSS:");
    let mut seconds = Vec::new();
    let mut last = None;
    for _ in 0..o.repeat.max(1) {
        let start = Instant::now();
        let result = pool.install(|| {
            let s = if o.weighted_scale {
                Standardizer::fit(&table.x, o.cols, &table.weight, solver.parallel)
            } else {
                Standardizer::identity(o.cols)
            };
            let inverse: Vec<f64> = s.sds.iter().map(|&sd| if sd > 0.0 { 1.0 / sd } else { 0.0 }).collect();
            let problem = Problem {
                x: &table.x,
                n_cols: o.cols,
                keep: &table.keep,
                weight: &table.weight,
                means: &s.means,
                inverse: &inverse,
                lambda: 1.0,
            };
            solve(&problem, None, solver)
        });
        seconds.push(start.elapsed().as_secs_f64());
        last = Some(result);
    }
    let peak = status_kb("VmHWM:");
    let solution = last.ok_or("nothing was run")?;
    let extra = match (peak_is_ours, before, peak) {
        (true, Some(b), Some(p)) => Some(p.saturating_sub(b) as f64 / 1024.0),
        _ => None,
    };
    let json = serde_json::json!({
        "program": "turnzero-spark",
        "rows": o.rows,
        "cols": o.cols,
        "threads": o.threads,
        "scale": if o.weighted_scale { "weighted" } else { "none" },
        "seconds": seconds.iter().copied().fold(f64::INFINITY, f64::min),
        "all_seconds": seconds,
        "iterations": solution.iterations,
        "converged": solution.converged(),
        "gradient": solution.gradient,
        "peak_extra_mb": extra,
        "theta": solution.theta,
    });
    writeln!(std::io::stdout(), "{json}")?;
    Ok(())
}
