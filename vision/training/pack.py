"""Writes trained networks in the form that is shipped.

python -m vision.training.pack finder.pt faces.pt --out vision/weights
"""

from __future__ import annotations

import argparse
import lzma
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from .nets import CUT, FaceReader, Finder


def pack(net: torch.nn.Module, shape: tuple[int, ...], out: Path) -> None:
    """One network as ONNX, its numbers rounded to eleven bits so that they pack well."""
    net.eval()
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "net.onnx"
        axes = {"input": {0: "n", 2: "h", 3: "w"}} if shape[-1] != CUT else {"input": {0: "n"}}
        torch.onnx.export(
            net, torch.zeros(shape), str(plain), dynamo=False, opset_version=12,
            input_names=["input"], dynamic_axes=axes,
        )  # fmt: skip
        model = onnx.load(str(plain))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            values = np.array(numpy_helper.to_array(tensor), np.float32)
            bits = values.view(np.uint32) + np.uint32(1 << 11)
            rounded = (bits & np.uint32(0xFFFFF000)).view(np.float32)
            tensor.CopyFrom(numpy_helper.from_array(rounded, tensor.name))
    model.producer_name = model.doc_string = ""
    for node in model.graph.node:
        node.doc_string = ""
    out.write_bytes(lzma.compress(model.SerializeToString(), preset=9))
    print(out.name, out.stat().st_size)


def main() -> None:
    """Pack both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("finder", type=Path)
    parser.add_argument("faces", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    finder, faces = Finder(), FaceReader()
    finder.load_state_dict(torch.load(args.finder))
    faces.load_state_dict(torch.load(args.faces))
    pack(finder, (1, 3, 384, 512), args.out / "finder.onnx.xz")
    pack(faces, (1, 3, CUT, CUT), args.out / "faces.onnx.xz")


if __name__ == "__main__":
    main()
