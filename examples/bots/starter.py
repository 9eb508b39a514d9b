"""A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.

Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
Whatever else we want to say, say a trace, must go to standard error.
"""

import json
import random
import sys

CORNERS = {"a1", "a8", "h1", "h8"}


def ready(message):
    """A game starts: remember which, and say that we are ready and what we want to see at our turns.

    "wants" may name "state" (the fields of the game), "history" (the moves so far) and "text" (the board as
    a picture of characters). They come in message["view"]; this bot needs none of them.
    """
    global game
    game = message["game"]
    random.seed(message["seed"])
    return {"type": "ready", "id": message["id"], "name": "starter", "protocol": 2, "wants": []}


def action(message):
    """It is our turn: choose one of the legal moves. This is where your own ideas go."""
    legal = message["legal"]
    corners = [move for move in legal if game == "reversi" and move in CORNERS]
    return {"type": "action", "id": message["id"], "action": random.choice(corners or legal)}


game = ""
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        print(json.dumps(ready(message)), flush=True)
    elif message["type"] == "turn":
        print(json.dumps(action(message)), flush=True)
    # message["type"] == "end" tells the scores and asks for no answer
