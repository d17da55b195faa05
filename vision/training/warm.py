"""Takes up the training of a network where the shipped one stands."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def warmed(net: nn.Module, packed: Path, shown: Tensor) -> nn.Module:
    """The network with the weights of a packed one; `shown` are pictures as they will be trained with.

    Packing folds each normalisation into its convolution. Here the normalisations get such factors that on
    pictures like these they change nothing at first.
    """
    model = onnx.load_from_string(lzma.decompress(packed.read_bytes()))
    kept = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    waiting = [
        [torch.from_numpy(kept[name].copy()) for name in node.input[1:]]
        for node in model.graph.node
        if node.op_type in ("Conv", "Gemm")
    ]
    pending: list[Tensor] = []

    def take(layer: nn.Module, _inputs: object) -> None:
        weight, bias = waiting.pop(0)
        with torch.no_grad():
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
            else:
                pending.append(bias)

    def even(layer: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        assert isinstance(layer, nn.BatchNorm2d)
        assert layer.running_mean is not None
        assert layer.running_var is not None
        with torch.no_grad():
            mean, spread = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(spread)
            layer.weight.copy_(torch.sqrt(spread + layer.eps))
            layer.bias.copy_(mean + pending.pop())

    hooks = []
    for layer in net.modules():
        hook: Callable[..., None] | None = None
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            hook = take
        elif isinstance(layer, nn.BatchNorm2d):
            hook = even
        if hook:
            hooks.append(layer.register_forward_pre_hook(hook))
    net.eval()
    with torch.no_grad():
        net(shown)
    for one in hooks:
        one.remove()
    assert not waiting, "the packed network is another one"
    return net.train()
