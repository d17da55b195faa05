"""What ./sternwarte adds to a later start, against Python alone: start [--times N] [--goal RATIO]."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORDS = ["sim", "--help"]


def seconds(command: list[str], env: dict[str, str]) -> float:
    """How long a command takes that must succeed."""
    began = time.perf_counter()
    subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> int:
    """Print the table; 1 if the goal is missed."""
    parser = argparse.ArgumentParser(prog="sternwarte bench start", description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--goal", type=float, default=0.0, help="largest ratio of script to Python alone")
    args = parser.parse_args()
    env = os.environ | {"STERNWARTE_VENV": sys.prefix}
    commands = {
        "python": [sys.executable, "-P", "-m", "companion.cli", *WORDS],
        "script": [str(ROOT / "sternwarte"), *WORDS],
    }
    # The first start may still have to set up.
    for command in commands.values():
        seconds(command, env)
    taken: dict[str, list[float]] = {name: [] for name in commands}
    # In turn, so that other work on this machine slows both alike.
    for _ in range(args.times):
        for name, command in commands.items():
            taken[name].append(1000 * seconds(command, env))
    middle = {name: statistics.median(found) for name, found in taken.items()}
    print(f"sternwarte {' '.join(WORDS)}, {args.times} starts each")
    print(f"{'start':<8} {'best ms':>8} {'median ms':>10} {'ratio':>6}")
    for name, found in taken.items():
        print(f"{name:<8} {min(found):>8.1f} {middle[name]:>10.1f} {middle[name] / middle['python']:>6.2f}")
    print(f"{'added':<8} {'':>8} {middle['script'] - middle['python']:>10.1f}")
    return 1 if args.goal and middle["script"] / middle["python"] > args.goal else 0


if __name__ == "__main__":
    sys.exit(main())
