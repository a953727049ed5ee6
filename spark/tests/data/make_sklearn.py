"""Writes sklearn.json: a small table and scikit-learn's weighted fits of it (made once, frozen).

Versions: scikit-learn 1.9.1, numpy 2.4.6.
"""

import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(20)
n = 150
x = np.column_stack([
    rng.integers(0, 8, n), rng.integers(0, 4, n), np.round(rng.normal(3, 1.5, n), 3),
    np.round(rng.normal(100, 0.2, n), 3), rng.integers(0, 2, n), np.round(rng.exponential(1, n), 3),
    np.full(n, 14.62),
]).astype(float)
eta = 0.9 - 0.5 * (x[:, 0] - 3) ** 2 / 3 + 0.6 * x[:, 1] + 0.4 * (x[:, 2] - 3)
y = rng.random(n) < 1 / (1 + np.exp(-eta))
u = np.where(rng.random(n) < 0.2, 0.5, 1.0)
sums = {True: u[y].sum(), False: u[~y].sum()}
w = np.array([u[i] * u.sum() / (2 * sums[bool(y[i])]) for i in range(n)])
mean = (w[:, None] * x).sum(0) / w.sum()
sd = np.sqrt((w[:, None] * (x - mean) ** 2).sum(0) / w.sum())
sd[-1] = 0.0
z = np.where(sd > 0, (x - mean) / np.where(sd > 0, sd, 1), 0)
fits = []
for penalty in (0.01, 1.0, 100.0):
    m = LogisticRegression(C=1 / penalty, class_weight="balanced", solver="newton-cholesky",
                           tol=1e-13, max_iter=200)
    m.fit(z, y, sample_weight=u)
    fits.append({"lambda": penalty, "theta": [float(m.intercept_[0])] + m.coef_[0].tolist()})
json.dump({"x": x.tolist(), "keep": y.tolist(), "unsure": (u < 1).tolist(), "weight": w.tolist(),
           "mean": mean.tolist(), "sd": sd.tolist(), "fits": fits}, sys.stdout)
print()
