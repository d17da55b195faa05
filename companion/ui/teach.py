"""Teaching the camera the owner's symbol dice: face after face, with the live picture and how far it is."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.observe import Eyes, Picture, Seen, Sight, crop
from companion.observe.teaching import Course, Doubts, Pair, Teacher, course, packed, unchanged

from . import seeing
from .base import House, Panel
from .buttons import Deeds, Does
from .course import CourseGrid, Die
from .devices import fault_text
from .dice import TICK
from .furniture import Nothing
from .tray import Mark, TrayView
from .widgets import Press

__all__ = ["SCREEN", "CourseGrid", "Die", "Teach", "TrayView"]


class Teach(Panel):
    """One set of dice at a time."""

    kv = "teach"
    title = StringProperty("")

    def __init__(self, house: House) -> None:
        self.course: Course | None = None
        self.chosen: Pair | None = None
        self._anew = False
        self._taken: Pair | None = None
        self._last: tuple[Seen, Picture] | None = None
        self.teacher = Teacher()
        self.doubts: Doubts = ()
        self.sight = Sight()
        self._told: tuple[str, dict[str, str]] | None = None
        self._clock: Any = None
        super().__init__(house)
        # Kivy's ids do not hold what is off the screen.
        self._lesson = self.ids.lesson.__self__
        self.ids.take.tell = self.take
        self.ids.grid.on_face = self.choose
        self.ids.view.on_place = lambda _: self.take()
        self.ids.view.on_die = lambda _: self.take()

    @property
    def eyes(self) -> Eyes | None:
        """The eyes of the box; None while no camera looks into the tray."""
        eyes: Eyes | None = self.house.eyes
        return eyes if eyes is not None and eyes.views.has("tray") else None

    @property
    def wanted(self) -> Pair | None:
        """The face to show now."""
        return self.chosen or (None if self.course is None else self.course.wanted)

    def enter(self, **args: Any) -> None:
        """Go on with the set `dice`, else with the first one that is not all taught."""
        sets = seeing.dice_sets(self.house)
        names = sorted(sets, key=lambda name: not seeing.untaught(self.house, name))
        name = args.get("dice") or next(iter(names), "")
        self.course = course(sets[name], self.house.store.box.lessons(name)) if name in sets else None
        self.chosen, self._taken, self._told, self._last, self.sight = None, None, None, None, Sight()
        self.doubts = ()
        if self.eyes is not None and self.course is not None:
            self.teacher = Teacher()
            self.teacher.known = self.course
            self.eyes.hold(self.teacher)
            self.eyes.again()
            if self._clock is None:
                self._clock = Clock.schedule_interval(lambda _: self.house.guard(self.tick), TICK)

    def leave(self) -> None:
        """Close the eyes."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self.house.eyes is not None:
            self.house.eyes.stop()

    def keep(self) -> dict[str, Any]:
        """The set."""
        return {} if self.course is None else {"dice": self.course.dice.name}

    def tick(self) -> None:
        """Show the newest picture with the die in it, and take what was learnt."""
        sight = None if self.eyes is None else self.eyes.drain()
        if sight is None or self.eyes is None:
            return
        fresh, self.sight = sight.number > self.sight.number or sight.fault != self.sight.fault, sight
        if fresh:
            self.eyes.again()
            self._settle()
        if self.teacher.doubts is not None:
            self.doubts, self.teacher.doubts = self.teacher.doubts, None
            self._doubt()
        self._show_picture()
        if self.teacher.learnt is not None:
            lesson, self.teacher.learnt = self.teacher.learnt, None
            self._keep(lesson)
        elif self.teacher.failed:
            self.teacher.failed = False
            self._tell("teach.failed")
        elif fresh:
            self.refresh()

    def _doubt(self) -> None:
        """Ask once more for the face that was taken last, if it is doubtful now."""
        if self._taken is not None and self.chosen is None and any(self._taken in one for one in self.doubts):
            self.chosen, self._anew = self._taken, True
        self.refresh()

    def _settle(self) -> None:
        """Forget what was told, and the die that was learnt, once the tray looks different."""
        if self._last is not None and not self._still(self._last):
            self._last = None
        told = "" if self._told is None else self._told[0]
        if (told == "teach.known" and self._last is None) or (told == "teach.failed" and self.die):
            self._told = None

    def _still(self, last: tuple[Seen, Picture]) -> bool:
        """Whether the die lies there as it was learnt."""
        canvas = self.sight.read_from
        return self.die and canvas is not None and unchanged(last[1], crop(canvas, last[0]))

    def _seen(self) -> tuple[Seen, Picture] | None:
        """The die that is seen, with its picture."""
        canvas, reading = self.sight.read_from, self.sight.reading
        if canvas is None or reading is None or not reading.seen:
            return None
        return reading.seen[0], crop(canvas, reading.seen[0])

    def _keep(self, lesson: Any) -> None:
        """Keep a lesson at once, so that nothing is lost when the power goes."""
        if self.course is None:
            return
        dice, box, pair = self.course.dice, self.house.store.box, (lesson.kind, lesson.face)
        if self._anew and pair == self.chosen:
            box.unteach(dice.name, *self.course.keys(pair))
            self.course = self.course.without(pair)
        self.course, key = self.course.with_(lesson)
        box.teach(dice.name, {key: packed(dice, lesson)})
        self.chosen, self._anew, self._last, self._taken = None, False, self._seen(), pair
        self.teacher.known = self.course
        self.house.sound("done")
        self._tell("teach.known", face=self._called(pair))

    def _tell(self, key: str, **args: str) -> None:
        self._told = (key, args)
        self.refresh()

    def _called(self, pair: Pair) -> str:
        if self.course is None:
            return ""
        return ": ".join(self.course.dice.called(word, self.house.lang) for word in pair)

    @property
    def die(self) -> bool:
        """Whether a single die is seen."""
        return self.sight.reading is not None and bool(self.sight.reading.seen)

    def take(self) -> None:
        """Learn the face that lies there; but not the same die as the next face, too."""
        if self._last is not None:
            self.house.notify("teach.same")
        if not self.can_take or self.eyes is None:
            return
        self.teacher.wish = self.wanted
        self.eyes.again()
        self._tell("teach.learning")

    @property
    def can_take(self) -> bool:
        """Whether there is a die to learn from."""
        return self.wanted is not None and self.die and self._last is None and self.teacher.wish is None

    def choose(self, pair: Pair, anew: bool = True) -> None:
        """Somebody wants to show this face; with `anew` it takes the place of what was shown before."""
        self.chosen, self._anew, self._told, self._last = pair, anew, None, None
        self.refresh()

    def skip(self) -> None:
        """Go on to the next face."""
        if self.course is not None and self.wanted is not None:
            pairs = self.course.dice.pairs
            self.choose(pairs[(pairs.index(self.wanted) + 1) % len(pairs)], anew=False)

    def _other_set(self) -> None:
        names = list(seeing.dice_sets(self.house))
        at = names.index(self.course.dice.name) if self.course is not None else -1
        self.leave()
        self.enter(dice=names[(at + 1) % len(names)])
        self.draw()

    def draw(self) -> None:
        """Show the face that is wanted, how far it is, and what to do."""
        body, known = self.ids.body, self.course
        name = "" if known is None else known.dice.title or known.dice.name
        self.title = f"{self.say('teach.title')}: {name}" if name else self.say("teach.title")
        self._draw_head()
        ready = known is not None and self.eyes is not None
        shown = self._lesson if ready else self._nothing()
        if shown not in body.children:
            body.clear_widgets()
            body.add_widget(shown)
        if not ready or known is None:
            return
        wanted = self.wanted
        self.ids.wanted.show(known, wanted or ("", ""), taught=False)
        words = ("", "") if wanted is None else wanted
        self.ids.kind.text, self.ids.face.text = (known.dice.called(word, self.house.lang) for word in words)
        if wanted is None:
            self.ids.face.text = self.say("teach.all")
        doubtful = frozenset(pair for pairs in self.doubts for pair in pairs)
        self.ids.grid.show(known, wanted, doubtful)
        (key, args), ink = self._status()
        self.ids.status.text, self.ids.status.ink = self.say(key, **args), ink
        again = wanted is not None and known.times(wanted)
        self.ids.take.text = self.say("teach.again" if again else "teach.take")
        self.ids.take.grey = not self.can_take
        self._show_picture()

    def _draw_head(self) -> None:
        head = self.ids.head
        head.ids.extras.clear_widgets()
        if len(seeing.dice_sets(self.house)) > 1:
            head.add(self.say("teach.other"), self._other_set, wide=34)
        if self.course is not None and not self.course.missing and self.eyes is not None:
            head.add(self.say("teach.done"), self.house.back, icon="check", tone="good", wide=34)

    def _nothing(self) -> Any:
        """What is shown without a set, or without a camera."""
        key = "teach.none" if self.course is None else "teach.blind"
        shown = Nothing(icon="eye", text=self.say(key))
        if self.course is not None:
            press = Press(text=self.say("dice.camera"), size_hint=(0.5, None), height=self.ids.take.height)
            press.pos_hint = {"center_x": 0.5}
            press.bind(on_tap=lambda _: self.house.go("camera"))
            shown.add_widget(press, index=1)
        return shown

    def _status(self) -> tuple[tuple[str, dict[str, Any]], str]:
        """One sentence on how things stand, and its colour."""
        if self.sight.fault:
            found = fault_text(self.sight.fault)
            return (found.key, dict(found.args)), "bad"
        busy = self._told is not None and self._told[0] in ("teach.learning", "teach.failed")
        if self.doubts and not busy:
            mixed = all(one == other for one, other in self.doubts)
            return ("teach.unlike" if mixed else "teach.alike", {}), "bad"
        if self._told is not None:
            return self._told, "bad" if self._told[0] == "teach.failed" else "good"
        if self.wanted is None:
            return ("teach.finished", {}), "good"
        return ("teach.ready" if self.die else "teach.lay", {}), "good" if self.die else "ink"

    def _show_picture(self) -> None:
        view, reading = self.ids.view, self.sight.reading
        view.show_picture(self.sight.canvas)
        view.show_dice(() if reading is None else reading.seen, [Mark("", "good", "")] if self.die else [])

    def deeds(self) -> Deeds:
        """The face is taken, or passed over."""
        found: Deeds = {Does.LEAVE: self.house.back}
        if self.can_take or self._last is not None:
            found[Does.ON] = self.take
        if self.wanted is not None:
            found[Does.TURN] = self.skip
        return found


SCREEN = Teach
