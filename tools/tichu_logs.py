"""Write matches of our own agents as Tichu logs: ``python tools/tichu_logs.py``.

A log has the form of those of BrettSpielWelt, which `parlour.games.tichu.logs` reads: of each round the
hands, the calls, the exchange, every play and pass, and the points of both teams.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import parlour
from parlour.files import make_folder, write_text
from parlour.games.tichu.cards import (
    DOG,
    DRAGON,
    MAHJONG,
    PHOENIX,
    card_rank,
    cards_of,
    parse_card,
    parse_rank,
)
from parlour.games.tichu.combinations import has_bomb

__all__ = ["log_text", "matches"]

OUT = Path(__file__).resolve().parents[1] / "tests" / "data" / "tichu"
SEED = 40  # of matches in which all that a log can hold happens
NAMES = ("ann", "bob", "cid", "dan")
TABLES = (
    ("plan", "plan", "plan", "plan"),
    ("plan:calls=model", "fsm", "plan:grand=aggressive", "tree"),
    ("tree", "random:grand=none", "plan", "plan:grand=points"),
)
SUITS = "RGBS"
RANKS = ("", "", "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "D", "K", "A")  # by rank
SPECIALS = {MAHJONG: "Ma", DOG: "Hu", PHOENIX: "Ph", DRAGON: "Dr"}
PLACES = {DRAGON: 16.0, PHOENIX: 15.0, MAHJONG: 1.0, DOG: 0.0}  # among the ranks of a hand
NEIGHBOURS = {"left": 1, "partner": 2, "right": 3}


def card_word(card: int) -> str:
    """A card as a log names it."""
    return SPECIALS.get(card) or SUITS[card % 4] + RANKS[card_rank(card)]


def hand_words(hand: int) -> str:
    """A hand from high to low, a blank after each card."""
    order = sorted(cards_of(hand), key=lambda card: (-PLACES.get(card, card_rank(card)), -card))
    return "".join(f"{card_word(card)} " for card in order)


def play_words(cards: Sequence[str]) -> str:
    """A play from high to low; the Phoenix is the first of the rank that it stands for."""
    places = []
    for text in cards:
        name, _, role = text.partition("=")
        card = parse_card(name)
        places.append((parse_rank(role) + 0.5 if role else card_rank(card), card))
    return "".join(f"{card_word(card)} " for _, card in sorted(places, reverse=True))


class Log:
    """The lines of one match, decision by decision."""

    def __init__(self, names: Sequence[str]) -> None:
        self.seats = [f"({seat}){name}" for seat, name in enumerate(names)]
        self.names = names
        self.lines: list[str] = []
        self.gifts: list[str] = []

    def title(self, text: str) -> None:
        """The head of a section."""
        self.lines.append(f"{'-' * 15}{text}{'-' * 18}")

    def deal(self, state: parlour.State) -> None:
        """The hands of a new round: eight cards each, then all fourteen."""
        eight = [int(hand) for hand in state.data["hands"]]
        rest = [int(cards) for cards in state.data["rest"]]
        self.title("Gr.Tichukarten")
        self.lines += [f"{seat} {hand_words(hand)}" for seat, hand in zip(self.seats, eight, strict=True)]
        self.title("Startkarten")
        self.lines += [
            f"{seat} {hand_words(hand | more)}"
            for seat, hand, more in zip(self.seats, eight, rest, strict=True)
        ]

    def give(self, seat: int, card: str, side: str) -> None:
        """One gift of the exchange; a seat's three make a line."""
        if seat == 0 and not self.gifts:
            self.lines.append("Schupfen:")
        to = self.names[(seat + NEIGHBOURS[side]) % 4]
        self.gifts.append(f"{to}: {card_word(parse_card(card))} - ")
        if side == "right":
            self.lines.append(f"{self.seats[seat]} gibt: {''.join(self.gifts)}")
            self.gifts = []

    def begin_play(self, state: parlour.State) -> None:
        """The exchange is done: who holds a bomb, and the play starts."""
        holders = [seat for seat, hand in zip(self.seats, state.data["hands"], strict=True) if has_bomb(hand)]
        if holders:
            self.lines.append(f"BOMBE: {' '.join(holders)} ")
        self.title("Rundenverlauf")

    def decide(self, mover: int, text: str) -> None:
        """One decision, as far as a log has it."""
        seat = self.seats[mover]
        match text.split():
            case ["grand"]:
                self.lines.append(f"Grosses Tichu: {seat}")
            case ["tichu"]:
                self.lines.append(f"Tichu: {seat}")
            case ["give", card, side]:
                self.give(mover, card, side)
            case ["play", *cards]:
                self.lines.append(f"{seat}: {play_words(cards)}")
            case ["pass"]:
                self.lines.append(f"{seat} passt.")
            case ["wish", rank] if rank != "none":
                self.lines.append(f"Wunsch:{RANKS[parse_rank(rank)]}")
            case ["dragon", side]:
                self.lines.append(f"Drache an: {self.seats[(mover + NEIGHBOURS[side]) % 4]}")


def log_text(record: parlour.Record, names: Sequence[str] = NAMES) -> str:
    """A recorded match of full Tichu with calls as a log."""
    state, log = record.open_game().new(record.seed), Log(names)
    total = [0.0, 0.0]
    log.deal(state)
    for number, text in enumerate(record.moves, 1):
        rounds, gave = int(state.data["rounds"]), text.startswith("give")
        log.decide(state.mover, text)
        state.advance(state.parse(text))
        if gave and number < len(record.moves) and not record.moves[number].startswith("give"):
            log.begin_play(state)
        if int(state.data["rounds"]) > rounds:
            points = [now - before for now, before in zip(state.scores[:2], total, strict=True)]
            log.lines.append(f"Ergebnis: {points[0]:.0f} - {points[1]:.0f}")
            total = state.scores[:2]
            if not state.over:
                log.deal(state)
    return "\n".join([*log.lines, ""])


def matches(seed: int, tables: Sequence[Sequence[str]] = TABLES) -> Iterator[parlour.Record]:
    """A match to 1,000 points at each table."""
    game = parlour.game("tichu:length=match")
    for number, specs in enumerate(tables):
        yield parlour.play(game, [parlour.agent(game, spec) for spec in specs], seed=seed + number)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Write matches of our own agents as Tichu logs.")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the logs")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first match; the next ones count on")
    chosen = parser.parse_args()
    make_folder(chosen.out)
    for number, record in enumerate(matches(chosen.seed), 1):
        path = write_text(chosen.out / f"{number}.tch", log_text(record))
        print(f"{path}: {len(record.moves)} decisions, {record.scores[0]:.0f} to {record.scores[1]:.0f}")


if __name__ == "__main__":
    main()
