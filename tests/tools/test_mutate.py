"""Every way to disable a line, and what a tag belongs to."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from companion.tools.forks import Forks, apart
from companion.tools.mutate import Source, tags, value_changes

# Python 3.12 warns of threads at a fork; those are of the program that runs the tests, the prover has none.
forking = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


def results(tmp_path: Path, body: str, call: str) -> set[str]:
    """What a call gives under each change of the lines tagged with X-1."""
    path = tmp_path / "module.py"
    path.write_text(body, "utf-8")
    source = Source(path, ["X-1", "X-2"])
    found = set()
    for change in source.changes("X-1"):
        names: dict[str, object] = {}
        try:
            exec(source.compiled(change), names)
            found.add(repr(eval(call, names)))
        except Exception as error:
            found.add(type(error).__name__)
    names = {}
    exec(source.compiled(None), names)
    # Every change was taken back: the source is what it was.
    exec(compile(body, "module.py", "exec"), plain := {})
    assert repr(eval(call, names)) == repr(eval(call, plain))
    return found


@pytest.mark.parametrize(
    ("body", "call", "wanted"),
    [
        ("def f(n):\n    if n > 3:  # X-1\n        return 'much'\n    return 'few'\n", "f(9)", {"'few'"}),
        ("def f(n):\n    if n > 3:  # X-1\n        return 'much'\n    return 'few'\n", "f(1)", {"'much'"}),
        ("def f(n):\n    return 'a' if n else 'b'  # X-1\n", "f(1)", {"'b'"}),
        ("def f(n):\n    return n >= 3  # X-1\n", "f(3)", {"False"}),
        ("def f(n):\n    return 1 < n <= 3  # X-1\n", "f(3)", {"False"}),
        ("def f(n) -> bool:\n    return g(n)  # X-1\ndef g(n): return True\n", "f(3)", {"False"}),
        ("def f(n) -> int:\n    return g(n)  # X-1\ndef g(n): return 5\n", "f(3)", {"6", "3"}),
        ("def f() -> tuple[int, ...]:\n    return g()  # X-1\ndef g(): return (5,)\n", "f()", {"()"}),
        ("def f() -> int | None:\n    return g()  # X-1\ndef g(): return 5\n", "f()", {"None"}),
        ("def f():\n    n = 1\n    n += 4  # X-1\n    return n\n", "f()", {"1", "6", "4"}),
        ("def f(n):\n    n.append(1)  # X-1\n    return n\n", "f([])", {"[]", "[2]"}),
        ("def f(a, b):\n    return a and b  # X-1\n", "f(0, 1)", {"1"}),
        ("def f(a, b):\n    return g(a - b)  # X-1\ndef g(n): return n\n", "f(5, 2)", {"7", "5"}),
        ("def f():\n    return [4, 5, 6]  # X-1\n", "f()", {"[5, 6]", "[4]"}),
        ("def f():\n    return {'a': 1, 'b': 2}  # X-1\n", "f()", {"{'b': 2}"}),
        ("def f(n):\n    return max(n)  # X-1\n", "f([1, 2])", {"1"}),
        ("def f(n):\n    return not n  # X-1\n", "f(True)", {"True"}),
        (
            "def f():\n    return dict(\n        a=1,\n        b=2,  # X-1\n    )\n",
            "f()",
            {"{'a': 1, 'b': 3}"},
        ),
        ("def f():\n    return dict(\n        b=2,  # X-1\n        a=1,\n    )\n", "f()", {"{'a': 1}"}),
        ("def f():\n    return (\n        4,\n        5,  # X-1\n    )\n", "f()", {"(4,)", "(4, 6)"}),
        ("def f():\n    return dict(a=1, b=2)  # X-1\n", "f()", {"{'a': 1}", "{'b': 2}"}),
        ("def f(n):\n    return [i for i in n if i > 1]  # X-1\n", "f([1, 2])", {"[1, 2]", "[]"}),
        ("def f(n):\n    s = 0\n    for i in n:  # X-1\n        s += i\n    return s\n", "f([4])", {"0"}),
        (
            "def f(n):\n    match n:\n        case 1:  # X-1\n            return 2\n    return 3\n",
            "f(1)",
            {"3"},
        ),
        ("def f(n):  # X-1\n    if n:\n        return 2\n    return 3\n", "f(1)", {"3", "1"}),
        ("N = 3  # X-1, X-2\ndef f(): return N\n", "f()", {"4", "2", "NameError"}),
        ("def f():\n    return sum(\n        (1, 2)\n    )  # X-1\n", "f()", {"2"}),
    ],
)
def test_a_tagged_line_is_changed(tmp_path: Path, body: str, call: str, wanted: set[str]) -> None:
    assert wanted <= results(tmp_path, body, call)


def test_only_tagged_lines_are_changed(tmp_path: Path) -> None:
    body = "def f(n):\n    a = n + 1\n    b = n + 2  # X-2\n    return a + b\n"
    assert results(tmp_path, body, "f(1)") == set()
    body = "def f(n):\n    if n:  # X-1\n        a = 5\n    return 7\n"
    assert results(tmp_path, body, "f(1)") <= {"7"}


def test_tags_are_comments_at_the_end_of_code() -> None:
    source = '# A-1\nx = "# A-1"\ny = 1  # A-1, A-2: why\nz = 2  # A-11\n'
    assert tags(source, {"A-1", "A-2"}) == {3: {"A-1", "A-2"}}


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (3, [4, 2]),
        (True, [False]),
        ("abc", ["abcx", "bc"]),
        ([1, 2], [[2, 3], [2], [2, 1], [2, 2], [1, 3]]),
        (["a", "b", "c"], [["b", "c", "a"], ["a", "b"], ["c", "b", "a"]]),
        ({"x": 1, "y": [5]}, [{"x": 2, "y": [6]}, {"x": 2, "y": [5]}, {"x": 1, "y": []}]),
        (None, []),
    ],
)
def test_a_printed_value_is_changed_as_a_whole_and_in_parts(value: object, wanted: list[object]) -> None:
    found = [other for _, other in value_changes(value)]
    assert all(other in found for other in wanted)
    assert bool(found) == bool(wanted)


@forking
def test_forks_answer_and_leave_this_process_alone() -> None:
    here = []
    forks, answers = Forks(2), []
    for number in range(5):
        forks.order(lambda number=number: here.append(number) or {"n": number}, 10, answers.append)
    forks.run()
    assert sorted(answer["n"] for answer in answers) == [0, 1, 2, 3, 4]
    assert here == []


@forking
def test_a_fork_that_dies_or_never_ends_has_no_answer() -> None:
    assert apart(lambda: os._exit(3)) is None
    assert apart(lambda: 1 // 0) is None
    began = time.monotonic()
    assert apart(lambda: time.sleep(60), seconds=0.1) is None
    assert time.monotonic() - began < 10


@forking
def test_a_long_answer_arrives_whole() -> None:
    assert apart(lambda: "x" * 300_000) == "x" * 300_000
