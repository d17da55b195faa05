"""Rules by id, and what they say about an action."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct, ValidationError, convert

from .text import Word, Words

UNPROVEN = ("component", "physical", "layout", "hidden", "freedom")
"""Why a rule may have no test: the closed list."""


class Rule(Struct, frozen=True, kw_only=True):
    """One sentence of a rulebook in our own words, and where it stands."""

    id: str
    section: str
    de: str
    en: str
    page: int | None = None
    no_de: str = ""
    no_en: str = ""
    open_de: str = ""
    open_en: str = ""
    value: Any = None
    unproven: str = ""

    def sentence(self, lang: str) -> str:
        """The rule in a language."""
        return self.de if lang == "de" else self.en

    def reading(self, lang: str) -> str:
        """How we read what the book leaves open; empty where it leaves nothing open."""
        return self.open_de if lang == "de" else self.open_en

    def place(self, lang: str) -> str:
        """Where the rulebook says so."""
        if self.page is None:
            return self.section
        return f"{self.section}, {'S.' if lang == 'de' else 'p.'} {self.page}"


class Rulebook(Struct, frozen=True):
    """All rules of a game by id, in the order of the book."""

    rules: dict[str, Rule]

    @classmethod
    def parse(cls, toml: str) -> Rulebook:
        """The rulebook written down in a `rules.toml`."""
        rules: dict[str, Rule] = {}
        for key, row in tomllib.loads(toml).items():
            if not isinstance(row, dict):
                raise ValueError(f"{key}: a rule is a table with section, de and en")
            strange = sorted(set(row) - set(Rule.__struct_fields__) | set(row) & {"id"})
            if strange:
                raise ValueError(f"{key}: a rule has no {', '.join(strange)}")
            try:
                rule = rules[key] = convert({**row, "id": key}, Rule)
            except ValidationError as error:
                raise ValueError(f"{key}: {error}") from error
            if rule.unproven and rule.unproven not in UNPROVEN:
                raise ValueError(
                    f"{rule.id}: unproven = {rule.unproven!r} is not one of {', '.join(UNPROVEN)}"
                )
        return cls(rules)

    def __getitem__(self, rule: str) -> Rule:
        return self.rules[rule]

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules

    def value(self, rule: str) -> Any:
        """The number or table that a rule prints."""
        return self.rules[rule].value

    def with_(self, other: Rulebook) -> Rulebook:
        """This book with another one behind it."""
        return Rulebook({**self.rules, **other.rules})

    def search(self, words: str, lang: str) -> list[Rule]:
        """The rules in which every one of the words occurs."""
        wanted = words.casefold().split()
        return [
            rule
            for rule in self.rules.values()
            if all(
                word in f"{rule.id} {rule.sentence(lang)} {rule.place(lang)}".casefold() for word in wanted
            )
        ]


class Violation(Struct, frozen=True):
    """A rule that an action breaks, with the values that clash."""

    rule: str
    values: dict[str, Any] = {}


class Verdict(Enum):
    """What the rules say."""

    LEGAL = "legal"
    VIOLATED = "violated"
    UNDECIDABLE = "undecidable"


class Ruling(Struct, frozen=True):
    """Legal; or violated, with rules and values; or undecidable, with the missing facts."""

    violations: tuple[Violation, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The one word."""
        if self.violations:
            return Verdict.VIOLATED
        return Verdict.UNDECIDABLE if self.missing else Verdict.LEGAL

    @property
    def legal(self) -> bool:
        """Whether nothing stands against the action."""
        return not self.violations and not self.missing

    @property
    def allowed(self) -> bool:
        """Whether the table may go on: no rule is known to be broken."""
        return not self.violations

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules."""
        return tuple(violation.rule for violation in self.violations)


LEGAL = Ruling()


def ruling(violations: Iterable[Violation], missing: Iterable[str] = ()) -> Ruling:
    """The ruling that these violations and missing facts make."""
    broken, open_facts = tuple(violations), tuple(missing)
    return Ruling(broken, open_facts) if broken or open_facts else LEGAL


def violated(rule: str, **values: Word) -> Ruling:
    """The ruling that one rule is broken."""
    return ruling((Violation(rule, values),))


def reason(words: Words, book: Rulebook, violation: Violation) -> str:
    """Why not, with the clashing values, in the player's language."""
    if violation.rule not in book:
        return violation.rule
    rule = book[violation.rule]
    template = rule.no_de if words.lang == "de" else rule.no_en
    return words.fill(template or rule.sentence(words.lang), violation.values)


def values_by_seat_count(value: Mapping[str, Any], seats: int) -> Any:
    """The entry of a table keyed by number of players."""
    return value[str(seats)]
