"""Logged rounds as records: every line becomes a legal decision of our rules, to the logged result.

The seats that a log does not mention wait when they are asked for a bomb. A Tichu call between the plays
of others is the caller's decision at the next own turn, or right before a bomb out of turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import IllegalMove, ParlourError
from parlour.games.tichu import GAME
from parlour.games.tichu import state as st
from parlour.games.tichu.cards import PHOENIX, card_rank, hand_text
from parlour.games.tichu.logs import DamagedLog, Event, Round, read_games, readable
from parlour.games.tichu.notation import plays_of
from parlour.games.tichu.positions import PHASES
from parlour.record import Record
from parlour.spec import format_fields
from parlour.state import State

__all__ = ["Replay", "deal_text", "record_of", "replay"]


@dataclass(frozen=True)
class Replay:
    """What a replay of many logs came to."""

    rounds: int = 0  # rounds read
    agreed: int = 0  # rounds replayed to the logged result
    files: int = 0
    damaged: tuple[str, ...] = ()  # each damaged file and why
    wrong: tuple[str, ...] = ()  # each round that could not be replayed and why


def replay(folder: Path) -> Replay:
    """Replay every round of the logs in a folder as legal decisions, to the logged result."""
    rounds, agreed, files = 0, 0, 0
    damaged: list[str] = []
    wrong: list[str] = []
    for _, log in read_games(folder):
        files += 1
        if isinstance(log, DamagedLog):
            damaged.append(str(log))
            continue
        for game_round in log:
            rounds += 1
            try:
                record_of(game_round)
                agreed += 1
            except DamagedLog as error:
                wrong.append(str(error))
    return Replay(rounds, agreed, files, tuple(damaged), tuple(wrong))


def mask_of(cards: Sequence[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def deal_text(game_round: Round) -> str:
    """The deal of a logged round as a position: eight cards in each hand, six to take up."""
    hands = {}
    for name, cards, eight in zip(GAME.seat_names, game_round.dealt, game_round.eight, strict=True):
        first = mask_of(eight)
        hands[name] = f"{hand_text(first)} + {hand_text(mask_of(cards) & ~first)}"
    return format_fields({"phase": PHASES[st.GRAND_CALLS], "turn": GAME.seat_names[0], **hands})


def logged_play(state: State, event: Event) -> int:
    """The legal play of a line; the Phoenix stands for what its place among the cards says."""
    cards = mask_of(event.cards)
    fitting = plays_of(state, cards)
    if not fitting or len(set(event.cards)) < len(event.cards):
        raise IllegalMove(f"seat {event.seat} may not play {hand_text(cards)}")
    if len(fitting) == 1:
        return fitting[0]
    role = phoenix_role(event.cards)
    return next((action for action in fitting if action >> 56 == role), fitting[0])


def phoenix_role(cards: tuple[int, ...]) -> int:
    """The rank that the Phoenix stands for, from its place in a line sorted from high to low."""
    place = cards.index(PHOENIX)
    ranks = [card_rank(card) for card in cards if card != PHOENIX]
    if len(set(ranks)) == len(ranks):
        return ranks[place - 1] - 1 if place else ranks[0] + 1
    return ranks[min(place, len(ranks) - 1)]


class _Script:
    """One round on its way through the rules."""

    def __init__(self, state: State, game_round: Round) -> None:
        self.state = state
        self.round = game_round
        self.at = 0
        self.calling: set[int] = set()  # who has called in the log but not yet in the game

    def next_event(self) -> Event | None:
        """The next line that is not a call; calls on the way wait for their seats."""
        events = self.round.events
        while self.at < len(events) and events[self.at].what == "tichu":
            if self.state.data["calls"][events[self.at].seat] == st.NONE:
                self.calling.add(events[self.at].seat)
            self.at += 1
        return events[self.at] if self.at < len(events) else None

    def decide(self) -> int:
        """The decision of the seat to move."""
        s, seat = self.state.data, self.state.mover
        phase = int(s["phase"])
        if phase == st.GRAND_CALLS:
            return st.GRAND if seat in self.round.grand else st.NO_CALL
        if phase == st.CALLS:
            return st.TICHU if seat in self.round.early else st.NO_CALL
        if phase == st.EXCHANGE:
            step = int(s["step"])
            return st.GIVE + 64 * step + self.round.gifts[seat][step]
        event = self.next_event()
        if phase == st.WISHING:
            return st.WISH + self.take(event).rank if event and event.what == "wish" else st.WISH
        if event is None:
            raise IllegalMove("the log ends, but not the round")
        if phase == st.DRAGON_GIFT:
            to = self.take(event).seat
            if event.what != "dragon" or to % 2 == seat % 2:
                raise IllegalMove(f"seat {seat} must give the Dragon's trick to an opponent")
            return st.DRAGON_LEFT if to == (seat + 1) % 4 else st.DRAGON_RIGHT
        return self.decide_turn(event, seat, in_turn=int(s["asked"]) < 0)

    def decide_turn(self, event: Event, seat: int, in_turn: bool) -> int:
        """Play or pass in turn, bomb or wait out of turn; a call comes before."""
        playing = event.what == "play" and event.seat == seat
        if not in_turn and not playing:
            return st.WAIT
        if seat in self.calling:
            self.calling.remove(seat)
            return st.TICHU
        if playing:
            action = logged_play(self.state, event)
        elif event.what == "pass" and event.seat == seat:
            action = st.PASS
        else:
            raise IllegalMove(f"seat {seat} is to move, but the log has {event}")
        self.take(event)
        return action

    def take(self, event: Event) -> Event:
        """The line is dealt with."""
        self.at += 1
        return event

    def moves(self) -> Iterator[str]:
        """Every decision in notation, carried out one by one to the end of the round."""
        state = self.state
        while not state.over:
            action = self.decide()
            if action not in state.legal_moves:
                raise IllegalMove(f"seat {state.mover}: '{state.format(action)}' is not legal")
            yield state.format(action)
            state.step(action)

    def check_end(self) -> None:
        """A `ParlourError` unless the log ends with the round, and with its result."""
        event = self.next_event()
        if event is not None:
            raise IllegalMove(f"the round is over, but the log goes on with {event}")
        points = (int(self.state.data["total"][0]), int(self.state.data["total"][1]))
        if points != self.round.result:
            raise ParlourError(f"the log says {self.round.result}, the rules say {points}")


def record_of(game_round: Round) -> Record:
    """A logged round as a record that starts from its deal; `DamagedLog` when the rules say otherwise."""
    start = deal_text(game_round)
    try:
        script = _Script(GAME.position(start), game_round)
        moves = tuple(script.moves())
        script.check_end()
    except ParlourError as error:
        raise DamagedLog(f"{game_round.where}: {readable(str(error))}") from None
    end = script.state
    return Record(
        game=GAME.spec, rules=GAME.rules_version, start=start, seats=tuple(game_round.players),
        moves=moves, scores=tuple(end.scores), rewards=tuple(end.rewards),
    )  # fmt: skip
