"""Trains the finder and the face reader of pip dice. Needs PyTorch; nothing else of the project does."""
