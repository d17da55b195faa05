"""What the commands without a window do: playing at random, replaying, scoring, listing and proving rules."""
