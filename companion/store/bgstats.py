"""A finished game as a link that the BG Stats app opens, and as a QR code of that link.

The form is the one that BG Stats documents for plays pushed from other apps: one play as JSON in the
query of `createPlay.html`, with the end of the play in UTC.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import segno

if TYPE_CHECKING:
    from .exports import Play

SOURCE = "Sternwarte"
"""BG Stats remembers matched games and players under this name, so it stays as it is."""

PAGE = "https://app.bgstatsapp.com/createPlay.html?data="
APP = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def payload(played: Play) -> dict[str, Any]:
    """The play as BG Stats wants it."""
    game: dict[str, Any] = {"name": played.title, "sourceGameId": played.setup.game, "highestWins": True}
    if played.bgg is not None:
        game["bggId"] = played.bgg
    players = [
        {
            "name": player.name,
            "sourcePlayerId": player.name,
            "score": played.sheet.totals[seat],
            "rank": played.outcome.places[seat],
            "winner": seat in played.outcome.winners,
        }
        for seat, player in enumerate(played.setup.players)
    ]
    content = {
        "sourceName": SOURCE,
        "sourcePlayId": played.id,
        "playDate": played.ended,
        "game": game,
        "players": players,
    }
    return {**content, "durationMin": played.minutes} if played.minutes else content


def link(played: Play, app: bool = False) -> str:
    """The link; with `app` the one that only the app itself understands."""
    content = json.dumps(payload(played), separators=(",", ":"), ensure_ascii=False)
    return (APP if app else PAGE) + quote(content, safe=":,")


def qr(content: str) -> list[list[bool]]:
    """The rows of a QR code, dark where True, without its quiet zone of four modules."""
    return [[bool(module) for module in row] for row in segno.make_qr(content, error="l").matrix]


def png(content: str, scale: int = 4) -> bytes:
    """A QR code as a picture, with its quiet zone."""
    out = io.BytesIO()
    segno.make_qr(content, error="l").save(out, kind="png", scale=scale, border=4)
    return out.getvalue()
