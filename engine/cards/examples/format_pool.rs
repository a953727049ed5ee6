//! Rewrites every `pool/*.card` file in its one text form; stops at the first that does not parse.

use std::error::Error;
use std::fs;
use std::path::Path;

use turnzero_cards::language::{parse_card, print_card};

fn main() -> Result<(), Box<dyn Error>> {
    let pool = Path::new(env!("CARGO_MANIFEST_DIR")).join("pool");
    let mut paths = Vec::new();
    for entry in fs::read_dir(pool)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path)?;
        let printed = print_card(&parse_card(&path.display().to_string(), &text)?);
        if printed != text {
            fs::write(&path, printed)?;
        }
    }
    Ok(())
}
