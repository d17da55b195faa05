"""Drawn pictures and what is true of them, kept in files so that several runs can use them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np

SHARD = 250

Drawn: TypeAlias = tuple[np.ndarray, np.ndarray]
"""A picture, and a row of numbers for each thing in it."""


def write(out: Path, first: int, count: int, row: Callable[[int], Drawn]) -> None:
    """Draw so many pictures from a first seed on."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    for start in range(first, first + count, SHARD):
        rows = [row(seed) for seed in range(start, start + SHARD)]
        things = np.concatenate([np.c_[np.full(len(d), n), d] for n, (_, d) in enumerate(rows)])
        np.savez(out / f"{start}.npz", pictures=np.stack([p for p, _ in rows]), dice=things)
        print(start, flush=True)


def read(folder: Path) -> list[Drawn]:
    """All pictures of a folder, each with its rows."""
    found: list[Drawn] = []
    for path in sorted(folder.glob("*.npz")):
        shard = np.load(path)
        rows = shard["dice"]
        for index, picture in enumerate(shard["pictures"]):
            found.append((picture, rows[rows[:, 0] == index][:, 1:]))
    return found
