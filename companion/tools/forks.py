"""Work done in forked copies of this process, so that what it breaks is gone with it."""

from __future__ import annotations

import os
import select
import signal
import time
import traceback
from collections.abc import Callable
from typing import Any

import msgspec


class Fork:
    """One piece of work in a child; its answer is JSON."""

    def __init__(self, work: Callable[[], Any], seconds: float) -> None:
        self.until = time.monotonic() + seconds
        self._answer = b""
        self.pipe, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _work(work, writing)
        os.close(writing)

    def read(self) -> bool:
        """Take what has come; whether that was all."""
        part = os.read(self.pipe, 1 << 16)
        self._answer += part
        return not part

    def end(self) -> Any:
        """The answer; None if the child died or had to be stopped."""
        os.close(self.pipe)
        if time.monotonic() >= self.until:
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        try:
            return msgspec.json.decode(self._answer)
        except msgspec.DecodeError:
            return None


def _work(work: Callable[[], Any], writing: int) -> None:
    code = 1
    try:
        # What the work prints is of no interest, and the parent's last line must stay the last.
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0,) if os.environ.get("STERNWARTE_VERBOSE") else (0, 1, 2):
            os.dup2(nowhere, number)
        answer = msgspec.json.encode(work())
        while answer:
            answer = answer[os.write(writing, answer) :]
        code = 0
    except Exception:
        traceback.print_exc()
    finally:
        # No clean-up of the parent's things: buffers, threads, temporary folders.
        os._exit(code)


class Forks:
    """Runs pieces of work side by side and hands each answer to whoever ordered it."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._waiting: list[tuple[Callable[[], Any], float, Callable[[Any], None]]] = []
        self._running: dict[int, tuple[Fork, Callable[[Any], None]]] = {}

    def order(self, work: Callable[[], Any], seconds: float, done: Callable[[Any], None]) -> None:
        """Have work done; `done` gets its answer and may order more."""
        self._waiting.append((work, seconds, done))

    def run(self) -> None:
        """Until nothing is left to do."""
        while self._waiting or self._running:
            # Last come first served: what has begun is finished before something else begins.
            while self._waiting and len(self._running) < self.jobs:
                work, seconds, done = self._waiting.pop()
                fork = Fork(work, seconds)
                self._running[fork.pipe] = (fork, done)
            soonest = min(fork.until for fork, _ in self._running.values())
            ready, _, _ = select.select(list(self._running), [], [], max(0.0, soonest - time.monotonic()))
            now = time.monotonic()
            for pipe, (fork, done) in list(self._running.items()):
                if (pipe in ready and fork.read()) or now >= fork.until:
                    del self._running[pipe]
                    done(fork.end())


def apart(work: Callable[[], Any], seconds: float = 300.0) -> Any:
    """The answer of work done in one forked child; None if that died."""
    answers: list[Any] = []
    forks = Forks(1)
    forks.order(work, seconds, answers.append)
    forks.run()
    return answers[0]
