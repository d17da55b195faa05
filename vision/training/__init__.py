"""Trains the networks that read dice and balls. Needs PyTorch and ONNX; nothing else of the project does.

The pip reader, in this order; each step tells its arguments with --help:

1. `drawn`      draws scenes to train with
2. `finder`     trains what finds tops
3. `mine`       collects what it takes for dice and is none
4. `faces`      trains what reads a face
5. `pack`       writes both networks in the form that is shipped
6. `photos`     places the dice of photos of which only the faces are known
7. `calibrate`  fits the confidence on these photos, which the networks never saw, and on drawn scenes

`./sternwarte bench dice PHOTOS --confidence DIR` measures with a confidence that was fitted without the
source that is read. The networks themselves are trained with drawn dice only: going on with photos of all
other sources made them no better on the one left out.

The finder of symbol dice is made by `tops`, which draws, trains and packs; `calibrate_symbols` fits the
confidence of their reader. The finder of balls is made by `balls`, and `calibrate_balls` goes with it.
"""
