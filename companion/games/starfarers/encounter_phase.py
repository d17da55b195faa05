"""An encounter as it is asked: which question, what is decided, who throws what, and which outcome it has."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Action, Draft, Option, Ruling, Step, Text, but, literal, seat_name, text
from companion.engine.rule import LEGAL

from . import encounter, supply
from .actions import Encounter
from .balls import ball_options
from .book import SORTS, UPGRADES
from .building import check_price
from .encounter import QUESTIONS, choices, compares, escapes, foe_seat, possible, price, throws
from .flight import SHOWN
from .state import Stars

ASK = "ask."


def questions() -> tuple[Option, ...]:
    """The questions that cards ask."""
    return tuple(Option(value=ASK + key, label=text(f"question.{key}"), icon="question") for key in QUESTIONS)


def step(state: Stars, draft: Draft, question: str) -> Step | Action:
    """The next field of a dialogue."""
    asked, answer = QUESTIONS[question], draft.get("answer")
    if answer is None:
        options = tuple(
            Option(value=one, label=answer_name(one), ruling=_affordable(state, question, one))
            for one in asked.answers
        )
        return Step(field="answer", ask=text(f"decide.{question}"), options=options, rules=("SF-091",))
    gift = tuple(str(one) for one in draft.all("gift"))
    due = price(question, str(answer)) if state.counted else 0
    if len(gift) < due:
        return _gift(state, gift, due)
    action = Encounter(seat=draft.seat, question=question, answer=str(answer), gift=gift)
    if compares(action):
        foe = draft.get("foe")
        if foe is None:
            return _foe(state, question)
        action = but(action, foe=str(foe))
    if throws(action) or (compares(action) and not escapes(state, action)):
        for field in ("balls", "theirs") if compares(action) else ("balls",):
            thrown = tuple(str(one) for one in draft.all(field))
            if len(thrown) < SHOWN:
                return _balls(state, action, field, thrown)
            action = but(action, **{field: thrown})
    return _outcome(state, draft, action)


def _affordable(state: Stars, question: str, answer: str) -> Ruling:
    found = encounter.affordable(
        state, Encounter(seat=state.turn, question=question, answer=answer, outcome=())
    )
    return Ruling(tuple(found)) if found else LEGAL


def answer_name(answer: str) -> Text:
    """An answer as words."""
    return literal(answer) if answer.isdigit() else text(answer)


def _gift(state: Stars, gift: tuple[str, ...], due: int) -> Step:
    options = []
    for sort in SORTS:
        broken = check_price(state, state.turn, supply.counted((*gift, sort)))
        options.append(
            Option(
                value=sort,
                label=text(f"sort.{sort}"),
                icon=sort,
                ruling=Ruling(tuple(broken)) if broken else LEGAL,
            )
        )
    ask = text("meet.gift", number=len(gift) + 1, count=due)
    return Step(field="gift", ask=ask, options=tuple(options), done=len(gift), of=due)


def _foe(state: Stars, question: str) -> Step:
    options = []
    for foe in QUESTIONS[question].foes:
        seat = foe_seat(state, foe)
        label = text(f"foe.{foe}", who=seat_name(seat))
        options.append(Option(value=foe, label=label, icon=f"seat{seat}"))
    return Step(field="foe", ask=text("meet.foe"), options=tuple(options))


def _balls(state: Stars, action: Encounter, field: str, thrown: tuple[str, ...]) -> Step:
    who = foe_seat(state, action.foe) if field == "theirs" else state.turn
    ask = text("meet.throw", who=seat_name(who), number=len(thrown) + 1)
    return Step(field=field, ask=ask, options=ball_options(thrown), done=len(thrown), of=SHOWN)


def _outcome(state: Stars, draft: Draft, action: Encounter) -> Step | Action:
    found, outcome = possible(state, action), draft.get("outcome")
    if outcome is None and len(found) > 1:
        options = tuple(Option(value=str(at), label=outcome_name(one)) for at, one in enumerate(found))
        return Step(field="outcome", ask=text(f"meet.outcome{_won(state, action)}"), options=options)
    action = but(action, outcome=found[int(outcome or 0)])
    chosen = tuple(str(one) for one in draft.all("chosen"))
    offered = choices(state, action.outcome)
    if len(chosen) < len(offered):
        options = tuple(Option(value=one, label=_chosen_name(one), icon=one) for one in offered[len(chosen)])
        return Step(
            field="chosen", ask=text("meet.choose"), options=options, done=len(chosen), of=len(offered)
        )
    return but(action, chosen=chosen)


def _won(state: Stars, action: Encounter) -> str:
    """Whether the question before the outcome tells who has won."""
    if not compares(action) or escapes(state, action):
        return ""
    won = encounter.beats(state, action)
    return "" if won is None else ".win" if won else ".lose"


def _chosen_name(one: str) -> Text:
    if one in SORTS:
        return text(f"sort.{one}")
    return text(f"upgrade.{one}") if one in UPGRADES else text("cards.none")


def outcome_name(outcome: tuple[str, ...]) -> Text:
    """An outcome in a few words."""
    return text("prices", parts=tuple(_effects(outcome)) or (text("effect.nothing"),))


def _effects(outcome: tuple[str, ...]) -> Iterator[Text]:
    for effect in outcome:
        what, sign, count = effect.partition("+") if "+" in effect else effect.partition("-")
        if not sign:
            yield text(f"outcome.{effect}")
        else:
            key = f"sort.{what}" if what in SORTS else f"outcome.{what}"
            yield text("effect.count", count=f"{'+' if sign == '+' else '−'}{count}", what=text(key))
