"""The two kinds of networks: one finds dice or balls, one reads the face of a cut-out."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 4
FIELDS = 8
"""Of the finder of pip dice at each cell: heat, offset x and y, log of the size, and the box's four sides."""

CUT = 48
CLASSES = ("1", "2", "3", "4", "5", "6", "odd", "none")


def _block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Finder(nn.Module):
    """A small pyramid that goes down to a 32nd and up again to a quarter."""

    def __init__(
        self, widths: Iterable[int] = (16, 32, 48, 64, 96), shared: int = 32, fields: int = FIELDS
    ) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth, last = widths
        self.stem = _block(3, half, 2)
        self.down = nn.ModuleList(
            nn.Sequential(_block(inside, outside, 2), _block(outside, outside))
            for inside, outside in (
                (half, quarter),
                (quarter, eighth),
                (eighth, sixteenth),
                (sixteenth, last),
            )
        )
        self.deep = _block(last, last)
        self.side = nn.ModuleList(nn.Conv2d(width, shared, 1) for width in (quarter, eighth, sixteenth, last))
        self.merge = nn.ModuleList(_block(shared, shared) for _ in range(2))
        self.final = _block(shared, shared)
        self.head = nn.Conv2d(shared, fields, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -4.0

    def forward(self, pictures: Tensor) -> Tensor:
        """Fields for pictures of 0 to 1."""
        level = self.stem((pictures - 0.45) * 4.0)
        levels = []
        for down in self.down:
            level = down(level)
            levels.append(level)
        levels[-1] = self.deep(levels[-1])
        up = self.side[3](levels[3])
        for index, merge in ((2, self.merge[0]), (1, self.merge[1])):
            up = merge(
                functional.interpolate(up, scale_factor=2.0, mode="nearest") + self.side[index](levels[index])
            )
        up = functional.interpolate(up, scale_factor=2.0, mode="nearest") + self.side[0](levels[0])
        return self.head(self.final(up))


class FaceReader(nn.Module):
    """Reads a cut-out whose middle is the middle of a die's top."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 24), _block(24, 32, 2), _block(32, 32), _block(32, 64, 2), _block(64, 64),
            _block(64, 96, 2), _block(96, 96), nn.AvgPool2d(CUT // 8), nn.Flatten(), nn.Dropout(0.1),
            nn.Linear(96, len(CLASSES)),
        )  # fmt: skip

    def forward(self, cuts: Tensor) -> Tensor:
        """Scores of the classes for cut-outs of 0 to 1."""
        return self.body((cuts - 0.45) * 4.0)
