"""The loop that fits a network, which all trainings share."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

WARM_UP = 100
TOLD = 100


def fit(
    net: torch.nn.Module,
    cost_of: Callable[[torch.nn.Module], torch.Tensor],
    out: Path,
    minutes: float,
    rate: float,
    decay: float = 1e-3,
) -> None:
    """Train for so many minutes of processor time, slower and slower; `cost_of` takes the next batch."""
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    began, step, mean = time.process_time(), 0, 0.0
    while (share := (time.process_time() - began) / (minutes * 60)) < 1:
        slower = min(1.0, (step + 1) / WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * share))
        for group in best.param_groups:
            group["lr"] = rate * slower + 1e-6
        cost = cost_of(net)
        best.zero_grad()
        cost.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        step += 1
        mean += (cost.item() - mean) / min(step, TOLD)
        if step % TOLD == 0:
            print(f"{step} {share:.2f} {mean:.3f}", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


def said(net: torch.nn.Module, shown: torch.Tensor) -> torch.Tensor:
    """What a network says of pictures, worked out with short numbers."""
    with torch.autocast("cpu", torch.bfloat16):
        found: torch.Tensor = net(shown.contiguous(memory_format=torch.channels_last))
    return found.float()
