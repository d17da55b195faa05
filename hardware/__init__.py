"""Cameras, buttons and lights, real and simulated."""
