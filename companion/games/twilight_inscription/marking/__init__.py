"""How the four sheets are marked: each sheet's rules, what all sheets share, and what a mark sets off.

Every module of a sheet has the same words: `ACTIONS`; `TASKS`, the decisions that it takes; `moves`, every
mark that could be meant now; `check`, what the rules say of one; `mark`, the desk after it. They look at one
player's desk and sheets and at nothing else.
"""

from __future__ import annotations
