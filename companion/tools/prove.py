"""Mutation proof: every rule that has tests is disabled in several ways, and each of its tests must notice.

First in one warm process that has collected all tests: violations of the rule are dropped, and functions
with tagged lines get changed code. What survives is tried again from scratch, changed before the game is
imported: the values of the rule, and every tagged line once more.
"""

from __future__ import annotations

import functools
import gc
import os
import time
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

from msgspec import Struct, structs

from companion.engine import LEGAL, Rulebook, Ruling, Violation
from companion.engine import rule as rule_module

from .errors import Complaint
from .forks import Forks, apart
from .imports import Mutants
from .mutate import Change, Source, value_changes
from .suite import Target, Watcher, run_pytest, warm_up

MOST = 80
"""So many ways to disable one rule are tried at most, warm and cold."""

_dropped: frozenset[str] = frozenset()


class Case(Struct):
    """A rule with its tests: what was tried, and which tests have not noticed anything yet."""

    rule: str
    tests: list[str]
    left: list[str]
    tried: list[str] = []
    ways: int = 0
    named: bool = False

    @property
    def verdict(self) -> str:
        """One line of the report."""
        count = f"{len(self.tests)} test{'s' if len(self.tests) > 1 else ''}"
        if not self.left:
            return f"{self.rule}  proven, {count}, {len(self.tried)} ways tried"
        if not self.ways and not self.named:
            return f"{self.rule}  NOTHING TO DISABLE, {count}"
        return f"{self.rule}  NOT PROVEN, {len(self.left)} of {count} passed, {len(self.tried)} ways tried"


class Proof(Struct):
    """What came out."""

    cases: list[Case] = []
    errors: list[str] = []
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether every test of every rule has noticed."""
        return not self.errors and not any(case.left for case in self.cases)

    def summary(self) -> Iterator[str]:
        """The failures, and the counts."""
        bad = [case for case in self.cases if case.left]
        for case in bad:
            yield case.verdict
            yield from (f"    {test}" for test in case.left)
        tests = len({test for case in self.cases for test in case.tests})
        proven = len(self.cases) - len(bad)
        yield f"{proven} of {len(self.cases)} rules proven by {tests} tests in {self.seconds:.0f} s"


class Teller:
    """Prints a line for every rule as it is settled."""

    def __init__(self, tell: Callable[[str], None], why: bool) -> None:
        self.tell = tell
        self.why = why

    def __call__(self, case: Case) -> None:
        """Tell about a rule."""
        self.tell(case.verdict)
        if self.why:
            for line in case.tried:
                self.tell(f"    {line}")


def prove(
    target: Target,
    only: Iterable[str] = (),
    jobs: int = 2,
    tell: Callable[[str], None] = lambda line: None,
    why: bool = False,
) -> Proof:
    """Prove the tests of a game; the game must not be imported in this process."""
    began = time.monotonic()
    warm_up()
    voice = os.dup(1)
    answer = apart(lambda: _Warm(target, set(only), jobs, voice, why).work(), seconds=3600)
    os.close(voice)
    if answer is None:
        raise Complaint(f"pytest cannot run {target.tests}; STERNWARTE_VERBOSE=1 shows why")
    proof = Proof([Case(**row) for row in answer["cases"]], answer["errors"])
    if proof.errors:
        return proof
    sources = [Source(path, answer["ids"]) for path in target.sources()]
    forks, teller = Forks(jobs), Teller(tell, why)
    for case in reversed(proof.cases):
        ways = list(_cold_ways(case.rule, answer["values"].get(case.rule), sources))
        case.ways += len(ways)
        if case.left:
            files = sorted({answer["files"][test] for test in case.left})
            run = functools.partial(_cold_run, answer["root"], files)
            Hunt(case, ways[:MOST], forks, run, teller, answer["seconds"]).go_on(None)
    forks.run()
    proof.seconds = time.monotonic() - began
    return proof


Way = tuple[str, Callable[[], None]]
"""A way to disable a rule: words for it, and what does it in a forked child."""


class Hunt:
    """One rule: a way after the other, until all of its tests have noticed."""

    def __init__(
        self,
        case: Case,
        ways: list[Way],
        forks: Forks,
        run: Callable[[Callable[[], None], list[str]], list[str]],
        settled: Callable[[Case], None],
        seconds: dict[str, float],
    ) -> None:
        self.seconds = seconds
        self.case = case
        self.ways = iter(ways)
        self.forks = forks
        self.run = run
        self.settled = settled
        self.label = ""

    def go_on(self, noticed: list[str] | None) -> None:
        """Take the answer of the last way, and try the next."""
        case = self.case
        if self.label:
            said = (
                "did not come to an end" if noticed is None else f"{len(noticed)} of {len(case.left)} noticed"
            )
            case.tried.append(f"{self.label}: {said}")
        case.left = [test for test in case.left if test not in (noticed or ())]
        way = next(self.ways, None) if case.left else None
        if way is None:
            self.settled(case)
            return
        self.label, install = way
        tests = list(case.left)
        limit = 20 + 5 * sum(self.seconds.get(test, 0.0) for test in tests)
        self.forks.order(lambda: self.run(install, tests), limit, self.go_on)


class _Warm:
    """The process that has imported the game and collected its tests."""

    def __init__(self, target: Target, only: set[str], jobs: int, voice: int, why: bool) -> None:
        self.target = target
        self.only = only
        self.jobs = jobs
        self.voice = voice
        self.why = why
        self.answer: dict[str, Any] = {"cases": [], "errors": [], "ids": [], "values": {}, "seconds": {}}
        self.watcher = Watcher(serve=self.serve)

    def work(self) -> dict[str, Any] | None:
        """Collect, then try the quick ways; None if pytest cannot even begin."""
        return self.answer if run_pytest(self.watcher, [self.target.tests]) else None

    def serve(self, items: list[Any]) -> None:
        """All that happens between collecting and the end."""
        self.answer["errors"] += self.watcher.marked.errors
        if self.answer["errors"]:
            return
        self.answer["root"] = str(items[0].config.rootpath) if items else ""
        by_rule = self.watcher.marked.by_rule()
        book = self.target.game().rules.rules
        rules = list(dict.fromkeys([*book, *by_rule]))
        self.answer["ids"] = rules
        self.answer["values"] = {rule.id: rule.value for rule in book.values()}
        self.answer["files"] = {item.nodeid: str(item.path) for item in items}
        chosen = [rule for rule in rules if rule in by_rule and (not self.only or rule in self.only)]
        wrong = sorted(self.only - set(by_rule)) or ([] if chosen else ["a rule"])
        self.answer["errors"] += [f"no test is marked with {rule}" for rule in wrong]
        self.items = {item.nodeid: item for item in items if item.nodeid in self.watcher.marked.tests}
        self.answer["errors"] += self._baseline({test for rule in chosen for test in by_rule[rule]})
        if self.answer["errors"]:
            return
        paths = self.target.sources()
        sources = [Source(path, rules) for path in paths]
        text = "\n".join(path.read_text("utf-8") for path in paths)
        functions = Functions(sources, self.target.package)
        forks = Forks(self.jobs)
        cases = [Case(rule, by_rule[rule], by_rule[rule], named=f'"{rule}"' in text) for rule in chosen]
        self.answer["cases"] = cases
        for case in reversed(cases):
            dropped = functools.partial(drop, case.rule)
            ways: list[Way] = [("violations dropped", dropped), *functions.ways(case.rule)]
            Hunt(case, ways[:MOST], forks, self._run, self._settled, self.answer["seconds"]).go_on(None)
        forks.run()

    def _baseline(self, tests: set[str]) -> list[str]:
        def work() -> list[Any]:
            self._run(lambda: None, sorted(tests))
            return [self.watcher.failed, self.watcher.seconds]

        answer = apart(work, 600)
        if answer is None:
            return ["the tests do not come to an end"]
        self.answer["seconds"] = answer[1]
        return [f"{test} fails already: {why}" for test, why in answer[0].items()]

    def _run(self, install: Callable[[], None], tests: list[str]) -> list[str]:
        from _pytest.runner import runtestprotocol

        install()
        for test in tests:
            runtestprotocol(self.items[test], nextitem=None, log=False)
        return sorted(self.watcher.noticed)

    def _settled(self, case: Case) -> None:
        if not case.left:
            Teller(self._say, self.why)(case)

    def _say(self, line: str) -> None:
        os.write(self.voice, f"{line}\n".encode())


class Functions:
    """The live functions of a game's source, which can be given other code."""

    def __init__(self, sources: list[Source], package: str) -> None:
        self.sources = sources
        self.live: dict[tuple[str, str, int], list[FunctionType]] = {}
        self.caches = []
        files = {os.path.realpath(source.path) for source in sources}
        for found in gc.get_objects():
            if isinstance(found, functools._lru_cache_wrapper):
                if str(getattr(found, "__module__", "")).startswith(package):
                    self.caches.append(found)
            elif isinstance(found, FunctionType):
                file = os.path.realpath(found.__code__.co_filename)
                if file in files:
                    key = (file, found.__code__.co_qualname, found.__code__.co_firstlineno)
                    self.live.setdefault(key, []).append(found)

    def ways(self, rule: str) -> list[Way]:
        """The changes of lines tagged with a rule that lie inside functions."""
        return [
            (change.label, functools.partial(self.install, source, change))
            for source in self.sources
            for change in source.changes(rule)
        ]

    def install(self, source: Source, change: Change) -> None:
        """Give the functions that a change concerns their new code."""
        try:
            before, after = codes(source.compiled(None)), codes(source.compiled(change))
        except (SyntaxError, ValueError):
            return
        file = os.path.realpath(source.path)
        for (name, line), code in after.items():
            if code != before.get((name, line)):
                for function in self.live.get((file, name, line), ()):
                    # A function that closes over something else cannot take the code; cold it is tried again.
                    if len(code.co_freevars) == len(function.__code__.co_freevars):
                        function.__code__ = code
        for cache in self.caches:
            cache.cache_clear()


def codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """The code of every function inside a module's code."""
    found: dict[tuple[str, int], CodeType] = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found[constant.co_qualname, constant.co_firstlineno] = constant
            found |= codes(constant)
    return found


def drop(rule: str) -> None:
    """No ruling speaks of this rule any more, however it was made."""
    rule_module.__dict__["_dropped"] = frozenset((rule,))
    # The function itself stays, because everybody has imported it by name.
    rule_module.ruling.__code__ = _ruling_without.__code__
    member = Ruling.__dict__["violations"]

    def violations(self: Ruling) -> tuple[Violation, ...]:
        return tuple(broken for broken in member.__get__(self) if broken.rule != rule)

    type.__setattr__(Ruling, "violations", property(violations))


def _ruling_without(violations: Iterable[Violation], missing: Iterable[str] = ()) -> Ruling:
    broken = []
    for violation in violations:
        if violation.rule not in _dropped:
            broken.append(violation)
    open_facts = tuple(missing)
    return Ruling(tuple(broken), open_facts) if broken or open_facts else LEGAL


def _cold_ways(rule: str, value: Any, sources: list[Source]) -> Iterator[Way]:
    for label, other in value_changes(value):
        yield label, functools.partial(print_value, rule, other)
    for source in sources:
        for change in source.changes(rule):
            yield f"{change.label}, before import", Mutants(source, change).install


def print_value(rule: str, value: Any) -> None:
    """The rulebook prints another value for this rule."""
    parse = Rulebook.parse

    def altered(toml: str) -> Rulebook:
        book = parse(toml)
        if rule not in book:
            return book
        return Rulebook({**book.rules, rule: structs.replace(book.rules[rule], value=value)})

    type.__setattr__(Rulebook, "parse", staticmethod(altered))


def _cold_run(root: str, files: list[str], install: Callable[[], None], tests: list[str]) -> list[str]:
    install()
    watcher = Watcher(wanted=tests)
    run_pytest(watcher, [f"--rootdir={root}", *files])
    return sorted(watcher.noticed)
