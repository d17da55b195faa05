"""Takes from the trained finder of pip dice the channels that say most, as a start for a smaller network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from .nets import Finder
from .warm import warmed

SAME = 4
"""Fields of the head that both networks have."""


def slimmed(small: Finder, packed: Path, shown: Tensor) -> Finder:
    """The small network with the strongest channels of the packed one; of its head what both have."""
    large = warmed(Finder(), packed, shown)
    assert isinstance(large, Finder)
    kept: Tensor = torch.arange(3)
    kept = _block(small.stem, large.stem, kept)
    levels = []
    for mine, other in zip(_blocks(small.down), _blocks(large.down), strict=True):
        for one, two in zip(mine, other, strict=True):
            kept = _block(one, two, kept)
        levels.append(kept)
    levels[-1] = _block(small.deep, large.deep, levels[-1])
    shared = _strongest(_norm(large.final), _norm(small.final).num_features)
    for one, two, inside in zip(small.side, large.side, levels, strict=True):
        assert isinstance(one, nn.Conv2d)
        assert isinstance(two, nn.Conv2d)
        _convolution(one, two, inside, shared)
    for one, two in zip((*small.merge, small.final), (*large.merge, large.final), strict=True):
        _block(one, two, shared, shared)
    with torch.no_grad():
        # Heat, offset and size mean the same in both.
        small.head.weight[:SAME].copy_(large.head.weight[:SAME][:, shared])
        small.head.bias[:SAME].copy_(large.head.bias[:SAME])
    return small


def started(net: Finder, start: Path | None, pictures: Sequence[np.ndarray]) -> Finder:
    """The network with weights to go on with, plain or packed, or the strongest of the pip finder's."""
    if start and start.suffix == ".xz":
        shown = torch.from_numpy(np.stack(pictures).transpose(0, 3, 1, 2)).float() / 255
        begin = slimmed if start.name.startswith("finder") else warmed
        begin(net, start, shown)
    elif start:
        net.load_state_dict(torch.load(start))
    return net.to(memory_format=torch.channels_last)


def _blocks(levels: nn.Module) -> list[Sequence[nn.Module]]:
    return [list(level.children()) for level in levels.children()]


def _norm(block: nn.Module) -> nn.BatchNorm2d:
    found = next(layer for layer in block.children() if isinstance(layer, nn.BatchNorm2d))
    assert isinstance(found, nn.BatchNorm2d)
    return found


def _strongest(norm: nn.BatchNorm2d, count: int) -> Tensor:
    return torch.sort(torch.argsort(norm.weight.detach().abs(), descending=True)[:count]).values


def _convolution(small: nn.Conv2d, large: nn.Conv2d, inside: Tensor, outside: Tensor) -> None:
    with torch.no_grad():
        small.weight.copy_(large.weight[outside][:, inside])
        if small.bias is not None and large.bias is not None:
            small.bias.copy_(large.bias[outside])


def _block(small: nn.Module, large: nn.Module, inside: Tensor, outside: Tensor | None = None) -> Tensor:
    """Copies convolution and normalisation; returns which channels were kept."""
    norm, source = _norm(small), _norm(large)
    outside = _strongest(source, norm.num_features) if outside is None else outside
    for one, two in zip(small.children(), large.children(), strict=True):
        if isinstance(one, nn.Conv2d) and isinstance(two, nn.Conv2d):
            _convolution(one, two, inside, outside)
    with torch.no_grad():
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(norm, name).copy_(getattr(source, name)[outside])
    return outside
