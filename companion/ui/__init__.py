"""Kivy screens. They draw prompts, pictures and score sheets, and hold no rule and no game."""
