# Two commands for a fresh machine: `make demo` and `make test`.
SHELL := /bin/sh
CARGO ?= cargo

.PHONY: demo test long lint notebooks bench
demo:
	$(CARGO) build --release --locked --workspace --bins
	./demo.sh target/release

test:
	$(CARGO) test --release --locked --workspace

# Minutes: 20,000 whole random games, a million damaged puzzle files.
long:
	$(CARGO) test --release --locked -p turnzero-engine -- --ignored

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --locked --workspace --all-targets -- -D warnings

notebooks:
	./notebooks/run.sh

bench:
	$(CARGO) bench --locked -p turnzero-engine -p turnzero-spark -p turnzero-forecast
