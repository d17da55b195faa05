"""Random games find what is broken, play the same again, and leave a sound game alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine import (
    LEGAL,
    Cell,
    Game,
    Outcome,
    ScoreLine,
    ScoreSheet,
    but,
    notation,
    text,
)
from companion.registry import load
from companion.tools.errors import Complaint
from companion.tools.replay import replay
from companion.tools.sim import Plan, simulate

PROBE = load("probe")


def broken(**parts: Any) -> Game[Any]:
    """The probe game with some parts replaced by faulty ones."""
    kind = type("Broken", (type(PROBE),), parts)
    game: Game[Any] = kind()
    return game


def findings(game: Game[Any], **plan: Any) -> str:
    result = simulate(game, Plan(players=3, **plan), range(4))
    return "\n".join(found.what for found in result.breaks)


@pytest.mark.parametrize("depth", ["full", "light", "scoring"])
@pytest.mark.parametrize("facts", ["unknown", "random", "full"])
def test_a_sound_game_has_no_breaks(depth: str, facts: str) -> None:
    result = simulate(PROBE, Plan(players=3, depth=depth, facts=facts), range(3))
    assert result.breaks == []
    assert result.games == 3
    assert result.actions > 3


def test_the_same_seed_plays_the_same_games_however_much_is_checked() -> None:
    told: list[list[int]] = []
    for check in ("every", "tenth", "none"):
        counts: list[int] = []
        simulate(
            PROBE, Plan(players=4, check=check), range(6), lambda result, to=counts: to.append(result.actions)
        )
        told.append(counts)
    assert told[0] == told[1] == told[2]
    other = simulate(PROBE, Plan(players=4, seed=2, check="none"), range(6))
    assert other.actions != told[0][-1]


def wrong_score(self: Any, state: Any) -> ScoreSheet:
    return ScoreSheet((ScoreLine(text("nowhere"), (Cell(1),), "PR-16"),), state.players)


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "audit": ({"audit": lambda self, state, moves: ["a ship is lost"]}, "a ship is lost"),
    "crash": ({"describe": lambda self, state, action: {}["nothing"]}, "KeyError: 'nothing'"),
    "no text": (
        {"describe": lambda self, state, action: text("no.such.text")},
        "no de text for no.such.text",
    ),
    "refused": (
        {"check": lambda self, state, action: PROBE.check(state, but(action, seat=None))},
        "offered as legal, but refused by PR-02",
    ),
    "never forbidden": ({"check": lambda self, state, action: LEGAL}, "offered as forbidden by"),
    "stuck": (
        {"prompt": lambda self, state: but(PROBE.prompt(state), demands=(), offers=())},
        "no legal action",
    ),
    "sheet": ({"score": wrong_score}, "has not one cell for each player"),
    "tally": (
        {"tally": lambda self, held, facts: PROBE.tally([but(one, ore=one.ore + 1) for one in held], facts)},
        "tally gives",
    ),
    "not pure": (
        {"apply": lambda self, state, action, count=[0]: _counted(PROBE.apply(state, action), count)},
        "undo and redo do not give the state back",
    ),
    "winners": (
        {"outcome": lambda self, state: PROBE.outcome(state) and Outcome((1, 2, 3), (2,))},
        "are not those with place 1",
    ),
}


def _counted(state: Any, count: list[int]) -> Any:
    count[0] += 1
    return but(state, dice=(count[0],))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    parts, said = FAULTS[fault]
    assert said in findings(broken(**parts))


def test_a_full_box_is_asked_nothing() -> None:
    game = broken(wanted=lambda self, state: ("ship.A",))
    assert "asks for fact:ship.A although everything is known" in findings(game, facts="full")


def test_a_game_with_breaks_is_written_down_and_can_be_replayed(tmp_path: Path) -> None:
    game = broken(audit=lambda self, state, moves: ["a ship is lost"] if len(list(moves)) == 9 else [])
    result = simulate(game, Plan(players=2), range(1), save=tmp_path)
    assert [(found.game, found.at) for found in result.breaks] == [(0, 9)]
    (path,) = tmp_path.iterdir()
    table, stopped = replay(PROBE, notation.parse(path.read_text("utf-8")))
    assert stopped is None
    assert len(table.line) == result.actions
    assert table.outcome() is not None


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"players": 1}, "probe is for 2 to 6 players, not 1"),
        ({"players": -3}, "not -3"),
        ({"players": 2, "depth": "deep"}, "no depth 'deep'"),
        ({"players": 2, "options": {"colour": 1}}, "no option 'colour'"),
        ({"players": 2, "options": {"rounds": 77}}, "'77' is not one of"),
    ],
)
def test_a_plan_that_does_not_fit_is_told(plan: dict[str, Any], said: str) -> None:
    with pytest.raises(Complaint, match=said):
        simulate(PROBE, Plan(**plan), range(1))


def test_the_command_ends_with_one_line_of_json(run) -> None:
    done = run("sim", "tiny", "--players", "2", "--games", "5", "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    row = json.loads(done.stdout.splitlines()[-1])
    assert row.pop("seconds") >= 0
    assert row == {"game": "tiny", "games": 5, "actions": 15, "breaks": 0}
    assert "5/5 games" in done.stderr


def test_the_command_lists_breaks_with_seed_and_number(run, tiny: Path) -> None:
    source = tiny / "site" / "tinygame" / "__init__.py"
    source.write_text(source.read_text("utf-8").replace("count > LIMIT", "count > LIMIT or state.turns == 2"))
    done = run("sim", "tiny", "--players", "2", "--seed", "7", "--only", "4")
    assert done.returncode == 1
    assert "seed 7 game 4 after 2 actions: no legal action although the game goes on" in done.stdout
    assert json.loads(done.stdout.splitlines()[-1])["breaks"] == 1
