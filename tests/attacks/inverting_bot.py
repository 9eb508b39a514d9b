"""A bot that works back from its seed to the cards: ``python inverting_bot.py KUHN NOTES``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from inverting import name_card, unscrambled

import parlour

KUHN, NOTES = parlour.game(sys.argv[1]), Path(sys.argv[2])


def note(begin: dict[str, Any], state: dict[str, Any]) -> None:
    seat = begin["seat"]
    named = name_card(KUHN, unscrambled(begin["seed"], seat), seat, state["cards"][seat])
    with NOTES.open("a") as notes:
        notes.write(f"{named}\n")


begin: dict[str, Any] = {}
noted = False
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        begin, noted = message, False
        print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
    elif message["type"] == "turn":
        if not noted:
            note(begin, message["view"]["state"])
        noted = True
        print(json.dumps({"type": "action", "id": message["id"], "action": message["legal"][0]}), flush=True)
