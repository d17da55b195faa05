"""Trains the networks that read dice. Needs PyTorch and ONNX; nothing else of the project does.

The pip reader, in this order; each step tells its arguments with --help:

1. `drawn`          draws scenes to train with
2. `finder`         trains what finds tops, on drawn scenes only
3. `mine`           collects what it takes for dice and is none
4. `faces`          trains what reads a face, on drawn scenes only
5. `photos`         places the dice of photos of which only the faces are known
6. `leave_one_out`  goes on with photos: once with all of them, and once without each source, to measure
7. `calibrate`      fits the confidence, on what networks say of photos that they never saw
8. `pack`           writes the networks in the form that is shipped

`./sternwarte bench dice PHOTOS --networks DIR` measures with each source left out.
"""
