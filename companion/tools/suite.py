"""A game's tests: which rules they are marked with, and whether they notice that something is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.engine import Game, Impossible, Refused

from .errors import Complaint
from .forks import apart

MARK = "rule(id): the rule of a rulebook that this test proves"
# What a broken program raises proves nothing about a rule; only these say that a rule was missed.
HONEST = (AssertionError, Refused, Impossible)


class Target(Struct, frozen=True):
    """A game and its tests, not imported yet."""

    name: str
    module: str
    attribute: str
    tests: str

    def game(self) -> Game[Any]:
        """The game; imports it."""
        game: Game[Any] = getattr(import_module(self.module), self.attribute)
        return game

    @property
    def package(self) -> str:
        """The package whose source holds the rules."""
        found = find_spec(self.module)
        is_package = found is not None and found.submodule_search_locations is not None
        return self.module if is_package else self.module.rpartition(".")[0] or self.module

    def sources(self) -> list[Path]:
        """The files of the package."""
        found = find_spec(self.package)
        if found is None:
            raise Complaint(f"the game {self.name} cannot be found: {self.package}")
        if found.submodule_search_locations is None:
            return [Path(found.origin or "")]
        return sorted(
            path for folder in found.submodule_search_locations for path in Path(folder).rglob("*.py")
        )


def target(name: str, tests: Path | None) -> Target:
    """The game of that name with its tests; Complaint where one of them is missing."""
    from companion.registry import GROUP, UnknownGame

    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        raise UnknownGame(name)
    if find_spec("pytest") is None:
        raise Complaint("this needs pytest: ./sternwarte test installs it")
    folder = tests or Path(__file__).resolve().parents[2] / "tests" / "games" / name
    if not folder.exists():
        raise Complaint(f"there are no tests in {folder}; name their folder with --tests DIR")
    return Target(name, points[name].module, points[name].attr, str(folder.resolve()))


class Marked(Struct):
    """Tests by node id with the rules that they are marked with, and files that cannot be collected."""

    tests: dict[str, list[str]] = {}
    errors: list[str] = []

    def by_rule(self) -> dict[str, list[str]]:
        """The tests of each rule."""
        found: dict[str, list[str]] = {}
        for test, rules in self.tests.items():
            for rule in rules:
                found.setdefault(rule, []).append(test)
        return found


class Watcher:
    """A pytest plugin: notes marks, keeps the wanted tests, and notes who fails honestly."""

    def __init__(
        self, wanted: Iterable[str] | None = None, serve: Callable[[list[Any]], None] | None = None
    ) -> None:
        self.wanted = None if wanted is None else set(wanted)
        self.serve = serve
        self.marked = Marked()
        self.failed: dict[str, str] = {}
        self.noticed: set[str] = set()
        self.seconds: dict[str, float] = {}

    def pytest_configure(self, config: Any) -> None:
        """The mark is known also where the tests' own settings do not name it."""
        config.addinivalue_line("markers", MARK)

    def pytest_collectreport(self, report: Any) -> None:
        """Files that cannot be collected."""
        if report.failed:
            last = str(report.longrepr).strip().splitlines()[-1]
            self.marked.errors.append(f"{report.nodeid}: {last}")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep what is wanted; note the marks."""
        if self.wanted is not None:
            items[:] = [item for item in items if item.nodeid in self.wanted]
        for item in items:
            rules = [str(rule) for mark in item.iter_markers("rule") for rule in mark.args]
            if rules:
                self.marked.tests[item.nodeid] = sorted(set(rules))

    def pytest_runtestloop(self, session: Any) -> bool | None:
        """Hand the collected tests over instead of running them, where somebody serves."""
        if self.serve is None:
            return None
        self.serve(session.items)
        return True

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """Note how a test ended."""
        self.seconds[item.nodeid] = self.seconds.get(item.nodeid, 0.0) + call.duration
        if call.excinfo is None or call.when == "teardown":
            return
        error = call.excinfo.value
        self.failed[item.nodeid] = f"{type(error).__name__}: {error}".partition("\n")[0]
        if is_honest(error):
            self.noticed.add(item.nodeid)


def is_honest(error: BaseException) -> bool:
    """Whether a test failed because a rule was missed, not because the program broke."""
    import pytest

    if isinstance(error, BaseExceptionGroup):
        return all(is_honest(part) for part in error.exceptions)
    return isinstance(error, (*HONEST, pytest.fail.Exception))


def run_pytest(watcher: Watcher, paths: Iterable[str]) -> bool:
    """Run pytest in this process, which can be done once, so do it in a fork; whether it could begin."""
    import pytest

    os.environ.pop("PYTEST_ADDOPTS", None)
    os.environ.pop("PYTEST_CURRENT_TEST", None)
    _settle_hypothesis()
    options = ["-q", "-s", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"]
    code = pytest.main([*options, *paths], plugins=[watcher])
    return code not in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR)


def _settle_hypothesis() -> None:
    hypothesis = sys.modules.get("hypothesis")
    if hypothesis is not None:
        hypothesis.settings.register_profile(
            "prove",
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.settings.load_profile("prove")


def warm_up() -> None:
    """Import what every fork needs, but neither the game nor its tests."""
    import pytest  # noqa: F401

    if find_spec("hypothesis") is not None:
        import_module("hypothesis")


def marks(target: Target) -> Marked:
    """The marks of a game's tests; nothing of them stays imported here."""

    def work() -> Marked | None:
        watcher = Watcher(serve=lambda items: None)
        return watcher.marked if run_pytest(watcher, [target.tests]) else None

    answer = apart(work)
    if answer is None:
        raise Complaint(f"pytest cannot collect {target.tests}; STERNWARTE_VERBOSE=1 shows why")
    return Marked(**answer)
