"""Plans: places and links, cells of grids, the text of a plan, and what is wrong with one."""

from __future__ import annotations

from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import (
    BadPlan,
    Disc,
    Field,
    Grid,
    Icon,
    Label,
    Link,
    LinkKind,
    Path,
    Place,
    PlaceKind,
    Plan,
    PlanSpec,
    Problem,
    Slot,
    Words,
    literal,
    plan_facts,
    plan_picture,
    read_plan,
    write_plan,
)
from companion.engine.play import TEXTS

COST = Field(key="cost", label=literal("Cost"), low=1, high=5, default=2)
NAME = Field(key="name", label=literal("Name"), text=True)
SORT = Field(
    key="sort",
    label=literal("Sort"),
    choices=(("ice", literal("Ice")), ("gas", literal("Gas"))),
    required=True,
)


def connected(plan: Plan) -> tuple[Problem, ...]:
    """A game's own check: every star can be reached from the gate."""
    reached = plan.reached("gate")
    return tuple(
        Problem(text=literal("cannot be reached"), place=place.id, rule="X-1", hint=place.kind == "gate")
        for place in plan.places
        if place.id not in reached
    )


SPEC = PlanSpec(
    key="chart",
    title=literal("Chart"),
    places=(
        PlaceKind(key="star", title=literal("Star"), fields=(COST, NAME), most=4),
        PlaceKind(key="gate", title=literal("Gate"), fields=(SORT,), least=1, free=True),
    ),
    links=(
        LinkKind(key="lane", title=literal("Lane"), joins=(("star", "star"), ("gate", "star"))),
        LinkKind(key="fall", title=literal("Fall"), joins=(("star", "gate"),), directed=True, fields=(COST,)),
    ),
    fields=(Field(key="votes", label=literal("Votes"), default=7),),
    grid=Grid("hex", 50, 50, 60),
    check=connected,
)

WRITTEN = """\
plan chart "Far side"
size 1000 700
grid hex 50 50 60
set votes=7
place gate gate 400 300 sort=ice
place star1 star 50 50 cost=2 name="Alpha \\"A\\" # 1"
place star2 star 110 50 cost=5 name="7"
link lane gate star1
link lane star1 star2
link fall star2 gate cost=1
"""


def said(problem: Problem) -> tuple[str, str]:
    """Where, and what in English."""
    return problem.place, Words(TEXTS, "en").say(problem.text)


LINES = "plan, size, grid, set, place, link"


def why(error: pytest.ExceptionInfo[BadPlan]) -> str:
    """What a reader is told in English."""
    return Words(TEXTS, "en").say(error.value.why)


def test_a_text_is_read_and_written_exactly() -> None:
    plan = read_plan(WRITTEN)
    assert write_plan(plan) == WRITTEN
    assert plan.name == "Far side"
    assert plan.fields == {"votes": 7}
    assert plan.place("star1") == Place(
        id="star1", kind="star", x=50, y=50, fields={"cost": 2, "name": 'Alpha "A" # 1'}
    )
    assert plan.place("star2").fields["name"] == "7"  # type: ignore[union-attr]
    assert plan.links[2] == Link(kind="fall", a="star2", b="gate", fields={"cost": 1})
    assert SPEC.problems(plan) == ()


def test_what_people_write_by_hand_is_read() -> None:
    plan = read_plan(
        "\r\n# mine\r\nplan chart Mine\r\nlink lane a b # later\r\nplace a star 1 2\nplace b star 3 4"
    )
    assert [place.id for place in plan.places] == ["a", "b"]
    assert (plan.name, plan.height, plan.grid, plan.joined("b")) == ("Mine", 700, None, ("a",))


WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
VALUES = st.one_of(st.integers(-(10**9), 10**9), WORDS)
IDS = st.text(ascii_lowercase + "0123456789._-", min_size=1, max_size=6)
FIELDS = st.dictionaries(IDS, VALUES, max_size=3)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan at all."""
    ids = draw(st.lists(IDS, unique=True, max_size=5))
    spots = st.integers(-2000, 2000)
    places = [Place(id=id, kind=draw(IDS), x=draw(spots), y=draw(spots), fields=draw(FIELDS)) for id in ids]
    ends = st.sampled_from(ids) if ids else st.nothing()
    count = draw(st.integers(0, 4)) if ids else 0
    links = [Link(kind=draw(IDS), a=draw(ends), b=draw(ends), fields=draw(FIELDS)) for _ in range(count)]
    tenths = st.integers(-9999, 9999).map(lambda n: n / 10)
    shape = draw(st.sampled_from(("square", "hex", "flathex")))
    grid = Grid(shape, draw(tenths), draw(tenths), draw(st.integers(40, 9999)) / 10)
    return Plan(
        kind=draw(IDS),
        name=draw(WORDS),
        height=draw(st.integers(100, 4000)),
        grid=draw(st.sampled_from((None, grid))),
        fields=draw(FIELDS),
        places=tuple(places),
        links=tuple(links),
    )


@given(plans())
def test_every_plan_survives_its_text(plan: Plan) -> None:
    words = write_plan(plan)
    assert read_plan(words) == plan
    assert write_plan(read_plan(words)) == words


def line_of_mistake(words: str) -> int | None:
    """Where a text cannot be read; None if it can."""
    try:
        read_plan(words)
    except BadPlan as error:
        return error.line
    return None


@given(st.text(max_size=80), st.integers(0, len(WRITTEN)))
def test_any_text_is_a_plan_or_names_its_line(words: str, at: int) -> None:
    for written in (words, WRITTEN[:at] + words + WRITTEN[at:]):
        line = line_of_mistake(written)
        assert line is None or 1 <= line <= written.count("\n") + 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("planet x star 1 2", 'Line 11: “planet” cannot begin a line: plan, size, grid, set, place, link.'),
        ("place x star 1", "Line 11: “place x” is written like this: place NAME KIND X Y VALUE=NUMBER …"),
        ("place x star 1 two", "Line 11: place x: “two” is no number."),
        ("place star1 star 1 2", "Line 11: “star1” stands in line 6 already."),
        ('place x star 1 2 a="b', 'Line 11: Cannot be read from “="b” on; is a quotation mark missing?'),
        ("place x star 1 2 cost=1 cost=2", "Line 11: “cost” is given twice."),
        ("place x! star 1 2", "Line 11: “x!” is no name: 1 to 40 letters, digits, dots, dashes."),
        ("link lane star1 star9", "Line 11: There is no place “star9”."),
        ("grid hex 1 2 50", "Line 11: “grid” stands in line 3 already."),
        ("size 1000 700 cost=1", "Line 11: “size” is written like this: size 1000 HEIGHT"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(line: str, told: str) -> None:
    with pytest.raises(BadPlan) as error:
        read_plan(WRITTEN + line)
    assert why(error) == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("plan chart", "plans chart", f"Line 1: “plans” cannot begin a line: {LINES}."),
        ("plan chart", "#", "Line 2: It begins with “plan”, the kind of plan and its name in quotes."),
        ("size 1000", "size 999", "Line 2: The size is 1000 by 100 to 4000."),
        ("grid hex", "grid wide", "Line 3: There is no grid “wide”: square, hex, flathex."),
        ("50 50 60", "50 50 3", "Line 3: The distance in the grid is at least 4."),
        ("50 50 60", "50 50 x", "Line 3: grid: “x” is no number."),
    ],
)  # fmt: skip
def test_a_mistake_in_the_head_is_told(old: str, new: str, told: str) -> None:
    with pytest.raises(BadPlan) as error:
        read_plan(WRITTEN.replace(old, new))
    assert why(error) == told


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("place x comet 400 1", ("x", "There is no kind “comet” here.")),
        ("place x star 400 701 cost=1", ("x", "Lies beside the plan.")),
        ("place x star 51 52 cost=1", ("x", "Lies in the same cell as star1.")),
        ("place x star 230 50 cost=6", ("x", "Cost: a number from 1 to 5.")),
        ("place x star 230 50 size=6", ("x", "There is no value “size” here.")),
        ("place x gate 51 52", ("x", "Sort is missing.")),
        ("place x gate 51 52 sort=rock", ("x", "Sort: one of ice, gas.")),
        ("link road star1 star2", ("star1", "To star2: there is no link “road” here.")),
        ("link lane star1 star1", ("star1", "Lane: leads back to itself.")),
        ("link lane star2 star1", ("star2", "Lane: leads to star1 twice.")),
        ("link fall gate star1", ("gate", "Fall: cannot lead to star1.")),
        ("link fall star1 gate cost=9", ("star1", "To gate: Cost: a number from 1 to 5.")),
        ("set speed=9", ("", "There is no value “speed” here.")),
    ],
)
def test_what_does_not_fit_the_form_is_told_with_its_place(line: str, found: tuple[str, str]) -> None:
    assert [said(problem) for problem in SPEC.problems(read_plan(WRITTEN + line))] == [found]


def test_too_many_and_another_form_are_told() -> None:
    crowd = "".join(f"place x{n} star {230 + 60 * n} 50\n" for n in range(3))
    assert said(SPEC.problems(read_plan(WRITTEN + crowd))[0]) == ("", "Star: 5, possible are 0 to 4.")
    assert (
        said(SPEC.problems(read_plan("plan board Mine"))[0])[1]
        == "This is a plan “board”, wanted is “chart”."
    )


def test_the_games_own_check_is_asked_of_what_fits() -> None:
    lone = "place lone star 230 50 cost=1\n"
    (found,) = SPEC.problems(read_plan(WRITTEN + lone))
    assert (found.place, found.rule) == ("lone", "X-1")
    assert Words(TEXTS, "en").say(SPEC.problem(WRITTEN + lone) or literal("")) == "lone: cannot be reached"
    assert SPEC.problem(WRITTEN + "place other gate 800 600 sort=gas") is None
    assert SPEC.problem(WRITTEN) is None
    assert SPEC.problem(7) is not None
    assert SPEC.problem(WRITTEN + "place") is not None


def test_places_and_links_are_put_and_dropped() -> None:
    plan = read_plan(WRITTEN)
    assert plan.free_id("star") == "star3"
    assert plan.free_id("gate") == "gate1"
    moved = plan.put(Place(id="star1", kind="star", x=9, y=9))
    assert [place.id for place in moved.places] == ["gate", "star1", "star2"]
    assert moved.place("star1").x == 9  # type: ignore[union-attr]
    fewer = plan.drop("star1")
    assert (len(fewer.places), [link.kind for link in fewer.links]) == (2, ["fall"])
    assert plan.join(Link(kind="lane", a="star1", b="gate")).links[0] == Link(
        kind="lane", a="star1", b="gate"
    )
    assert len(plan.join(Link(kind="lane", a="star2", b="gate")).links) == 4
    assert plan.part(plan.links[0]).links == plan.links[1:]


def test_links_are_followed() -> None:
    plan = read_plan(WRITTEN + "place lone star 230 50")
    assert plan.joined("star1", "lane") == ("gate", "star2")
    assert plan.onward("star2", "fall") == ("gate",)
    assert plan.onward("gate", "fall") == ()
    assert plan.reached("gate") == {"gate", "star1", "star2"}
    assert plan.reached("star2", kind="fall") == {"star2", "gate"}


@pytest.mark.parametrize("shape", ["square", "hex", "flathex"])
def test_cells_and_their_neighbours(shape: str) -> None:
    grid = Grid(shape, 37.5, 80, 41.3)  # type: ignore[arg-type]
    for cell in [(column, row) for column in range(-9, 20) for row in range(-9, 20)]:
        x, y = grid.at(cell)
        assert grid.cell(x + 15, y - 9) == cell
        for other in grid.around(cell):
            away = ((grid.at(other)[0] - x) ** 2 + (grid.at(other)[1] - y) ** 2) ** 0.5
            assert away == pytest.approx(41.3, abs=1.5)
            assert cell in grid.around(other)
    assert len(set(grid.around((3, 4)))) == (4 if shape == "square" else 6)


def test_places_are_found_by_their_cells() -> None:
    plan = read_plan(WRITTEN)
    assert plan.cell("star2") == (1, 0)
    assert {cell: place.id for cell, place in plan.cells("star").items()} == {
        (0, 0): "star1",
        (1, 0): "star2",
    }
    assert len(plan.cells()) == 3
    assert read_plan("plan chart Mine\nplace a star 1 2").cells() == {}


def test_what_a_form_gives_a_game() -> None:
    assert SPEC.empty("New").fields == {"votes": 7}
    assert SPEC.empty("New").grid == SPEC.grid
    assert SPEC.all_slots == (Slot(key="chart", title=SPEC.title),)
    assert SPEC.known({"chart": WRITTEN}) == read_plan(WRITTEN)
    assert SPEC.known({"chart.b": WRITTEN}, "chart.b") == read_plan(WRITTEN)
    assert SPEC.known({}) is None
    assert SORT.said("ice") == literal("Ice")
    assert COST.said(3) == literal("3")


def test_a_plan_is_a_printed_value() -> None:
    facts = plan_facts([SPEC])
    spec = facts["chart"]
    assert (spec.kind, spec.ask, spec.group) == ("plan", SPEC.title, SPEC.title)
    assert spec.problem(WRITTEN) is None
    missing = spec.problem("plan chart Mine") or literal("")
    assert Words(TEXTS, "en").say(missing) == "Gate: 0, possible are 1 to 999."
    told = spec.said(WRITTEN)
    assert Words(TEXTS, "en").word(told) == "Far side (3 places, 3 links)"
    assert spec.said("plan?") == "plan?"


def test_two_slots_are_two_values() -> None:
    slots = tuple(Slot(key=f"chart.{side}", title=literal(side)) for side in "ab")
    assert list(plan_facts([replace(SPEC, slots=slots)])) == ["chart.a", "chart.b"]


def test_a_drawing_has_every_place_and_link() -> None:
    drawn = plan_picture(read_plan(WRITTEN), SPEC, chosen=["star1"], wrong=["gate"])
    assert (drawn.width, drawn.height) == (1000, 700)
    icons = [(shape.x, shape.y) for shape in drawn.shapes if isinstance(shape, Icon)]
    assert icons == [(400, 300), (50, 50), (110, 50)]
    lanes = [shape.points for shape in drawn.shapes if isinstance(shape, Path) and len(shape.points) == 2]
    assert lanes == [((400, 300), (50, 50)), ((50, 50), (110, 50)), ((110, 50), (400, 300))]
    rings = {(shape.x, shape.line) for shape in drawn.shapes if isinstance(shape, Disc) and not shape.fill}
    assert rings == {(50, "accent"), (400, "bad")}
    speak = Words(TEXTS, "en")
    said = [speak.say(shape.text) for shape in drawn.shapes if isinstance(shape, Label)]
    assert said == ["1", "Ice", '2, Alpha "A" # 1', "5, 7"]


def test_only_what_lies_on_the_grid_has_a_cell_and_only_what_points_an_arrow() -> None:
    drawn = plan_picture(read_plan(WRITTEN), SPEC)
    shapes = [len(shape.points) for shape in drawn.shapes if isinstance(shape, Path) and shape.closed]
    assert sorted(shapes) == [3, 6, 6]


def test_what_the_form_does_not_know_is_drawn_all_the_same() -> None:
    strange = read_plan(WRITTEN + "place x comet 1 2\nlink road x gate\n")
    drawn = plan_picture(strange, SPEC, notes=lambda place: literal(place.id), ground="")
    assert "question" in [shape.name for shape in drawn.shapes if isinstance(shape, Icon)]
    assert [shape.text for shape in drawn.shapes if isinstance(shape, Label)][-1] == literal("x")
