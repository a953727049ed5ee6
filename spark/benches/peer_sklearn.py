"""Times scikit-learn's LogisticRegression on the table of train_bench; prints one JSON object.

peer_sklearn.py PREFIX ROWS COLS SOLVER TOLERANCE REPEAT
Thread counts come from OMP_NUM_THREADS and OPENBLAS_NUM_THREADS, which must be set before start.
"""

import json
import os
import sys
import time

import numpy as np
import scipy
import sklearn
from sklearn.linear_model import LogisticRegression


def peak_kb(field):
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(field):
                return int(line.split()[1])
    return None


def main():
    prefix, rows, cols, solver, tolerance, repeat = sys.argv[1:7]
    rows, cols = int(rows), int(cols)
    x = np.fromfile(prefix + ".x").reshape(rows, cols)
    y = np.fromfile(prefix + ".y")
    w = np.fromfile(prefix + ".w")
    try:
        with open("/proc/self/clear_refs", "w") as reset:
            reset.write("5")
        before = peak_kb("VmRSS:")
    except OSError:
        before = None
    seconds = []
    for _ in range(int(repeat)):
        model = LogisticRegression(C=1.0, solver=solver, tol=float(tolerance), max_iter=1000)
        start = time.perf_counter()
        model.fit(x, y, sample_weight=w)
        seconds.append(time.perf_counter() - start)
    peak = peak_kb("VmHWM:")
    theta = [float(model.intercept_[0])] + [float(c) for c in model.coef_[0]]
    p = 1.0 / (1.0 + np.exp(-(x @ model.coef_[0] + theta[0])))
    residual = w * (p - y)
    gradient = np.concatenate([[residual.sum()], x.T @ residual + model.coef_[0]])
    print(json.dumps({
        "program": "scikit-learn",
        "versions": {"sklearn": sklearn.__version__, "numpy": np.__version__, "scipy": scipy.__version__},
        "solver": solver,
        "omp": os.environ.get("OMP_NUM_THREADS"),
        "blas": os.environ.get("OPENBLAS_NUM_THREADS"),
        "seconds": min(seconds),
        "all_seconds": seconds,
        "iterations": int(model.n_iter_[0]),
        "gradient": float(np.abs(gradient).max() / w.sum()),
        "peak_extra_mb": None if before is None else (peak - before) / 1024.0,
        "theta": theta,
    }))


if __name__ == "__main__":
    main()
