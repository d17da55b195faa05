"""Set-up: who sits down, which sheets, factions, deck and objectives there are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from twilight_table import (
    DICE_FACTS,
    OBJECTIVES,
    PLAIN,
    after,
    begun,
    broken,
    choose,
    desk,
    keys,
    opening,
    option,
    overruled,
    possible,
    setup,
    table,
    told,
)

from companion.engine import Draft, Refused, but
from companion.games.twilight_inscription import game, layouts
from companion.games.twilight_inscription.actions import (
    Dare,
    Lay,
    Represent,
    Reveal,
    Seating,
    Shuffle,
    Skip,
    Speak,
    Take,
)
from companion.games.twilight_inscription.cards import EVENTS
from companion.games.twilight_inscription.cards import OBJECTIVES as ALL_OBJECTIVES
from companion.games.twilight_inscription.deck import build, objectives
from companion.games.twilight_inscription.desk import SHEETS
from companion.games.twilight_inscription.state import DIFFICULTY, FACTION, SEATING, SHEET, SPEAKER

rule = pytest.mark.rule

SHEET_TEXTS = {
    layouts.key_of(sheet, name): layouts.SPECS[sheet].practice["practice"]
    for sheet in SHEETS
    for name in ("1A", "B")
}
"""A box that holds a 1A and a B of each kind."""


def choosing(players: int = 3):
    """A table that takes its sheets, from a box with a 1A and a B of each kind."""
    start = game.setup(setup(players, facts={**DICE_FACTS, **SHEET_TEXTS}))
    return after(start, *opening(players)[:-1])


def take(seat: int, name: str) -> Take:
    return Take(seat=seat, **dict.fromkeys(SHEETS, name))


def chores(players: int, **more) -> list[str]:
    return told(*(task.text for task in game.checklist(setup(players, **more))))


@rule("CMP-14")
def test_one_to_eight_people_play():
    assert list(game.seats) == [1, 2, 3, 4, 5, 6, 7, 8]
    for players in game.seats:
        assert game.setup(setup(players)).players == players


@rule("CMP-14")
def test_nine_are_too_many_and_the_message_says_so():
    nine = but(setup(8), players=(*setup(8).players, *setup(1).players))
    with pytest.raises(ValueError, match="CMP-14: 1 to 8 players, not 9"):
        game.setup(nine)
    with pytest.raises(ValueError, match="CMP-14"):
        game.setup(setup(0))


@rule("CMP-01")
@rule("CMP-02")
def test_there_are_eight_numbered_sheets_of_each_kind_and_their_b_side():
    assert layouts.NUMBERS == ("1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A", "B")
    keys_of = {f"sheet.{sheet}.{name}" for sheet in SHEETS for name in layouts.NUMBERS}
    assert keys_of <= set(game.facts)


@rule("CMP-01")
def test_a_sheet_that_somebody_has_cannot_be_taken_again():
    state = after(choosing(), take(0, "1A"))
    assert broken(state, take(1, "1A")) == ("CMP-01",)
    step = choose(state, Draft("sheets", 1))
    assert option(step, "1A") == ("CMP-01",)
    assert option(step, "B") == ()
    assert overruled(state, take(1, "1A")).sides[1].desk.sheets["industry"] == "1A"


@rule("SET-01")
def test_everybody_takes_one_sheet_of_each_kind():
    state = choosing()
    assert (state.step, keys(state)) == (SHEET, [("sheets", 0), ("sheets", 1), ("sheets", 2), ("skip", None)])
    state = after(state, take(1, "1A"))
    assert keys(state) == [("sheets", 0), ("sheets", 2), ("skip", None)]
    assert desk(state, 1).sheets == dict.fromkeys(SHEETS, "1A")
    assert desk(state, 1).marks


@rule("SET-01")
def test_a_sheet_that_is_not_there_cannot_be_taken():
    state = choosing()
    for missing in ("2A", "9A", "C", ""):
        assert broken(state, take(0, missing)) == ("SET-01",)
        assert not possible(state, take(0, missing))
    assert option(choose(state, Draft("sheets", 0)), "2A") is None


@rule("SET-02")
def test_the_b_sides_are_there_for_everybody():
    state = choosing()
    for seat in range(3):
        state = after(state, take(seat, "B"))
    assert state.step == "reveal"
    assert len({str(side.desk) for side in state.sides}) == 1


def test_the_others_take_the_practice_sheets():
    state = after(choosing(), take(2, "1A"), Skip())
    assert [desk(state, seat).sheets["warfare"] for seat in range(3)] == ["practice", "practice", "1A"]
    assert begun().sides[0].desk.sheets == PLAIN


@rule("SET-04")
def test_a_faction_is_kept_by_one_player():
    state = after(table().state, Speak(speaker=0))
    assert state.step == FACTION
    state = after(state, Represent(seat=1, faction="nekro_virus"))
    assert broken(state, Represent(seat=0, faction="nekro_virus")) == ("SET-04",)
    assert option(choose(state, Draft("faction", 0)), "nekro_virus") == ("SET-04",)
    state = after(state, Represent(seat=0, faction="arborec"), Represent(seat=2, faction="nomad"))
    assert [side.faction for side in state.sides] == ["arborec", "nekro_virus", "nomad"]
    assert state.step != FACTION


@rule("CMP-12")
def test_an_unknown_faction_is_named():
    state = after(table().state, Speak(speaker=0))
    with pytest.raises(Refused):
        after(state, Represent(seat=0, faction="moon_people"))
    assert broken(state, Represent(seat=0, faction="moon_people")) == ("CMP-12",)
    assert not possible(state, Represent(seat=0, faction="moon_people"))


@rule("SET-06")
@rule("SET-07")
@rule("SOL-05")
def test_what_lies_in_the_middle_depends_on_the_number_of_players():
    for players in (1, 2):
        assert "Mecatol Rex board in the middle, AI side up." in chores(players)
        assert "All agendas, shuffled by phase, under the board." in chores(players)
    for players in (3, 8):
        assert "Mecatol Rex board in the middle, normal side up." in chores(players)
        assert "One agenda each of phases II, III and IV face down under the board." in chores(players)


def test_a_table_that_only_scores_builds_no_deck_with_us():
    assert len(chores(3, depth="scoring")) == len(chores(3)) - 1


@rule("SET-08", "SOL-01")
def test_a_difficulty_is_chosen_alone_and_by_two():
    for players in (1, 2, 3, 8):
        state = game.setup(setup(players, "scoring"))
        state = after(state, Speak(speaker=0)) if players > 1 else state
        assert (state.step == DIFFICULTY) == (players < 3)
    state = game.setup(setup(1))
    assert broken(state, Dare(level="cruel")) == ("SOL-07",)
    assert after(state, Dare(level="hard")).rival.difficulty == "hard"
    assert not possible(state, Dare(level="cruel"))


@rule("SOL-06")
def test_with_two_players_a_die_says_who_sits_where():
    state = after(table(2).state, Speak(speaker=1))
    assert state.step == SEATING
    assert broken(state, Seating(face="red:single")) == ("SOL-06",)
    assert after(state, Seating(face="black:material")).speaker_is == "left"
    for face in ("black:influence", "black:research"):
        assert after(state, Seating(face=face)).speaker_is == "right"


@pytest.mark.parametrize("phase5", ["rulebook", "errata"])
@rule("SET-10")
@rule("SET-11")
@rule("SET-12")
@rule("SET-13")
def test_the_deck_of_the_app_is_built_like_the_real_one(phase5):
    deck = [EVENTS[key] for key in build(4, phase5)]
    assert [card.phase for card in deck] == sorted(card.phase for card in deck)
    assert len({card.id for card in deck}) == len(deck) == (25 if phase5 == "rulebook" else 23)
    for phase in range(1, 6):
        colours = [card.colour for card in deck if card.phase == phase]
        assert colours[-1] == "blue"
        assert all(upper != lower for upper, lower in pairwise(colours))
        assert [card.kind for card in deck if card.phase == phase].count("war") == (phase > 1)


@rule("SET-09")
def test_the_stacks_are_shuffled_and_the_number_gives_the_order_again():
    decks = {build(chance, "rulebook") for chance in range(30)}
    assert len(decks) == 30
    assert {deck[0] for deck in decks} == {key for key, card in EVENTS.items() if card.phase == 1} - {
        "echoes_of_the_past"
    }
    assert build(7, "rulebook") == build(7, "rulebook")
    state = after(game.setup(setup()), *opening(chance=7))
    assert state.deck == build(7, "rulebook")


@rule("SET-13")
def test_ex_37_the_learning_deck_is_a_beginning_of_a_deck():
    state = begun()
    for key in ("fledgling_empires", "echoes_of_the_past", "first_ventures"):
        assert broken(state, Reveal(event=key)) == ()
        state = but(game.apply(state, Reveal(event=key)), step="reveal")
    assert broken(state, Reveal(event="toward_a_new_home")) == ()
    assert broken(state, Reveal(event="border_conflict")) == ("SET-13",)


@rule("SET-13")
def test_by_the_errata_the_last_card_is_the_war_for_the_throne():
    played = build(4, "errata")[:-1]
    for phase5, last in (("errata", ["a_throne_for_the_taking"]), ("rulebook", None)):
        state = but(begun(options={"phase5": phase5}), played=played, round=22)
        possible_now = [key for key in EVENTS if not broken(state, Reveal(event=key))]
        assert sorted(possible_now) == (last or ["a_throne_for_the_taking", "empire_ascendant"])


@rule("SET-14")
def test_one_objective_of_each_sheet_is_laid_out():
    state = after(table().state, Speak(speaker=0), Skip())
    assert broken(state, Lay(**OBJECTIVES)) == ()
    twice = Lay(**{**OBJECTIVES, "industry": "armada"})
    assert broken(state, twice) == ("SET-14",)
    assert broken(state, Lay(**{**OBJECTIVES, "warfare": "peace"})) == ("SET-14",)
    assert not possible(state, Lay(**{**OBJECTIVES, "warfare": "peace"}))
    assert after(state, Lay(**OBJECTIVES)).objectives == OBJECTIVES


@rule("SET-14")
def test_the_app_can_draw_the_objectives():
    drawn = [objectives(chance) for chance in range(20)]
    for one in drawn:
        assert {sheet: ALL_OBJECTIVES[key].sheet for sheet, key in one.items()} == {s: s for s in SHEETS}
    assert {one["navigation"] for one in drawn} == {"collector", "mercantilist", "prospector"}
    state = after(table().state, Speak(speaker=0), Skip())
    lay = choose(state, Draft("objective"), navigation="any", chance=3)
    assert lay == Lay(**objectives(3))


@rule("SET-17")
def test_one_of_the_players_is_the_speaker():
    state = table(3).state
    assert state.step == SPEAKER
    assert broken(state, Speak(speaker=3)) == ("SET-17",)
    assert not possible(state, Speak(speaker=3))
    assert after(state, Speak(speaker=2)).speaker == 2
    assert keys(table(1).state) == [("difficulty", None)]


@rule("SET-18")
def test_the_speaker_stays_for_the_whole_game():
    state = begun(speaker=2)
    assert state.speaker == 2
    state = game.apply(state, Reveal(event="redefine_trade_routes"))
    state = after(state, choose(state, Draft("claim")))
    assert (state.step, state.speaker) == ("reveal", 2)


@pytest.mark.parametrize("depth", ["full", "light", "scoring"])
@pytest.mark.parametrize("players", [1, 2, 3, 5, 8])
def test_every_table_can_be_set_up(players, depth):
    state = after(game.setup(setup(players, depth)), *opening(players, depth))
    assert state.step == ("scoring" if depth == "scoring" else "reveal")
    assert bool(state.deck) == (depth != "scoring")
    assert all((side.desk is not None) == (depth == "full") for side in state.sides)
    assert (state.rival is not None) == (players < 3)


def test_shuffling_is_one_touch():
    state = after(game.setup(setup()), *opening()[:-2])
    step = choose(state, Draft("deck"))
    assert step.entry == "chance"
    assert choose(state, Draft("deck"), chance=12) == Shuffle(chance=12)
