"""Kills the process at random moments of play and looks what is left: kill [--game G] [--times N].

A child plays at random through store and table. Before a deed it says what the table will look like
(worked out on a second table in memory), and after the deed has returned it says that it is done. The
parent kills it with SIGKILL, opens the file and compares: nothing that was done may be missing, and the
table must stand where the last deed, or the one under way, put it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from operator import methodcaller
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.engine import Draft, Game, MemoryJournal, Refused, Setup, Table, edit, encode, notation
from companion.registry import load
from companion.store import Store
from companion.tools.walk import Chooser, Trail, free, walk

Deed = Callable[[Table[Any]], None]


def mark(table: Table[Any]) -> str:
    """A short sign for all that a table shows and knows."""
    content = encode(table.state) + encode(table.prompt()) + str(table.can_redo).encode()
    return hashlib.sha1(content).hexdigest()[:16]


def deleted(at: int, table: Table[Any]) -> None:
    """Take one earlier move out; Refused where a later one needs it."""
    table.amend(edit("delete", at)).commit()


class Child:
    """Plays on and on, and says on a pipe what it will do and what it has done."""

    def __init__(self, game: Game[Any], players: int, folder: Path, seed: str, pipe: int) -> None:
        self.game = game
        self.setup = Setup(game=game.name, players=notation.players(*"ABCDEFGH"[:players]))
        self.rng = Random(seed)
        self.chooser = Chooser(self.rng, tell=0.3)
        self.pipe = pipe
        self.store = Store(folder)

    def say(self, *words: object) -> None:
        os.write(self.pipe, (" ".join(map(str, words)) + "\n").encode())

    def play(self) -> None:
        """Play until killed."""
        while True:
            waiting = self.store.last_unfinished()
            if waiting is None:
                journal = self.store.new_game(self.setup)
                setup = self.setup
            else:
                setup, journal = self.store.open(waiting.id)
            table = Table(self.game, setup, journal)
            twin = Table(self.game, setup, MemoryJournal(journal.records()))
            self.say("done", journal.id, len(journal.records()), mark(table))
            self.store.follow(journal.id, table)
            while table.outcome() is None:
                deed, draft = self._deed(twin)
                if draft is not None and self.rng.random() < 0.2:
                    self.store.save_draft(journal.id, draft)
                    self.say("draft", journal.id, encode(draft).decode())
                number = len(journal.records()) + 1
                self.say("will", journal.id, number, mark(twin))
                deed(table)
                if len(journal.records()) != number:
                    raise AssertionError(f"{deed} made {len(journal.records()) + 1 - number} records")
                self.say("done", journal.id, number, mark(table))

    def _deed(self, twin: Table[Any]) -> tuple[Deed, Draft | None]:
        """Something that can be done, already done on the twin, and the draft on the way to it."""
        while True:
            luck = self.rng.random()
            draft = None
            if luck < 0.03 and len(twin.line) > 3:
                deed: Deed = Table.undo
            elif luck < 0.4 and twin.can_redo:
                deed = Table.redo
            elif luck < 0.07 and len(twin.line) > 3:
                deed = partial(deleted, len(twin.line) - self.rng.randint(1, 4))
            elif (found := self._action(twin)) is not None:
                deed, draft = methodcaller("submit", found[0]), found[1]
            else:
                continue
            try:
                deed(twin)
            except Refused:
                continue
            return deed, draft if draft and draft.answers else None

    def _action(self, twin: Table[Any]) -> tuple[Any, Draft] | None:
        prompt = twin.prompt()
        for demand in (self.chooser.choose(prompt), *self.chooser.rest(prompt)):
            if demand is None:
                continue
            trail: Trail = []
            action = walk(self.game, twin.state, demand.draft, self.rng, trail)
            if action is not None and (free(trail) or twin.ruling(action).allowed):
                return action, trail[-1][0] if trail else demand.draft
        return None


class Life:
    """What one child said before it was killed."""

    def __init__(self) -> None:
        self.done: dict[str, tuple[int, str]] = {}
        self.will: dict[str, tuple[int, str]] = {}
        self.draft: dict[str, Draft] = {}
        self.current = ""
        self.deeds = 0
        self.error = ""

    def hear(self, line: str) -> None:
        """One line of the pipe; the last one may be cut off."""
        kind, _, rest = line.partition(" ")
        if kind == "error":
            self.error = rest
            return
        game, _, what = rest.partition(" ")
        self.current = game
        if kind == "draft":
            self.draft[game] = msgspec.json.decode(what, type=Draft)
            return
        number, _, sign = what.partition(" ")
        self.draft.pop(game, None)
        if kind == "will":
            self.will[game] = (int(number), sign)
        else:
            self.deeds += game in self.will
            self.done[game] = (int(number), sign)
            self.will.pop(game, None)


def live(child: Callable[[int], None], rng: Random) -> Life:
    """Let a child live for a moment and kill it, now and then in the middle of a commit."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        try:
            child(writing)
        except BaseException:
            told = traceback.format_exc().replace("\n", " | ")
            os.write(writing, f"error {told}\n".encode())
        os._exit(1)
    os.close(writing)
    heard = b""
    if rng.random() < 0.15:
        time.sleep(rng.uniform(0, 0.04))
    else:
        wait_for, count = rng.choice((b"will", b"will", b"done")), rng.randint(1, 40)
        while heard.count(wait_for) < count and (part := os.read(reading, 65536)):
            heard += part
        spin = time.perf_counter() + rng.choice((0.0005, 0.002, 0.01)) * rng.random()
        while time.perf_counter() < spin:
            pass
    os.kill(process, signal.SIGKILL)
    while part := os.read(reading, 65536):
        heard += part
    os.close(reading)
    os.waitpid(process, 0)
    life = Life()
    for line in heard.decode().split("\n")[:-1]:
        life.hear(line)
    return life


def problems(game: Game[Any], folder: Path, life: Life, counts: Counter[str]) -> list[str]:
    """What is not as it should be after a kill."""
    found = [f"the child failed: {life.error}"] if life.error else []
    began = time.perf_counter()
    with Store(folder) as store:
        found += [f"mishap {mishap.kind}" for mishap in store.mishaps]
        for game_id, (number, sign) in life.done.items():
            table = Table(game, *store.open(game_id))
            have = len(store.records(game_id))
            coming = life.will.get(game_id)
            if coming is not None:
                counts["in a commit"] += 1
                counts["that stuck"] += have == number + 1
            expected = coming[1] if coming is not None and have == number + 1 else sign
            if have < number:
                found.append(f"{game_id}: {number} done, only {have} on disk")
            elif have > number + (coming is not None):
                found.append(f"{game_id}: {number} done, but {have} on disk")
            elif mark(table) != expected:
                found.append(f"{game_id}: another prompt after record {have}")
            draft = life.draft.get(game_id)
            if draft is not None and store.draft(game_id) != draft:
                found.append(f"{game_id}: the draft is lost")
        counts["games ended"] = len(store.finished())
        waiting = store.last_unfinished()
        if waiting is not None and life.current not in (waiting.id, ""):
            over = store.is_finished(life.current)
            if not over or waiting.entries:
                found.append(f"resumes at {waiting.id} instead of {life.current}")
        if waiting is None and life.current and not store.is_finished(life.current):
            found.append(f"{life.current} is not resumed")
    counts["restart ms"] += round((time.perf_counter() - began) * 1000)
    return found


def main() -> int:
    """Print the table; 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="kill", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="reworld")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the file lies; otherwise a folder for this run")
    args = parser.parse_args()
    game = load(args.game)
    rng = Random(args.seed)
    counts: Counter[str] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory(prefix="sternwarte-kill-") as temporary:
        folder = args.folder or Path(temporary)
        for number in range(args.times):
            seed = f"{args.seed}/{number}"
            life = live(lambda pipe, seed=seed: Child(game, args.players, folder, seed, pipe).play(), rng)
            counts["deeds"] += life.deeds
            bad += [f"kill {number + 1}: {problem}" for problem in problems(game, folder, life, counts)]
    print(f"{args.game}, {args.players} players, seed {args.seed}")
    rows = {
        "kills": args.times,
        "acknowledged deeds": counts["deeds"],
        "kills between will and done": counts["in a commit"],
        "  of them with the deed on disk": counts["that stuck"],
        "games played to the end": counts["games ended"],
        "ms to open and resume, mean": round(counts["restart ms"] / max(args.times, 1), 1),
        "losses": len(bad),
    }
    for name, value in rows.items():
        print(f"{name:<34} {value:>8}")
    for problem in bad[:20]:
        print(problem)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
