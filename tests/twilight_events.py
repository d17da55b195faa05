"""Twilight Inscription tables in the middle of an event, for tests. Seats count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import LANGUAGES, Action, Answer, Draft, Step, Text, Words, but
from companion.games.twilight_inscription import ai
from companion.games.twilight_inscription.book import TEXTS
from companion.games.twilight_inscription.state import Rival, Side, TwilightState

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hugo")
WORDS = {lang: Words(TEXTS, lang, NAMES) for lang in LANGUAGES}

WARS = {
    2: "border_conflict",
    3: "when_diplomacy_fails",
    4: "divide_and_conquer",
    5: "a_throne_for_the_taking",
}
COUNCILS = {2: "convene_the_council", 3: "partisan_maneuvering", 4: "the_limits_of_diplomacy"}
PRODUCTION = "redefine_trade_routes"


def table(
    players: int = 3, event: str = WARS[2], sides: Mapping[int, Mapping[str, Any]] | None = None, **more: Any
) -> TwilightState:
    """A round whose event card was just revealed; `sides` changes what a seat has."""
    seats = tuple(Side(**(sides or {}).get(seat, {})) for seat in range(players))
    return TwilightState(players=players, depth="light", sides=seats, event=event, round=7, tick=20, **more)


def with_rival(state: TwilightState, level: str = "easy", **more: Any) -> TwilightState:
    """The table with an AI faction; `more` changes it."""
    rival: Rival = but(ai.begin(state, level), **more)
    return but(state, rival=rival)


def played(module: Any, state: TwilightState, *actions: Action) -> TwilightState:
    """The table after actions, each of which has to be legal."""
    for action in actions:
        ruling = module.check(state, action)
        assert ruling.legal, (action, ruling)
        state = module.apply(state, action)
    return state


def broken(module: Any, state: TwilightState, action: Action) -> tuple[str, ...]:
    """The rules that an action breaks."""
    found: tuple[str, ...] = module.check(state, action).rules
    return found


def walked(module: Any, state: TwilightState, draft: Draft, *answers: Answer) -> Action | Step:
    """The action that answers lead to, or the step that waits for the next."""
    found = module.step(state, draft)
    for answer in answers:
        assert isinstance(found, Step), found
        assert found.entry != "pick" or answer in [option.value for option in found.options], (found, answer)
        draft = draft.then(found.field, answer)
        found = module.step(state, draft)
    return found


def say(words: Text, lang: str = "en") -> str:
    """A sentence; every hole in it is filled."""
    said = WORDS[lang].say(words)
    assert "{" not in said
    assert said != words.key
    return said
