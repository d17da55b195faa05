"""The rules of the probe game, each by its id."""

from __future__ import annotations

from random import Random

import pytest
from probe_table import act, docked, opened, play, raid, rolled, said, vote, voting
from sternwarte_probe import game
from sternwarte_probe.score import Holdings
from sternwarte_probe.state import Announce, Buy, Count, Dock, Harbour, Reply, Rest, Roll

from companion.engine import Action, Draft, Impossible, Kind, Learn, Lower, Refused, Step, Table, texts


def refused(table: Table[Harbour], action: Action) -> tuple[str, ...]:
    """The rules that forbid an action."""
    with pytest.raises(Refused) as error:
        table.submit(action)
    return error.value.ruling.rules


def learn(ship: str, value: int) -> Learn:
    return Learn(key=f"fact:ship.{ship}", fact=f"ship.{ship}", value=value)


def shield(seat: int, play: bool) -> Reply:
    return Reply(key="shield", seat=seat, play=play)


def jam(seat: int, play: bool) -> Reply:
    return Reply(key="jam", seat=seat, play=play)


@pytest.mark.rule("PR-01")
def test_a_round_has_four_parts() -> None:
    table = opened(2)
    seen = [table.state.phase]
    while table.state.round == 1:
        demand = table.prompt().demands[0]
        draft = demand.draft
        while isinstance(step := table.step(draft), Step):
            draft = draft.then(step.field, step.legal[-1].value)
        table.submit(step)
        if table.state.phase != seen[-1]:
            seen.append(table.state.phase)
    assert seen == ["dock", "roll", "turns", "vote", "dock"]
    assert refused(opened(), Rest(seat=0)) == ("PR-01",)


@pytest.mark.rule("PR-01")
def test_the_game_is_as_long_as_was_agreed() -> None:
    assert play(opened(2), Random(1)).state.round == 3
    assert play(opened(2, options={"rounds": 2}), Random(1)).state.round == 2


@pytest.mark.rule("PR-02")
def test_a_player_acts_alone() -> None:
    assert refused(opened(), Dock(berth=1)) == ("PR-02",)
    with pytest.raises(Impossible):
        game.apply(opened().state, Dock(berth=1))


@pytest.mark.rule("PR-03")
def test_the_start() -> None:
    state = opened(2).state
    assert (state.ore, state.shields) == ((2, 2), (1, 1))
    words = said(opened(2))
    assert [words.say(task.text) for task in game.checklist(opened(2).setup)] == [
        "Put the board in the middle",
        "Lay out 8 ships face up",
        "Give everybody 2 ore and 1 shield (2 players)",
    ]
    assert refused(rolled(opened()), Buy(seat=0, ship="Z")) == ("PR-03",)


@pytest.mark.rule("PR-04")
def test_all_dock_at_once_in_any_order() -> None:
    table = opened()
    assert [demand.seat for demand in table.prompt().demands] == [0, 1, 2]
    act(table, Dock(seat=2, berth=1), Dock(seat=0, berth=3))
    assert [demand.seat for demand in table.prompt().demands] == [1]
    assert refused(table, Dock(seat=1, berth=3)) == ("PR-04",)
    assert refused(table, Dock(seat=1, berth=7)) == ("PR-04",)
    with pytest.raises(Refused, match="TABLE-6"):
        table.submit(Dock(seat=1, berth=7), "beside the board")


@pytest.mark.rule("PR-05")
def test_each_die_pays_its_berth() -> None:
    table = docked(opened())
    (demand,) = table.prompt().demands
    assert (demand.kind, demand.sees) == (Kind.ROLL, "dice:2")
    first = table.step(demand.draft)
    second = table.step(demand.draft.then("faces", 2))
    assert isinstance(first, Step)
    assert isinstance(second, Step)
    assert [(step.done, step.of) for step in (first, second)] == [(0, 2), (1, 2)]
    assert table.step(demand.draft.then("faces", 2).then("faces", 2)) == Roll(faces=(2, 2))
    assert act(table, Roll(faces=(2, 2))).state.ore == (2, 4, 2)
    for faces in ((1,), (1, 2, 3), (0, 1), (6, 7)):
        assert refused(docked(opened()), Roll(faces=faces)) == ("PR-05",)


@pytest.mark.rule("PR-06")
def test_turns_go_round_from_the_captain() -> None:
    table = docked(opened())
    table.adjust("captain", 1)
    act(table, Roll(faces=(5, 5)))
    for seat in (1, 2, 0):
        assert table.prompt().turn == seat
        assert refused(table, Rest(seat=(seat + 1) % 3)) == ("PR-06",)
        act(table, Rest(seat=seat))
    assert table.state.phase == "vote"


@pytest.mark.rule("PR-07")
def test_a_ship_costs_two() -> None:
    table = rolled(opened())
    assert act(table, Buy(seat=0, ship="C")).state.ore[0] == 0
    table.adjust("ore.1", 1)
    assert refused(table, Buy(seat=1, ship="D")) == ("PR-07",)
    table.submit(Buy(seat=1, ship="D"), "on credit")
    assert table.state.ore[1] == 0


@pytest.mark.rule("PR-08")
def test_a_ship_is_there_only_once() -> None:
    assert refused(act(rolled(opened()), Buy(seat=0, ship="C")), Buy(seat=1, ship="C")) == ("PR-08",)


@pytest.mark.rule("PR-09")
def test_a_raid_takes_one_ore_if_the_dice_are_high_enough() -> None:
    assert act(rolled(opened(), 3, 4), raid(0, 1), shield(1, False)).state.ore == (3, 1, 3)
    assert refused(rolled(opened(), 3, 3), raid(0, 1)) == ("PR-09",)


@pytest.mark.rule("PR-10")
def test_a_victim_is_somebody_else_who_has_something() -> None:
    table = rolled(opened(), 5, 5)
    table.adjust("ore.1", 0)
    for victim in (0, 1, 7):
        assert refused(table, raid(0, victim)) == ("PR-10",)
    with pytest.raises(Refused, match="TABLE-6"):
        table.submit(raid(0, 7), "somebody else")


@pytest.mark.rule("PR-11")
def test_resting_gives_one_ore() -> None:
    assert act(rolled(opened()), Rest(seat=0)).state.ore == (3, 2, 2)


@pytest.mark.rule("PR-12")
def test_a_shield_and_a_jam() -> None:
    table = act(rolled(opened()), raid(0, 1))
    assert [pending.key for pending in table.state.pending] == ["raid", "shield"]
    assert table.prompt().turn == 1
    assert refused(table, Rest(seat=0)) == ("PR-12",)
    assert refused(table, shield(2, True)) == ("PR-01",)
    act(table, shield(1, True))
    assert [pending.key for pending in table.state.pending] == ["raid", "jam"]
    words = said(table)
    assert words.say(table.prompt().demands[0].ask) == "Ben has a shield: jam it for 1 ore?"
    drawn_back, jammed = table.state, act(table, jam(0, True)).state
    assert (jammed.ore, jammed.shields) == ((2, 1, 2), (1, 0, 1))
    back = game.apply(drawn_back, jam(0, False))
    assert (back.ore, back.shields, back.turn) == ((2, 2, 2), (1, 0, 1), 1)


@pytest.mark.rule("PR-12")
def test_without_shield_or_ore_nobody_is_asked() -> None:
    table = rolled(opened())
    table.adjust("ore.0", 0)
    act(table, raid(0, 1), shield(1, True))
    assert (table.state.pending, table.state.ore) == ((), (0, 2, 2))
    act(table, raid(1, 2), shield(2, False), raid(2, 1))
    assert (table.state.pending, table.state.ore) == ((), (0, 2, 2))


@pytest.mark.rule("PR-13")
def test_the_most_votes_win_a_medal_if_nobody_shares_them() -> None:
    assert act(voting(), vote(0, 1), vote(2, 1), vote(1, 0)).state.medals == (0, 1, 0)
    assert act(voting(), vote(0, 1), vote(1, 2), vote(2, 0)).state.medals == (0, 0, 0)
    assert refused(voting(), vote(0, 5)) == ("PR-13",)
    with pytest.raises(Refused, match="TABLE-6"):
        voting().submit(vote(0, 5), "for the cat")


@pytest.mark.rule("PR-14")
def test_nobody_votes_for_themselves_unless_the_house_allows_it() -> None:
    assert refused(voting(), vote(0, 0)) == ("PR-14",)
    assert act(voting(options={"own_vote": 1}), vote(0, 0)).state.votes[0] == 0


@pytest.mark.rule("PR-15")
def test_a_fleet_can_be_announced_late_and_its_worth_may_be_open() -> None:
    table = rolled(opened(2), 1, 1)
    table.adjust("ore.0", 9)
    act(table, Buy(seat=0, ship="A"))
    assert refused(table, Announce(seat=0)) == ("PR-15",)
    act(
        table,
        Rest(seat=1),
        vote(0, 1),
        vote(1, 0),
        Dock(seat=0, berth=1),
        Dock(seat=1, berth=2),
        Roll(faces=(5, 5)),
    )
    act(table, Rest(seat=1), Buy(seat=0, ship="B"))
    assert table.ruling(Announce(seat=0)).missing == ("ship.A", "ship.B")
    assert "announce" in [offer.key for offer in table.prompt().offers]
    words = said(table)
    assert [words.say(found.text) for found in table.reminders()] == [
        "Anna has 2 ships and has not announced a fleet."
    ]
    act(table, Announce(seat=0))
    assert refused(table, Announce(seat=0)) == ("PR-01",)
    fleet = table.score().lines[-1].cells[0]
    assert (fleet.points, fleet.open) == (0, True)
    act(table, learn("A", 1), learn("B", 5))
    fleet = table.score().lines[-1].cells[0]
    assert (fleet.points, fleet.open) == (3, False)
    table.undo()
    act(table, learn("B", 4))
    assert table.state.fleets == (False, False)
    assert table.ruling(Announce(seat=0)).violations[0].values == {"ships": 2, "have": 5, "need": 6}


@pytest.mark.rule("PR-15")
def test_a_fleet_that_the_table_allows_counts() -> None:
    table = act(rolled(opened()), Buy(seat=0, ship="A"))
    table.submit(Announce(seat=0), "we are generous")
    assert table.score().lines[-1].cells[0].points == 3


@pytest.mark.rule("PR-16")
def test_the_sheet() -> None:
    have = (Holdings(ore=4, medals=1, ships=("A", "B"), fleet=True), Holdings(ore=1, ships=("C",)))
    sheet, outcome = game.tally(have, {"ship.A": 3, "ship.B": 4})
    assert sheet.totals == (4 + 2 + 7 + 3, 1 + 1)
    assert sheet.open == (False, True)
    assert outcome.winners == (0,)
    assert outcome.tie_break is None


@pytest.mark.rule("PR-17")
def test_more_ships_break_a_tie() -> None:
    facts = {"ship.A": 2}
    _, outcome = game.tally((Holdings(ore=4), Holdings(ore=2, ships=("A",)), Holdings(ore=1)), facts)
    assert (outcome.places, outcome.winners, outcome.rule) == ((2, 1, 3), (1,), "PR-17")
    _, shared = game.tally((Holdings(ore=4), Holdings(ore=4)), facts)
    assert (shared.places, shared.winners, shared.tie_break) == ((1, 1), (0, 1), None)


@pytest.mark.parametrize(
    ("holdings", "why"),
    [
        (Holdings(ships=("Z",)), "there is no ship 'Z'"),
        (Holdings(ships=("A", "A")), "ship A is there only once"),
        (Holdings(ore=-1), "player 1 has less than nothing"),
        (Holdings(fleet=True), "player 1 has no ships for a fleet"),
    ],
)
def test_what_cannot_lie_on_the_table(holdings: Holdings, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        game.tally((holdings, Holdings()), {})


def test_light_keeps_rounds_and_votes_and_counts_at_the_end() -> None:
    table = opened(2, depth="light", options={"rounds": 2, "own_vote": 1})
    for at in (1, 2):
        act(table, vote(0, 1, at), vote(1, 1, at))
    draft = Draft("count", 1).then("ore", 3)
    ships = table.step(draft)
    assert isinstance(ships, Step)
    assert ships.field == "ships"
    asked = table.step(draft.then("ships", "A").then("ships", "B").then("ships", ""))
    assert isinstance(asked, Step)
    assert asked.field == "fleet"
    act(table, Count(seat=1, ore=3, medals=2, ships=("A", "B"), fleet=True))
    assert refused(table, Count(seat=0, ore=0, medals=0, ships=("A",))) == ("PR-08",)
    act(table, Count(seat=0, ore=9, medals=0))
    assert table.outcome() is not None
    assert table.score().totals == (9, 3 + 4 + 2)


def test_scoring_asks_for_everything_at_once() -> None:
    table = opened(2, depth="scoring")
    assert table.prompt().demands[0].kind is Kind.ENTER
    medals = table.step(Draft("count", 0).then("ore", 3))
    assert isinstance(medals, Step)
    assert (medals.field, medals.entry, medals.high) == ("medals", "number", 3)


def test_tracking_less_in_the_middle_of_a_raid() -> None:
    table = act(rolled(opened()), raid(0, 1), Lower(key="lower", depth="light"))
    assert (table.state.pending, table.state.phase) == ((), "vote")
    act(table, Lower(key="lower", depth="scoring"))
    assert table.state.phase == "count"
    over = play(opened(2), Random(3))
    over.submit(Lower(key="lower", depth="light"))
    assert over.outcome() is not None


def test_a_touch_on_the_picture_leads_to_the_same_answer() -> None:
    table = act(opened(), Dock(seat=0, berth=2))
    ring = table.picture("ring", Draft("dock", 1))
    assert [spot.ruling.allowed for spot in ring.spots] == [True, False, True, True, True, True]
    assert table.step(ring.spots[3].draft) == Dock(seat=1, berth=4)
    assert table.picture("ring").spots == ()
    act(table, Dock(seat=1, berth=4), Dock(seat=2, berth=5), Roll(faces=(2, 2)))
    ships = table.picture("ships", Draft("turn", 0))
    assert table.step(ships.spots[7].draft) == Buy(seat=0, ship="H")
    act(table, Buy(seat=0, ship="H"))
    after = table.picture("ships", Draft("turn", 1))
    assert after.spots[7].ruling.rules == ("PR-08",)
    assert [page.key for page in game.pages(table.state)] == ["ships", "ring"]
    assert [page.key for page in game.pages(opened().state)] == ["ring", "ships"]


@pytest.mark.parametrize("page", ["ring", "ships"])
@pytest.mark.parametrize("players", [2, 6])
def test_pictures_stay_inside_their_frame(page: str, players: int) -> None:
    table = play(opened(players), Random(2), 30)
    drawn = table.picture(page, table.prompt().likely)
    for spot in (*drawn.spots, *(shape for shape in drawn.shapes if hasattr(shape, "w"))):
        assert 0 <= spot.x <= spot.x + spot.w <= drawn.width
        assert 0 <= spot.y <= spot.y + spot.h <= drawn.height


def test_the_audit_notices_what_cannot_be() -> None:
    table = act(rolled(opened()), Buy(seat=0, ship="A"))
    assert game.audit(table.state, []) == ["bought but not there: (0, 'A')"]
    assert game.round_of(table.state) == 1


def test_every_text_is_there_in_both_languages() -> None:
    both = texts(game)
    assert [key for key, row in both.entries.items() if set(row) != {"de", "en"}] == []
    for seed in range(3):
        table = play(opened(4, depth=game.depths[seed]), Random(seed))
        words = said(table, "de")
        for at in range(len(table.line)):
            entry = table.history()[at]
            assert entry.text.key in both.entries
            assert "{" not in words.say(entry.text)


def test_a_draft_for_nothing_is_impossible() -> None:
    with pytest.raises(Impossible):
        opened().step(Draft("dance", 0))
    with pytest.raises(Impossible):
        game.adjust(opened().state, "moon", 1)
