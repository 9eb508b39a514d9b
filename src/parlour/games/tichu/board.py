"""Tichu for a board on a screen: the table as one seat sees it, or all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.games.tichu.cards import DRAGON, card_name, cards_of
from parlour.games.tichu.endings import ending
from parlour.games.tichu.positions import CALL_WORDS
from parlour.games.tichu.state import (
    CALLS,
    DRAGON_GIFT,
    DRAGON_LEFT,
    DRAGON_RIGHT,
    EXCHANGE,
    GIVE,
    GRAND,
    GRAND_CALLS,
    MATCH,
    NO_CALL,
    OTHER,
    OVER,
    PASS,
    PLAY,
    SEATS,
    TICHU,
    WAIT,
    WISH,
    WISHING,
)
from parlour.games.tichu.tricks import Play, Result, Round, Trick, result_of, rounds_of
from parlour.state import Position, State, View

__all__ = ["ADVISERS", "describe", "ending", "features", "lapse", "targets"]

ADVISERS = {"hint": ("best:seconds=0.6",), "replay": ("best:seconds=0.15",)}
PHASES = {
    GRAND_CALLS: "grand",
    CALLS: "calls",
    EXCHANGE: "exchange",
    PLAY: "play",
    WISHING: "wish",
    DRAGON_GIFT: "dragon",
    OVER: "over",
}
BUTTONS: dict[int, dict[str, Any]] = {
    PASS: {"pass": True},
    WAIT: {"wait": True},
    TICHU: {"call": "tichu"},
    GRAND: {"call": "grand"},
    NO_CALL: {"call": ""},
    DRAGON_LEFT: {"dragon": 1},
    DRAGON_RIGHT: {"dragon": 3},
}  # the Dragon's trick goes so many seats on


def describe(position: Position) -> dict[str, Any]:
    """What lies on the table, what each seat holds as far as it is known, and the score."""
    s = position.data
    hand, untouched = 13 if s["mini"] else 14, not s["played"].any()
    rounds, whole = rounds_of(_moves(position), hand, s["counts"].tolist(), untouched)
    return {
        "seat": getattr(position, "seat", None),
        "phase": PHASES[int(s["phase"])],
        "mover": position.mover,
        "turn": int(s["turn"]),
        "asked": bool(s["asked"] >= 0),
        "hands": [_hand(s, seat) for seat in range(SEATS)],
        "counts": s["counts"].tolist(),
        "calls": [CALL_WORDS.get(int(call), "") for call in s["calls"]],
        "places": s["place"].tolist(),
        "points": s["points"].tolist(),
        "gifts": [[card_name(card - 1) if card else "" for card in given] for given in s["given"].tolist()],
        "step": int(s["step"]),
        "wish": int(s["wish"]),
        "calling": bool(s["may_call"]),
        **_table(position, rounds[-1]),
        **_score(position, rounds, whole),
    }


def _moves(position: Position) -> Sequence[Any]:
    """All moves, as far as whoever looks has seen them."""
    if isinstance(position, View):
        return position.history
    return position.moves if isinstance(position, State) else []


def _hand(s: Any, seat: int) -> list[str] | None:
    """The cards of a seat, or nothing when they are hidden."""
    mask = int(s["hands"][seat])
    return [card_name(card) for card in cards_of(mask)] if mask or not s["counts"][seat] else None


def _table(position: Position, now: Round) -> dict[str, Any]:
    """The trick, what it is worth, who has passed, and the trick before it."""
    s, plays = position.data, now.trick.plays
    if s["top"] and not plays:
        plays = [_top(s)]
    return {
        "trick": [_shown(play) for play in plays] if s["top"] else [],
        "stake": int(s["stake"]),
        "owner": int(s["owner"]),
        "passed": now.passed,
        "before": _before(now.tricks[-1]) if now.tricks else None,
        "opening": not any(trick.taker is not None for trick in now.tricks),
    }


def _top(s: Any) -> Play:
    """The play to beat in a game that began with it on the table."""
    top = int(s["top"])
    cards = cards_of(top & (1 << 56) - 1)
    return Play(int(s["owner"]), tuple(card_name(card) for card in cards), top >> 56)


def _shown(play: Play) -> dict[str, Any]:
    shown = {"seat": play.seat, "cards": list(play.cards)}
    return {**shown, "as": play.role} if play.role else shown


def _before(trick: Trick) -> dict[str, Any]:
    return {"plays": [_shown(play) for play in trick.plays], "taker": trick.taker, "points": trick.points}


def _score(position: Position, rounds: list[Round], whole: bool) -> dict[str, Any]:
    """The score sheet: what each round brought, and what both teams had when the story begins."""
    s = position.data
    over = rounds[not whole :] if position.over else rounds[not whole : -1]
    results = [result_of(done, bool(s["mini"])) for done in over]
    total = s["total"].tolist()
    return {
        "total": total,
        "carried": [total[team] - sum(result.points[team] for result in results) for team in range(2)],
        "rounds": [_row(done, result) for done, result in zip(over, results, strict=True)],
        "goal": MATCH if s["match"] else 0,
    }


def _row(done: Round, result: Result) -> dict[str, Any]:
    return {
        "cards": list(result.cards),
        "calls": list(result.calls),
        "double": result.double,
        "called": done.calls,
        "out": done.out,
    }


def targets(position: Position, action: int) -> dict[str, Any]:
    """The cards of a play with the rank that the Phoenix stands for, or what else is decided."""
    if action < OTHER:
        cards = [card_name(card) for card in cards_of(action & (1 << 56) - 1)]
        return {"cards": cards, "as": action >> 56} if action >> 56 else {"cards": cards}
    if action in BUTTONS:
        return dict(BUTTONS[action])
    if action >= GIVE:
        step, card = divmod(action - GIVE, 64)
        return {"give": card_name(card), "to": step + 1}
    return {"wish": action - WISH}


def lapse(position: Position) -> int | None:
    """What is played by itself: the only action, and whatever only a bomb could change.

    So no delay tells who holds a bomb. Whoever cannot play passes, although Tichu might still be called.
    """
    s = position.data
    legal = [action for action in position.legal_moves if action != TICHU]
    if s["phase"] == PLAY and not s["vowed"]:
        if s["asked"] >= 0:
            return WAIT
        if PASS in legal and (_only_bombs_beat(s) or len(legal) == 1):
            return PASS
    return legal[0] if len(position.legal_moves) == 1 else None


def _only_bombs_beat(s: Any) -> bool:
    """Whether the seat in turn has won the trick already, or a Dragon or a bomb is on top."""
    from parlour.games.tichu.combinations import FLUSH, FOUR

    return bool(s["turn"] == s["owner"] or FOUR <= s["top_kind"] <= FLUSH or s["top"] == 1 << DRAGON)


def features(position: Position, seat: int) -> dict[str, tuple[float, float]]:
    """Who holds the trick, the turns that a hand still needs, cards left, bombs, and points taken."""
    s = position.data
    others, partner = ((seat + 1) % SEATS, (seat + 3) % SEATS), (seat + 2) % SEATS
    holder = int(s["owner"]) if s["top"] else int(s["turn"])
    near = min((int(s["counts"][other]) for other in others if s["counts"][other]), default=0)
    ours = 1.0 if holder % 2 == seat % 2 else 0.0
    numbers: dict[str, tuple[float, float]] = {"lead": (ours, 1 - ours)}
    if s["calls"][partner] and not s["place"].any():
        numbers["partner"] = (1.0 if holder == partner else 0.0, 0)
    if 0 < near <= 3:
        numbers["near"] = (ours, near)
    numbers["turns"] = (-_turns(s, seat), 0)
    numbers["cards"] = (-int(s["counts"][seat]), -near)
    numbers["bombs"] = (_bombs(s, seat), 0)
    points = s["points"]
    numbers["points"] = (int(points[seat] + points[partner]), int(sum(points[other] for other in others)))
    return numbers


def _turns(s: Any, seat: int) -> int:
    """How many plays a hand makes when it is taken apart."""
    from parlour.games.tichu.partitions import outline

    facts = np.zeros((1, 5))
    outline(np.array([s["hands"][seat]], np.uint64), facts)
    return int(facts[0, 0])


def _bombs(s: Any, seat: int) -> int:
    """How many fours and straight flushes a hand holds."""
    hand = int(s["hands"][seat]) & ~15
    fours = sum(hand >> 4 * rank & 15 == 15 for rank in range(1, 14))
    two = hand & hand >> 4
    return fours + (1 if two & two >> 8 & hand >> 16 else 0)
