"""What every game shares: actions, rulings, prompts, tables, scores, facts and pictures. Pure."""

from .action import Action, Adjust, Learn, Lower, Pending, Seat, State, but
from .facts import Amount, FactSpec, FactValue, amount, exactly, number, unknown
from .game import DEPTHS, Adjustable, Game, HouseRule, Impossible, Player, Setup, Task, encode
from .journal import Edit, Journal, MemoryJournal, Move
from .picture import Box, Disc, Icon, Label, Page, Path, Picture, Shape, Spot
from .play import apply, describe, finished, prompt, rulebook, ruling, standing, step, texts
from .prompt import Answer, Demand, Draft, Kind, Option, Prompt, Reminder, Step
from .rule import LEGAL, UNPROVEN, Rule, Rulebook, Ruling, Verdict, Violation, reason, violated
from .score import Cell, Outcome, ScoreLine, ScoreSheet, places
from .table import Amendment, Entry, Refused, Table, Trouble, Undoing, edit
from .text import LANGUAGES, Catalogue, Text, Words, literal, seat_name, text

__all__ = [
    "DEPTHS", "LANGUAGES", "LEGAL", "UNPROVEN", "Action", "Adjust", "Adjustable", "Amendment", "Amount",
    "Answer", "Box", "Catalogue", "Cell", "Demand", "Disc", "Draft", "Edit", "Entry", "FactSpec",
    "FactValue", "Game", "HouseRule", "Icon", "Impossible", "Journal", "Kind", "Label", "Learn",
    "Lower", "MemoryJournal", "Move", "Option", "Outcome", "Page", "Path", "Pending", "Picture",
    "Player", "Prompt", "Refused", "Reminder", "Rule", "Rulebook", "Ruling", "ScoreLine", "ScoreSheet",
    "Seat", "Setup", "Shape", "Spot", "State", "Step", "Table", "Task", "Text", "Trouble", "Undoing",
    "Verdict", "Violation", "Words", "amount", "apply", "but", "describe", "edit", "encode", "exactly",
    "finished", "literal", "number", "places", "prompt", "reason", "rulebook", "ruling", "seat_name",
    "standing", "step", "text", "texts", "unknown", "violated",
]  # fmt: skip
