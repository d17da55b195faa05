"""What every game shares: actions, rulings, prompts, tables, scores, facts and pictures. Pure."""

from .action import Action, Adjust, Learn, Lower, Pending, Seat, State, but
from .facts import Amount, FactSpec, FactValue, amount, exactly, number, plan_facts, unknown
from .game import DEPTHS, Adjustable, Game, HouseRule, Impossible, Player, Setup, Task, encode
from .journal import Edit, Journal, MemoryJournal, Move
from .picture import Box, Disc, Icon, Label, Page, Path, Picture, Shape, Spot
from .plan import FieldValue, Grid, Link, Place, Plan
from .plan_picture import plan_picture
from .plan_spec import Field, LinkKind, PlaceKind, PlanSpec, Problem, Slot
from .plan_text import BadPlan, read_plan, write_plan
from .play import apply, describe, finished, prompt, rulebook, ruling, standing, step, texts
from .prompt import Answer, Demand, Draft, Kind, Option, Prompt, Reminder, Step
from .rule import LEGAL, UNPROVEN, Rule, Rulebook, Ruling, Verdict, Violation, reason, violated
from .score import Cell, Outcome, ScoreLine, ScoreSheet, places
from .table import Amendment, Entry, Refused, Table, Trouble, Undoing, edit
from .text import LANGUAGES, Catalogue, Text, Words, literal, seat_name, text

__all__ = [
    "DEPTHS", "LANGUAGES", "LEGAL", "UNPROVEN", "Action", "Adjust", "Adjustable", "Amendment", "Amount",
    "Answer", "BadPlan", "Box", "Catalogue", "Cell", "Demand", "Disc", "Draft", "Edit", "Entry", "FactSpec",
    "FactValue", "Field", "FieldValue", "Game", "Grid", "HouseRule", "Icon", "Impossible", "Journal",
    "Kind", "Label", "Learn", "Link", "LinkKind", "Lower", "MemoryJournal", "Move", "Option", "Outcome",
    "Page", "Path", "Pending", "Picture", "Place", "PlaceKind", "Plan", "PlanSpec", "Player", "Problem",
    "Prompt", "Refused", "Reminder", "Rule", "Rulebook", "Ruling", "ScoreLine", "ScoreSheet", "Seat",
    "Setup", "Shape", "Slot", "Spot", "State", "Step", "Table", "Task", "Text", "Trouble", "Undoing",
    "Verdict", "Violation", "Words", "amount", "apply", "but", "describe", "edit", "encode", "exactly",
    "finished", "literal", "number", "places", "plan_facts", "plan_picture", "prompt", "read_plan",
    "reason", "rulebook", "ruling", "seat_name", "standing", "step", "text", "texts", "unknown", "violated",
    "write_plan",
]  # fmt: skip
