# Two commands for a fresh machine: `make demo` and `make test`.
SHELL := /bin/sh
CARGO ?= cargo

.PHONY: demo test long lint notebooks bench puzzle-bulk-check puzzle-golden-check puzzle-bless
demo:
	$(CARGO) build --release --locked --workspace --bins
	./demo.sh target/release

test:
	$(CARGO) test --release --locked --workspace

# Minutes: 20,000 whole random games, a million damaged puzzle files.
long:
	$(CARGO) test --release --locked -p turnzero-engine -- --ignored

puzzle-bulk-check:
	$(CARGO) run --release --locked -q -p turnzero-experiments --bin puzzle-check -- puzzles --strict

puzzle-golden-check:
	$(CARGO) run --release --locked -q -p turnzero-experiments --bin puzzle-check -- puzzles --golden

puzzle-bless:
	$(CARGO) run --release --locked -q -p turnzero-experiments --bin puzzle-check -- puzzles --bless

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --workspace --all-targets -- -D warnings

notebooks:
	./notebooks/run.sh

bench:
	$(CARGO) bench --locked -p turnzero-engine -p turnzero-spark -p turnzero-forecast
