"""A game's rules: the catalogue, those without a proof, and the proof of the proofs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from companion.engine import Game, play

from . import prove as prover
from .errors import Complaint
from .suite import Marked, marks, target


def catalogue(game: Game[Any], lang: str) -> int:
    """Print every rule: id, place, sentence, and how we read what the book leaves open."""
    for rule in game.rules.rules.values():
        print(f"{rule.id}  {rule.place(lang)}\n    {rule.sentence(lang)}")
        if rule.reading(lang):
            print(f"    ({rule.reading(lang)})")
    return 0


def missing(name: str, tests: Path | None) -> int:
    """Print the rules that no test proves, each with its reason; 1 if one has no reason."""
    aim = target(name, tests)
    marked = marks(aim)
    lines, untested = report(aim.game(), marked)
    print("\n".join(lines))
    return 1 if untested or marked.errors else 0


def report(game: Game[Any], marked: Marked) -> tuple[list[str], bool]:
    """The lines of `--missing`, and whether something is wrong."""
    tested = marked.by_rule()
    book = play.rulebook(game)
    lines, reasons = [], Counter[str]()
    for rule in game.rules.rules.values():
        if rule.id not in tested:
            why = rule.unproven or "UNTESTED"
            reasons[why] += 1
            lines.append(f"{rule.id}  {why:<9}  {rule.sentence('en')}")
    strange = sorted(set(tested) - set(book.rules))
    if lines:
        lines.append("")
    proven = len(game.rules.rules) - reasons.total()
    lines.append(f"{len(game.rules.rules)} rules, {proven} with a test, {reasons.total()} without")
    lines += [f"  {count:>4} {why}" for why, count in sorted(reasons.items())]
    both = [rule for rule in tested if rule in game.rules and game.rules[rule].unproven]
    lines += [f"{rule} has a test and the reason '{game.rules[rule].unproven}'" for rule in sorted(both)]
    lines += [f"unknown rule {rule}, marked in {test}" for rule in strange for test in tested[rule]]
    lines += [f"cannot be collected: {error}" for error in marked.errors]
    return lines, bool(reasons["UNTESTED"] or strange)


def prove(name: str, tests: Path | None, only: list[str], why: bool, jobs: int) -> int:
    """Disable every rule that has tests, and fail where a test does not notice."""
    aim = target(name, tests)
    proof = prover.prove(aim, only, jobs, tell=lambda line: print(line, flush=True), why=why)
    if proof.errors:
        raise Complaint("\n  ".join(["nothing can be proven:", *proof.errors]))
    for line in proof.summary():
        print(line)
    return 0 if proof.holds else 1
