"""The command line. Everything a command needs is imported only when it runs, so that --help is quick."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.engine import Game

EPILOG = """\
without a command the app starts.

examples:
  ./sternwarte
  ./sternwarte demo reworld --out pictures
  ./sternwarte sim reworld --players 4 --games 20 --seed 1
  ./sternwarte replay game.txt
  ./sternwarte score reworld table.json
  ./sternwarte rules reworld --missing
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 only on success."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if not words:
            return _hand_over("companion.app")
        if words[0] in HANDED_OVER and words[1:2] not in ([], ["-h"], ["--help"]):
            return HANDED_OVER[words[0]](words[1:])
        args = _parser().parse_args(words)
        return int(args.run(args))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone (`| head`); nothing more can be said, not even by the interpreter's last flush.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 1
    except Exception as error:
        if not _is_complaint(error):
            raise
        print(f"sternwarte {words[0]}: {error}", file=sys.stderr)
        return 2


def _is_complaint(error: Exception) -> bool:
    from companion.registry import UnknownGame
    from companion.tools.errors import Complaint

    return isinstance(error, Complaint | UnknownGame)


def _hand_over(module: str, *words: list[str]) -> int:
    from importlib import import_module

    result = import_module(module).main(*words)
    return result if isinstance(result, int) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sternwarte",
        description="The companion beside the board-game table.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_add_demo, _add_sim, _add_bench):
        add(commands)
    return parser


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], does: str, more: str, **options: Any
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        **options,
    )
    parser.set_defaults(run=run)
    return parser


def _load(name: str) -> Game[Any]:
    from companion.registry import load
    from companion.tools.errors import Complaint

    try:
        return load(name)
    except ImportError as error:
        raise Complaint(f"the game {name} cannot be loaded: {error}") from error


def _add_demo(commands: Any) -> None:
    parser = _command(
        commands,
        "demo",
        lambda args: _demo(["--help"]),
        "plays a whole game by itself through the real screens and writes screenshots",
        "example:\n  ./sternwarte demo reworld --out pictures",
        add_help=False,
    )
    parser.add_argument("-h", "--help", action="store_true")


def _demo(words: list[str]) -> int:
    return _hand_over("companion.demo", words)


def _add_sim(commands: Any) -> None:
    parser = _command(
        commands,
        "sim",
        _sim,
        "plays whole games with random legal choices and checks what must always hold",
        "The last line is JSON: game, games, actions, seconds, breaks. Exit code 1 if there are breaks.\n"
        "The same seed plays the same games, however much is checked.\n\n"
        "examples:\n"
        "  ./sternwarte sim reworld --players 4 --games 200 --seed 1\n"
        "  ./sternwarte sim reworld --players 2 --seed 1 --only 17 --save breaks",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", type=int, required=True, metavar="N")
    parser.add_argument("--games", type=_count, default=1, metavar="K", help="how many games (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(1)")
    parser.add_argument(
        "--check", choices=("every", "tenth", "none"), default="every", help="after which actions (every)"
    )
    parser.add_argument("--depth", choices=("full", "light", "scoring"), default="full", help="(full)")
    parser.add_argument(
        "--facts",
        choices=("unknown", "random", "full"),
        default="random",
        help="how many printed values the owner's box knows (random)",
    )
    parser.add_argument(
        "--option", action="append", type=_option, default=[], metavar="KEY=VALUE", help="a house rule"
    )
    parser.add_argument("--only", type=int, metavar="NUMBER", help="only the game with this number")
    parser.add_argument("--save", type=Path, metavar="DIR", help="write games with breaks to this folder")


def _sim(args: argparse.Namespace) -> int:
    from companion.tools import sim

    plan = sim.Plan(
        players=args.players,
        seed=args.seed,
        check=args.check,
        depth=args.depth,
        facts=args.facts,
        options=dict(args.option),
    )
    return sim.run(_load(args.game), plan, args.games, args.only, args.save)


def _count(word: str) -> int:
    count = int(word)
    if count < 1:
        raise argparse.ArgumentTypeError(f"{count} is less than 1")
    return count


def _option(word: str) -> tuple[str, int | str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"'{word}' is not KEY=VALUE")
    return key, int(value) if value.lstrip("-").isdigit() else value


BENCHES = Path(__file__).resolve().parent.parent / "bench"


def _add_bench(commands: Any) -> None:
    _command(
        commands,
        "bench",
        lambda args: _bench([]),
        "measures speed or accuracy and prints one table",
        f"{_bench_list()}\n\nexample:\n  ./sternwarte bench sim_speed reworld",
    )


def _bench_list() -> str:
    import ast

    lines = ["benches:"]
    for path in sorted(BENCHES.glob("*.py")):
        doc = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        lines.append(f"  {path.stem:<12} {doc.partition(chr(10))[0]}")
    return "\n".join(lines) if len(lines) > 1 else f"There are no benches in {BENCHES}."


def _bench(words: list[str]) -> int:
    import runpy

    from companion.tools.errors import Complaint

    if not words:
        raise Complaint(f"which one?\n{_bench_list()}")
    path = BENCHES / f"{words[0]}.py"
    if not path.is_file():
        raise Complaint(f"there is no bench '{words[0]}'.\n{_bench_list()}")
    sys.argv = [str(path), *words[1:]]
    # A bench may import its neighbours.
    sys.path.insert(0, str(BENCHES))
    try:
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            raise Complaint(end.code) from end
        return end.code or 0
    return 0


HANDED_OVER: dict[str, Callable[[list[str]], int]] = {"demo": _demo, "bench": _bench}

if __name__ == "__main__":
    sys.exit(main())
