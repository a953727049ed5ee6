#!/usr/bin/env bash
# Trains the same table with turnzero-spark and with scikit-learn, side by side, and judges the
# goals: two threads <= 0.5 x, one thread <= 0.8 x scikit-learn's best solver and thread mix,
# <= 20 MB above the input. Exit 1 when a goal is missed.
#
#   spark/benches/compare.sh [ROWS] [COLS] [REPEAT]
#
# PYTHON=/path/to/python uses an interpreter that has scikit-learn; else a venv with pinned
# versions is made under ${TMPDIR:-/tmp}. CARGO_TARGET_DIR is honoured.
set -euo pipefail
rows=${1:-1000000} cols=${2:-40} repeat=${3:-3} tolerance=1e-8
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A forced kernel would slow the peer down on a processor it does not fit.
unset OPENBLAS_CORETYPE

if [ -z "${PYTHON:-}" ]; then
    venv=${TMPDIR:-/tmp}/turnzero-peer-venv
    if [ ! -x "$venv/bin/python" ]; then
        python3 -m venv "$venv" >&2
        "$venv/bin/pip" install --quiet scikit-learn==1.9.1 numpy==2.4.6 scipy==1.17.1 >&2
    fi
    PYTHON=$venv/bin/python
fi

(cd "$root" && cargo build --release --quiet -p turnzero-spark --example train_bench) >&2
bench=${CARGO_TARGET_DIR:-$root/target}/release/examples/train_bench
"$bench" --rows "$rows" --cols "$cols" --write "$work/data"

for threads in 1 2; do
    for scale in none weighted; do
        "$bench" --rows "$rows" --cols "$cols" --threads "$threads" --repeat "$repeat" \
            --tolerance "$tolerance" --scale "$scale" --data "$work/data" >>"$work/results"
    done
done
for solver in newton-cholesky lbfgs; do
    for omp in 1 2; do
        for blas in 1 2; do
            OMP_NUM_THREADS=$omp OPENBLAS_NUM_THREADS=$blas timeout 600 \
                "$PYTHON" "$here/peer_sklearn.py" "$work/data" "$rows" "$cols" "$solver" \
                "$tolerance" "$repeat" >>"$work/results"
        done
    done
done

"$PYTHON" - "$work/results" <<'PY'
import json
import sys

runs = [json.loads(line) for line in open(sys.argv[1])]
ours = {(r["threads"], r["scale"]): r for r in runs if r["program"] == "turnzero-spark"}
peers = [r for r in runs if r["program"] == "scikit-learn"]
best = min(peers, key=lambda r: r["seconds"])
reference = min(peers, key=lambda r: r["gradient"])["theta"]


def mb(run):
    return "?" if run["peak_extra_mb"] is None else f'{run["peak_extra_mb"]:.1f}'


for r in runs:
    if r["program"] == "scikit-learn":
        name = f'scikit-learn {r["solver"]} OMP={r["omp"]} BLAS={r["blas"]}'
    else:
        name = f'turnzero-spark threads={r["threads"]} scale={r["scale"]}'
    print(f'{name:48} {r["seconds"]:8.3f} s  gradient {r["gradient"]:.1e}  +{mb(r)} MB')
print("versions", best["versions"])
print(f'best peer: {best["solver"]} OMP={best["omp"]} BLAS={best["blas"]} {best["seconds"]:.3f} s')
ok = True
for (threads, scale), r in sorted(ours.items()):
    goal = 0.5 if threads == 2 else 0.8
    ratio = r["seconds"] / best["seconds"]
    good = ratio <= goal and r["converged"] and (r["peak_extra_mb"] or 0.0) <= 20.0
    ok &= good
    print(f'threads={threads} scale={scale}: {ratio:.3f} x best peer (goal {goal}), +{mb(r)} MB (goal 20): {"met" if good else "MISSED"}')
same = ours[(1, "none")]["theta"]
print(f'1 and 2 threads bit-equal: {all(ours[(1, s)]["theta"] == ours[(2, s)]["theta"] for s in ("none", "weighted"))}')
print(f'largest coefficient difference from scikit-learn: {max(abs(a - b) for a, b in zip(same, reference)):.1e}')
sys.exit(0 if ok else 1)
PY
