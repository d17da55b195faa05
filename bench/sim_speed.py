"""Games a second at random, by how much is checked: sim_speed [GAME] [--players N] [--games K]."""

from __future__ import annotations

import argparse
import sys
import time

from companion.registry import load
from companion.tools.errors import Complaint
from companion.tools.sim import CHECKS, Plan, simulate


def main() -> int:
    """Print the table; 1 if a game breaks or the goal is missed."""
    parser = argparse.ArgumentParser(prog="sternwarte bench sim_speed", description=__doc__)
    parser.add_argument("game", nargs="?", default="reworld")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", type=float, default=0.0, help="games a second with every tenth checked")
    args = parser.parse_args()
    game = load(args.game)
    print(f"{args.game}, {args.players} players, {args.games} games, one core")
    print(f"{'checked':<8} {'games/s':>8} {'actions/s':>10} {'ms/game':>8} {'breaks':>7}")
    bad = False
    for check in CHECKS:
        games = max(1, args.games // 4) if check == "every" else args.games
        # Other work on this machine must not count.
        began = time.process_time()
        try:
            result = simulate(game, Plan(players=args.players, seed=args.seed, check=check), range(games))
        except Complaint as error:
            sys.exit(str(error))
        seconds = time.process_time() - began
        speed = result.games / seconds
        print(
            f"{check:<8} {speed:>8.1f} {result.actions / seconds:>10.0f}"
            f" {1000 / speed:>8.1f} {len(result.breaks):>7}"
        )
        bad |= bool(result.breaks) or (check == "tenth" and speed < args.goal)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
