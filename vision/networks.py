"""Loads the small networks that are shipped, or others of the same make; OpenCV runs them."""

from __future__ import annotations

import lzma
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import cv2
import numpy as np

from vision.reading import Floats


def shipped() -> Traversable:
    """Where the weights are that come with the project."""
    return resources.files("vision").joinpath("weights")


@cache
def network(name: str) -> Any:
    """A shipped network, loaded once. Not to be used by two threads at a time."""
    return loaded(shipped(), name)


def loaded(folder: Traversable, name: str) -> Any:
    """A network in a folder, loaded anew."""
    packed = folder.joinpath(f"{name}.onnx.xz").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(lzma.decompress(packed), np.uint8))


def sigmoid(scores: Floats) -> Floats:
    """Scores as probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)


def logit(share: float, close: float) -> float:
    """A probability as a score; nearer than `close` to never or always it is taken for that."""
    clipped = min(max(share, close), 1 - close)
    return float(np.log(clipped / (1 - clipped)))


def softmax(scores: Floats) -> Floats:
    """Rows of scores as probabilities."""
    risen = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(risen / risen.sum(-1, keepdims=True), np.float32)
