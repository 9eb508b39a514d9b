"""Tichu in text: ``play 7r 7g``, ``pass``, ``wish 8``, ``tichu``, ``give 2b left``, ``dragon right``."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.games.tichu import state as st
from parlour.games.tichu.cards import (
    PHOENIX,
    PHOENIX_BIT,
    RANKS,
    card_name,
    card_rank,
    cards_of,
    hand_text,
    parse_card,
    parse_rank,
)
from parlour.games.tichu.combinations import PHOENIX_LED
from parlour.games.tichu.positions import CALL_WORDS, PHASES, gifts, position
from parlour.spec import format_fields
from parlour.state import Position

__all__ = ["draw", "format", "parse", "play_text", "plays_of", "position", "seen", "text"]

SIDES = ("left", "partner", "right")
WORDS = {
    st.PASS: "pass",
    st.WAIT: "wait",
    st.TICHU: "tichu",
    st.GRAND: "grand",
    st.NO_CALL: "no call",
    st.DRAGON_LEFT: "dragon left",
    st.DRAGON_RIGHT: "dragon right",
    st.WISH: "wish none",
}
_EXPECTED = (
    "expected play and cards (play 7r 7g), pass, wait, tichu, grand, no call, wish and a rank (wish 8), "
    "give, a card and a side (give 2b left), or dragon left or right"
)


def format(state: Position, action: int) -> str:
    """A decision as a person would type it; the Phoenix says what it stands for."""
    if action in WORDS:
        return WORDS[action]
    if action >= st.GIVE:
        step, card = divmod(action - st.GIVE, 64)
        return f"give {card_name(card)} {SIDES[step]}"
    if action > st.WISH:
        return f"wish {RANKS[action - st.WISH]}"
    return f"play {play_text(action)}"


def play_text(action: int) -> str:
    """The cards of a play from high to low, the Phoenix in its place: ``9r phoenix=8 7g 6s 5b``."""
    role = action >> 56
    cards = [card for card in cards_of(action & (1 << 56) - 1) if card != PHOENIX]
    words = [(card_rank(card), card_name(card)) for card in cards]
    if action >> PHOENIX & 1:
        words.append((role, f"phoenix={RANKS[role]}" if role else "phoenix"))
    return " ".join(name for _, name in sorted(words, key=lambda word: -word[0]))


def parse(state: Position, text: str) -> int:
    """The decision that a text names."""
    word, *rest = text.strip().lower().split() or [""]
    joined = " ".join([word, *rest])
    for action, name in WORDS.items():
        if joined == name:
            return action
    if word == "wish" and len(rest) == 1:
        return st.WISH + parse_rank(rest[0])
    if word == "give" and len(rest) == 2 and rest[1] in SIDES:
        return st.GIVE + 64 * SIDES.index(rest[1]) + parse_card(rest[0])
    if word == "play" and rest:
        return _parse_play(state, rest)
    raise ParlourError(f"'{text}' is no Tichu decision: {_EXPECTED}")


def _parse_play(state: Position, words: list[str]) -> int:
    """A play by its cards; what the Phoenix stands for may be left out where only one thing is legal."""
    cards, role = 0, 0
    for word in words:
        name, _, rank = word.partition("=")
        card = parse_card(name)
        if rank and card != PHOENIX:
            raise ParlourError(f"'{word}': only the Phoenix stands for another rank")
        if cards >> card & 1:
            raise ParlourError(f"'{word}' is named twice")
        cards |= 1 << card
        role = parse_rank(rank) if rank else role
    if role or not cards >> PHOENIX & 1:
        return cards | role << 56
    fitting = plays_of(state, cards)
    if len(fitting) > 1:
        choices = " or ".join(f"phoenix={RANKS[action >> 56]}" for action in fitting)
        raise ParlourError(f"say what the Phoenix stands for: {choices}")
    return fitting[0] if fitting else cards


def plays_of(state: Position, cards: int) -> list[int]:
    """The legal plays of just these cards: several where the Phoenix may stand for several ranks."""
    return [move for move in state.legal_moves if move < st.OTHER and move & (1 << 56) - 1 == cards]


def seen(state: Position, action: int, viewer: int) -> str:
    """A decision as another seat sees it: cards that are given stay covered."""
    if action >= st.GIVE and state.mover != viewer:
        return re.sub("^give .* ", "give a card ", format(state, action))
    return format(state, action)


def text(state: Position) -> str:
    """The position in one line of fields; those that are 0 or empty are left out.

    ``phase: play; turn: west; trick: 7r 7g by south; wish: 8; lacks: east; calls: north tichu;
    points: 10 0 -25 5; turns: 31; south: Ks 9r 4b; south gave: 2b 5r dragon; south played: 7r 7g ...;
    west: ...``

    - `phase`: grand calls, calls, exchange, play, wish, dragon (its trick is to be given away) or over
    - `asked`: who may bomb before the seat in turn; it ``must bomb`` when it has called Tichu for that
    - `trick`: the play to beat; a single Phoenix is ``over`` the rank that it was played on
    - `wish`: the rank that was wished for, ``fulfilled`` when it no longer binds; `lacks`: who has shown that
      they held none of it
    - `out`: who went out, in order; `points`: in the tricks that each seat has taken
    - `score`, `rounds`: of the match so far; `turns`: plays and passes of the round
    - `starter`: who leads first, in Mini-Tichu
    - `south`: the hand, and after a + the cards to take up after the Grand Tichu calls; `south gave`: to the
      left, to the partner, to the right

    What a view hides is ``?``, with a number when there are several.
    """
    s, seats = state.data, state.game.seat_names
    fields = {
        "phase": PHASES[s["phase"]],
        "turn": seats[s["turn"]],
        "asked": "" if s["asked"] < 0 else seats[s["asked"]] + (" must bomb" if s["vowed"] else ""),
        "trick": _trick_text(state),
        "wish": RANKS[s["wished"]] + (" fulfilled" if s["wished"] and not s["wish"] else ""),
        "lacks": " ".join(name for name, lacks in zip(seats, s["lacks"], strict=True) if lacks),
        "calls": ", ".join(f"{n} {CALL_WORDS[int(c)]}" for n, c in zip(seats, s["calls"], strict=True) if c),
        "out": " ".join(seats[seat] for seat in np.argsort(s["place"]) if s["place"][seat]),
        "points": _numbers_text(s["points"]),
        "score": _numbers_text(s["total"]),
        "rounds": str(s["rounds"]) if s["rounds"] and s["match"] else "",
        "turns": str(s["turns"]) if s["turns"] else "",
        "starter": seats[s["starter"]] if s["mini"] else "",
    }
    for seat, name in enumerate(seats):
        fields[name] = _hand_text(s, seat)
        fields[f"{name} gave"] = _gave_text(s, seat)
        fields[f"{name} played"] = hand_text(int(s["played"][seat]))
    return format_fields(fields)


def _numbers_text(numbers: np.ndarray) -> str:
    return " ".join(map(str, numbers)) if numbers.any() else ""


def _trick_text(state: Position) -> str:
    """The play to beat; a single Phoenix says what it was played on, for it counts half a rank more."""
    s = state.data
    if not s["top"]:
        return ""
    over = ""
    if s["top"] == PHOENIX_BIT and s["top_value"] != PHOENIX_LED:
        over = f" over {RANKS[s['top_value'] // 2]}"
    return f"{play_text(int(s['top']))}{over} by {state.game.seat_names[s['owner']]}"


def _hand_text(s: Any, seat: int) -> str:
    hand, rest, count = int(s["hands"][seat]), int(s["rest"][seat]), int(s["counts"][seat])
    cards = f"{count}?" if count and not hand else hand_text(hand)
    return cards if s["phase"] != st.GRAND_CALLS else f"{cards} + {hand_text(rest) or '6?'}"


def _gave_text(s: Any, seat: int) -> str:
    """The cards that a seat has put aside, or has given away."""
    cards = s["given"][seat][: gifts(s, seat)]
    return " ".join(card_name(int(card) - 1) if card else "?" for card in cards)


def draw(state: Position) -> str:
    """The four hands as far as they are known, the trick, the wish and the points."""
    s = state.data
    totals = s["total"]
    lines = [f"south and north {totals[0]}, west and east {totals[1]}"]
    for seat in range(4):
        lines.append(_seat_line(state, seat))
    if s["top"]:
        owner = state.game.seat_name(int(s["owner"]))
        lines.append(f"on the table: [bold]{play_text(int(s['top']))}[/] by {owner}")
    if s["wish"]:
        lines.append(f"wished for: [bold]{RANKS[int(s['wish'])]}[/]")
    if not state.over:
        lines.append(f"{state.game.seat_name(state.mover)} {_asked(state)}")
    return "\n".join(lines)


def _seat_line(state: Position, seat: int) -> str:
    s = state.data
    called = {st.SMALL: " Tichu!", st.LARGE: " Grand Tichu!"}.get(int(s["calls"][seat]), "")
    place = f" out {s['place'][seat]}." if s["place"][seat] else ""
    hand, count = int(s["hands"][seat]), int(s["counts"][seat])
    cards = hand_text(hand) if hand else "[dim]" + "▒ " * count + "[/]"
    return f"{state.game.seat_name(seat):>6} {count:2}  {cards}{called}{place}"


def _asked(state: Position) -> str:
    """What the seat to move is asked."""
    s = state.data
    phase = int(s["phase"])
    if phase <= st.CALLS:
        return "may call Tichu" if phase == st.CALLS else "may call Grand Tichu"
    if phase == st.EXCHANGE:
        return f"gives a card to the {SIDES[int(s['step'])]}".replace("the partner", "their partner")
    if phase == st.PLAY:
        if s["asked"] >= 0:
            return "may bomb"
        return "plays" if s["top"] else "leads"
    return "may wish for a rank" if phase < 5 else "gives the Dragon's trick away"
