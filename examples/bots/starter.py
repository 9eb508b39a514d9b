"""A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.

Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
Whatever else we want to say, such as a trace, must go to standard error.
"""

import json
import random
import sys

CORNERS = {"a1", "a8", "h1", "h8"}


def choose(game, legal):
    """One of the legal moves. This is where your own ideas go."""
    corners = [move for move in legal if game == "reversi" and move in CORNERS]
    return random.choice(corners or legal)


def say(message):
    print(json.dumps(message), flush=True)


game = ""
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        game = message["game"]
        random.seed(message["seed"])
        # "wants" may name "state" (the fields of the game), "history" (the moves so far) and "text" (the
        # board as a picture of characters). They come in message["view"] at our turns; we need none.
        say({"type": "ready", "id": message["id"], "name": "starter", "protocol": 2, "wants": []})
    elif message["type"] == "turn":
        say({"type": "action", "id": message["id"], "action": choose(game, message["legal"])})
    # message["type"] == "end" brings the scores and asks for no answer
