"""How long it takes to amend the third action of a long game: amend [GAME] [--actions N]."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from random import Random
from typing import Any

from companion.engine import Action, Adjust, Learn, Table, edit, play
from companion.registry import load
from companion.tools.checks import Checker
from companion.tools.sim import Plan, Player


def long_game(name: str, players: int, actions: int, by: str) -> Table[Any]:
    """A game played to its end, then stretched by what the table may do at any time."""
    game = load(name)
    player = Player(game, Plan(players=players, check="none", facts="full"), 0, Checker(game, thorough=False))
    table = player.play()
    if table is None or player.breaks:
        sys.exit(f"{name} cannot be played: {player.breaks}")
    rng = Random(1)
    while len(table.line) < actions:
        table.submit(_more(table, by, rng))
    return table


def _more(table: Table[Any], by: str, rng: Random) -> Action:
    if by == "learn":
        fact, value = rng.choice(sorted(table.state.facts.items()))
        return Learn(key=play.FACT + fact, fact=fact, value=value)
    counters = [found for found in table.game.adjustables(table.state) if not found.options]
    if not counters:
        sys.exit(f"{table.game.name} has nothing to set by hand")
    chosen = rng.choice(counters)
    return Adjust(key=play.ADJUST, what=chosen.what, value=chosen.value)


def measure(table: Table[Any], times: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the consequences are known, and until the change counts."""
    known, counted = [], []
    for turn in range(times):
        # Another reason makes it another move, so that every later state is made anew.
        change = edit("replace", 2, table.line[2].action, f"looked at again, {turn}")
        began = time.perf_counter()
        amendment = table.amend(change)
        _ = amendment.points, amendment.prompt
        known.append(1000 * (time.perf_counter() - began))
        if amendment.troubles:
            sys.exit(f"the same action does not fit any more: {amendment.troubles[0]}")
        amendment.commit()
        counted.append(1000 * (time.perf_counter() - began))
    return known, counted


def main() -> int:
    """Print the table; 1 if the goal is missed."""
    parser = argparse.ArgumentParser(prog="sternwarte bench amend", description=__doc__)
    parser.add_argument("game", nargs="?", default="reworld")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--goal", type=float, default=200.0, help="milliseconds (200)")
    args = parser.parse_args()
    print(f"{args.game}, {args.players} players, {args.actions} actions, the third one amended, milliseconds")
    print(f"{'moves, then':<16} {'known: median':>14} {'worst':>7} {'counted: median':>16} {'worst':>7}")
    good = True
    for by in ("learn", "adjust"):
        table = long_game(args.game, args.players, args.actions, by)
        played = sum(move.action.verb != by for move in table.line)
        known, counted = measure(table, args.times)
        median = statistics.median(counted)
        print(
            f"{played:>5}, {by:<9} {statistics.median(known):>14.1f} {max(known):>7.1f}"
            f" {median:>16.1f} {max(counted):>7.1f}"
        )
        good &= median < args.goal
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
