"""Finished games as files and as a link."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from companion.engine import (
    Cell,
    Outcome,
    Player,
    ScoreLine,
    ScoreSheet,
    Setup,
    Table,
    Words,
    literal,
    notation,
    play,
)
from companion.store import TEXTS, exports
from companion.store.exports import ExportError, Play, Unfinished


@pytest.fixture
def played(store, clock, setup, probe, play_on):
    """A whole game of the probe, as an export sees it."""
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    clock.minutes(47)
    play_on(table)
    return exports.play(store, probe, journal.id)


@pytest.fixture
def words(probe):
    return Words(play.texts(probe, TEXTS), "en", ("Anna", "Ben", "Cem"))


def rows(text, delimiter=","):
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def test_the_sheet_adds_up_in_the_csv(played, words):
    head, *lines, total, place = rows(exports.sheet_csv(played, words))
    assert head == ["What for", "Anna", "Ben", "Cem", "Rule"]
    columns = [[int(line[seat].lstrip("≥")) for line in lines] for seat in (1, 2, 3)]
    assert [sum(column) for column in columns] == [int(cell.lstrip("≥")) for cell in total[1:4]]
    assert tuple(int(cell.lstrip("≥")) for cell in total[1:4]) == played.sheet.totals
    assert tuple(map(int, place[1:4])) == played.outcome.places


def test_german_spreadsheets_want_semicolons(played, probe):
    german = Words(play.texts(probe, TEXTS), "de")
    assert rows(exports.sheet_csv(played, german), ";")[0] == ["Wofür", "Anna", "Ben", "Cem", "Regel"]


def small(*names, points=(3, -2)):
    return Play(
        id="0123456789ab",
        title="Spiel, das",
        setup=Setup(game="x y/z", players=tuple(Player(name, "red", "star") for name in names)),
        moves=(),
        sheet=ScoreSheet((ScoreLine(literal("=line"), tuple(Cell(n, open=n > 0) for n in points)),), 2),
        outcome=Outcome((1, 2), (0,)),
        began="2024-05-01 18:00:00",
        ended="2024-05-01 19:30:00",
        minutes=90,
        bgg=225163,
    )


@pytest.mark.parametrize("name", ["=1+1", "+cmd", "-x", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_name_is_taken_for_a_formula(name):
    words = Words(TEXTS, "en")
    head, line, *_ = rows(exports.sheet_csv(small(name, 'Ben; "x", y'), words))
    assert head[1] == f"'{name}"
    assert head[2] == 'Ben; "x", y'
    assert line == ["'=line", "≥3", "-2", ""]


def test_the_json_tells_everything(played):
    content = json.loads(exports.game_json(played))
    assert (content["kind"], content["version"], content["game"]) == ("sternwarte-game", 1, "probe")
    assert content["minutes"] == 47
    assert tuple(content["totals"]) == played.sheet.totals
    assert content["outcome"]["places"] == list(played.outcome.places)
    assert [player["name"] for player in content["setup"]["players"]] == ["Anna", "Ben", "Cem"]
    assert len(content["moves"]) == len(played.moves)


def test_the_moves_of_an_export_replay_to_the_same_sheet(played, probe):
    recorded = notation.parse(exports.recording(played))
    table = Table(probe, recorded.setup)
    for number, line in recorded.lines:
        move = notation.read_move(probe, recorded.setup, number, line)
        table.submit(move.action, move.reason)
    assert table.score() == played.sheet
    moves = json.loads(exports.game_json(played))["moves"]
    assert moves == [line for _, line in recorded.lines]


def test_a_game_that_goes_on_is_not_exported(store, setup, probe):
    journal = store.new_game(setup)
    with pytest.raises(Unfinished):
        exports.play(store, probe, journal.id)


def test_files_have_safe_names(words):
    names = exports.files(small("A", "B"), words)
    assert set(names) == {f"x-y-z-2024-05-01-0123456789ab.{ending}" for ending in ("csv", "json", "txt")}
    assert next(iter(names.values())).startswith(b"\xef\xbb\xbf")


def test_the_link_is_the_one_that_bg_stats_documents():
    link = exports.link(small("Änne & Co", "Ben"))
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert link.isascii()
    assert json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0]) == {
        "sourceName": "Sternwarte",
        "sourcePlayId": "0123456789ab",
        "playDate": "2024-05-01 19:30:00",
        "durationMin": 90,
        "game": {"name": "Spiel, das", "sourceGameId": "x y/z", "highestWins": True, "bggId": 225163},
        "players": [
            {"name": "Änne & Co", "sourcePlayerId": "Änne & Co", "score": 3, "rank": 1, "winner": True},
            {"name": "Ben", "sourcePlayerId": "Ben", "score": -2, "rank": 2, "winner": False},
        ],
    }


def test_the_app_has_a_link_of_its_own(played):
    assert exports.link(played, app=True).startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B")


def test_a_game_without_a_number_at_bgg_and_without_a_duration_is_sent_without(played):
    content = json.loads(
        parse_qs(urlsplit(exports.link(replace(played, bgg=None, minutes=0))).query)["data"][0]
    )
    assert "bggId" not in content["game"]
    assert "durationMin" not in content


def test_the_qr_code_is_a_square_that_fits_the_screen():
    link = exports.link(small("Alexandra", "Maximilian"))
    matrix = exports.qr(link)
    assert {len(row) for row in matrix} == {len(matrix)}
    # The three finder patterns in the corners.
    for row, column in ((0, 0), (0, -7), (-7, 0)):
        assert all(matrix[row][column : column + 7 or None])
    assert (len(matrix) + 8) * 4 <= 480
    assert exports.png(link).startswith(b"\x89PNG")


def test_a_file_is_whole_or_not_there(tmp_path, words, played):
    files = exports.files(played, words)
    written = exports.save(tmp_path / "stick" / "Sternwarte", files)
    assert [path.read_bytes() for path in written] == list(files.values())
    assert len(list((tmp_path / "stick/Sternwarte").iterdir())) == 3


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (28, "is full"),
        (122, "is full"),
        (30, "cannot be written"),
        (13, "cannot be written"),
        (5, "Plug the stick"),
    ],
)
def test_a_failing_stick_says_what_to_do(tmp_path, words, monkeypatch, number, says):
    monkeypatch.setattr("os.fsync", _failing(number))
    with pytest.raises(ExportError) as error:
        exports.save(tmp_path, {"a.csv": b"x"})
    assert says in words.say(error.value.why)
    assert list(tmp_path.iterdir()) == []


def _failing(number):
    def fsync(handle):
        raise OSError(number, "on purpose")

    return fsync


MOUNTS = r"""
/dev/root / ext4 rw,noatime 0 0
proc /proc proc rw 0 0
tmpfs /media/anna/RAM tmpfs rw 0 0
/dev/sda1 /media/anna/MY\040STICK vfat rw,nosuid 0 0
/dev/sdb1 /run/media/anna/LOCKED vfat ro,nosuid 0 0
/dev/sdc1 /mnt/usb ext4 rw 0 0
/dev/sdd1 /mnt/card exfat rw 0 0
/dev/nvme0n1p3 /mnt/archive ext4 rw 0 0
/dev/sde1 /media/ben/OTHER vfat rw 0 0
/dev/sdf1 /media/anna/DENIED vfat rw 0 0
short line
"""


@pytest.fixture
def sys(tmp_path):
    """A `/sys` in which sdc is on USB, sdd says that it is removable, and the others are not."""
    devices = {"sdc/sdc1": "usb1/sdc/sdc1", "sdd/sdd1": "mmc/sdd/sdd1", "nvme": "pci/nvme0n1/nvme0n1p3"}
    block = tmp_path / "sys/class/block"
    block.mkdir(parents=True)
    for place in devices.values():
        real = tmp_path / "sys/devices" / place
        real.mkdir(parents=True)
        (real.parent / "removable").write_text("1\n" if "sdd" in place else "0\n")
        (block / real.name).symlink_to(real)
    return tmp_path / "sys"


def test_sticks_are_found_where_they_are_mounted(sys):
    found = exports.targets(MOUNTS, "anna", sys, lambda path: path.name != "DENIED")
    assert [str(target.folder) for target in found] == ["/media/anna/MY STICK", "/mnt/card", "/mnt/usb"]
    assert found[0].label == "MY STICK"


def test_a_machine_without_mounts_has_no_sticks(monkeypatch):
    monkeypatch.setattr("companion.store.targets.Path.read_text", _unreadable)
    assert exports.targets() == []


def _unreadable(path, *how):
    raise OSError(2, "No such file")
