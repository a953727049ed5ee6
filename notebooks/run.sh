#!/bin/sh
# Executes the notebook on freshly made data, from the locked environment. Needs python3 with venv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
work="$root/target/notebooks"
bin="$root/target/release"
command -v python3 >/dev/null || { echo "not run: needs python3" >&2; [ -z "${TURNZERO_ALL_TESTS:-}" ] && exit 0; exit 1; }
mkdir -p "$work"
if ! cmp -s "$here/requirements.lock" "$work/installed.lock"; then
    rm -rf "$work/venv"
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --no-deps --requirement "$here/requirements.lock"
    cp "$here/requirements.lock" "$work/installed.lock"
fi
[ -x "$bin/spark" ] || (cd "$root" && cargo build --release --locked --workspace --bins)

export TURNZERO_LOCAL_DATA_ROOT="$work/data"
study=mulligan-study/notebook.json
"$bin/study" mulligans --pilot heuristic --games 200 --base-seed notebook --output "$study" >/dev/null
for pilot in forge karsten random:7; do
    "$bin/study" mulligans --pilot "$pilot" --output "$study" >/dev/null
done
"$bin/spark" train-mulligans --study "$study" --labels heuristic >/dev/null
rm -rf "$TURNZERO_LOCAL_DATA_ROOT/exports/notebook"
"$bin/spark" export --study "$study" --out exports/notebook >/dev/null
export TURNZERO_EXPORT="$TURNZERO_LOCAL_DATA_ROOT/exports/notebook"
TURNZERO_BUNDLE="$TURNZERO_LOCAL_DATA_ROOT/spark/runs/$(cat "$TURNZERO_LOCAL_DATA_ROOT/spark/runs/latest")"
export TURNZERO_BUNDLE
"$work/venv/bin/python" "$here/execute.py" "$here/mulligans.ipynb" "$work/mulligans.ipynb"
echo "$work/mulligans.ipynb"
