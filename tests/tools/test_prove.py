"""The prover: a rule properly tested is proven, everything else is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

HEAD = """
import pytest
from tinygame import LAST, RULES, Take, game, points, winner

@pytest.mark.rule("T-1")
@pytest.mark.parametrize("count", [4, 5])
def test_limit(count):
    assert game.check(None, Take(count=count)).rules == ("T-1",)
"""


def write(tiny: Path, body: str) -> str:
    (tiny / "tests" / "test_tiny.py").write_text(HEAD + body, "utf-8")
    return str(tiny / "tests")


def test_every_kind_of_change_is_noticed(tiny, run):
    tests = write(
        tiny,
        """
@pytest.mark.rule("T-2")
def test_double():
    assert points(4) == 8

def test_last():
    assert LAST == 3
test_last = pytest.mark.rule("T-3")(test_last)

@pytest.mark.parametrize(
    ("stones", "who"), [pytest.param((1, 2), (1,), marks=pytest.mark.rule("T-5")), ((0, 0), (0, 1))]
)
def test_winner(stones, who):
    assert winner(stones).winners == who
""",
    )
    done = run("rules", "tiny", "--prove", "--why", "--tests", tests)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "T-1  proven, 2 tests, 1 ways tried" in done.stdout
    assert "violations dropped: 2 of 2 noticed" in done.stdout
    assert "3 -> 4, before import: 1 of 1 noticed" in done.stdout
    assert "max -> min: 1 of 1 noticed" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("4 of 4 rules proven by 5 tests")


def test_a_value_that_a_rule_prints_is_changed_before_the_game_is_imported(tiny, run):
    tests = write(tiny, '@pytest.mark.rule("T-1")\ndef test_value():\n    assert RULES.value("T-1") == 3\n')
    done = run("rules", "tiny", "--prove", "--why", "--tests", tests)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "value, all +1: 1 of 1 noticed" in done.stdout


def test_a_test_that_passes_all_the_same_proves_nothing(tiny, run):
    tests = write(tiny, '@pytest.mark.rule("T-2")\ndef test_nothing():\n    assert points(4) > 0\n')
    done = run("rules", "tiny", "--prove", "--tests", tests)
    assert done.returncode == 1
    assert "T-2  NOT PROVEN, 1 of 1 test" in done.stdout
    assert "test_tiny.py::test_nothing" in done.stdout


def test_a_program_that_breaks_is_no_proof(tiny, run):
    tests = write(tiny, '@pytest.mark.rule("T-5")\ndef test_winner():\n    winner((1, 2)).places[0] + 0\n')
    done = run("rules", "tiny", "--prove", "--why", "--only", "T-5", "--tests", tests)
    assert done.returncode == 1
    assert "left out: 0 of 1 noticed" in done.stdout
    assert "T-5  NOT PROVEN" in done.stdout


def test_a_rule_that_stands_nowhere_cannot_be_disabled(tiny, run):
    tests = write(tiny, '@pytest.mark.rule("T-4")\ndef test_bag():\n    assert game.title == "Tiny"\n')
    done = run("rules", "tiny", "--prove", "--tests", tests)
    assert done.returncode == 1
    assert "T-4  NOTHING TO DISABLE, 1 test" in done.stdout


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("def test_x():\n    assert False\ntest_x = pytest.mark.rule('T-2')(test_x)\n", "fails already"),
        ("import nowhere_to_be_found\n", "nowhere_to_be_found"),
    ],
)
def test_tests_that_fail_already_are_told(tiny, run, body, said):
    done = run("rules", "tiny", "--prove", "--tests", write(tiny, body))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("how", ["--missing", "--prove"])
def test_where_pytest_cannot_begin_that_is_told(tiny, run, how):
    write(tiny, "")
    (tiny / "tests" / "conftest.py").write_text("import nowhere_to_be_found\n")
    done = run("rules", "tiny", how, "--tests", str(tiny / "tests"))
    assert done.returncode == 2
    assert "pytest cannot" in done.stderr


def test_a_rule_without_a_test_cannot_be_proven(tiny, run):
    done = run("rules", "tiny", "--prove", "--only", "T-3", "--tests", write(tiny, ""))
    assert done.returncode == 2
    assert "no test is marked with T-3" in done.stderr


def test_missing_lists_what_no_test_proves(tiny, run):
    tests = write(tiny, '@pytest.mark.rule("T-2", "T-9")\ndef test_double():\n    assert points(1) == 2\n')
    done = run("rules", "tiny", "--missing", "--tests", tests)
    assert done.returncode == 1
    assert "T-4  component  One bag." in done.stdout
    assert "T-3  UNTESTED   Three turns." in done.stdout
    assert "5 rules, 2 with a test, 3 without" in done.stdout
    assert "1 component" in done.stdout
    assert "2 UNTESTED" in done.stdout
    assert "unknown rule T-9, marked in " in done.stdout


def test_missing_is_content_where_every_rule_has_a_test_or_a_reason(tiny, run):
    tests = write(
        tiny, '@pytest.mark.rule("T-2", "T-3", "T-5")\ndef test_all():\n    assert points(1) == 2\n'
    )
    done = run("rules", "tiny", "--missing", "--tests", tests)
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_tests_there_is_a_clear_error(run):
    done = run("rules", "tiny", "--prove")
    assert done.returncode == 2
    assert "--tests DIR" in done.stderr
