"""What must hold after every action of any game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

from companion.engine import (
    LANGUAGES,
    Action,
    Demand,
    Draft,
    Game,
    Impossible,
    MemoryJournal,
    Option,
    ScoreSheet,
    Step,
    Table,
    Text,
    Violation,
    Words,
    edit,
    encode,
    notation,
    play,
)

from .walk import Lost, Trail, free, walk

HOLE = re.compile(r"\{\w+[|}]")


class Checker:
    """Finds what is broken; each finding is one line."""

    def __init__(self, game: Game[Any], thorough: bool) -> None:
        self.game = game
        self.rng = Random()
        self.legal, self.forbidden = (1000, 3) if thorough else (3, 1)
        self.seldom = 0.1 if thorough else 0.05
        self._book = play.rulebook(game)
        self._words = [Words(play.texts(game), lang, tuple("ABCDEFGH")) for lang in LANGUAGES]
        self._said: set[tuple[str, ...]] = set()

    def choices(self, table: Table[Any], demand: Demand | None, trail: Trail) -> Iterable[str]:
        """Before an action: what is offered as legal is allowed, what is offered as violated is refused."""
        if demand is not None:
            yield from self._sayable(demand.ask)
        if trail:
            draft, step = trail[int(self.rng.random() * len(trail))]
            yield from self._sayable(step.ask)
            yield from self._offered(table, draft, step)

    def played(self, table: Table[Any]) -> Iterable[str]:
        """After an action: nothing is lost, all adds up, can be taken back and written down."""
        state, line = table.state, table.line
        action = line[-1].action
        yield from self.game.audit(state, [move.action for move in line])
        yield from self._codes(state, action)
        yield from sheet_problems(table.score(), len(table.setup.players))
        yield from self._sayable(play.describe(self.game, table.states[-2], action))
        table.undo()
        if table.line != line[:-1]:
            yield "undo does not give the line before"
        table.redo()
        if table.line != line:
            yield "redo does not give the line back"
        if table.state != state:
            yield "undo and redo do not give the state back"
        if self.rng.random() < self.seldom:
            yield from self.look(table)

    def look(self, table: Table[Any]) -> Iterable[str]:
        """What a screen shows now can be made: prompt, pictures, reminders, history."""
        prompt = table.prompt()
        yield from self._sayable(prompt.heading)
        for reminder in table.reminders():
            yield from self._sayable(reminder.text)
            if reminder.rule and reminder.rule not in self._book:
                yield f"the reminder {reminder.text.key} names no rule: {reminder.rule}"
        for demand in (*prompt.demands, *prompt.offers):
            yield from (
                f"the demand {demand.key} names no rule: {rule}"
                for rule in demand.rules
                if rule not in self._book
            )
        for page in self.game.pages(table.view()):
            yield from self._sayable(page.title)
            for spot in table.picture(page.key).spots:
                if spot.name is not None:
                    yield from self._sayable(spot.name)
                yield from self._reasons(spot.ruling.violations)
        for entry in table.history():
            yield from self._sayable(entry.text)

    def ended(self, table: Table[Any], written: bool) -> Iterable[str]:
        """After a game: its journal gives it again; with `written` also the rest that takes long."""
        game, state, line = self.game, table.state, table.line
        if written:
            yield from self.look(table)
            yield from self._amended(table)
            yield from written_problems(game, table)
        again = Table(game, table.setup, MemoryJournal(table.journal.records()))
        if again.line != line:
            yield "reopening does not give the line again"
        if again.state != state:
            yield "reopening does not give the state again"
        outcome = table.outcome()
        if outcome is None:
            return
        winners = tuple(seat for seat, place in enumerate(outcome.places) if place == 1)
        if winners != tuple(sorted(outcome.winners)):
            yield f"winners {outcome.winners} are not those with place 1: {outcome.places}"
        if any(table.score().open):
            return
        sheet, result = game.tally(game.holdings(state), state.facts)
        if sheet.totals != table.score().totals:
            yield f"tally gives {sheet.totals}, the sheet {table.score().totals}"
        if result.places != outcome.places:
            yield f"tally gives the places {result.places}, the outcome {outcome.places}"

    def _codes(self, state: Any, action: Action) -> Iterable[str]:
        if self.game.decode_state(encode(state)) != state:
            yield "decode(encode(state)) is not the state"
        if self.game.decode_action(encode(action)) != action:
            yield f"decode(encode(action)) is not the action: {action}"

    def _offered(self, table: Table[Any], draft: Draft, step: Step) -> Iterable[str]:
        options = list(step.options)
        self.rng.shuffle(options)
        forbidden = [option for option in options if option.ruling.violations][: self.forbidden]
        legal = [option for option in options if not option.ruling.violations][: self.legal]
        for option in legal:
            yield from self._sayable(option.label)
            yield from self._leads(table, draft, step, option)
        for option in forbidden:
            yield from self._sayable(option.label)
            yield from self._reasons(option.ruling.violations)
            yield from self._refused(table, draft, step, option)

    def _leads(self, table: Table[Any], draft: Draft, step: Step, option: Option) -> Iterable[str]:
        chosen = draft.then(step.field, option.value)
        trail: Trail = []
        try:
            action = walk(self.game, table.state, chosen, self.rng, trail)
        except Lost as lost:
            yield f"offered as legal, but leads nowhere: {shown(lost.draft)}: {lost}"
            return
        if action is None:
            yield f"offered as legal, but nothing legal follows: {shown(chosen)}"
        elif not free([(draft, step), *trail]):
            found = table.ruling(action)
            if found.violations:
                yield f"offered as legal, but refused by {', '.join(found.rules)}: {action}"

    def _refused(self, table: Table[Any], draft: Draft, step: Step, option: Option) -> Iterable[str]:
        try:
            action = finish(self.game, table.state, draft.then(step.field, option.value), self.rng)
        except Impossible:
            return
        if action is not None and table.ruling(action).allowed:
            yield f"offered as forbidden by {', '.join(option.ruling.rules)}, but allowed: {action}"

    def _amended(self, table: Table[Any]) -> Iterable[str]:
        if not table.line:
            return
        states, line = list(table.states), table.line
        at = int(self.rng.random() * len(line))
        move = line[at]
        amendment = table.amend(edit("replace", at, move.action, move.reason))
        if amendment.troubles:
            trouble = amendment.troubles[0]
            rules = ", ".join(trouble.ruling.rules)
            yield f"replacing move {at} by itself makes trouble at {trouble.at}: {rules}"
            return
        amendment.commit()
        if table.line != line or table.states != states:
            yield f"replacing move {at} by itself changes the game"

    def _reasons(self, violations: Iterable[Violation]) -> Iterable[str]:
        for violation in violations:
            if violation.rule not in self._book:
                yield f"a violation names no rule: {violation.rule}"
            elif self._new((violation.rule, *sorted(violation.values))):
                rule = self._book[violation.rule]
                for words in self._words:
                    template = rule.no_de if words.lang == "de" else rule.no_en
                    said = words.fill(template or rule.sentence(words.lang), violation.values)
                    if HOLE.search(said):
                        yield f"the reason of {rule.id} keeps a hole ({words.lang}): {said}"
                for value in violation.values.values():
                    yield from self._sayable(value)

    def _sayable(self, text: Any) -> Iterable[str]:
        if isinstance(text, tuple | list):
            for part in text:
                yield from self._sayable(part)
        if not isinstance(text, Text) or text.key in ("=", "@seat"):
            return
        if self._new((text.key, *sorted(text.args))):
            for words in self._words:
                row = words.catalogue.entries.get(text.key, {})
                if not row.get(words.lang):
                    yield f"no {words.lang} text for {text.key}"
                elif HOLE.search(words.say(text)):
                    yield f"the {words.lang} text keeps a hole: {words.say(text)}"
        for value in text.args.values():
            yield from self._sayable(value)

    def _new(self, key: tuple[str, ...]) -> bool:
        if key in self._said:
            return False
        self._said.add(key)
        return True


def sheet_problems(sheet: ScoreSheet, players: int) -> Iterable[str]:
    """What does not add up in a sheet."""
    if sheet.players != players:
        yield f"the sheet has {sheet.players} players instead of {players}"
    if any(len(line.cells) != players for line in sheet.lines):
        yield "a line of the sheet has not one cell for each player"
    else:
        for seat, total in enumerate(sheet.totals):
            if total != sum(line.cells[seat].points for line in sheet.lines):
                yield f"the lines of seat {seat} do not add up to {total}"


def written_problems(game: Game[Any], table: Table[Any]) -> Iterable[str]:
    """What a game loses when it is written down as text and read again."""
    recording = notation.parse(notation.write(table.setup, table.line))
    if recording.setup != table.setup:
        yield "the recording does not give the set-up again"
    for (number, source), move in zip(recording.lines, table.line, strict=True):
        if notation.read_move(game, table.setup, number, source) != move:
            yield f"the recording does not give the move again: {source}"
            return


def finish(game: Game[Any], state: Any, draft: Draft, rng: Random) -> Action | None:
    """An action that a draft can become, legal or not; None where nothing follows."""
    for _ in range(100):
        found = play.step(game, state, draft)
        if isinstance(found, Action):
            return found
        choices = found.legal or found.options
        if found.entry in ("number", "chance"):
            draft = draft.then(found.field, found.low)
        elif choices:
            draft = draft.then(found.field, choices[int(rng.random() * len(choices))].value)
        else:
            return None
    return None


def shown(draft: Draft) -> str:
    """A draft in one line."""
    who = "table" if draft.seat is None else f"seat {draft.seat}"
    return " ".join([f"{draft.key} ({who})", *(f"{name}={value}" for name, value in draft.answers)])
