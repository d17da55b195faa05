"""What Reworld says: the history in both languages, reminders, and which printed values it asks for."""

from __future__ import annotations

import pytest
from judge import HOLE
from reworld_table import WORDS, settlement, station, table

from companion.engine import Draft, Learn, Lower, Step, but, play
from companion.games.reworld import game
from companion.games.reworld.actions import (
    Acquire,
    Arrive,
    Award,
    Begin,
    CountUp,
    Defend,
    Dispose,
    DropOut,
    EndRound,
    Marker,
    Prepare,
    TakeShip,
    Task,
    Terrabot,
    Transport,
)
from companion.games.reworld.facts import SPECS, final_keys, wanted
from companion.games.reworld.state import Count

LANDED = settlement(
    rows={0: {1: ["tA"], 2: ["s1"], 3: ["kA"], 4: ["s2", "c1"], 5: ["tB"]}},
    cities={0: {"A": ["tA", "tA"]}},
    ships=dict.fromkeys(("01", "02", "03", "04", "05"), 1),
)


@pytest.mark.parametrize(
    ("state", "action", "german", "english"),
    [
        (table().state, Begin(first=1), "Ben beginnt", "Ben begins"),
        (table().state, Prepare(modules=()), "Runde 1 ausgelegt", "Round 1 laid out"),
        (
            station(arms={5: "tC"}),
            Acquire(seat=0, slot=5, top=2, below=(4,)),
            "Anna: Terrabot C mit 2, 4 in Reihe 2, +4",
            "Anna: Terrabot C with 2, 4 to row 2, +4",
        ),
        (
            station(arms={5: ""}),
            Acquire(seat=0, slot=5, top=2),
            "Anna: nichts mit 2 in Reihe 2",
            "Anna: nothing with 2 to row 2",
        ),
        (
            station(),
            Acquire(seat=0, slot=0, top=2),
            "Anna: nichts mit 2 in Reihe 2",
            "Anna: nothing with 2 to row 2",
        ),
        (
            station(),
            Marker(seat=2),
            "Cem erwirbt den Startspielermarker, +1",
            "Cem acquires the start player marker, +1",
        ),
        (station(hands=4), DropOut(seat=1), "Ben steigt aus, +4", "Ben drops out, +4"),
        (
            LANDED,
            Terrabot(seat=0, row=1),
            "Anna: Terrabot A an seine Stadt angelegt",
            "Anna: Terrabot A joins its city",
        ),
        (
            LANDED,
            Terrabot(seat=0, row=5, sign=2),
            "Anna: Terrabot B gründet Stadtschild B 2",
            "Anna: Terrabot B founds Sign B 2",
        ),
        (
            LANDED,
            Defend(seat=0, row=2),
            "Anna: Shuttle, 1 Schild ins Verteidigungsnetz",
            "Anna: Shuttle, 1 shield joins the defence net",
        ),
        (
            LANDED,
            Transport(seat=0, row=4, dock=(4,), cities=("A",)),
            "Anna: Shuttle aus Reihe 4 bringt 1 Trupp (Stadt A)",
            "Anna: shuttle of row 4 brings 1 crew (City A)",
        ),
        (
            LANDED,
            Task(seat=0, row=3),
            "Anna: Satellit: Terrabots A, +4",
            "Anna: Satellite: terrabots A, +4",
        ),
        (LANDED, Task(seat=1, row=3), "Ben: nichts, +0", "Ben: nothing, +0"),
        (
            LANDED,
            Dispose(seat=0, row=4),
            "Anna: Bautrupp Firma 1 entsorgt",
            "Anna: Crew of firm 1 disposed of",
        ),
        (
            LANDED,
            EndRound(marker=2),
            "Runde 5 zu Ende; Marker bei Cem",
            "Round 5 is over; marker with Cem",
        ),
        (
            LANDED,
            Award(seat=0, points=5, why="tasks"),
            "Anna: 5 Punkte (Satelliten)",
            "Anna: 5 points (Satellites)",
        ),
        (
            LANDED,
            Award(seat=0, points=1, why="hand"),
            "Anna: 1 Punkt (Von Hand)",
            "Anna: 1 point (By hand)",
        ),
        (LANDED, TakeShip(seat=0, ship="06"), "Anna nimmt „Große Stadt“", "Anna takes “Large city”"),
        (
            LANDED,
            CountUp(seat=0, shields=3, a=2, b=0, c=0, d=0, e=4),
            "Anna zählt: 3 | 2 0 0 0 4",
            "Anna counts: 3 | 2 0 0 0 4",
        ),
        (
            LANDED,
            Arrive(),
            "Das finale Bevölkerungsschiff ist da",
            "The final population ship has arrived",
        ),
    ],
)
def test_the_history_tells_every_deed(state, action, german, english):
    told = game.describe(state, action)
    assert WORDS["de"].say(told) == german
    assert WORDS["en"].say(told) == english


FLIGHT = settlement(
    rows={0: {1: ["tB", "s1", "x1"], 2: ["tA"]}, 1: {1: ["tA"]}},
    cities={0: {"A": ["tA", "tA"]}},
    facts={f"ship.0{row}": row for row in (3, 4, 5)},
)


@pytest.mark.rule("RW-163", "RW-180a")
def test_the_history_tells_points_of_special_crews_and_ships():
    told = game.describe(FLIGHT, Transport(seat=0, row=1, dock=(1,), cities=("A",)))
    assert WORDS["de"].say(told) == (
        "Anna: Shuttle aus Reihe 1 bringt 1 Trupp (Stadt A), +4"
        " · nimmt „Reihe 3 leer“, „Reihe 4 leer“, „Reihe 5 leer“"
    )


@pytest.mark.rule("RW-180a")
def test_the_table_is_told_which_ships_to_take_until_the_next_turn():
    state = play.apply(game, FLIGHT, Transport(seat=0, row=1, dock=(1,), cities=("A",)))
    first = game.reminders(state)[0]
    assert first.rule == "RW-180a"
    assert WORDS["de"].say(first.text) == "Anna nimmt „Reihe 3 leer“, „Reihe 4 leer“, „Reihe 5 leer“: +12."
    state = play.apply(game, state, Terrabot(seat=1, row=1, sign=2))
    told = WORDS["de"].say(game.reminders(state)[0].text)
    assert told == "Ben nimmt „Reihe 1 leer“, „Reihe 2 leer“, „Alles abgekoppelt“: Punkte ablesen."
    state = play.apply(game, state, Terrabot(seat=0, row=1, sign=1))
    assert "RW-180a" not in reminded(state)


def test_a_ship_that_a_printed_value_decides_is_told_when_it_is_read_off():
    state = settlement(
        rows={0: {1: ["kA", "kB"]}, 1: {1: ["tA", "tA"]}},
        defence={0: ["s2", "s2"]},
        ships=dict.fromkeys(("02", "03", "04", "05"), 1),
    )
    state = play.apply(game, state, Defend(seat=0, row=1))
    assert "08" not in state.ships
    state = play.apply(game, state, Learn(key="fact:shields.kB", fact="shields.kB", value=2))
    assert WORDS["en"].say(game.reminders(state)[0].text) == "Anna takes “Shields”: read off the points."


def reminded(state) -> list[str]:
    found = game.reminders(state)
    for words in WORDS.values():
        for reminder in found:
            assert not HOLE.search(words.say(reminder.text))
    return [reminder.rule for reminder in found]


def test_each_phase_reminds_of_what_is_forgotten():
    begun = play.apply(game, table().state, Begin(first=0))
    assert reminded(table().state) == []
    assert reminded(begun) == ["RW-042"]
    assert reminded(but(begun, round=2)) == ["RW-110", "RW-042"]
    assert reminded(station()) == ["RW-079", "RW-090"]
    assert reminded(station(marker_bought=1)) == ["RW-079"]
    assert reminded(but(station(), depth="light")) == ["RW-079", "RW-042"]
    assert reminded(settlement(phase="final")) == ["RW-196"]
    assert reminded(but(settlement(phase="count"), depth="light")) == ["RW-196"]
    assert reminded(but(settlement(), depth="light")) == ["RW-180"]
    assert reminded(but(settlement(), depth="scoring")) == []


def test_a_crew_in_front_of_a_shuttle_and_a_ship_that_lacks_one_are_named():
    rows = {0: {1: ["s1", "c1"], 2: ["tA"], 3: ["tA", "tA"], 4: ["tA", "tA"], 5: ["tA", "tA"]}}
    assert reminded(settlement(rows=rows)) == ["RW-131", "RW-181.02"]
    free = {0: {**rows[0], 1: ["c1", "s1"]}}
    assert reminded(settlement(rows=free)) == ["RW-181.02"]
    assert reminded(settlement(rows=free, ships={"02": 1})) == []


def test_facts_are_asked_when_they_matter():
    state = settlement(
        cities={0: {"A": ["tA"]}, 1: {"A": ["tA", "tA"]}},
        defence={2: ["kA", "s1"]},
        ships={"06": 1, "10": 2},
    )
    assert wanted(state) == ("ship.06", "ship.10.few", "shields.kA", "sign.A.1")
    named = play.apply(game, state, Learn(key="fact:sign.A.1", fact="sign.A.1", value="Aurora"))
    assert wanted(named)[-1] == "sign.A.2"
    told = play.apply(game, state, Learn(key="fact:ship.06", fact="ship.06", value=9))
    assert "ship.06" not in wanted(told)
    assert "ship.10.four" in wanted(settlement(players=4, ships={"10": 2}))


def test_with_less_tracking_only_what_still_matters_is_asked():
    state = settlement(rows={0: {1: ["tB"]}}, cities={0: {"A": ["tA"]}}, defence={2: ["kA"]}, ships={"06": 1})
    lowered = play.apply(game, state, Lower(key="lower", depth="light"))
    assert wanted(lowered) == ("ship.06",)
    scored = but(state, sides=(but(state.sides[0], late=(("shields.kB", 1),)), *state.sides[1:]))
    lowered = play.apply(game, scored, Lower(key="lower", depth="light"))
    assert wanted(lowered) == ("ship.06", "shields.kB")


def test_a_shuttle_without_a_crew_at_hand_says_so():
    def said(**rows):
        state = settlement(rows={0: {1: ["s1"], **{int(row[1:]): tiles for row, tiles in rows.items()}}})
        step = play.step(game, state, Draft("turn", 0).then("take", 1))
        return WORDS["de"].say(step.options[0].label)

    assert said() == said(r2=["c1", "tA"]) == "Ohne Bautrupp fliegen"
    assert said(r2=["tA", "c1"]) == "Bautrupps transportieren"


def test_the_final_ship_asks_for_ranks_that_somebody_takes():
    state = settlement(phase="final", cities={0: {"A": ["tA"]}, 1: {"A": ["tA", "tA"]}}, defence={2: ["s1"]})
    assert final_keys(state) == ["final.3.defence.1", "final.3.A.1", "final.3.A.2"]
    assert set(final_keys(state)) <= set(wanted(state))
    counted = but(state, sides=tuple(but(side, count=Count(b=3)) for side in state.sides))
    assert final_keys(counted) == ["final.3.B.1", "final.3.B.2"]


@pytest.mark.parametrize("key", ["ship.06", "final.4.defence.1", "shields.kA", "count.ag", "sign.E.4"])
def test_every_kind_of_fact_is_asked_and_learnt(key):
    step = play.step(game, table().state, Draft(f"fact:{key}"))
    assert isinstance(step, Step)
    answer = step.options[0].value if step.options else "Eos" if step.entry == "text" else step.low
    action = play.step(game, table().state, Draft(f"fact:{key}").then("value", answer))
    assert play.apply(game, table().state, action).facts == {key: answer}
    assert (SPECS[key].hint is not None) == (key == "final.4.defence.1")
