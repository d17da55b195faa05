"""Every command tells how it is used, and says what is wrong with its input without a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli

COMMANDS = ("demo", "sim", "replay", "score", "rules", "bench")
GAME = "game tiny\nplayers Anna, Ben\n\nAnna take count=3\nBen take count=1\n"


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    assert end.value.code == 0
    said = capsys.readouterr().out
    assert all(re.search(rf"^    {command} ", said, re.M) for command in COMMANDS)


@pytest.mark.parametrize("command", ["sim", "replay", "score", "rules", "bench"])
def test_every_command_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([command, "--help"])
    assert end.value.code == 0
    assert f"./sternwarte {command} " in capsys.readouterr().out


def test_help_imports_neither_the_engine_nor_a_game() -> None:
    program = "import sys; from companion import cli\ntry: cli.main(['--help'])\nexcept SystemExit: pass\n"
    program += "sys.exit(any(name.split('.')[0] in ('msgspec', 'kivy', 'pytest') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sim", "chess", "--players", "2"], "no game called chess"),
        (["sim", "probe", "--players", "9"], "2 to 6 players, not 9"),
        (["sim", "probe", "--players", "2", "--option", "x=1"], "no option 'x'"),
        (["replay", "nowhere.txt"], "nowhere.txt: No such file"),
        (["score", "probe", "nowhere.json"], "nowhere.json: No such file"),
        (["score", "chess", "--example"], "no game called chess"),
        (["rules", "chess"], "no game called chess"),
        (["rules", "chess", "--missing"], "no game called chess"),
        (["rules", "probe", "--missing", "--tests", "nowhere"], "no tests in nowhere"),
        (["bench", "nowhere"], "no bench 'nowhere'"),
        (["bench"], "which one?"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["fly"], ["sim"], ["sim", "probe", "--players", "x"], ["score", "probe"]])
def test_what_cannot_be_understood_is_no_success(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    assert end.value.code == 2


def test_without_a_command_the_app_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[tuple[str, tuple[list[str], ...]]] = []
    monkeypatch.setattr(cli, "_hand_over", lambda module, *words: handed.append((module, words)) or 0)
    assert cli.main([]) == 0
    assert cli.main(["demo", "reworld", "--out", "x"]) == 0
    assert handed == [("companion.app", ()), ("companion.demo", (["reworld", "--out", "x"],))]


def test_rules_are_listed_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "probe", "--lang", "de"]) == 0
    german = capsys.readouterr().out
    assert "PR-01  Ablauf, S. 1\n    Jede Runde" in german
    assert cli.main(["rules", "probe", "--lang", "en"]) == 0
    assert "PR-01  Ablauf, p. 1\n    Every round" in capsys.readouterr().out


def test_replay_prints_the_sheet(run, tiny: Path) -> None:
    done = run("replay", write(tiny, "game.txt", GAME + "undo\nredo\nAnna take count=0\n"))
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    assert row["players"] == ["Anna", "Ben"]
    assert row["lines"] == [
        {"rule": "T-2", "what": "Stones", "points": [6, 2], "count": [3, 1], "open": [False, False]}
    ]
    assert row["totals"] == [6, 2]
    assert row["outcome"] == {"places": [1, 2], "winners": ["Anna"], "tie_break": None, "rule": "T-5"}


def test_replay_takes_back_one_players_move(run, tiny: Path) -> None:
    done = run("replay", "-", stdin=GAME + "undo\nBen take count=2  # again\n")
    assert json.loads(done.stdout)["totals"] == [6, 4]
    assert json.loads(done.stdout)["outcome"] is None


def test_replay_names_the_rule_that_is_broken(run, tiny: Path) -> None:
    path = write(tiny, "game.txt", GAME + "\n# too many\nAnna take count=5\n")
    done = run("replay", path, "--lang", "en")
    assert done.returncode == 1
    assert f"{path}, line 8: Anna take count=5" in done.stdout
    assert "T-1 (Play): At most three." in done.stdout
    assert "5 is more than 3." in done.stdout
    assert "have = 5, limit = 3" in done.stdout
    row = json.loads(run("replay", path, "--json", "--lang", "de").stdout)
    assert row["line"] == 8
    assert row["violations"] == [
        {
            "rule": "T-1",
            "place": "Play",
            "sentence": "Hoechstens drei.",
            "why": "5 ist mehr als 3.",
            "values": {"have": 5, "limit": 3},
        }
    ]


def test_replay_goes_on_where_the_table_overruled_the_rules(run) -> None:
    done = run("replay", "-", stdin=GAME.replace("count=3", 'count=5 ! "we play it that way"'))
    assert done.returncode == 0
    assert json.loads(done.stdout)["totals"] == [10, 2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players A, B\n", "the head has no 'game'"),
        ("game chess\nplayers A, B\n", "no game called chess"),
        ("game probe\nplayers A\n", "2 to 6 players, not 1"),
        ("game probe\nplayers A, B\nfact ship.Q 3\n", "fact ship.Q: probe has no such value"),
        ("game probe\nplayers A, B\nfact ship.A 300\n", "fact ship.A: "),
        ("game probe\nplayers A, B\n\nCem dock berth=1\n", "line 4: nobody here is called Cem"),
        ("game probe\nplayers A, B\n\nA fly\n", "line 4: 'fly' is not an action of probe"),
        ("game probe\nplayers A, B\n\nA dock berth=x\n", "line 4: Expected `int`, got `str`"),
        ("game probe\nplayers A, B\n\nundo Cem\n", "line 4: "),
        ("game probe\nplayers A, B\n\nredo A\n", "line 4: "),
    ],
)
def test_a_recording_that_cannot_be_read_is_told(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", write(tmp_path, "game.txt", text)]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.txt").write_bytes(b"game \xff\xfe")
    assert cli.main(["replay", str(tmp_path / "game.txt")]) == 2
    assert "not a UTF-8 text (byte 5)" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["probe", "reworld"])
def test_the_example_can_be_scored_as_it_is(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["score", game, "--example"]) == 0
    example = capsys.readouterr().out
    assert "// " in example
    assert cli.main(["score", game, write(tmp_path, "table.json", example)]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["game"] == game
    assert len(row["totals"]) == len(row["players"]) == 2
    assert row["outcome"]["winners"]


def test_score_prints_sheet_and_outcome(run) -> None:
    done = run("score", "tiny", "-", stdin='{"players": [{"stones": 2}, {"name": "Zoe", "stones": 3}]}')
    row = json.loads(done.stdout)
    assert row["players"] == ["Anna", "Zoe"]
    assert row["totals"] == [4, 6]
    assert row["outcome"]["winners"] == ["Zoe"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '{\n  "players": [\n    {]\n}',
            "not JSON: JSON is malformed: object keys must be strings (line 3, column 6)",
        ),
        ('{\n"players": [', "not JSON: Input data was truncated (it ends at line 2)"),
        ("[]", "Expected `object`, got `array`"),
        ('{"players": [{}]}', "$.players: probe is for 2 to 6 players, not 1"),
        ('{"players": [{}, {"ore": "x"}]}', "Expected `int`, got `str` - at `$.players[1].ore`"),
        ('{"players": [{}, {"ships": ["A", 3]}]}', "at `$.players[1].ships[1]`"),
        ('{"players": [{}, {"shps": []}]}', "`shps`"),
        ('{"players": [{}, {"name": 3}]}', "$.players[1].name: a name is expected"),
        ('{"players": [{"name": "A"}, {"name": "A"}]}', "a name of their own"),
        ('{"players": [{}, {}], "fact": {}}', "unknown field `fact`"),
        ('{"players": [{}, {}], "facts": {"ship.A": 77}}', "$.facts: fact ship.A: "),
        ('{"players": [{}, {}], "facts": {"moon": 7}}', "probe has no such value"),
        ('{"players": [{"ships": ["A"]}, {"ships": ["A"]}]}', "table.json: "),
    ],
)
def test_a_table_that_cannot_be_is_told(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["score", "probe", write(tmp_path, "table.json", text)]) == 2
    assert said in capsys.readouterr().err


def test_the_schema_describes_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "probe", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["properties"]["players"]["minItems"] == 2
    held = schema["$defs"]["Holdings"]["properties"]
    assert held["name"]["type"] == "string"
    assert held["ore"]["type"] == "integer"
