"""Trains networks for each source of photos without that source, to measure the reader where it never looked.

python -m vision.training.leave_one_out --data DIR --finder finder.pt --faces faces.pt \\
    --placed photos.npz --photos DIR --out DIR

The networks to begin with must not have seen any photo. OUT gets a folder for each source, which
`./sternwarte bench dice PHOTOS --networks OUT` reads that source with; OUT/all is trained with all of them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np


def main() -> None:
    """Train all, finder and face reader side by side."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("data", "finder", "faces", "placed", "photos", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--only", nargs="*", help="these sources only")
    args = parser.parse_args()
    sources = args.only or ["all", *sorted(set(np.load(args.placed)["sources"].tolist()))]
    for source in sources:
        folder = args.out / source
        folder.mkdir(parents=True, exist_ok=True)
        running = []
        for name, start in (("finder", args.finder), ("faces", args.faces)):
            told = [
                "--data", args.data, "--out", folder / f"{name}.pt", "--start", start,
                "--minutes", args.minutes, "--rate", args.rate, "--placed", args.placed,
                "--photos", args.photos, "--without", source,
            ]  # fmt: skip
            running.append(
                subprocess.Popen([sys.executable, "-m", f"vision.training.{name}", *map(str, told)])
            )
        if any(one.wait() for one in running):
            sys.exit(f"{source}: a training failed")
        packing = [sys.executable, "-m", "vision.training.pack", folder / "finder.pt", folder / "faces.pt"]
        subprocess.run([*packing, "--out", folder], check=True)
        print(source, "done", flush=True)


if __name__ == "__main__":
    main()
