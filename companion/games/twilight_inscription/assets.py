"""Advantages: what is printed on the sheets in dotted and dashed outlines, by short words that layouts use.

vp 3            victory points        planet       unlocks a planet or builds a dock
good            a trade good          vote         a vote
special a       a special advantage   focus M      the focus die of a resource
commodity b 2   a mass product        member       a council member
population      population            faction      the faction's second ability
relic           a relic               neighbour left
mecatol         Mecatol Rex
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from companion.engine import Text, literal, text

from .desk import RESOURCES

SPECIALS = ("a", "b", "c")
"""Kinds of special advantages; the sheets say which does what (ADV-13)."""

COMMODITIES = ("a", "b", "c")
"""Kinds of mass products (CHT-04)."""

HALVES = ("left", "right")

SORTS: dict[str, tuple[str, ...]] = {
    "planet": (), "good": (), "vote": (), "member": (), "population": (), "faction": (), "relic": (),
    "mecatol": (), "special": SPECIALS, "focus": RESOURCES, "commodity": COMMODITIES, "neighbour": HALVES,
    "vp": (),
}  # fmt: skip
"""Every kind of advantage, with the sorts that it has."""

COUNTED = {"vp": (-9, 30), "commodity": (1, 2)}
"""The kinds that state a number, and its bounds."""

DASHED = ("planet", "good", "vote", "special", "focus")
"""Kept until they are spent (GEN-04); all others take effect at once (GEN-03), points at the end."""


class Asset(Struct, frozen=True):
    """One printed advantage."""

    kind: str
    sort: str = ""
    count: int = 1

    @property
    def dashed(self) -> bool:
        """Whether it is kept until it is spent."""
        return self.kind in DASHED  # GEN-04, ADV-01, ADV-03

    @property
    def words(self) -> str:
        """How a layout writes it."""
        number = str(self.count) if self.kind in COUNTED else ""
        return " ".join(part for part in (self.kind, self.sort, number) if part)

    @property
    def name(self) -> Text:
        """What players call it."""
        sort = text(f"sort.{self.sort}") if self.sort else literal("")
        return text(f"asset.{self.kind}", sort=sort, count=self.count)


class BadAsset(ValueError):
    """Words that name no advantage."""


@lru_cache(maxsize=512)
def asset(words: str) -> Asset | None:
    """The advantage that a layout writes like this; None for `-` or nothing."""
    name, *rest = words.split() or ["-"]
    if name == "-":
        return None
    if name not in SORTS:
        raise BadAsset(f"'{words}': there is no advantage '{name}'; there are {', '.join(SORTS)}")
    sort = ""
    if SORTS[name]:
        sort = rest.pop(0) if rest else ""
        if sort not in SORTS[name]:
            raise BadAsset(f"'{words}': '{name}' takes one of {', '.join(SORTS[name])}")
    count = 1
    if name in COUNTED:
        low, high = COUNTED[name]
        number = rest.pop(0) if rest else "1"
        if not number.lstrip("-").isdecimal() or not low <= int(number) <= high:
            raise BadAsset(f"'{words}': '{name}' takes a number from {low} to {high}")
        count = int(number)
    if rest:
        raise BadAsset(f"'{words}': '{' '.join(rest)}' is too much")
    return Asset(name, sort, count)
