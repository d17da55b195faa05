"""What every game shares: printed values, setting by hand, tracking less, and walking a draft."""

from __future__ import annotations

import pytest
from probe_table import act, opened, rolled, said
from sternwarte_probe import game
from sternwarte_probe.state import Buy, Dock, Rest

from companion.engine import (
    Action,
    Adjust,
    Draft,
    FactSpec,
    Impossible,
    Kind,
    Learn,
    Lower,
    Refused,
    Step,
    Table,
    apply,
    describe,
    finished,
    literal,
    prompt,
    ruling,
    standing,
    step,
)


def learn(value: int | str, fact: str = "ship.A") -> Learn:
    return Learn(key=f"fact:{fact}", fact=fact, value=value)


def adjust(what: str, value: int | str) -> Adjust:
    return Adjust(key="adjust", what=what, value=value)


class Told(type(game)):  # type: ignore[misc]
    """The probe game with a printed word and a printed choice."""

    def __init__(self) -> None:
        super().__init__()
        self.facts["name"] = FactSpec(key="name", ask=literal("name"), kind="text")
        self.facts["sign"] = FactSpec(key="sign", ask=literal("sign"), kind="choice", choices=("sun", 2))


def walked(table: Table[object], *answers: tuple[str, int | str], key: str = "adjust") -> Step | Action:
    draft = Draft(key)
    for field, value in answers:
        draft = draft.then(field, value)
    return table.step(draft)


def test_a_printed_value_is_asked_when_it_matters_and_only_once() -> None:
    table = rolled(opened())
    assert prompt(game, table.state).offers == ()
    act(table, Buy(seat=0, ship="A"))
    (asked,) = table.prompt().offers
    assert (asked.key, asked.kind, asked.rules) == ("fact:ship.A", Kind.FACT, ("PR-16",))
    found = table.step(asked.draft)
    assert isinstance(found, Step)
    assert (found.entry, found.low, found.high) == ("number", 1, 5)
    done = table.step(asked.draft.then("value", 4))
    assert done == learn(4)
    act(table, learn(4))
    assert table.prompt().offers == ()
    assert table.state.facts == {"ship.A": 4}
    assert table.setup.facts == {}


def test_an_unknown_value_never_stops_play() -> None:
    table = act(rolled(opened()), Buy(seat=0, ship="A"))
    assert table.prompt().demands[0].seat == 1
    assert table.score().totals[0] == 1
    assert table.score().open == (True, False, False)


def test_a_full_box_is_never_asked_for() -> None:
    table = rolled(opened(facts={"ship.A": 3}))
    act(table, Buy(seat=0, ship="A"))
    assert table.prompt().offers == ()
    assert table.score().open == (False, False, False)


@pytest.mark.parametrize(("fact", "value"), [("ship.A", 6), ("ship.A", "four"), ("ship.Z", 1)])
def test_an_impossible_value_is_refused(fact: str, value: int | str) -> None:
    found = ruling(game, opened().state, learn(value, fact))
    assert found.rules == ("TABLE-2",)
    assert said(opened()).word(found.violations[0].values["why"])


@pytest.mark.parametrize(
    ("fact", "value", "works"),
    [
        ("ship.A", 9, True),
        ("ship.A", "nine", False),
        ("ship.Z", 3, False),
        ("name", "x" * 99, True),
        ("name", 3, False),
        ("sign", 2, True),
        ("sign", "moon", False),
    ],
)
def test_the_table_can_overrule_what_a_game_can_work_with(fact: str, value: int | str, works: bool) -> None:
    table = Table(Told(), opened().setup)
    if works:
        table.submit(learn(value, fact), "it is printed so")
        assert table.state.facts[fact] == value
    else:
        with pytest.raises(Refused):
            table.submit(learn(value, fact), "it is printed so")


def test_each_kind_of_value_is_entered_its_own_way() -> None:
    told = Told()
    state = opened().state
    name, sign = (step(told, state, Draft(f"fact:{fact}")) for fact in ("name", "sign"))
    assert isinstance(name, Step)
    assert isinstance(sign, Step)
    assert (name.entry, sign.entry) == ("text", "pick")
    assert [option.value for option in sign.options] == ["sun", 2]
    with pytest.raises(Impossible):
        step(told, state, Draft("fact:none"))


def test_the_table_may_always_set_by_hand_and_track_less() -> None:
    table = opened()
    assert [demand.key for demand in standing(game, table.state)] == ["adjust", "lower"]
    lowest = opened(depth="scoring")
    assert [demand.key for demand in standing(game, lowest.state)] == ["adjust"]


def test_setting_a_counter_by_hand() -> None:
    table = opened()
    what = walked(table)
    assert isinstance(what, Step)
    assert [option.value for option in what.options] == ["ore.0", "ore.1", "ore.2", "captain"]
    assert said(table).say(what.options[0].note or literal("")) == "2"
    assert said(table).say(what.options[3].note or literal("")) == "Anna"
    value = walked(table, ("what", "ore.1"))
    assert isinstance(value, Step)
    assert (value.entry, value.low, value.high) == ("number", 0, 999)
    done = walked(table, ("what", "ore.1"), ("value", 23))
    assert done == adjust("ore.1", 23)
    table.submit(adjust("ore.1", 23))
    assert table.state.ore == (2, 23, 2)
    assert said(table).say(table.history()[0].text) == "By hand: Ben's ore = 23"


def test_setting_a_piece_by_hand() -> None:
    table = opened()
    asked = walked(table, ("what", "captain"))
    assert isinstance(asked, Step)
    assert [option.value for option in asked.options] == [0, 1, 2]
    table.adjust("captain", 2)
    assert table.state.captain == 2
    assert said(table).say(table.history()[0].text) == "By hand: Captain = Cem"


@pytest.mark.parametrize(
    ("what", "value"),
    [("ore.1", 1000), ("ore.1", -1), ("ore.1", "many"), ("captain", 3), ("ore.9", 1), ("moon", 1)],
)
def test_what_does_not_lie_on_the_table_cannot_be_set(what: str, value: int | str) -> None:
    table = opened()
    with pytest.raises(Refused) as refused:
        table.adjust(what, value)
    assert refused.value.ruling.rules == ("TABLE-3",)
    with pytest.raises(Impossible):
        walked(table, ("what", "moon"))


def test_tracking_less_never_more() -> None:
    table = rolled(opened())
    asked = walked(table, key="lower")
    assert isinstance(asked, Step)
    assert [option.value for option in asked.options] == ["light", "scoring"]
    lowered = walked(table, ("depth", "light"), key="lower")
    assert lowered == Lower(key="lower", depth="light")
    act(table, Lower(key="lower", depth="light"))
    assert (table.state.depth, table.state.phase) == ("light", "vote")
    assert said(table).say(table.history()[-1].text) == "From now on: Light"
    for reason in ("", "we want it"):
        with pytest.raises(Refused) as refused:
            table.submit(Lower(key="lower", depth="full"), reason)
        assert refused.value.ruling.rules[0] == "TABLE-5"


def test_a_draft_with_one_way_finishes_itself() -> None:
    table = rolled(opened(2))
    action, asked = finished(game, table.state, Draft("turn", 0).then("do", "raid"))
    assert (action, asked) == (table.step(Draft("turn", 0).then("do", "raid").then("victim", 1)), None)
    action, asked = finished(game, table.state, Draft("turn", 0))
    assert action is None
    assert asked is not None
    assert asked.field == "do"
    act(table, Rest(seat=0))
    table.adjust("ore.0", 0)
    action, asked = finished(game, table.state, Draft("turn", 1).then("do", "raid"))
    assert action is None
    assert asked is not None
    assert asked.legal == ()


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_nobody_sits_at_a_seat_that_is_not_there(seat: int) -> None:
    state = opened().state
    assert ruling(game, state, Dock(seat=seat, berth=1)).rules == ("TABLE-1",)
    with pytest.raises(Impossible):
        apply(game, state, Dock(seat=seat, berth=1))


def test_what_is_not_due_is_refused() -> None:
    found = ruling(game, opened().state, Dock(key="elsewhere", seat=0, berth=1))
    assert found.rules == ("TABLE-1",)


def test_what_is_not_known_any_more_is_still_described() -> None:
    table = opened()
    words = said(table)
    assert words.say(describe(game, table.state, learn(3, "ship.Z"))) == "ship.Z: 3"
    assert words.say(describe(game, table.state, learn(3))) == "Printed value of ship A: 3"
    assert words.say(describe(game, table.state, adjust("moon", 3))) == "By hand: moon = 3"
