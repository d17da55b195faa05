"""The table of Twilight Inscription as pictures."""
