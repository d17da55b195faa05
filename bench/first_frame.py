"""From process start to the first frame of a resumed game, and what takes the time: first_frame [--times N].

The process is watched as systemd watches it: it counts as started when READY arrives at a real socket.
A second run says when each stage was reached, a third one which imports are the dearest.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random

from companion.demo.hands import display
from companion.engine import Refused, Setup, Table
from companion.engine.notation import players
from companion.registry import load
from companion.store import Store
from companion.tools.walk import Chooser, walk

APP = "from companion import app; raise SystemExit(app.main())"

STAGES = """
import sys, time
began = float(sys.argv[1])
def mark(stage):
    print(f"{1000 * (time.monotonic() - began):.0f} {stage}", flush=True)
mark("Python")
import companion.ui
mark("Kivy's settings")
from kivy.core.window import Window
mark("Kivy and its window")
from companion import app, notify
mark("our modules")
make = app.SternwarteApp.__init__
def made(self, *args, **more):
    make(self, *args, **more)
    mark("file opened, games found")
app.SternwarteApp.__init__ = made
build = app.SternwarteApp.build
def built(self):
    stage = build(self)
    mark("game resumed, screen built")
    return stage
app.SternwarteApp.build = built
drawn = notify.Pulse.drawn
def seen(self):
    drawn(self)
    mark("first frame, READY")
    Window.close()
notify.Pulse.drawn = seen
app.main()
"""


def prepare(folder: Path, game: str, actions: int) -> int:
    """Leave a game half played; how many entries it has."""
    store = Store(folder)
    setup = Setup(game=game, players=players("Anna", "Ben", "Cleo"))
    journal = store.new_game(setup)
    table = Table(load(game), setup, journal)
    chooser = Chooser(Random(1), offer=0.0)
    while len(table.line) < actions and table.outcome() is None:
        demand = chooser.choose(table.prompt())
        action = None if demand is None else walk(table.game, table.state, demand.draft, chooser.rng, [])
        if action is not None:
            # A way that the rules close at its end is simply not taken.
            with contextlib.suppress(Refused):
                table.submit(action)
    count = len(table.line)
    store.close()
    return count


def ready(env: dict[str, str], folder: Path) -> float:
    """Seconds until READY arrives."""
    address = folder / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(120)
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-c", APP], env={**env, "NOTIFY_SOCKET": str(address)}, stderr=subprocess.DEVNULL
        )
        try:
            while b"READY=1" not in manager.recv(4096):
                pass
            return time.monotonic() - began
        finally:
            process.terminate()
            process.wait(30)


def stages(env: dict[str, str]) -> list[tuple[int, str]]:
    """When each stage was reached, in milliseconds."""
    command = [sys.executable, "-c", STAGES, str(time.monotonic())]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    rows = [line.split(" ", 1) for line in done.stdout.splitlines()]
    return [(int(when), stage) for when, stage in rows]


def imports(env: dict[str, str]) -> dict[str, float]:
    """Milliseconds that the modules of each package take by themselves."""
    code = STAGES.replace("mark(stage):", "mark(stage):\n    return")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code, "0"],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, float] = defaultdict(float)
    for own, name in re.findall(r"^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)", done.stderr, re.MULTILINE):
        words = name.split(".")
        found[".".join(words[:2]) if words[0] in ("companion", "kivy") else words[0]] += int(own) / 1000
    return found


def main() -> int:
    """Print the tables; 1 if the goal is missed."""
    parser = argparse.ArgumentParser(prog="sternwarte bench first_frame", description=__doc__)
    parser.add_argument("--game", default="reworld")
    parser.add_argument("--actions", type=int, default=150, help="entries of the game that is resumed (150)")
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--goal", type=float, default=3.0, help="largest median in seconds (3)")
    args = parser.parse_args()
    display()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = prepare(folder / "games", args.game, args.actions)
        env = {**os.environ, "STERNWARTE_DATA": str(folder / "games"), "KIVY_NO_ARGS": "1"}
        env |= {"KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        ready(env, folder)
        taken = [ready(env, folder) for _ in range(args.times)]
        middle = statistics.median(taken)
        print(f"{args.game} with {count} entries, resumed; {args.times} starts until READY")
        print(
            f"best {min(taken):.2f} s   median {middle:.2f} s   worst {max(taken):.2f} s   goal {args.goal} s"
        )
        print(f"\n{'at ms':>7} {'took':>6}  stage")
        before = 0
        for when, stage in stages(env):
            print(f"{when:>7} {when - before:>6}  {stage}")
            before = when
        print(f"\n{'ms':>7}  imported (with the cost of measuring)")
        found = imports(env)
        for package, cost in sorted(found.items(), key=lambda row: -row[1])[:12]:
            print(f"{cost:>7.0f}  {package}")
    return 1 if middle > args.goal else 0


if __name__ == "__main__":
    sys.exit(main())
