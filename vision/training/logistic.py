"""Fits a confidence: the factors of evidence that make what was seen most likely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ROUNDS = 60


def fitted(
    features: Sequence[np.ndarray],
    truth: Sequence[bool],
    counts: Sequence[float] | None = None,
    ridge: float = 0.1,
) -> tuple[float, ...]:
    """The factors of a logistic regression; `counts` is how much each row counts."""
    rows, goal = np.array(features, np.float64), np.array(truth, np.float64)
    worth = np.ones(len(rows)) if counts is None else np.array(counts, np.float64)
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        shares = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (worth * (goal - shares)) - ridge * weights
        bend = (rows * (worth * shares * (1 - shares))[:, None]).T @ rows + ridge * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return tuple(round(float(value), 3) for value in weights)
