"""What the tests of every game ask of its rules: legal moves, broken rules by name, sayable words."""

from __future__ import annotations

import re
from typing import Any

from companion.engine import (
    LANGUAGES,
    Action,
    Answer,
    Draft,
    Game,
    Refused,
    Ruling,
    Step,
    Text,
    Words,
    play,
    reason,
)

HOLE = re.compile(r"\{\w+[|}]")


class Judge:
    """One game's rules, asked from outside."""

    def __init__(self, game: Game[Any], names: tuple[str, ...]) -> None:
        self.game = game
        self.book = play.rulebook(game)
        self.words = {lang: Words(play.texts(game), lang, names) for lang in LANGUAGES}

    def told(self, *texts: Text) -> list[str]:
        """Texts in English, once it is certain that they can be said in both languages."""
        for text in texts:
            for words in self.words.values():
                line = words.say(text)
                assert line, text
                assert not HOLE.search(line), line
                assert text.key == "=" or line != text.key, line
        return [self.words["en"].say(text) for text in texts]

    def explained(self, ruling: Ruling) -> tuple[str, ...]:
        """The broken rules, once it is certain that each can be told in both languages with its values."""
        for violation in ruling.violations:
            for words in self.words.values():
                line = reason(words, self.book, violation)
                assert violation.rule in self.book
                assert line
                assert not HOLE.search(line), line
        return ruling.rules

    def broken(self, state: Any, action: Action) -> tuple[str, ...]:
        """The rules that an action would break; none if it is legal."""
        return self.explained(play.ruling(self.game, state, action))

    def after(self, state: Any, *actions: Action) -> Any:
        """The table after legal actions; Refused where one is not."""
        for action in actions:
            found = play.ruling(self.game, state, action)
            if found.violations:
                raise Refused(found)
            state = play.apply(self.game, state, action)
        return state

    def totals(self, state: Any) -> tuple[int, ...]:
        """Everybody's points."""
        return self.game.score(state).totals

    def choose(self, state: Any, draft: Draft, **answers: Answer) -> Step | Action:
        """The step or action that some answers lead to."""
        for field, value in answers.items():
            draft = draft.then(field, value)
        return play.step(self.game, state, draft)

    def option(self, step: Step | Action, value: Answer) -> tuple[str, ...] | None:
        """The rules that stand against one option of a step; None where it is not offered."""
        assert isinstance(step, Step)
        found = [one for one in step.options if one.value == value]
        return self.explained(found[0].ruling) if found else None
