//! Pilots cannot reach an engine: what they decide on is what the contract hands them.

#[test]
fn the_crate_depends_on_no_engine() {
    let manifest = include_str!("../Cargo.toml");
    let own: Vec<&str> = manifest.lines().filter(|line| line.starts_with("turnzero-")).collect();
    assert_eq!(
        own,
        [
            "turnzero-contract.workspace = true",
            "turnzero-forecast.workspace = true"
        ]
    );
}
