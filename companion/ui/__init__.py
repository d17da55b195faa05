"""Kivy screens. They draw prompts, pictures and score sheets, and hold no rule and no game."""

import os

# Kivy reads its environment and settings while it is imported, so they are set before any screen is.
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")

from kivy.config import Config

from . import turning

Config.set("kivy", "exit_on_escape", "0")
Config.set("input", "mouse", "mouse,disable_multitouch")
Config.set("graphics", "multisamples", "4")
Config.set("graphics", "rotation", turning.degrees("STERNWARTE_ROTATION"))
# SDL reads the touch screen already; Kivy would read it once more, and every tap would count twice.
for _name in [name for name, value in Config.items("input") if value.startswith("probesysfs")]:
    Config.remove_option("input", _name)
