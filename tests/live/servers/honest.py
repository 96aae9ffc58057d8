"""Keeps the contract. With switches in its environment it serves other tools (CL3)."""

import os

from wire import Server, arguments
from world import World

options = arguments()
shown = World.read(options.world)
if os.environ.get("PANTRY_READONLY"):
    shown.families["core"] = ["pantry_find"]
if os.environ.get("PANTRY_EXTRA"):
    shown.families["keep"].append("pantry_smoke")
Server(shown, options.profile).serve()
