"""Who sits down: no two alike, in an order that can be changed."""

from __future__ import annotations

from companion.engine import Player
from companion.ui.lineup import Lineup


def signs(lineup: Lineup) -> list[tuple[str, str]]:
    return [(player.colour, player.shape) for player in lineup.players]


def test_no_two_players_share_a_colour_or_a_shape():
    lineup = Lineup()
    for name in "ABCDEFGH":
        lineup.add(name, "blue", "circle")
    assert len({colour for colour, _ in signs(lineup)}) == 8
    assert len({shape for _, shape in signs(lineup)}) == 8


def test_a_remembered_sign_is_given_if_it_is_free():
    lineup = Lineup([Player("Anna", "green", "star")])
    assert signs(lineup) == [("green", "star")]
    assert lineup.add("Ben", "pink", "star").colour == "pink"
    assert lineup.players[1].shape == "diamond"


def test_who_takes_anothers_colour_swaps_with_it():
    lineup = Lineup([Player("Anna", "blue", "circle"), Player("Ben", "orange", "square")])
    lineup.dress(0, colour="orange")
    lineup.dress(0, shape="square")
    assert signs(lineup) == [("orange", "square"), ("blue", "circle")]


def test_seats_are_moved_and_left():
    lineup = Lineup()
    for name in "ABC":
        lineup.add(name)
    lineup.move(2, 0)
    lineup.move(0, -1)
    assert [player.name for player in lineup.players] == ["C", "A", "B"]
    lineup.remove(1)
    assert [player.name for player in lineup.players] == ["C", "B"]
    assert lineup.has(" c ")


def test_a_game_says_how_many_are_missing_or_too_many():
    lineup = Lineup(seats=range(2, 4))
    assert (lineup.short, lineup.full) == (2, False)
    for name in "ABC":
        lineup.add(name)
    assert (lineup.short, lineup.full) == (0, True)
    lineup.add("D")
    assert lineup.short == -1
