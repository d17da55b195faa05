"""Drawing a plan by touch: how many touches it takes, that nothing is lost, and what a sheet needs."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest
from sternwarte_probe.chart import CHART
from sternwarte_probe.game import Probe
from ui.chart_room import ChartRoom
from ui.drawn_table import THREE, DrawnTable
from ui.layout import problems
from ui.screen import SIZES

from companion.demo.hands import touching
from companion.engine import Field, Grid, LinkKind, PlaceKind, PlanSpec, literal, read_plan, write_plan
from companion.store.targets import Target
from companion.ui import plan_menu, theme

pytestmark = pytest.mark.screen


@pytest.fixture
def room(start, size):
    screen = start(lang="en")
    screen.resize(size)
    return ChartRoom(screen)


@pytest.fixture
def drawing(room):
    room.open()
    return room


ASSETS = tuple(f"asset {number}" for number in range(35))

STARS = PlanSpec(
    key="stars",
    title=literal("Stars"),
    places=(
        PlaceKind(
            key="star",
            title=literal("Star"),
            fields=(
                Field(
                    key="asset", label=literal("Asset"), choices=tuple((one, literal(one)) for one in ASSETS)
                ),
                Field(
                    key="size",
                    label=literal("Size"),
                    choices=(("small", literal("small")), ("large", literal("large"))),
                    default="small",
                ),
            ),
        ),
    ),
    links=(LinkKind(key="lane", title=literal("Lane")),),
)


class Starry(Probe):
    """The probe game with a sheet of stars, of which each has one of many assets."""

    plans = (STARS,)


def star(room, x, y, asset, size):
    """Enter a star, its asset and its size, as far as they are not right already."""
    room.touch(x, y)
    if room.panel.work.chosen.fields.get("asset") != asset:
        (now, *recent) = [found for found in room.panel.fields.walk(restrict=True) if hasattr(found, "grey")][
            :3
        ]
        known = next((press for press in recent if press.text == asset), None)
        room.screen.tap(known or now)
        if known is None:
            room.screen.tap(asset)
    if room.panel.work.chosen.fields["size"] != size:
        room.choose(size)
    return room.panel.work.chosen


def test_thirty_places_take_four_touches_each_and_forty_links_two(start):
    room, dice = ChartRoom(start(lang="en", games={"probe": Starry()})), Random(5)
    room.screen.resize(SIZES[0])
    room.screen.house.go("plan_editor", game="probe", slot="stars")
    room.screen.frames()
    wanted = [
        (80 + n % 6 * 165, 70 + n // 6 * 140, dice.choice(ASSETS), dice.choice(("small", "large")))
        for n in range(30)
    ]
    places, most = [], 0
    for row in wanted:
        before = room.screen.touches
        places.append(star(room, *row))
        most = max(most, room.screen.touches - before)
    assert most <= 4
    assert [(place.fields["asset"], place.fields["size"]) for place in room.plan.places] == [
        (asset, size) for _, _, asset, size in wanted
    ]
    assert all(
        abs(place.x - x) <= 2 and abs(place.y - y) <= 2
        for place, (x, y, *_) in zip(room.plan.places, wanted, strict=True)
    )
    room.tool("Lane")
    ways = [(n, n + 1) for n in range(29) if n % 6 < 5] + [(n, n + 6) for n in range(24)]
    before = room.screen.touches
    for one, other in ways[:40]:
        room.tie(places[one], places[other])
    assert room.screen.touches - before == 80
    assert [(link.a, link.b) for link in room.plan.links] == [
        (f"star{one + 1}", f"star{other + 1}") for one, other in ways[:40]
    ]
    assert problems(room.screen.root) == []
    assert read_plan(room.screen.house.store.box.drafts("probe")["stars"]) == room.plan


def test_one_of_many_choices_is_on_a_card_and_the_last_ones_beside_the_plan(start, size):
    room = ChartRoom(start(lang="en", games={"probe": Starry()}))
    room.screen.resize(size)
    room.screen.house.go("plan_editor", game="probe", slot="stars")
    room.screen.frames()
    before = room.screen.touches
    star(room, 100, 100, "asset 7", "small")
    assert room.screen.touches - before == 3
    star(room, 300, 100, "asset 30", "small")
    before = room.screen.touches
    star(room, 500, 100, "asset 7", "small")
    assert room.screen.touches - before == 2
    assert [place.fields["asset"] for place in room.plan.places] == ["asset 7", "asset 30", "asset 7"]
    room.choose("asset 7")
    assert problems(room.screen.root) == []
    room.screen.tap(room.say("draw.empty"))
    assert "asset" not in room.plan.places[2].fields


def test_a_number_among_many_takes_two_touches(drawing):
    drawing.tool("Buoy")
    drawing.touch(300, 300)
    before = drawing.screen.touches
    drawing.choose("5")
    drawing.screen.tap("23")
    assert drawing.screen.touches - before == 2
    assert drawing.plan.places[0].fields["depth"] == 23


def test_a_new_place_begins_as_the_last_one_was_left(drawing):
    drawing.tool("Buoy")
    drawing.touch(300, 300)
    drawing.choose("red")
    drawing.choose("+")
    drawing.choose("write")
    drawing.screen.house.stage.top.put("x")
    drawing.screen.tap(drawing.say("play.enter"))
    drawing.touch(600, 300)
    first, second = drawing.plan.places
    assert first.fields == {"light": "red", "depth": 6, "name": "X"}
    assert second.fields == {"light": "red", "depth": 6}


def test_everything_can_be_taken_back_and_the_draft_follows(drawing):
    drawing.tool("Buoy")
    drawing.touch(300, 300)
    drawing.touch(600, 300)
    drawing.choose("green")
    seen = [drawing.plan]
    while drawing.panel.work.can_undo:
        drawing.screen.tap("undo")
        seen.append(drawing.plan)
        assert drawing.draft == drawing.plan
    assert [len(plan.places) for plan in seen] == [2, 2, 1, 0]
    for plan in reversed(seen[:-1]):
        drawing.screen.tap("arrow_right")
        assert drawing.plan == plan


def test_a_place_is_dragged_with_its_links_and_deleted_with_them(drawing):
    drawing.tool("Buoy")
    one, other = drawing.put(300, 300), drawing.put(600, 300)
    drawing.tool("Current")
    drawing.tie(one, other)
    drawing.choose("3")
    assert drawing.plan.links[0].fields == {"speed": 3}
    drawing.tool(drawing.say("draw.select"))
    drawing.drag((300, 300), (350, 400), (420, 500))
    moved = drawing.plan.place("buoy1")
    assert (moved.x, moved.y) == (pytest.approx(420, abs=2), pytest.approx(500, abs=2))
    drawing.touch(510, 400)
    assert drawing.panel.work.chosen == drawing.plan.links[0]
    drawing.touch(600, 300)
    drawing.screen.tap(drawing.panel.ids.away)
    assert [place.id for place in drawing.plan.places] == ["buoy1"]
    assert drawing.plan.links == ()
    drawing.screen.tap("undo")
    assert len(drawing.plan.links) == 1


def test_a_link_that_cannot_be_is_told_and_not_drawn(drawing):
    drawing.touch(300, 300)
    drawing.tool("Buoy")
    drawing.touch(600, 300)
    drawing.tool("Current")
    drawing.touch(300, 300)
    drawing.touch(600, 300)
    assert drawing.plan.links == ()
    said = drawing.screen.texts(drawing.screen.house.stage)
    assert "Current: cannot lead from Berth · berth1 to Buoy · buoy1." in said


def test_an_unfinished_plan_waits_where_it_was_left(start, size, tmp_path):
    room = ChartRoom(start(lang="en"))
    room.screen.resize(size)
    room.open()
    room.touch(300, 300)
    drawn = room.plan
    room.screen.close()
    again = ChartRoom(start(lang="en", folder=tmp_path))
    again.open_menu()
    again.screen.tap(again.say("draw.go_on"))
    assert again.plan == drawn
    assert again.screen.house.store.box.facts("probe") == {}


def test_problems_lead_to_their_place_and_a_sound_plan_goes_into_the_box(drawing):
    drawing.touch(300, 300)
    drawing.screen.tap(drawing.say("draw.done"))
    assert problems(drawing.screen.root) == []
    drawing.screen.tap("Entrance: 0")
    drawing.screen.house.close()
    drawing.tool("Entrance")
    drawing.touch(700, 600)
    drawing.screen.tap(drawing.say("draw.check"))
    drawing.screen.tap("Cannot be reached")
    assert drawing.panel.work.chosen.id == "berth1"
    x, y = drawing.panel.ids.view.at(300, 300)
    assert drawing.panel.ids.view.collide_point(x, y)
    drawing.panel.ids.view.fit()
    drawing.tool("Channel")
    drawing.touch(300, 300)
    drawing.touch(700, 600)
    drawn = drawing.plan
    drawing.screen.tap(drawing.say("draw.done"))
    assert drawing.screen.house.screen == "box"
    box = drawing.screen.house.store.box
    assert box.facts("probe") == {"chart.a": write_plan(drawn)}
    assert box.drafts("probe") == {}
    assert "Chart A" in drawing.screen.texts()


def test_a_practice_plan_is_copied_and_stays_what_it_is(room):
    room.open_menu()
    room.screen.tap(room.say("draw.practice"))
    assert room.plan == CHART.practised("a")
    room.touch(320, 400)
    room.choose("red")
    assert room.draft != CHART.practised("a")
    assert CHART.practised("a").place("buoy2").fields["light"] == "green"


def test_a_draft_is_given_up_only_after_asking(room):
    room.open()
    room.touch(300, 300)
    drawn = room.plan
    room.screen.house.back()
    room.open_menu()
    room.screen.tap(room.say("draw.practice"))
    room.screen.tap(room.say("screen.cancel"))
    assert room.draft == drawn
    room.open_menu()
    room.screen.tap(room.say("draw.practice"))
    room.screen.tap(room.say("draw.drop_draft"))
    assert room.plan == CHART.practised("a")


def test_a_plan_goes_to_a_stick_and_back(room, tmp_path, monkeypatch):
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr("companion.ui.sharing.targets", lambda: [Target(stick, "BLUE", 10**9)])
    box = room.screen.house.store.box
    box.keep("probe", {"chart.a": CHART.practice["a"]})
    room.open_menu()
    room.screen.tap(room.say("draw.export"))
    room.screen.tap("USB")
    room.screen.house.close()
    (file,) = stick.iterdir()
    assert (file.name, file.read_text("utf-8")) == ("probe.chart.a.plan.txt", CHART.practice["a"])
    file.write_text(CHART.practice["a"].replace("Übungshafen", "Our harbour"), "utf-8-sig")
    room.open_menu()
    room.screen.tap(room.say("draw.import"))
    room.screen.tap("USB")
    assert room.plan.name == "Our harbour"
    assert box.facts("probe")["chart.a"] == CHART.practice["a"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("plan chart Mine\nplace a buoy 1\n", "Line 2: “place a” is written like this"),
        ("plan board Mine\n", "This is a plan “board”, wanted is “chart”."),
        ("\udcff", "utf-8"),
    ],
)
def test_a_text_that_is_no_such_plan_is_told_and_harms_nothing(room, tmp_path, words, told):
    file = tmp_path / "bad.plan.txt"
    file.write_bytes(words.encode("utf-8", "surrogateescape"))
    room.open_menu()
    desk = plan_menu.Desk(
        room.screen.house,
        room.screen.house.games["probe"],
        room.screen.house.games["probe"].facts["chart.a"],
        lambda: None,
    )
    desk.read(file)
    room.screen.frames()
    assert any(told in said for said in room.screen.texts())
    assert room.screen.house.store.box.drafts("probe") == {}


def test_a_deleted_plan_leaves_the_box(room):
    box = room.screen.house.store.box
    box.keep("probe", {"chart.a": CHART.practice["a"]})
    room.open_menu()
    room.screen.tap(room.say("draw.delete"))
    assert "chart.a" in box.facts("probe")
    room.screen.tap(room.say("draw.delete"))
    assert box.facts("probe") == {}


def test_the_plan_is_enlarged_shifted_and_seen_whole_again(drawing):
    view = drawing.panel.ids.view
    small = view.scale
    for press in [found for found in drawing.screen.widgets() if getattr(found, "icon", "") == "search"]:
        if press.text == "+":
            drawing.screen.tap(press)
    assert view.scale == pytest.approx(small * 1.6)
    drawing.tool(drawing.say("draw.select"))
    middle = view.under(*view.center)
    drawing.drag((500, 350), (450, 350), (400, 350))
    assert view.under(*view.center)[0] == pytest.approx(middle[0] + 100, abs=2)
    assert drawing.plan.places == ()
    drawing.tool("Berth")
    drawing.touch(*middle)
    (place,) = drawing.plan.places
    assert (place.x, place.y) == (pytest.approx(middle[0], abs=1), pytest.approx(middle[1], abs=1))


def two_fingers(screen, one, other, to):
    """Put two fingers down, move the second one, and lift both."""
    from kivy.base import EventLoop

    fingers = [touching(*one), touching(*other)]
    for finger in fingers:
        EventLoop.post_dispatch_input("begin", finger)
    wide, high = EventLoop.window.system_size
    fingers[1].move({"x": to[0] / wide, "y": to[1] / high})
    EventLoop.post_dispatch_input("update", fingers[1])
    for finger in fingers:
        EventLoop.post_dispatch_input("end", finger)
    screen.frames()


def test_two_fingers_enlarge_and_put_nothing(drawing):
    view = drawing.panel.ids.view
    one, other, to = view.at(400, 300), view.at(500, 300), view.at(700, 300)
    two_fingers(drawing.screen, one, other, to)
    assert view.zoom == pytest.approx(3, abs=0.05)
    assert view.under(*one) == (pytest.approx(400, abs=2), pytest.approx(300, abs=2))
    assert drawing.plan.places == ()
    drawing.touch(400, 300)
    assert len(drawing.plan.places) == 1


def test_all_cards_can_be_read_and_touched(start, size, lang):
    room = ChartRoom(start(lang=lang), lang)
    room.screen.resize(size)
    room.open_menu()
    assert problems(room.screen.root) == []
    room.screen.tap(room.say("draw.practice"))
    for x, y in ((320, 400), (500, 400), (120, 300)):
        room.tool(room.say("draw.select"))
        room.touch(x, y)
        assert problems(room.screen.root) == []
    for card in ("ask_tool", "menu"):
        getattr(room.panel, card)()
        room.screen.frames()
        assert problems(room.screen.root) == []
        room.screen.house.close()
    room.touch(320, 400)
    room.choose("8")
    assert problems(room.screen.root) == []


def photo(folder, wide=800, high=600):
    """A light sheet on a dark table, from (100, 60) to (700, 480)."""
    found = np.full((high, wide, 3), 30, np.uint8)
    cv2.rectangle(found, (100, 60), (700, 480), (220, 230, 235), -1)
    path = folder / "sheet.png"
    cv2.imwrite(str(path), found)
    return path


def test_a_photo_of_the_sheet_lies_below_the_plan(drawing, tmp_path):
    house = drawing.screen.house
    house.go("plan_photo", game="probe", slot="chart.a", path=str(photo(tmp_path)))
    drawing.screen.frames()
    assert problems(drawing.screen.root) == []
    view = house.panel.ids.view
    for number, corner in enumerate(((100, 60), (700, 60), (700, 480), (100, 480))):
        wanted = view.place((corner[0] / 800, corner[1] / 600))
        drawing.screen.drag(view.place(view.corners[number]), wanted)
    drawing.screen.tap(drawing.say("draw.photo.use"))
    assert house.screen == "plan_editor"
    assert drawing.plan.height == pytest.approx(700, abs=4)
    kept = plan_menu.photo_of(house, "probe", "chart.a")
    found = cv2.imread(str(kept))
    assert found.shape[:2] == (pytest.approx(1120, abs=8), 1600)
    assert found[20:-20, 20:-20].min() > 190
    assert drawing.panel.ids.view._ground.texture is not None
    drawing.touch(300, 300)
    assert len(drawing.plan.places) == 1
    drawing.panel.menu()
    drawing.screen.frames()
    drawing.screen.tap(drawing.say("draw.photo.none"))
    assert plan_menu.photo_of(house, "probe", "chart.a") is None


def test_the_camera_over_the_table_photographs_the_sheet(start, size, tmp_path):
    table = DrawnTable(start(THREE, lang="en", views={"table": {"source": "drawn"}}))
    table.screen.resize(size)
    table.picture = cv2.imread(str(photo(tmp_path)))
    room = ChartRoom(table.screen)
    room.open()
    room.screen.tap("menu")
    room.screen.tap(room.say("draw.photo.camera"))
    house = table.screen.house
    assert house.screen == "plan_photo"
    house.eyes.step()
    house.panel.tick()
    room.screen.frames()
    assert problems(room.screen.root) == []
    room.screen.tap(room.say("draw.photo.still"))
    table.picture = np.zeros((600, 800, 3), np.uint8)
    house.eyes.step()
    house.panel.tick()
    room.screen.tap(room.say("calibrate.whole"))
    house.press("green")
    room.screen.frames()
    assert room.plan.height == 750
    found = cv2.imread(str(plan_menu.photo_of(house, "probe", "chart.a")))
    assert found[600, 800].min() > 190


def test_without_a_camera_over_the_table_one_is_told_what_to_do(drawing):
    drawing.screen.tap("menu")
    drawing.screen.tap(drawing.say("draw.photo.camera"))
    assert drawing.say("draw.photo.no_camera") in drawing.screen.texts()


HEXES = PlanSpec(
    key="hexes",
    title=literal("Hexes"),
    places=(PlaceKind(key="hex", title=literal("Hex"), sign="hexagon"),),
    grid=Grid("hex", 70, 70, 74),
)


class Hexed(Probe):
    """The probe game with a sheet of hexagons."""

    plans = (HEXES,)


def test_the_grid_is_dragged_and_sized_and_takes_its_places_along(start, size):
    room = ChartRoom(start(lang="en", games={"probe": Hexed()}))
    room.screen.resize(size)
    room.screen.house.go("plan_editor", game="probe", slot="hexes")
    room.screen.frames()
    room.touch(150, 65)
    cell = room.plan.cell("hex1")
    room.screen.tap("menu")
    room.screen.tap(room.say("draw.grid"))
    assert problems(room.screen.root) == []
    room.drag((400, 400), (410, 410), (421, 388))
    for words in ("++", "arrow_left", "−"):
        room.screen.tap(room.screen.find(words, room.panel.fitting))
    grid = room.plan.grid
    assert (grid.x, grid.y) == (pytest.approx(90, abs=1.5), pytest.approx(58, abs=1.5))
    assert grid.step == pytest.approx(75.9)
    assert room.plan.cell("hex1") == cell
    assert read_plan(room.screen.house.store.box.drafts("probe")["hexes"]) == room.plan
    room.screen.tap("undo")
    assert room.plan.grid.step == pytest.approx(76)


def test_a_photo_below_a_plan_with_places_keeps_its_shape(drawing, tmp_path):
    drawing.touch(300, 300)
    house = drawing.screen.house
    house.go("plan_photo", game="probe", slot="chart.a", path=str(photo(tmp_path, high=800)))
    drawing.screen.frames()
    before = read_plan(house.store.box.drafts("probe")["chart.a"])
    drawing.screen.tap(drawing.say("draw.photo.use"))
    assert drawing.plan == before


def test_a_file_that_is_no_photo_is_told(drawing, tmp_path):
    path = tmp_path / "none.png"
    path.write_text("no photo")
    drawing.screen.house.go("plan_photo", game="probe", slot="chart.a", path=str(path))
    drawing.screen.frames()
    assert drawing.say("draw.photo.bad_file") in drawing.screen.texts()
    drawing.screen.tap(drawing.say("draw.photo.use"))
    assert drawing.screen.house.screen == "plan_photo"


def test_the_buttons_of_the_box_take_back_and_finish(drawing):
    drawing.touch(300, 300)
    house = drawing.screen.house
    assert house.lamps >= {"green", "red", "yellow"}
    house.press("red")
    assert drawing.plan.places == ()
    house.press("yellow")
    assert drawing.panel.ids.view.zoom == 2
    house.press("green")
    drawing.screen.frames()
    assert drawing.say("draw.not_yet") in drawing.screen.texts()


def test_targets_are_as_wide_as_a_thumb(drawing):
    drawing.tool("Buoy")
    drawing.touch(300, 300)
    presses = [found for found in drawing.panel.fields.walk(restrict=True) if hasattr(found, "grey")]
    assert len(presses) == 7
    assert min(min(press.size) for press in presses) >= theme.mm(theme.TOUCH) * 0.97
