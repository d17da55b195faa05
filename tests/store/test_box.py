"""The owner's box, and the box as a plain file."""

from __future__ import annotations

import json

import pytest

from companion.engine import Words, play
from companion.store import TEXTS, Store, sharing
from companion.store.sharing import BadBox, Line


@pytest.fixture
def games(probe):
    return {"probe": probe}


@pytest.fixture
def ships(probe):
    return [key for key in probe.facts if key.startswith("ship.")]


@pytest.fixture
def words(probe):
    return Words(play.texts(probe, TEXTS), "en")


def test_an_empty_box_knows_nothing(store):
    assert store.box.facts("probe") == {}
    assert store.box.games() == []


def test_values_stay_with_when_and_how(opened, clock):
    box = opened().box
    assert box.keep("probe", {"ship.1": 3, "ship.2": "seven"}) == ["ship.1", "ship.2"]
    clock.now = "1999-01-01 00:00:00"
    assert box.keep("probe", {"ship.1": 4, "ship.2": "seven"}, how="played", source="abc") == ["ship.1"]
    box = opened().box
    assert box.facts("probe") == {"ship.1": 4, "ship.2": "seven"}
    told = [(known.key, known.how, known.when, known.source) for known in box.known("probe")]
    assert told == [
        ("ship.1", "played", "1999-01-01 00:00:00", "abc"),
        ("ship.2", "typed", "2024-05-01 18:00:00", ""),
    ]


def test_a_dropped_value_is_unknown_again(opened):
    box = opened().box
    box.keep("probe", {"ship.1": 3, "ship.2": 5})
    box.drop("probe", "ship.1", "never known")
    assert opened().box.facts("probe") == {"ship.2": 5}


def test_taught_faces_stay_apart_from_printed_values(opened):
    box = opened().box
    box.keep("probe", {"ship.1": 3})
    box.teach("probe", {"red/sun/1": b"\x00\xff", "red/moon/1": b"two"})
    box.teach("probe", {"red/sun/1": b"again"})
    box = opened().box
    assert box.lessons("probe") == {"red/sun/1": b"again", "red/moon/1": b"two"}
    assert box.lessons("other") == {}
    assert (box.games(), box.taught(), box.facts("probe")) == (["probe"], ["probe"], {"ship.1": 3})
    box.unteach("probe", "red/sun/1", "red/moon/1")
    assert (opened().box.lessons("probe"), opened().box.taught()) == ({}, [])


def test_games_do_not_share_values(store):
    store.box.keep("probe", {"ship.1": 3})
    store.box.keep("other", {"ship.1": 9})
    assert store.box.facts("probe") == {"ship.1": 3}
    assert store.box.games() == ["other", "probe"]


def test_the_file_is_plain_sorted_and_ends_with_a_line(store):
    store.box.keep("probe", {"ship.2": 5, "ship.1": 3, "name": "Größe"})
    store.box.keep("empty", {"x": 1})
    store.box.drop("empty", "x")
    assert sharing.pack(store.box) == (
        "{\n"
        '  "games": {\n'
        '    "probe": {\n'
        '      "facts": {\n'
        '        "name": "Größe",\n'
        '        "ship.1": 3,\n'
        '        "ship.2": 5\n'
        "      }\n"
        "    }\n"
        "  },\n"
        '  "kind": "sternwarte-box",\n'
        '  "version": 1\n'
        "}\n"
    )


def test_only_the_part_of_one_game_may_be_packed(store):
    store.box.keep("probe", {"ship.1": 3})
    store.box.keep("other", {"ship.1": 9})
    assert set(json.loads(sharing.pack(store.box, ["other"]))["games"]) == {"other"}


def packed(facts, game="probe", **head):
    return json.dumps({"kind": "sternwarte-box", "version": 1, "games": {game: {"facts": facts}}, **head})


def test_an_import_tells_first_what_it_would_change(store, games, probe, ships):
    low = probe.facts[ships[0]].low
    store.box.keep("probe", {ships[0]: low, ships[1]: low})
    found = sharing.unpack(store.box, packed({ships[0]: low, ships[1]: low + 1, ships[2]: low}), games)
    assert found.unchanged == (Line(game="probe", key=ships[0], value=low, before=low),)
    assert found.changed == (Line(game="probe", key=ships[1], value=low + 1, before=low),)
    assert found.new == (Line(game="probe", key=ships[2], value=low),)
    assert store.box.facts("probe") == {ships[0]: low, ships[1]: low}


def test_the_caller_decides_who_is_right(store, games, probe, ships):
    low = probe.facts[ships[0]].low
    store.box.keep("probe", {ships[1]: low})
    found = sharing.unpack(store.box, packed({ships[1]: low + 1, ships[2]: low}), games)
    sharing.take(store.box, found.new, "stick")
    assert store.box.facts("probe") == {ships[1]: low, ships[2]: low}
    sharing.take(store.box, found.changed)
    assert store.box.facts("probe")[ships[1]] == low + 1
    assert {known.how for known in store.box.known("probe")} == {"imported"}


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (-1, "number from"),
        ("six", "number from"),
        (True, "takes a number"),
        (None, "takes a number"),
        ([1], "takes"),
    ],
)
def test_an_impossible_value_is_refused_by_its_key(store, games, ships, words, value, says):
    found = sharing.unpack(store.box, packed({ships[0]: value}), games)
    (line,) = found.refused
    assert (line.game, line.key) == ("probe", ships[0])
    assert says in words.say(line.problem)
    sharing.take(store.box, found.refused)
    assert store.box.facts("probe") == {}


def test_an_unknown_key_and_an_unknown_game_are_named(store, games, words):
    (line,) = sharing.unpack(store.box, packed({"ship.999": 1}), games).refused
    assert "ship.999" in words.say(line.problem)
    (line,) = sharing.unpack(store.box, packed({"x": 1}, game="chess"), games).refused
    assert "chess" in words.say(line.problem)


def test_parts_that_are_not_known_yet_are_left_out(store, games, probe, ships):
    low = probe.facts[ships[0]].low
    content = {
        "kind": "sternwarte-box",
        "version": 1,
        "games": {"probe": {"facts": {ships[0]: low}, "pictures": {}}},
    }
    assert len(sharing.unpack(store.box, json.dumps(content), games).new) == 1


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("{", "line and column 1:2"),
        (b"\xff\xfe\x00", "line and column"),
        ("[" * 100_000, "line and column"),
        ("[]", "sternwarte-box"),
        ('{"kind": "recipe"}', "sternwarte-box"),
        (packed({}, version="one"), "no valid version"),
        (packed({}, version=True), "no valid version"),
        (packed({}, version=2), "newer"),
        (packed({}, games=[]), "“games”"),
        (packed({}, games={"probe": 3}), "games.probe.facts"),
        (packed([1]), "games.probe.facts"),
    ],
)
def test_a_file_that_is_no_box_is_told_what_it_lacks(store, games, words, source, says):
    with pytest.raises(BadBox) as error:
        sharing.unpack(store.box, source, games)
    assert says in words.say(error.value.why)


def test_a_box_goes_round(opened, games, probe, ships, tmp_path):
    facts = {ship: probe.facts[ship].low for ship in ships}
    store = opened()
    store.box.keep("probe", facts)
    with Store(tmp_path / "other") as other:
        sharing.take(other.box, sharing.unpack(other.box, sharing.pack(store.box), games).new)
        assert other.box.facts("probe") == facts
        assert sharing.pack(other.box) == sharing.pack(store.box)


def test_taught_faces_go_along_also_where_nothing_else_is_known(opened, games, tmp_path):
    store = opened()
    store.box.teach("runes", {"red/sun/1": b"\x00one", "red/moon/2": b"two"})
    with Store(tmp_path / "other") as other:
        other.box.teach("runes", {"red/sun/1": b"\x00one"})
        found = sharing.unpack(other.box, sharing.pack(store.box), games)
        assert found.lessons == {"runes": {"red/moon/2": b"two"}}
        assert sharing.take_lessons(other.box, found) == 1
        assert other.box.lessons("runes") == store.box.lessons("runes")
        assert sharing.pack(other.box) == sharing.pack(store.box)
    assert set(json.loads(sharing.pack(store.box, ["probe"]))["games"]) == set()


@pytest.mark.parametrize("dice", [3, {"red": "AA=="}, {"red/sun/1": 5}, {"red/sun/1": "no base64!"}])
def test_what_is_no_taught_face_is_left_out(store, games, dice):
    content = {"kind": "sternwarte-box", "version": 1, "games": {"runes": {"dice": dice}}}
    assert sharing.unpack(store.box, json.dumps(content), games).lessons == {}


def test_an_unfinished_plan_stays_and_is_no_printed_value(opened):
    box = opened().box
    box.save_draft("probe", "chart.a", "plan chart Mine\n")
    box.save_draft("probe", "chart.a", "plan chart Ours\n")
    box.save_draft("probe", "chart.b", "plan chart Theirs\n")
    box.drop_draft("probe", "chart.b")
    box = opened().box
    assert box.drafts("probe") == {"chart.a": "plan chart Ours\n"}
    assert (box.facts("probe"), box.games()) == ({}, [])


def test_a_plan_goes_along_in_the_box(opened, games, probe, tmp_path):
    practice = probe.plans[0].practice["a"]
    mine = opened().box
    mine.keep("probe", {"chart.a": practice})
    with Store(tmp_path / "other") as store:
        found = sharing.unpack(store.box, sharing.pack(mine), games)
        sharing.take(store.box, found.new)
        assert store.box.facts("probe") == {"chart.a": practice}


def test_a_plan_that_cannot_be_used_is_refused_with_its_place(store, games, probe, words):
    cut = probe.plans[0].practice["a"].replace("link channel buoy2 berth1\n", "")
    content = {"kind": "sternwarte-box", "version": 1, "games": {"probe": {"facts": {"chart.a": cut}}}}
    (line,) = sharing.unpack(store.box, json.dumps(content), games).refused
    assert words.say(line.problem) == "berth1: Cannot be reached from any entrance."
