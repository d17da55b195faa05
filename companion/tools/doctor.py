"""`sternwarte doctor`: what was found on this machine, and what to do about each problem."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence

from .bilingual import LANGUAGES, Sayings
from .patient import BROKEN, GOOD, NOTE, WARNING, Finding, Patient, this_machine
from .symptoms import CHECKS, Check

SIGNS = {GOOD: "✓", NOTE: "·", WARNING: "!", BROKEN: "✗"}


def examine(patient: Patient, checks: Mapping[str, Check]) -> dict[str, Finding]:
    """Every check's finding; one that stumbles is a finding itself."""
    found = {}
    for name, check in checks.items():
        try:
            found[name] = check(patient)
        except Exception as error:
            found[name] = Finding(WARNING, "stumbled", {"error": f"{type(error).__name__}: {error}"})
    return found


def rows(findings: Mapping[str, Finding], said: Sayings) -> list[dict[str, str]]:
    """The findings in words."""
    told = []
    for name, finding in findings.items():
        do = f"{finding.key}.do"
        told.append(
            {
                "check": name,
                "name": said.say(f"name.{name}"),
                "state": finding.state,
                "found": said.say(finding.key, **finding.args),
                "do": said.say(do, **finding.args) if said.has(do) else "",
            }
        )
    return told


def table(told: Sequence[Mapping[str, str]], said: Sayings) -> str:
    """The findings as a table, with what to do below each problem."""
    wide = max(len(row["name"]) for row in told)
    lines = []
    for row in told:
        lines.append(f"{SIGNS[row['state']]} {row['name']:<{wide}}  {row['found']}")
        if row["do"]:
            lines.append(f"  {'':<{wide}}  → {row['do']}")
    bad = sum(row["state"] == BROKEN for row in told)
    return "\n".join([*lines, "", said.say("sum.broken", count=bad) if bad else said.say("sum.good")])


def main(words: Sequence[str], patient: Patient | None = None) -> int:
    """`doctor` with its words; 0 unless something that the app needs is broken."""
    parser = argparse.ArgumentParser(
        prog="sternwarte doctor", description="Says what was found and what to do about each problem."
    )
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the texts (that of the machine)")
    args = parser.parse_args(words[1:])
    said = Sayings("doctor.toml", args.lang)
    findings = examine(patient or this_machine(), CHECKS)
    told = rows(findings, said)
    fine = all(row["state"] != BROKEN for row in told)
    if args.json:
        print(json.dumps({"good": fine, "findings": told}, ensure_ascii=False, indent=2))
    else:
        print(table(told, said))
    return 0 if fine else 1
