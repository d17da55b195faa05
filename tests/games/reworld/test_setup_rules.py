"""Components and set-up of Reworld: RW-001 to RW-033."""

from __future__ import annotations

from collections import Counter

import pytest
from judge import HOLE
from reworld_table import WORDS, after, all_out, bag, broken, draws, settlement, setup, table, totals

from companion.engine import Learn, Player, Setup, play
from companion.games.reworld import game
from companion.games.reworld.actions import Begin, Prepare, Terrabot
from companion.games.reworld.bag import TOTALS, left_in_bag
from companion.games.reworld.facts import SPECS
from companion.games.reworld.modules import MODULES
from companion.games.reworld.ships import SHIPS

begun = Begin(first=0)


def chore(rule: str, players: int = 3, **options: str):
    """What the checklist says about a rule."""
    found = [task.text for task in game.checklist(setup(players, options=options)) if task.rule == rule]
    assert len(found) == 1
    return found[0]


@pytest.mark.rule("RW-001")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players):
    assert tuple(game.seats) == (2, 3, 4)
    with pytest.raises(ValueError, match="RW-001"):
        game.setup(
            Setup(game="reworld", players=tuple(Player(str(n), str(n), "star") for n in range(players)))
        )


@pytest.mark.rule("RW-003")
def test_every_player_has_a_freighter_of_another_colour():
    twins = (Player("Anna", "blue", "star"), Player("Ben", "blue", "drop"))
    with pytest.raises(ValueError, match="RW-003"):
        game.setup(Setup(game="reworld", players=twins))


@pytest.mark.rule("RW-004", "RW-025")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_100_modules_go_into_the_bag_however_many_play(players):
    assert chore("RW-025", players).args["modules"] == 100
    assert sum(left_in_bag(table(players).state).values()) == 100
    state = table(players).state
    for draw in draws():
        assert "count.tA" not in state.facts
        state = after(state, *([begun] if state.phase == "begin" else []), Prepare(modules=draw))
        state = after(state, *all_out(state))
    assert state.facts.get("count.tA") == 5


@pytest.mark.rule("RW-004")
def test_what_is_no_module_cannot_be_drawn():
    state = after(table().state, begun)
    assert broken(state, Prepare(modules=("zz", *draws()[0][1:]))) == ("RW-004",)


@pytest.mark.rule("RW-005")
def test_the_modules_are_16_satellites_20_shuttles_25_terrabots_and_39_crews():
    assert left_in_bag(table().state) == {"satellite": 16, "shuttle": 20, "terrabot": 25, "crew": 39}
    assert Counter(MODULES[code].kind for code in bag()) == TOTALS


@pytest.mark.rule("RW-005")
@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("shuttle", ["s0"] * 20, ["s1"]),
        ("terrabot", ["tA"] * 20, ["tB"] * 6),
        ("crew", ["c1"] * 20, ["c2"] * 20),
        ("satellite", [f"k{sign}" for sign in "ABCDE12345fxstdc"] + ["tA"] * 4, ["kA"]),
    ],
)
def test_the_bag_never_holds_more_of_a_kind(kind, first, second):
    state = after(table().state, begun, Prepare(modules=tuple(first)))
    state = after(state, *all_out(state))
    other = "tA" if kind != "terrabot" else "s0"
    draw = Prepare(modules=(*second, *[other] * (20 - len(second))))
    assert "RW-005" in broken(state, draw)
    if kind not in ("satellite", "crew"):
        fewer = Prepare(modules=(*second[1:], *[other] * (21 - len(second))))
        assert broken(state, fewer) == ()


@pytest.mark.rule("RW-006")
def test_there_are_30_officer_cards():
    assert chore("RW-006").args["cards"] == 30


@pytest.mark.rule("RW-007")
def test_14_population_ships_are_laid_out():
    assert chore("RW-021").args["ships"] == 14 == len(SHIPS)


@pytest.mark.rule("RW-009")
def test_each_terrain_type_has_four_city_signs_with_names():
    signs = Counter(key.split(".")[1] for key in SPECS if key.startswith("sign."))
    assert signs == dict.fromkeys("ABCDE", 4)
    assert broken(table().state, Learn(key="fact:sign.A.4", fact="sign.A.4", value="Arcadia")) == ()


@pytest.mark.rule("RW-010")
def test_terrabots_carry_the_letters_a_to_e():
    letters = [module.letter for module in MODULES.values() if module.kind == "terrabot"]
    assert letters == ["A", "B", "C", "D", "E"]


@pytest.mark.rule("RW-011")
def test_crews_belong_to_five_construction_firms_or_the_agricultural_firm():
    firms = {module.firm for module in MODULES.values() if module.kind == "crew"}
    assert firms == {"1", "2", "3", "4", "5", "agri"}


@pytest.mark.rule("RW-012")
def test_each_construction_firm_has_one_special_crew():
    special = [module.firm for module in MODULES.values() if module.special]
    assert special == ["1", "2", "3", "4", "5"]
    state = after(table().state, begun)
    assert broken(state, Prepare(modules=("x1", "x1", *["c1"] * 18))) == ("RW-012",)
    assert broken(state, Prepare(modules=("x1", "x2", *["c1"] * 18))) == ()


@pytest.mark.rule("RW-013")
def test_shuttles_have_none_one_or_two_shields():
    assert [module.shields for module in MODULES.values() if module.kind == "shuttle"] == [0, 1, 2]


@pytest.mark.rule("RW-014")
@pytest.mark.parametrize(("shields", "fits"), [(0, False), (1, True), (2, True), (3, False)])
def test_satellites_have_one_or_two_shields(shields, fits):
    assert SPECS["shields.kA"].choices == (1, 2)
    told = Learn(key="fact:shields.kA", fact="shields.kA", value=shields)
    assert (broken(table().state, told) == ()) is fits


@pytest.mark.rule("RW-020")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_final_ship_shows_the_side_for_the_player_count(players):
    assert chore("RW-020", players).args["players"] == players


@pytest.mark.rule("RW-022")
@pytest.mark.parametrize(
    ("players", "options", "side"),
    [(2, {}, "few"), (3, {}, "few"), (4, {}, "four"), (4, {"ship_sides": "few"}, "few")],
)
def test_some_ships_show_a_side_by_player_count(players, options, side):
    assert chore("RW-022", players, **options).key == f"setup.sides_{side}"


@pytest.mark.rule("RW-024")
def test_all_scoring_markers_begin_on_0():
    assert totals(table(4).state) == (0, 0, 0, 0)
    assert chore("RW-024").args["start"] == 0


@pytest.mark.rule("RW-026")
def test_city_signs_lie_in_five_supplies_of_four():
    told = chore("RW-026").args
    assert (told["supplies"], told["each"]) == (5, 4)


@pytest.mark.rule("RW-027")
def test_the_round_marker_begins_at_the_far_left():
    assert table().state.round == 1
    assert game.prompt(after(table().state, begun)).heading.args["round"] == 1


@pytest.mark.rule("RW-028")
@pytest.mark.parametrize("first", [-1, 3])
def test_the_start_player_is_one_of_the_players(first):
    assert broken(table().state, Begin(first=first)) == ("RW-028",)


def test_any_player_can_be_found_as_start_player():
    for first in range(3):
        state = after(table().state, Begin(first=first))
        assert (state.marker, state.phase) == (first, "prepare")
    step = play.step(game, table().state, game.prompt(table().state).demands[0].draft)
    assert [option.value for option in step.options] == [0, 1, 2]


@pytest.mark.rule("RW-030", "RW-113")
def test_chapter_one_has_exactly_five_rounds():
    state = after(table().state, begun)
    for number, draw in enumerate(draws(), 1):
        assert (state.phase, state.round) == ("prepare", number)
        state = after(state, Prepare(modules=draw))
        state = after(state, *all_out(state))
    assert state.phase == "final"


@pytest.mark.rule("RW-030")
def test_nothing_is_undocked_in_chapter_one():
    state = after(table().state, begun, Prepare(modules=draws()[0]))
    assert broken(state, Terrabot(seat=0, row=1)) == ("RW-030",)


@pytest.mark.rule("RW-031")
@pytest.mark.parametrize("row", [0, 6])
def test_every_freighter_has_five_module_rows(row):
    assert [len(side.rows) for side in table().state.sides] == [5, 5, 5]
    state = settlement(rows={0: {1: ["tA"]}})
    assert broken(state, Terrabot(seat=0, row=row, sign=1)) == ("RW-031",)


@pytest.mark.rule("RW-032")
def test_a_settlement_area_takes_one_city_of_each_letter():
    cities = {letter: [f"t{letter}"] for letter in "ABCDE"}
    state = after(settlement(rows={0: {1: ["tC"]}}, cities={0: cities}), Terrabot(seat=0, row=1))
    assert [city.letter for city in state.sides[0].cities] == ["A", "B", "C", "D", "E"]
    assert [city.size for city in state.sides[0].cities] == [2, 2, 3, 2, 2]


def test_every_chore_and_every_printed_value_can_be_told_in_both_languages():
    tasks = [task.text for players in (2, 3, 4) for task in game.checklist(setup(players))]
    specs = [*SPECS.values()]
    asked = [spec.ask for spec in specs] + [spec.group for spec in specs]
    asked += [spec.hint for spec in specs if spec.hint]
    for words in WORDS.values():
        for said in [*tasks, *asked]:
            assert said.key in words.catalogue.entries
            assert not HOLE.search(words.say(said)), words.say(said)
    assert len({WORDS["de"].say(spec.ask) for spec in specs}) == len(specs)
    assert {spec.rule for spec in specs} <= set(game.rules.rules)
