"""Pictures of wars, councils and the AI faction: all inside, all told, no secret shown."""

from __future__ import annotations

import pytest
from twilight_events import COUNCILS, WARS, played, say, table, with_rival

from companion.engine import Box, Disc, Icon, Label, Path, Picture, but
from companion.games.twilight_inscription import council, war
from companion.games.twilight_inscription.actions import Advance, Agenda, Cast, Claim, Debate, Muster, Vote
from companion.games.twilight_inscription.picture import ai
from companion.games.twilight_inscription.picture import council as council_picture
from companion.games.twilight_inscription.picture import war as war_picture
from companion.games.twilight_inscription.state import DECIDER

EDGE = 3


def labels(picture: Picture) -> list[Label]:
    return [shape for shape in picture.shapes if isinstance(shape, Label)]


def lines(picture: Picture, colour: str) -> list[Path]:
    return [shape for shape in picture.shapes if isinstance(shape, Path) and shape.line == colour]


def words(picture: Picture, lang: str = "en") -> list[str]:
    return [say(one.text, lang) for one in labels(picture) if one.text.key != "="]


def numbers(picture: Picture) -> list[str]:
    return [str(one.text.args["words"]) for one in labels(picture) if one.text.key == "="]


def signs(picture: Picture) -> list[str]:
    return [shape.name for shape in picture.shapes if isinstance(shape, Icon)]


def inside(picture: Picture) -> bool:
    """Whether every shape lies within the picture."""
    for shape in picture.shapes:
        if isinstance(shape, Disc):
            box = (shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r)
        elif isinstance(shape, Box | Label):
            box = (shape.x, shape.y, shape.x + shape.w, shape.y + shape.h)
        elif isinstance(shape, Icon):
            half = shape.size / 2
            box = (shape.x - half, shape.y - half, shape.x + half, shape.y + half)
        else:
            box = (
                min(x for x, _ in shape.points), min(y for _, y in shape.points),
                max(x for x, _ in shape.points), max(y for _, y in shape.points),
            )  # fmt: skip
        if isinstance(shape, Label):
            box = (max(box[0], 0), box[1], min(box[2], picture.width), box[3])
        if min(box[:2]) < -EDGE or box[2] > picture.width + EDGE or box[3] > picture.height + EDGE:
            return False
    return True


def counting(players):
    state = with_rival(table(players, speaker_is="left")) if players < 3 else table(players)
    return played(war, war.begin(state), Advance())


def fought(players):
    entries = (Muster(key="strength:7", seat=seat, left=seat + 1, right=seat + 2) for seat in range(players))
    return played(war, counting(players), *entries)


def voting(players):
    state = table(players, COUNCILS[2])
    if players < 3:
        return played(
            council, council.begin(with_rival(state)), Claim(),
            Agenda(agenda="homestead_relief", counter="technology_embargo"),
        )  # fmt: skip
    return played(council, council.begin(state), Claim(), Agenda(agenda="technology_embargo"), Debate())


def ballot(state, seat, votes=2):
    return Vote(key="vote:7", seat=seat, side="for" if state.rival is None and votes else "", votes=votes)


@pytest.mark.parametrize("players", range(1, 9))
def test_a_war_shows_every_strength_and_who_is_stronger(players):
    state = fought(players)
    picture = war_picture.draw(state)
    assert inside(picture)
    shown = sorted(number for number in numbers(picture) if number != "=")
    met = [str(one) for each in war.fought(state) for one in (each.mine, each.theirs)]
    assert shown == sorted(met)
    assert numbers(picture).count("=") == sum(one.result == "tie" for one in war.fought(state))
    assert len(signs(picture)) == {1: 3, 2: 3}.get(players, players)


@pytest.mark.parametrize("players", range(2, 9))
def test_before_all_have_counted_only_who_has_is_shown(players):
    state = played(war, counting(players), Muster(key="strength:7", seat=1, left=6, right=5))
    picture = war_picture.draw(war.view(state, None))
    assert numbers(picture) == []
    assert signs(picture).count("check") == (2 if players == 2 else 1)


def test_by_two_the_ring_follows_who_sits_where():
    for side in ("left", "right"):
        state = but(fought(2), speaker_is=side, wars=())
        state = played(war, war.begin(state), Advance())
        state = played(
            war,
            state,
            Muster(key="strength:7", seat=0, left=3, right=4),
            Muster(key="strength:7", seat=1, left=5, right=6),
        )
        met = sorted(str(one) for each in war.fought(state) for one in (each.mine, each.theirs))
        assert sorted(one for one in numbers(war_picture.draw(state)) if one != "=") == met


@pytest.mark.parametrize("players", range(1, 9))
def test_a_council_shows_both_sides_and_no_vote_before_the_count(players):
    state = voting(players)
    for seat in range(players):
        picture = council_picture.draw(council.view(state, None))
        assert inside(picture)
        assert numbers(picture) == []
        assert signs(picture).count("check") == 1 + seat
        state = played(council, state, ballot(state, seat))
    told = words(council_picture.draw(state))
    assert {"For", "Against"} <= set(told)


@pytest.mark.parametrize("players", range(3, 9))
def test_a_count_shows_bars_every_vote_and_who_decides(players):
    state = voting(players)
    state = played(council, state, *(ballot(state, seat, 2 if seat < 2 else 0) for seat in range(players)))
    assert state.step == DECIDER
    picture = council_picture.draw(state)
    assert inside(picture)
    assert sorted(numbers(picture)) == ["0", "2", "2", "4"]
    assert signs(picture).count("crown") == 2


def test_the_verdict_of_each_against_the_ai():
    state = voting(2)
    state = played(council, state, ballot(state, 0, 5), ballot(state, 1, 0))
    assert "die to come" in words(council_picture.draw(state))
    picture = council_picture.draw(played(council, state, Cast(face="black:research")))
    assert inside(picture)
    assert numbers(picture) == ["0", "5", "2"]
    assert (signs(picture).count("check"), signs(picture).count("no")) == (2, 2)
    assert "research" in signs(picture)


def test_claiming_and_revealing_show_the_council():
    state = council.begin(table(3, COUNCILS[2]))
    for now in (state, played(council, state, Claim())):
        picture = council_picture.draw(now)
        assert inside(picture)
        assert "Council" in words(picture)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_ai_board_shows_every_symbol_and_what_is_crossed_out(level):
    state = with_rival(table(1, WARS[3]), level)
    rival = state.rival
    picture = ai.draw(but(state, rival=but(rival, closed=("strength.2",), goals=("navigation",))))
    assert inside(picture)
    assert len(words(picture)) == 6
    assert "check" in signs(picture)
    crossed = sum(rival.marks.values()) + sum(sum(one.values()) for one in rival.sections.values())
    assert len(lines(picture, "accent")) == 2 * crossed
    assert len(lines(picture, "bad")) == 3 - rival.sections["strength"]["2"]


def test_without_an_ai_there_is_no_board_of_it():
    assert ai.draw(table(3)).shapes == ()
