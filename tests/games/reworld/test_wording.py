"""Refusals in words: one is singular, several are plural, and nothing is said twice."""

from __future__ import annotations

import pytest
from reworld_table import BOOK, WORDS, settlement, station, table

from companion.engine import play, reason
from companion.games.reworld import game
from companion.games.reworld.actions import (
    Acquire,
    Arrive,
    Begin,
    Defend,
    DropOut,
    Marker,
    Prepare,
    TakeShip,
    Task,
    Terrabot,
    Transport,
)
from companion.games.reworld.final import winner

HOME = settlement(
    rows={0: {1: ["s1", "c2"], 2: ["s0"], 3: ["c1"], 4: ["s1", "tA"], 5: ["kx"]}, 1: {1: ["c1"]}},
    cities={0: {"A": ["tA", "c1"], "B": ["tB"]}},
)
PREPARED = play.apply(game, table().state, Begin(first=0))


@pytest.mark.parametrize(
    ("state", "action", "rule", "german", "english"),
    [
        (
            PREPARED,
            Prepare(modules=("kA", "kA") + ("c1",) * 18),
            "RW-173",
            "Satellit: Terrabots A: 2 gezählt, es gibt nur 1.",
            "Satellite: terrabots A: 2 counted, there is only 1.",
        ),
        (
            station(hands=1, slots={2: [3]}),
            Acquire(seat=0, slot=1, top=1, below=(2,)),
            "RW-042",
            "Anna hat noch 1 Karte, nötig wären 2.",
            "Anna has 1 card left, 2 would be needed.",
        ),
        (
            station(hands=0),
            Marker(seat=0),
            "RW-055",
            "Anna hat keine Karten mehr auf der Hand und kann nur noch aussteigen.",
            "Anna has no cards left in hand and can only drop out.",
        ),
        (
            station(slots={1: [3], 3: [4]}),
            Acquire(seat=0, slot=2, top=1),
            "RW-071",
            "1 Karte (1) geht an Slot 2 nicht, erlaubte Anzahl: 2 / 3 / 4.",
            "1 card (1) is not allowed at slot 2, allowed number: 2 / 3 / 4.",
        ),
        (
            settlement(rows={0: {1: ["c1"]}}),
            DropOut(seat=0),
            "RW-122",
            "Anna hat noch 1 Modul und muss es abkoppeln.",
            "Anna still has 1 module and must undock it.",
        ),
        (
            HOME,
            Transport(seat=0, row=4),
            "RW-132",
            "Reihe 4: links vom Shuttle liegt 1 Modul (ganz links: Terrabot A), erlaubt ist nur 1 Bautrupp.",
            "Row 4: 1 module lies left of the shuttle (far left: Terrabot A), only 1 crew is allowed.",
        ),
        (
            settlement(rows={0: {1: ["tA"]}}, cities={0: {"A": ["tA"]}}),
            Terrabot(seat=0, row=1, sign=2),
            "RW-143",
            "Anna hat Stadt A schon: der Terrabot kommt an sie, ein neues Stadtschild gibt es nicht.",
            "Anna already has city A: the terrabot joins it, there is no new city sign.",
        ),
        (
            HOME,
            Defend(seat=0, row=2),
            "RW-152",
            "Dieses Shuttle hat keinen Schild: es kann nur transportieren.",
            "This shuttle has no shield: it can only transport.",
        ),
        (
            HOME,
            Transport(seat=0, row=1, dock=(1,)),
            "RW-156",
            "Noch 1 Bautrupp am Shuttle: erst anlegen.",
            "1 crew still on the shuttle: place it first.",
        ),
        (
            HOME,
            Transport(seat=0, row=3, dock=(3,), cities=("A",)),
            "RW-160",
            "Firma 1: ohne Shuttle kommt kein Bautrupp in eine Stadt.",
            "Firm 1: without a shuttle no crew gets to a city.",
        ),
        (
            HOME,
            Transport(seat=0, row=2, dock=(3,), cities=("E",)),
            "RW-162",
            "Bautrupp Firma 1: Stadt E geht nicht, möglich: Stadt A.",
            "Crew of firm 1: City E does not work, possible: City A.",
        ),
        (
            HOME,
            Transport(seat=0, row=2, dock=(3,), cities=("B",)),
            "RW-162a",
            "Firma 1 baut schon in Stadt A: der Bautrupp muss dorthin.",
            "Firm 1 already builds in City A: the crew must go there.",
        ),
        (
            HOME,
            Transport(seat=0, row=1, dock=(1,), cities=("-",)),
            "RW-165",
            "Firma 2: der Bautrupp muss angelegt werden, Stadt B passt.",
            "Firm 2: the crew must be placed, City B fits.",
        ),
        (
            HOME,
            Task(seat=0, row=5),
            "RW-172c",
            "Anna muss eine eigene Stadt wählen.",
            "Anna has to choose an own city.",
        ),
        (
            table(depth="scoring", facts={}).state,
            TakeShip(seat=0, ship="final"),
            "RW-199",
            "Das finale Bevölkerungsschiff gehört niemandem, auch nicht Anna.",
            "The final population ship belongs to nobody, not even Anna.",
        ),
        (
            play.apply(game, table(depth="scoring").state, TakeShip(seat=1, ship="01")),
            TakeShip(seat=0, ship="01"),
            "RW-180b",
            "„Reihe 1 leer“ gehört schon Ben.",
            "“Row 1 empty” already belongs to Ben.",
        ),
        (
            settlement(rows={1: {1: ["c1"]}}),
            Arrive(),
            "RW-190",
            "Im Kopplungsbereich von Ben liegt noch 1 Modul.",
            "The docking area of Ben still has 1 module.",
        ),
    ],
)
def test_a_refusal_reads_like_a_sentence(state, action, rule, german, english):
    found = next(one for one in play.ruling(game, state, action).violations if one.rule == rule)
    assert reason(WORDS["de"], BOOK, found) == german
    assert reason(WORDS["en"], BOOK, found) == english


def test_a_tie_is_broken_by_one_ship_or_several():
    said = [WORDS["de"].say(winner([9, 9], ships).tie_break) for ships in ([1, 0], [3, 2])]
    assert said == [
        "Gleichstand: 1 Bevölkerungsschiff entscheidet.",
        "Gleichstand: 3 Bevölkerungsschiffe entscheiden.",
    ]


def test_a_city_sign_is_never_called_a_shield():
    for key, row in game.texts.entries.items():
        if "sign" in key or key.startswith("count.city"):
            assert "Schild" not in row["de"].replace("Stadtschild", ""), key
