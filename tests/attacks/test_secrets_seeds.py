"""Nobody who is handed a seed, or sees what chance did, can name a card or a die to come."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

import pytest
from inverting import name_card

import parlour
from parlour.agent import Agent, Clock
from parlour.arena.schedule import Slot
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.kernel import below, draw, new_rng
from parlour.record import Record
from parlour.state import View

HERE = Path(__file__).parent
DEALS = 200
WIDE = 1 << 100  # seeds from here on keep chance secret


def by_chance(right: int, tries: int, share: float) -> bool:
    """Whether so many are right by chance, within five standard deviations."""
    return right < share * tries + 5 * (tries * share * (1 - share)) ** 0.5


@pytest.fixture(scope="module")
def kuhn(examples: Path) -> Game:
    return parlour.game(str(examples / "kuhn.py"))


class Inverter(Agent):
    """Names the other's card by what it was handed when the game began."""

    names: ClassVar[list[int]] = []
    spec = "inverter"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self.seed, self.named = seed, False

    def choose(self, view: View, clock: Clock) -> int:
        if not self.named:
            own = int(view.data["cards"][view.seat])
            Inverter.names.append(name_card(view.game, self.seed, view.seat, own))
        self.named = True
        return view.legal_moves[0]


def cards_named(names: list[int], games: list[tuple[Slot, Record]]) -> int:
    """How many of the names are those of the card that the rival of the first entrant held."""
    truth = [int(record.first().data["cards"][1 - slot.entrants.index(0)]) for slot, record in games]
    assert len(names) == len(truth) == DEALS
    return sum(named == card for named, card in zip(names, truth, strict=True))


@pytest.mark.parametrize("seed", [0, 7, WIDE])
def test_an_agent_cannot_work_back_to_the_cards(kuhn: Game, seed: int) -> None:
    games: list[tuple[Slot, Record]] = []
    Inverter.names = []
    parlour.match(kuhn, [Inverter(), "random"], DEALS, seed, on_game=lambda *game: games.append(game))
    assert by_chance(cards_named(Inverter.names, games), DEALS, 1 / 2)


@pytest.mark.parametrize("seed", [None, 7])
def test_a_bot_cannot_work_back_to_the_cards(kuhn: Game, tmp_path: Path, seed: int | None) -> None:
    notes, games = tmp_path / "notes", list[tuple[Slot, Record]]()
    bot = f"exec:{sys.executable} {HERE / 'inverting_bot.py'} {kuhn.path} {notes},keep=yes"
    parlour.match(kuhn, [bot, "random"], DEALS, seed, on_game=lambda *game: games.append(game))
    names = [int(line) for line in notes.read_text().split()]
    assert by_chance(cards_named(names, games), DEALS, 1 / 2)


def test_a_match_with_bots_draws_wide_seeds(kuhn: Game) -> None:
    bot = f"exec:{sys.executable} -m parlour bot {kuhn.path} random,keep=yes"
    games: list[tuple[Slot, Record]] = []
    for _ in range(2):
        results = parlour.match(kuhn, [bot, "random"], 4, on_game=lambda *game: games.append(game))
        assert results.seed > 1 << 64
    seeds = {slot.seed for slot, _ in games}
    assert len(seeds) == 4  # two deals a match, none twice
    assert min(seeds) > 1 << 64
    assert all(record.seed == slot.seed and record.last().over for slot, record in games)


def test_no_agent_gets_the_same_seed_twice(kuhn: Game) -> None:
    class Noting(Agent):
        def begin(self, game: Game, seat: int, seed: int) -> None:
            super().begin(game, seat, seed)
            handed.append(seed)

        def choose(self, view: View, clock: Clock) -> int:
            return view.legal_moves[0]

    handed: list[int] = []
    seeds: set[int] = set()
    players = [Noting, Noting]
    parlour.match(kuhn, players, 20, on_game=lambda slot, record: seeds.add(slot.seed))
    assert len(seeds) == 10
    assert len(set(handed)) == 40
    assert not seeds & set(handed)


def test_whoever_knows_the_generator_at_one_move_does_not_know_the_next_throw() -> None:
    """Even with all four words of xoshiro256++, from which a throw of Dicewars follows."""
    right = tries = 0
    state, rng = parlour.game("dicewars:players=2").new(WIDE), new_rng(1)
    while tries < DEALS and not state.over:
        known, moves = state.rng[:4].copy(), state.legal_moves
        action = moves[below(rng, len(moves))]
        state.advance(action)
        if action:
            tries += 1
            right += int(draw(known)) == int(state.data["throw"])
    assert tries > 20
    assert right == 0


def test_whoever_knows_the_deck_at_one_move_does_not_know_the_next_card() -> None:
    """In Ticket to Ride what nobody knows is drawn anew before each move of a game with a wide seed."""
    game, right = parlour.game("ticket-to-ride"), 0
    for deal in range(DEALS):
        state = game.new(WIDE + deal)
        while state.data["opening"]:
            state.advance(state.legal_moves[0])
        top = int(state.data["deck"][state.data["deck_size"] - 1])
        before = state.data["hands"][state.mover].copy()
        seat = state.mover
        state.play("take deck")
        (drawn,) = (state.data["hands"][seat] - before).nonzero()[0]
        right += int(drawn) == top
    assert by_chance(right, DEALS, 0.13)  # 14 locomotives of 110 cards are the most of a kind


def test_records_of_wide_seeds_replay_byte_for_byte() -> None:
    for name in ("dicewars:players=2", "ticket-to-ride", "tichu:length=match"):
        game = parlour.game(name)
        record = parlour.play(game, [parlour.agent(game, "random") for _ in range(game.players)], WIDE + 5)
        last = Record.parse(record.text()).last()
        assert last.over
        assert tuple(last.scores) == record.scores
        *_, (state, _) = record.steps()  # one state that has gone on to the end
        assert (state.buffer == last.buffer).all()


@pytest.mark.parametrize("seed", [-1, 1 << 256, 10**400])
def test_a_seed_out_of_range_is_refused_in_a_line(kuhn: Game, seed: int) -> None:
    with pytest.raises(ParlourError, match="seed .*expected a whole number"):
        kuhn.new(seed)
    with pytest.raises(ParlourError):
        Record.parse(f'{{"game":"kuhn","seed":{seed},"seats":[],"moves":[],"scores":[],"rewards":[]}}')
