"""A device is started, watched and started again; what is not there is said once and stays off."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from hardware.faults import Fault, Missing
from hardware.supervisor import HANGS, OPENING, PATIENCE, PAUSES, STUCK, Care, Keeper, News, State, Supervisor

WAIT = 30


class Moved:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Toy:
    """A device that does what a test says; every one that was made is counted."""

    pause = 0.01

    def __init__(self, work: Callable[[], bool]) -> None:
        self._work = work
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def step(self) -> bool:
        return self._work()

    def close(self) -> None:
        self.closed += 1


class Desk:
    """Makes toys and keeps what was told of them."""

    def __init__(self, *script: bool | Exception) -> None:
        self.script = list(script)
        self.toys: list[Toy] = []
        self.news: list[News] = []
        self.care = Care("toy", self.make, self.news.append)

    def make(self) -> Toy:
        self.toys.append(Toy(self.work))
        return self.toys[-1]

    def work(self) -> bool:
        now = self.script.pop(0) if self.script else True
        if isinstance(now, Exception):
            raise now
        return now

    def turns(self, count: int) -> list[float | None]:
        return [self.care.turn() for _ in range(count)]

    @property
    def states(self) -> list[State]:
        return [one.state for one in self.news]


def test_a_device_that_works_is_opened_once_and_said_once() -> None:
    desk = Desk()
    assert desk.turns(3) == [0.01] * 3
    assert (len(desk.toys), desk.toys[0].opened, desk.states) == (1, 1, [State.WELL])


def test_pauses_grow_from_two_to_twenty_seconds_and_the_fault_is_said_once() -> None:
    desk = Desk(*[Fault("unplugged")] * 8)
    assert desk.turns(8) == [*PAUSES, 20.0, 20.0, 20.0]
    assert (PAUSES[0], PAUSES[-1]) == (2.0, 20.0)
    assert desk.news == [News("toy", State.FAULTY, "unplugged")]
    assert [toy.closed for toy in desk.toys] == [1] * 8


def test_a_device_that_comes_back_is_said_and_begins_with_the_shortest_pause_again() -> None:
    desk = Desk(True, Fault("x"), Fault("x"), True, Fault("y"))
    assert desk.turns(5) == [0.01, 2.0, 4.0, 0.01, 2.0]
    assert desk.states == [State.WELL, State.FAULTY, State.WELL, State.FAULTY]


def test_a_device_that_opens_but_gives_nothing_is_not_well() -> None:
    desk = Desk(Fault("x"), False, False, Fault("x"), False)
    assert desk.turns(4) == [2.0, 0.01, 0.01, 4.0]
    assert desk.states == [State.FAULTY]


def test_what_is_missing_is_said_once_and_stays_off() -> None:
    desk = Desk(Missing("GPIO 99"))
    assert desk.care.turn() is None
    assert desk.news == [News("toy", State.OFF, "GPIO 99")]
    assert desk.toys[0].closed == 1


def test_what_has_worked_is_not_missing_for_good() -> None:
    desk = Desk(True, Missing("unplugged"), True)
    assert desk.turns(3) == [0.01, 2.0, 0.01]
    assert desk.states == [State.WELL, State.FAULTY, State.WELL]


def test_any_exception_is_a_fault_and_named() -> None:
    desk = Desk(OSError("bus error"))
    assert desk.care.turn() == 2.0
    assert desk.news[0].why == "OSError: bus error"


def test_a_device_that_cannot_even_be_closed_is_made_anew() -> None:
    desk = Desk(Fault("x"))

    def torn() -> None:
        raise OSError("gone")

    make = desk.make

    def fragile() -> Toy:
        toy = make()
        toy.close = torn  # type: ignore[method-assign]
        return toy

    care = Care("toy", fragile, desk.news.append)
    assert care.turn() == 2.0
    assert care.turn() == 0.01


class Stuck:
    """A desk whose devices hang until they are let go, in real threads."""

    def __init__(self) -> None:
        self.clock = Moved()
        self.news: list[News] = []
        self.told = threading.Event()
        self.gates: list[threading.Event] = []
        self.inside = threading.Semaphore(0)
        self.toys: list[Toy] = []
        self.hang = True
        self.keeper = Keeper("toy", self.make, self.tell, self.clock)

    def tell(self, news: News) -> None:
        self.news.append(news)
        self.told.set()

    def make(self) -> Toy:
        self.toys.append(Toy(self.work))
        return self.toys[-1]

    def work(self) -> bool:
        if self.hang:
            gate = threading.Event()
            self.gates.append(gate)
            self.inside.release()
            gate.wait(WAIT)
        return True


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.supervisor.PAUSES", (0.0,))


@pytest.mark.usefixtures("no_pauses")
def test_a_device_that_hangs_is_said_and_another_thread_goes_on_without_it() -> None:
    desk = Stuck()
    desk.keeper.start()
    assert desk.inside.acquire(timeout=WAIT)
    desk.keeper.check()
    assert desk.news == []
    desk.hang = False
    desk.clock.now += PATIENCE
    desk.told.clear()
    first = desk.keeper.thread
    desk.keeper.check()
    assert desk.news[0] == News("toy", State.FAULTY, HANGS)
    while desk.keeper.state is not State.WELL:
        assert desk.told.wait(WAIT)
        desk.told.clear()
    assert [one.state for one in desk.news] == [State.FAULTY, State.WELL]
    desk.gates[0].set()
    assert first is not None
    first.join(WAIT)
    assert not first.is_alive()
    assert desk.toys[0].closed == 1
    second = desk.keeper.thread
    desk.keeper.stop(0)
    assert second is not None
    second.join(WAIT)
    assert desk.toys[1].closed == 1


@pytest.mark.usefixtures("no_pauses")
def test_opening_may_take_longer_than_anything_else() -> None:
    desk = Stuck()
    desk.hang = False
    inside, gate = threading.Event(), threading.Event()

    def slow() -> None:
        inside.set()
        gate.wait(WAIT)

    make = desk.make

    def heavy() -> Toy:
        toy = make()
        toy.open = slow  # type: ignore[method-assign]
        return toy

    keeper = Keeper("toy", heavy, desk.tell, desk.clock)
    keeper.start()
    assert inside.wait(WAIT)
    desk.clock.now += OPENING - 0.1
    keeper.check()
    assert desk.news == []
    desk.clock.now += 0.1
    keeper.check()
    assert desk.news == [News("toy", State.FAULTY, HANGS)]
    gate.set()
    keeper.stop(WAIT)


@pytest.mark.usefixtures("no_pauses")
def test_only_a_few_threads_are_sent_into_a_device_that_hangs() -> None:
    desk = Stuck()
    desk.keeper.start()
    for _ in range(STUCK + 4):
        desk.inside.acquire(timeout=0.2 if len(desk.gates) > STUCK else WAIT)
        desk.clock.now += PATIENCE
        desk.keeper.check()
    assert len(desk.gates) == STUCK + 1
    assert [one.state for one in desk.news] == [State.FAULTY]
    desk.hang = False
    for gate in desk.gates:
        gate.set()
    desk.keeper.stop(WAIT)


def test_a_supervisor_ends_what_it_began() -> None:
    well = threading.Event()
    made: list[Toy] = []

    def make() -> Toy:
        made.append(Toy(lambda: True))
        return made[-1]

    supervisor = Supervisor(lambda news: well.set())
    before = threading.active_count()
    supervisor.run("toy", make)
    assert well.wait(WAIT)
    assert supervisor.state("toy") is State.WELL
    supervisor.close()
    assert supervisor.state("toy") is State.OFF
    assert made[0].closed == 1
    # A thread of an earlier test may have ended meanwhile.
    assert threading.active_count() <= before
