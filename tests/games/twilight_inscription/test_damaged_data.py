"""Missing or wrong data: what is wrong is said with its place, and nothing is lost."""

from __future__ import annotations

import pytest
from twilight_table import DICE_FACTS, PLAIN, after, broken, game, opening, setup, told

from companion.engine import MemoryJournal, Setup, Table, encode
from companion.games.twilight_inscription.actions import Reveal, Take
from companion.games.twilight_inscription.layouts import SPECS

PLANS = {sheet: spec.practice["practice"] for sheet, spec in SPECS.items()}

WRONG = {
    "an unreachable system": (
        "navigation", "link lane s31 w6\n", "", "s31: No hyperlane leads here yet.",
    ),
    "an island": (
        "navigation", "link lane s31 w6\n", "place far system 20 20 size=small\nlink lane s31 far\n", "s31: ",
    ),
    "a pattern that leaves the grid": (
        "warfare", 'pattern="x. x. xx"', f'pattern="{"x" * 13}"',
        "dreadnought: Dreadnought: this pattern fits nowhere on the battle grid.",
    ),
    "an unknown asset": ("navigation", "asset=mecatol", "asset=castle", "rex: Asset: one of "),
    "a link to nowhere": ("navigation", "link lane home s1\n", "link lane home s99\n", "no place “s99”"),
    "no start": ("industry", "place start start 242 201\n", "", "Hex that is scrapped in print: 0"),
    "a line that is not there": ("expansion", "line=r1", "line=r7", "gift1: Beside or below: one of r1"),
    "torn off": ("navigation", "plan navigation", "", "Line "),
}  # fmt: skip


def damaged(sheet: str, old: str, new: str) -> str:
    """A practice sheet with one thing changed."""
    assert old in PLANS[sheet]
    return PLANS[sheet].replace(old, new, 1)


def choosing(facts: dict[str, str]):
    """A table that takes its sheets from a box."""
    return after(game.setup(setup(3, facts={**DICE_FACTS, **facts})), *opening(3)[:-1])


@pytest.mark.parametrize("what", WRONG)
def test_a_damaged_sheet_is_named_with_what_is_wrong(what):
    sheet, old, new, why = WRONG[what]
    state = choosing({f"sheet.{sheet}.1A": damaged(sheet, old, new)})
    [said] = told(*(reminder.text for reminder in game.reminders(state)))
    assert said.startswith(f"{sheet.title()} 1A cannot be read: ")
    assert why in said
    assert broken(state, Take(seat=0, **{**PLAIN, sheet: "1A"})) == ("SET-01",)
    assert broken(state, Take(seat=0, **PLAIN)) == ()


def test_sound_sheets_are_not_spoken_of():
    state = choosing({f"sheet.{sheet}.2A": words for sheet, words in PLANS.items()})
    assert game.reminders(state) == ()
    assert broken(state, Take(seat=0, **dict.fromkeys(PLANS, "2A"))) == ()


def test_an_empty_sheet_is_said_to_be_empty():
    [said] = told(*(one.text for one in game.reminders(choosing({"sheet.industry.B": ""}))))
    assert said.startswith("Industry B cannot be read: ")


def begun(words: str) -> tuple[Setup, Table]:
    """A game on the owner's sheet, one round old."""
    start = setup(3, facts={**DICE_FACTS, "sheet.navigation.1A": words})
    table = Table(game, start)
    done = opening(3)
    for action in (*done[:-1], Take(seat=0, **{**PLAIN, "navigation": "1A"}), done[-1]):
        table.submit(action)
    table.submit(Reveal(event=table.state.deck[0]))
    return start, table


def test_a_game_whose_sheet_was_damaged_afterwards_is_opened_with_nothing_lost():
    start, table = begun(PLANS["navigation"])
    facts = {**start.facts, "sheet.navigation.1A": "plan navigation"}
    broken_setup = Setup(game=start.game, players=start.players, depth="full", options={}, facts=facts)
    again = Table(game, broken_setup, MemoryJournal(table.journal.records()))
    assert again.line == table.line
    assert again.mishaps
    told(*again.mishaps)
    told(*(entry.text for entry in again.history()))
    mended = Table(game, start, MemoryJournal(again.journal.records()))
    assert (mended.state, mended.mishaps) == (table.state, ())


def test_a_state_of_the_game_can_be_read_again():
    _, table = begun(PLANS["navigation"])
    assert game.decode_state(encode(table.state)) == table.state
