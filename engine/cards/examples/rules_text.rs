//! Prints the rules text of pool cards: those named as arguments, or all.

use std::error::Error;
use std::io::Write as _;

use turnzero_cards::pool::pool;
use turnzero_cards::render::rules_text;

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    for card in pool()?
        .iter()
        .filter(|card| names.is_empty() || names.contains(&card.name))
    {
        writeln!(out, "{}\n{}\n", card.name, rules_text(card))?;
    }
    Ok(())
}
