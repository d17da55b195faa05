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
  ./sternwarte vision tray-sheet --out tray.pdf
  ./sternwarte doctor
  sudo ./sternwarte install --dry-run
"""

BOX = {
    "install": "makes this machine the box: service, user, kiosk",
    "uninstall": "takes that back and keeps the games",
    "update": "changes to another release, and back if it shows no picture",
    "doctor": "says what was found on this machine and what to do about each problem",
}
"""Commands that know no game and run with Python's own library alone."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 only on success."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if not words:
            return _hand_over("companion.app")
        if words[0] in BOX:
            return _box(words)
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


def _box(words: list[str]) -> int:
    module = "install" if words[0] == "uninstall" else words[0]
    return _hand_over(f"companion.tools.{module}", words)


def _is_complaint(error: Exception) -> bool:
    from companion.tools.errors import Complaint

    if isinstance(error, Complaint):
        return True
    from companion.registry import UnknownGame

    return isinstance(error, UnknownGame)


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
    from companion.tools import eyes

    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_add_demo, _add_sim, _add_replay, _add_score, _add_rules, eyes.add, _add_bench):
        add(commands)
    for name, does in BOX.items():
        commands.add_parser(name, help=does, add_help=False)
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
    parser.add_argument("--depth", choices=("full", "light", "scoring"), help="(the game's deepest)")
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

    game = _load(args.game)
    plan = sim.Plan(
        players=args.players,
        seed=args.seed,
        check=args.check,
        depth=args.depth or game.depths[0],
        facts=args.facts,
        options=dict(args.option),
    )
    return sim.run(game, plan, args.games, args.only, args.save)


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


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=("de", "en"), help="language of the texts (that of the machine)")


def _add_replay(commands: Any) -> None:
    parser = _command(
        commands,
        "replay",
        _replay,
        "replays a recorded game and prints its sheet, or the first rule that it breaks",
        "A recording is a text: a head, then one action a line.\n\n"
        "  game reworld\n  players Anna, Ben\n  depth full\n  fact ship.06 8\n\n"
        "  - VERB field=value field=1,2\n  Anna VERB field=value\n"
        '  Ben VERB field=value ! "why the table allows it"\n  undo\n\n'
        "The sheet is JSON. A broken rule ends with exit code 1.\n\n"
        "example:\n  ./sternwarte replay game.txt --lang de",
    )
    parser.add_argument("file", metavar="FILE", help="a recording; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print a broken rule as JSON, too")
    _add_language(parser)


def _replay(args: argparse.Namespace) -> int:
    from companion.tools import replay
    from companion.tools.errors import read_text
    from companion.tools.sheet import language

    return replay.run(_load, read_text(args.file), args.file, language(args.lang), args.json)


def _add_score(commands: Any) -> None:
    parser = _command(
        commands,
        "score",
        _score,
        "scores what lies on the table at the end, given as JSON",
        'The file: {"players": [{"name": "Anna", ...}, ...], "facts": {...}}. --example prints one that\n'
        "works, with every field explained; --schema prints its JSON schema. Lines that begin with // are\n"
        "comments.\n\n"
        "examples:\n"
        "  ./sternwarte score reworld --example > table.json\n"
        "  ./sternwarte score reworld table.json",
    )
    parser.add_argument("game", metavar="GAME")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "file", metavar="FILE", nargs="?", help="what lies on the table; - reads standard input"
    )
    what.add_argument("--example", action="store_true", help="print a file that can be filled in")
    what.add_argument("--schema", action="store_true", help="print the JSON schema of a file")
    _add_language(parser)


def _score(args: argparse.Namespace) -> int:
    from companion.tools import score
    from companion.tools.errors import read_text
    from companion.tools.sheet import dump, language

    game = _load(args.game)
    if args.file is not None:
        return score.run(game, read_text(args.file), args.file, language(args.lang))
    print(score.example(game) if args.example else dump(score.schema(game)))
    return 0


def _add_rules(commands: Any) -> None:
    parser = _command(
        commands,
        "rules",
        _rules,
        "lists a game's rules, those that no test proves, or proves the tests themselves",
        "--missing lists the rules without a test and why; a rule with neither test nor reason is UNTESTED\n"
        "and makes the exit code 1. --prove disables every rule that has tests in several ways; a test that\n"
        "passes all the same proves nothing and makes the exit code 1. Both need the checkout's tests.\n\n"
        "examples:\n"
        "  ./sternwarte rules reworld --lang de\n"
        "  ./sternwarte rules reworld --missing\n"
        "  ./sternwarte rules reworld --prove --only RW-066 --why",
    )
    parser.add_argument("game", metavar="GAME")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--missing", action="store_true", help="only the rules that no test proves")
    what.add_argument(
        "--prove", action="store_true", help="disable the rules and see whether the tests notice"
    )
    parser.add_argument("--tests", type=Path, metavar="DIR", help="the game's tests (tests/games/GAME)")
    parser.add_argument("--only", action="append", default=[], metavar="ID", help="--prove: only this rule")
    parser.add_argument("--why", action="store_true", help="--prove: show every way that was tried")
    parser.add_argument(
        "--jobs", type=_count, default=2, metavar="N", help="--prove: processes at a time (2)"
    )
    _add_language(parser)


def _rules(args: argparse.Namespace) -> int:
    from companion.tools import rules

    if args.prove:
        return rules.prove(args.game, args.tests, args.only, args.why, args.jobs)
    if args.missing:
        return rules.missing(args.game, args.tests)
    from companion.tools.sheet import language

    return rules.catalogue(_load(args.game), language(args.lang))


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
