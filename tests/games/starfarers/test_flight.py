"""The flight: balls and speed, encounters, colonies, stations with their discs, nests and ice planets."""

from __future__ import annotations

import pytest
from stars_table import after, broken, choose, forced, hand, option, stars, totals

from companion.engine import Draft, Impossible
from companion.games.starfarers import game
from companion.games.starfarers.actions import Beat, Build, Depart, Effect, End, Fly, Found, Shake, Station
from companion.games.starfarers.final import disc_holder
from companion.games.starfarers.flight import speed

rule = pytest.mark.rule
FLEET = {"ships": ("colony", "trade")}


def flying(seat: int = 0, phase: str = "move", **side):
    """Anna in her flight phase with a colony ship and a trade ship."""
    more = {
        key: side.pop(key)
        for key in ("edition", "players", "bases", "discs", "balls", "deck", "facts")
        if key in side
    }
    return stars(phase, {seat: {**FLEET, **side}}, **more)


@rule("SF-080")
def test_without_a_ship_there_is_no_flight():
    state = after(stars(), Fly(seat=0))
    assert (state.phase, state.turn) == ("roll", 1)
    assert broken(stars("move"), Beat(seat=0, kind="nest", number=1)) == ("SF-080",)


@rule("SF-081")
def test_two_balls_of_the_mother_ship():
    state = flying(phase="balls")
    assert game.prompt(state).demands[0].sees == "balls:2"
    assert broken(state, Shake(seat=0, balls=("black", "black"))) == ("SF-081",)
    assert broken(state, Shake(seat=0, balls=("green", "red"))) == ("SF-081",)
    assert broken(state, Shake(seat=0, balls=("yellow", "yellow"))) == ()
    assert option(choose(state, Draft("balls", 0), balls="red"), "red") == ("SF-081",)
    with pytest.raises(Impossible):
        forced(state, Shake(seat=0, balls=("red",)))


@rule("SF-082")
@rule("SF-083")
@rule("SF-084")
def test_speed_is_balls_and_drives():
    state = after(flying(phase="balls", drives=2), Shake(seat=0, balls=("yellow", "red")))
    assert speed(state, 0).low == 7
    assert state.phase == "move"
    card = {**FLEET, "drives": 2, "cards": ("scientists.both", "scientists.drives")}
    with_cards = after(stars("balls", {0: card}), Shake(seat=0, balls=("blue", "yellow")))
    assert speed(with_cards, 0).low == 8


def test_an_unknown_start_makes_the_speed_a_lower_bound():
    state = after(flying(phase="balls", facts={}), Shake(seat=0, balls=("yellow", "red")))
    assert (speed(state, 0).low, speed(state, 0).high) == (5, 7)


@rule("SF-085")
@rule("SF-086")
@rule("SF-087")
def test_a_black_ball_brings_an_encounter_and_base_speed_three():
    state = after(flying(phase="balls", drives=2), Shake(seat=0, balls=("black", "red")))
    assert state.phase == "meet"
    state = after(state, Depart(seat=0, fly=1))
    assert (state.phase, speed(state, 0).low) == ("move", 5)
    blue = after(
        flying(phase="balls", drives=2), Shake(seat=0, balls=("black", "blue")), Depart(seat=0, fly=1)
    )
    assert speed(blue, 0).low == 5


@rule("SF-092")
def test_the_encounter_deck_is_made_anew_when_it_runs_out():
    state = flying(phase="balls", deck=1)
    state = after(state, Shake(seat=0, balls=("black", "red")))
    assert state.deck == 0
    assert any(one.rule == "SF-092" for one in game.reminders(state))
    assert after(flying(phase="balls", deck=0), Shake(seat=0, balls=("black", "red"))).deck == 31
    assert after(state, Effect(seat=0, who=0, what="shuffle")).deck == 32


@rule("SF-093")
@rule("SF-E7")
def test_which_ship_an_encounter_concerns():
    for edition, found in (("1999", "SF-093"), ("2019", "SF-E7")):
        state = flying(phase="meet", edition=edition)
        assert found in [one.rule for one in game.reminders(state)]
        state = after(
            state,
            Effect(seat=0, who=0, what="stop"),
            Effect(seat=0, who=0, what="stop"),
            Depart(seat=0, fly=1),
        )
        assert broken(state, Found(seat=0)) == ("SF-094",)


@rule("SF-094")
def test_ships_fly_after_an_encounter_unless_the_card_forbids_it():
    state = flying(phase="meet")
    assert broken(after(state, Depart(seat=0, fly=1)), Found(seat=0)) == ()
    held = after(state, Depart(seat=0, fly=0))
    assert broken(held, Found(seat=0)) == ("SF-094",)
    assert option(choose(held, Draft("move", 0)), "found") == ("SF-094",)
    one = after(state, Effect(seat=0, who=0, what="stop"), Depart(seat=0, fly=1))
    assert broken(one, Found(seat=0)) == ()


@rule("SF-095")
def test_an_encounter_may_concern_everybody():
    state = stars("meet", {0: {**FLEET, "drives": 3}, 2: {"rings": 1, "fame": 0}}, balls=("black", "red"))
    state = after(state, Effect(seat=0, who=2, what="rings", count=-1), Effect(seat=0, who=3, what="fame"))
    state = after(
        state, Effect(seat=0, who=2, what="fame", count=-1), Effect(seat=0, who=0, what="drives", count=-1)
    )
    assert [side.fame for side in state.sides] == [0, 0, 0, 1]
    assert (state.sides[2].rings, state.sides[0].drives) == (0, 2)
    assert broken(state, Effect(seat=0, who=2, what="rings", count=-1)) == ("SF-045",)


def test_an_encounter_may_bring_cards_a_ship_or_an_upgrade():
    state = stars("meet", {0: {"ships": ("colony",)}, 1: {"hand": hand(ore=1)}}, cards="counted")
    state = after(state, Effect(seat=0, who=0, what="food"), Effect(seat=0, who=1, what="steal"))
    assert (state.mine.hand, state.sides[1].hand.total) == (hand(1, food=1), 0)
    assert broken(state, Effect(seat=0, who=1, what="steal")) == ("SF-019",)
    assert broken(state, Effect(seat=0, who=0, what="ore", count=-3)) == ("SF-045",)
    state = after(state, Effect(seat=0, who=0, what="ship"), Effect(seat=0, who=0, what="cannons"))
    assert (state.mine.ships, state.mine.cannons) == (("colony", "trade"), 1)
    full = stars("meet", {0: {"ships": ("colony",) * 3, "drives": 6}})
    assert broken(full, Effect(seat=0, who=0, what="ship")) == ("SF-053",)
    assert broken(full, Effect(seat=0, who=0, what="drives")) == ("SF-073",)


def test_an_encounter_is_entered_step_by_step():
    state = flying(phase="meet")
    assert choose(state, Draft("meet", 0), do="free", what="fame:-1") == Effect(
        seat=0, who=0, what="fame", count=-1
    )
    assert choose(state, Draft("meet", 0), do="other", who=2, what="rings:1") == Effect(
        seat=0, who=2, what="rings", count=1
    )
    assert choose(state, Draft("meet", 0), do="stay") == Depart(seat=0, fly=0)


@rule("SF-120")
@rule("SF-121")
@rule("SF-123")
def test_a_colony_is_founded_and_the_transporter_returns():
    state = flying()
    before = totals(state)[0]
    state = after(state, Found(seat=0, planets=("ore:4", "goods:10")))
    assert totals(state)[0] == before + 1
    assert state.mine.ships == ("trade",)
    assert state.mine.colonies[-1].planets == ("ore:4", "goods:10")
    assert broken(state, Found(seat=0)) == ("SF-120",)


@rule("SF-126")
def test_nobody_has_to_found():
    assert after(flying(), End(seat=0)).mine.ships == ()
    assert after(flying(), End(seat=0)).sides[0].ships == ("colony", "trade")


@rule("SF-100")
def test_a_flight_may_end_at_once():
    state = after(flying(phase="balls"), Shake(seat=0, balls=("yellow", "red")), End(seat=0))
    assert (state.turn, state.phase, state.balls) == (1, "roll", ())


@rule("SF-125")
def test_with_three_the_limit_of_a_system_is_named():
    three = [one.rule for one in game.reminders(flying(players=3))]
    four = [one.rule for one in game.reminders(flying(players=4))]
    assert ("SF-125" in three, "SF-125" in four) == (True, False)


@rule("SF-145")
def test_nothing_is_founded_beside_a_nest_or_ice():
    state = flying()
    assert broken(state, Found(seat=0, planets=("ore:nest", "food:5"))) == ("SF-145",)
    step = choose(state, Draft("move", 0), do="found", sort1="ore")
    assert (option(step, "nest"), option(step, "ice"), option(step, "8")) == (("SF-145",), ("SF-145",), ())


@rule("SF-130")
@rule("SF-131")
@rule("SF-132")
@rule("SF-133")
@rule("SF-E8")
@pytest.mark.parametrize("edition", ["1999", "2019"])
def test_stations_go_in_order_and_need_as_many_rings(edition):
    found = Station(seat=0, people="green", card="green.yield.ore")
    assert broken(flying(edition=edition), found) == ("SF-131",)
    first = after(flying(edition=edition, rings=1), found)
    assert (first.bases[0], first.mine.ships) == ((0,), ("colony",))
    assert broken(first, Station(seat=0, people="green", card="green.yield.fuel")) == ("SF-133",)
    third = {"bases": ((1, 2), (), (), ()), "edition": edition}
    assert broken(flying(rings=2, **third), found) == ("SF-131",)
    assert broken(flying(rings=3, **third), found) == ()
    full = {"bases": ((1, 2, 1, 2, 1), (), (), ()), "edition": edition}
    assert broken(flying(rings=5, **full), found) == ("SF-130",)
    step = choose(flying(rings=2, **third), Draft("move", 0), do="station")
    assert [option(step, people) for people in ("green", "merchants")] == [("SF-131",), ()]


@rule("SF-134")
def test_each_station_brings_a_card_that_is_still_there():
    state = after(flying(rings=1), Station(seat=0, people="scientists", card="scientists.drives"))
    assert state.mine.cards == ("scientists.drives",)
    assert (state.mine.card_sum("drives"), state.mine.combat) == (2, 0)
    state = stars(
        "move", {0: {**FLEET, "rings": 2}, 1: {"cards": ("scientists.drives",)}}, bases=((), (), (1,), ())
    )
    assert broken(state, Station(seat=0, people="scientists", card="scientists.drives")) == ("SF-134",)
    assert broken(state, Station(seat=0, people="scientists", card="scientists.both")) == ()
    assert broken(state, Station(seat=0, people="scientists", card="green.yield.ore")) == ("TABLE-1",)
    step = choose(state, Draft("move", 0), do="station", people="scientists")
    assert option(step, "scientists.drives") == ("SF-134",)
    assert option(step, "scientists.other") == ()


@rule("SF-135")
@rule("SF-138")
def test_the_first_station_brings_the_disc_and_nothing_else():
    state = flying(rings=1)
    before = totals(state)[0]
    first = after(state, Station(seat=0, people="diplomats", card="diplomats.hand"))
    assert (first.discs, totals(first)[0]) == ((-1, -1, -1, 0), before + 2)
    later = flying(rings=2, bases=((), (), (), (1,)), discs=(-1, -1, -1, 1))
    assert totals(after(later, Station(seat=0, people="diplomats", card="diplomats.hand")))[0] == before


@rule("SF-136")
@pytest.mark.parametrize("edition", ["1999", "2019"])
def test_more_stations_take_the_disc(edition):
    assert disc_holder((0, 1, 1), 0, edition) == 1
    assert disc_holder((2, 0, 1, 1), 2, edition) == 1


@rule("SF-137")
@pytest.mark.parametrize(
    ("base", "holder", "first"), [((0, 1, 1, 0), 1, 0), ((2, 0, 1, 1, 0), 1, 0), ((2, 1, 0, 0, 1), 0, 1)]
)
def test_in_a_tie_the_smallest_number_goes_first(base, holder, first):
    assert disc_holder(base, holder, "1999") == first


@rule("SF-E6")
@pytest.mark.parametrize(("base", "holder"), [((0, 1, 1, 0), 1), ((2, 0, 1, 1, 0), 1)])
def test_in_the_later_edition_a_tie_changes_nothing(base, holder):
    assert disc_holder(base, holder, "2019") == holder


def test_without_stations_nobody_holds_the_disc():
    assert disc_holder((), -1, "1999") == -1
    assert disc_holder((0, 1), 0, "1999") == 0


@rule("SF-140")
def test_lost_rings_do_not_remove_stations():
    state = stars("meet", {0: {**FLEET, "rings": 1}}, bases=((0,), (), (), ()), discs=(0, -1, -1, -1))
    after_loss = after(state, Effect(seat=0, who=0, what="rings", count=-1))
    assert after_loss.mine.rings == 0
    assert (after_loss.bases, totals(after_loss)) == (state.bases, totals(state))


@rule("SF-146")
@rule("SF-149")
@rule("SF-150")
def test_a_nest_needs_combat_strength():
    state = flying(cannons=3)
    assert broken(state, Beat(seat=0, kind="nest", number=4)) == ("SF-146",)
    before = totals(state)[0]
    beaten = after(state, Beat(seat=0, kind="nest", number=3))
    assert (beaten.mine.nest, totals(beaten)[0]) == (1, before + 1)
    with_card = stars("move", {0: {**FLEET, "cannons": 3, "cards": ("scientists.both",)}})
    assert broken(with_card, Beat(seat=0, kind="nest", number=4)) == ()
    assert broken(with_card, Beat(seat=0, kind="nest", number=5)) == ("SF-146",)


@rule("SF-147")
@rule("SF-148")
def test_an_ice_planet_needs_freight_rings():
    state = flying(rings=2)
    assert broken(state, Beat(seat=0, kind="ice", number=3)) == ("SF-147",)
    before = totals(state)[0]
    assert totals(after(state, Beat(seat=0, kind="ice", number=2)))[0] == before + 1


@rule("SF-146")
def test_the_last_cannon_bought_beside_a_nest_beats_it_at_once():
    state = stars("build", {0: {**FLEET, "cannons": 2}})
    assert option(choose(state, Draft("build", 0), do="nest"), 3) == ("SF-146",)
    state = after(state, Build(seat=0, what="cannons"))
    assert after(state, choose(state, Draft("build", 0), do="nest", number=3)).mine.nest == 1


@rule("SF-E10")
def test_the_later_edition_has_five_chits_to_beat():
    state = flying(edition="2019", cannons=6, rings=5)
    assert broken(state, Beat(seat=0, kind="nest", number=3)) == ("SF-E10",)
    beaten = after(state, Beat(seat=0, kind="nest", number=4))
    assert broken(beaten, Beat(seat=0, kind="nest", number=4)) == ("SF-E10",)
    assert broken(beaten, Beat(seat=0, kind="ice", number=4)) == ()
    assert [one.value for one in choose(state, Draft("move", 0), do="ice").options] == [3, 4]


@rule("SF-001")
def test_only_the_player_in_turn_flies():
    assert broken(flying(), End(seat=1)) == ("SF-001",)
    assert after(stars("move", turn=3, first=2, turns=4), End(seat=3)).turn == 0
    assert after(stars("move", turn=1, first=2, turns=4), End(seat=1)).turns == 5


def test_planets_of_a_new_colony_may_stay_unnoted():
    state = flying()
    assert choose(state, Draft("move", 0), do="found", sort1="-") == Found(seat=0)
    draft = Draft("move", 0).then("do", "found").then("sort1", "ore").then("number1", "4")
    assert choose(state, draft, sort2="goods", number2="12") == Found(seat=0, planets=("ore:4", "goods:12"))
