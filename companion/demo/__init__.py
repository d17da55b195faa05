"""A whole game that plays itself through the real screens, touch by touch, and leaves pictures behind."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

LANGUAGES = ("de", "en")
SIZES = ("800x480", "1280x720")


def main(args: Sequence[str] | None = None) -> int:
    """Play the demo; 0 only if the game came to its end and every picture was written."""
    parser = argparse.ArgumentParser(
        prog="sternwarte demo",
        description="Plays a whole game by itself through the real screens and writes screenshots.",
        epilog="example:\n  ./sternwarte demo reworld --out pictures --lang de --size 800x480",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="the name of an installed game")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the pictures go")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same game (default 1)")
    parser.add_argument("--lang", choices=(*LANGUAGES, "both"), default="both")
    parser.add_argument("--size", choices=(*SIZES, "both"), default="both")
    parser.add_argument("--players", type=int, default=0, help="how many play (default: 3 where possible)")
    parser.add_argument("--depth", default="", help="full, light or scoring (default: the game's first)")
    wish = parser.parse_args(args)
    from companion import registry

    if wish.game not in registry.names():
        parser.error(f"no game called {wish.game}: {', '.join(registry.names())}")
    game = registry.load(wish.game)
    depth = wish.depth or game.depths[0]
    if depth not in game.depths:
        parser.error(f"{wish.game} has no depth {depth}: {', '.join(game.depths)}")
    seats = game.seats
    players = wish.players or min(max(3, min(seats)), max(seats))
    if players not in seats:
        parser.error(f"{wish.game} is for {min(seats)} to {max(seats)} players")
    languages = LANGUAGES if wish.lang == "both" else (wish.lang,)
    sizes = SIZES if wish.size == "both" else (wish.size,)
    return run(wish.game, Path(wish.out), wish.seed, languages, sizes, players, depth)


def run(
    game: str,
    out: Path,
    seed: int,
    languages: Sequence[str],
    sizes: Sequence[str],
    players: int,
    depth: str,
) -> int:
    """One run for every language and size, each in a process and a window of its own."""
    out.mkdir(parents=True, exist_ok=True)
    worst = 0
    for lang in languages:
        for size in sizes:
            print(f"{game}, {lang}, {size}", flush=True)
            worst = max(worst, _process(game, out, seed, lang, size, players, depth))
    return worst


def _process(game: str, out: Path, seed: int, lang: str, size: str, players: int, depth: str) -> int:
    words = [game, str(out.resolve()), str(seed), lang, size, str(players), depth]
    with tempfile.TemporaryDirectory(prefix="sternwarte-demo-") as data:
        env = {**os.environ, "STERNWARTE_DATA": data, "KIVY_NO_ARGS": "1", "KIVY_LOG_MODE": "PYTHON"}
        command = [sys.executable, "-m", "companion.demo.tour", *words]
        return 0 if subprocess.run(command, env=env, check=False).returncode == 0 else 1
