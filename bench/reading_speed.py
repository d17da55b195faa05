"""How long it takes to read six pip dice in a frame of 1280x960 on one core, beside the plain blob recipe."""

from __future__ import annotations

import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

import cv2
from blobs import blob_dice

from vision import picture_file
from vision.dice import DiceReader

FRAMES = 12
FIRST_SEED = 4_000_000
ROUNDS = 4
MOST_MS = 40.0
MOST_TIMES = 3.0
MOST_MB = 250.0


def drawn(folder: Path) -> None:
    """Draw the frames; in a process of its own, whose memory is not the reader's."""
    from vision.scenes.dice import pip_scene

    cv2.setNumThreads(1)
    for seed in range(FIRST_SEED, FIRST_SEED + FRAMES):
        cv2.imwrite(str(folder / f"{seed}.png"), pip_scene(seed, 6, size=(1280, 960)).picture)


def main() -> int:
    """Print the table; 1 if a goal is missed."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawing = multiprocessing.get_context("spawn").Process(target=drawn, args=(folder,))
        drawing.start()
        drawing.join()
        frames = [picture_file.load(path) for path in sorted(folder.iterdir())]
    reader = DiceReader()
    reader.read(frames[0])
    reading, plain = [], []
    for _ in range(ROUNDS):
        for frame in frames:
            reading.append(reader.read(frame, expect=6).ms)
            began = time.perf_counter()
            blob_dice(frame)
            plain.append(1000 * (time.perf_counter() - began))
    mine, others = statistics.median(reading), statistics.median(plain)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    ordered = sorted(reading)
    print(f"{'':14}{'median ms':>10}{'p95 ms':>8}")
    print(f"{'reader':14}{mine:>10.1f}{ordered[int(0.95 * len(ordered))]:>8.1f}   goal {MOST_MS:.0f} ms")
    print(f"{'blob recipe':14}{others:>10.1f}")
    print(f"ratio {mine / others:.2f}, goal {MOST_TIMES:.0f}")
    print(f"memory {memory:.0f} MB ({len(frames)} frames in it), goal {MOST_MB:.0f} MB")
    return 1 if mine > MOST_MS or mine > MOST_TIMES * others or memory > MOST_MB else 0


if __name__ == "__main__":
    sys.exit(main())
