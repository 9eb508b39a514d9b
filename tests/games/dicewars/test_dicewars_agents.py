"""Dicewars' agents: what they decide, that they play by the contract, and the course's clock rules."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.agent import Agent, Clock, Terms, agent
from parlour.arena.play import play
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.games.dicewars.odds import ODDS
from parlour.games.dicewars.state import END, SOURCE
from parlour.games.dicewars.weights import wpm_table
from parlour.kernel import new_rng
from parlour.search.simulate import simulate
from parlour.state import State, View
from parlour.testing import check_agent, random_positions


def chosen(state: State, spec: str) -> str:
    player = agent(state.game, spec)
    player.begin(state.game, state.mover, 0)
    return state.format(player.choose(state.view(), Clock()))


def bare(players: int = 2) -> State:
    """A map on which every area has one die, so that a test can place the dice."""
    state = game(f"dicewars:players={players}").new(5)
    state.data["dice"][: int(state.data["areas"])] = 1
    return state


def attacks(state: State) -> list[tuple[int, int]]:
    """Every border between the mover and an enemy."""
    s, own = state.data, int(state.data["owned"][state.mover])
    areas = range(int(s["areas"]))
    return [(a, b) for a in areas for b in areas
            if own >> a & 1 and not own >> b & 1 and int(s["neighbours"][a]) >> b & 1]  # fmt: skip


@pytest.mark.parametrize("spec", ["random", "two", "difference", "ste", "stei", "wpm", "statistics", "maxn"])
def test_who_can_attack_nobody_ends_the_turn(spec: str) -> None:
    assert chosen(bare(), spec) == "end"


@pytest.mark.parametrize("spec", ["random", "two", "difference", "ste", "stei", "wpm", "expectimax"])
def test_eight_dice_beat_one(spec: str) -> None:
    state = bare()
    source, target = attacks(state)[0]
    state.data["dice"][source] = 8
    expected = {f"{a + 1}-{b + 1}" for a, b in attacks(state) if a == source}
    assert f"{source + 1}-{target + 1}" in expected
    assert chosen(state, spec) in expected


@pytest.mark.parametrize("spec", ["stei", "maxn", "expectimax", "best", "best:depth=1"])
def test_the_last_area_is_taken(spec: str) -> None:
    state = bare(3)
    s = state.data
    everything, last = (1 << int(s["areas"])) - 1, 7
    s["owned"][:3] = [everything & ~(1 << last), 0, 1 << last]
    source, _ = attacks(state)[0]
    s["dice"][source] = 8
    assert chosen(state, spec) == f"{source + 1}-{last + 1}"


def test_two_stops_after_two_attacks() -> None:
    state = bare()
    state.data["dice"][: int(state.data["areas"])] = 8
    assert chosen(state, "two") != "end"
    state.data["attacks"] = 2
    assert chosen(state, "two") == "end"
    assert chosen(state, "random") != "end"


def test_difference_takes_the_largest_and_stops_below_zero() -> None:
    state = bare()
    pairs = attacks(state)
    s = state.data
    s["dice"][: int(s["areas"])] = 5
    for source, _ in pairs:
        s["dice"][source] = 4
    assert chosen(state, "difference") == "end"
    source, target = pairs[-1]
    s["dice"][source], s["dice"][target] = 7, 3
    assert chosen(state, "difference") == f"{source + 1}-{target + 1}"


def hold(state: State, area: int, dice: int) -> float:
    """By the definition: no enemy neighbour with two dice or more takes it."""
    own, chance = int(state.data["owned"][state.mover]), 1.0
    for other in range(int(state.data["areas"])):
        if int(state.data["neighbours"][area]) >> other & 1 and not own >> other & 1:
            enemy = int(state.data["dice"][other])
            chance *= 1 - (ODDS[enemy, dice] if enemy >= 2 else 0)
    return chance


def test_ste_takes_the_best_product_of_winning_and_holding() -> None:
    for view in random_positions(game("dicewars"), 40):
        s = view.data
        state = State(view.game, view.buffer.copy(), new_rng(0))
        values = {}
        for source, target in attacks(state):
            power = int(s["dice"][source])
            if power >= 2:
                value = ODDS[power, s["dice"][target]] * hold(state, target, power - 1)
                if value >= 0.2 or power == 8:
                    values[f"{source + 1}-{target + 1}"] = value
        best = max(values, key=lambda move: values[move]) if values else "end"
        assert chosen(state, "ste") == best


def test_wpm_has_weights_for_every_number_of_players() -> None:
    table = wpm_table()
    for players in range(2, 9):
        assert (table[players, :2] > 0).all()  # own region and dice help
        assert (table[players, 2 : 2 * players] < 0).all()  # those of the others do not
        assert not table[players, 2 * players :].any()


@pytest.mark.parametrize("spec", ["two", "wpm", "statistics", "maxn:depth=3", "expectimax", "best:depth=2"])
def test_agents_keep_the_contract(spec: str) -> None:
    check_agent(game("dicewars:players=3"), spec, games=1)


@pytest.mark.parametrize("players", [2, 8])
def test_best_plays_any_number_of_players(players: int) -> None:
    its = game(f"dicewars:players={players}")
    record = play(its, [agent(its, spec) for spec in ["best:depth=1"] + ["stei"] * (players - 1)], 3)
    assert not record.forfeits


def test_best_explains_itself() -> None:
    state = game("dicewars").new(8)
    player = agent(state.game, "best")
    player.begin(state.game, 0, 0)
    action = player.choose(state.view(), Clock())
    told = player.explain()
    assert told is not None
    assert told.candidates[0].action == action
    assert all(0 <= candidate.win <= 1 for candidate in told.candidates)
    assert [c.win for c in told.candidates] == sorted((c.win for c in told.candidates), reverse=True)
    assert told.depth == 3


def test_what_best_remembers_changes_nothing() -> None:
    state, keeps = game("dicewars:players=3").new(8), agent(game("dicewars:players=3"), "best:depth=2")
    for _ in range(12):
        fresh = agent(state.game, "best:depth=2")
        assert keeps.choose(state.view(), Clock()) == fresh.choose(state.view(), Clock())
        known, anew = keeps.explain(), fresh.explain()
        assert known is not None
        assert anew is not None
        assert known.candidates == anew.candidates
        state.advance(known.candidates[0].action)


def test_best_brings_what_is_won_to_an_end() -> None:
    its = game("dicewars:players=2")
    players, won = [agent(its, "best:depth=1"), agent(its, "random")], 0
    for seed in range(40):
        record = play(its, players[:: 1 if seed % 2 else -1], seed // 2)
        assert max(record.rewards) == 1.0, "somebody wins"
        won += record.rewards[0 if seed % 2 else 1] == 1.0
    assert won >= 32


@pytest.mark.parametrize("name", ["best", "expectimax"])
def test_a_search_of_the_turn_looks_further_ahead_while_time_allows(name: str) -> None:
    state = game("dicewars:players=2").new(8)
    player = agent(state.game, f"{name}:seconds=5,width=1")
    player.choose(state.view(), Clock())
    told = player.explain()
    assert told is not None
    assert told.depth > 3


def test_the_reference_agents_beat_random() -> None:
    its = game("dicewars:players=2")
    for name, least in (("difference", 0.58), ("ste", 0.68), ("stei", 0.68), ("wpm", 0.64)):
        first = simulate(its, [name, "random"], range(500)).rewards[:, 0] > 0
        second = simulate(its, ["random", name], range(500)).rewards[:, 1] > 0
        assert (first.mean() + second.mean()) / 2 > least


def test_best_beats_the_reference_agents() -> None:
    its = game("dicewars")
    players = [agent(its, spec) for spec in ("best:depth=2", "ste", "stei", "wpm")]
    wins = 0
    for seed in range(60):
        turned = players[-(seed % 4) :] + players[: -(seed % 4)] if seed % 4 else players
        record = play(its, turned, seed // 4)
        wins += record.rewards[turned.index(players[0])] > 0
    assert wins > 22  # par is 15


class Slow(Agent):
    """Thinks for too long once, then plays on."""

    def choose(self, view: View, clock: Clock) -> int:
        if view.data["turns"] < 4 and clock.left > 0:
            clock.bank = -1e-9  # as if the time had run out while it thought
            return END
        return view.legal_moves[-1]


class Wrong(Agent):
    """Attacks an area of its own."""

    def choose(self, view: View, clock: Clock) -> int:
        return SOURCE * 1 + 1


def test_out_of_time_ends_the_turn() -> None:
    its = game("dicewars:players=2")
    record = play(its, [Slow(), agent(its, "stei")], 1, terms=Terms(10.0, 0.1))
    late = [forfeit for forfeit in record.forfeits if forfeit.reason == "timeout"]
    assert late
    assert {forfeit.seat for forfeit in late} == {0}
    assert record.moves[late[0].ply] == "end"
    assert max(record.rewards) == 1.0
    assert list(record.replay())[-1].over


def test_an_illegal_action_leaves_a_seat_that_only_ends_turns() -> None:
    its = game("dicewars:players=2")
    record = play(its, [Wrong(), agent(its, "stei")], 1)
    assert [(f.seat, f.reason) for f in record.forfeits] == [(0, "illegal")]
    seats = []
    for state in record.replay():
        seats.append(state.mover)
    assert all(move == "end" for move, seat in zip(record.moves, seats, strict=False) if seat == 0)
    assert record.rewards == (-1.0, 1.0)


def test_notation_round_trips_and_names_the_fix() -> None:
    state: State = game("dicewars").new(3)
    for action in state.legal_moves:
        assert state.parse(state.format(action)) == action
    assert state.parse(" END ") == END
    for text in ("12", "0-4", "3-99", "4-4", "attack", "٣-4"):
        with pytest.raises(ParlourError, match="expected an attack such as 12-17"):
            state.game.notation.parse(state, text)


def test_the_drawing_shows_every_area_with_its_dice() -> None:
    state = game("dicewars").new(3)
    text = str(state)
    for area in range(int(state.data["areas"])):
        assert f"{area + 1}:{state.data['dice'][area]}" in text
    assert "> A  8 areas" in text
    state.advance(state.legal_moves[1])
    assert "last battle" in str(state)


def test_compiled_play_is_play_in_the_arena() -> None:
    its: Game = game("dicewars:players=4")
    result = simulate(its, ["stei", "ste", "wpm", "difference"], range(20))
    players = [agent(its, name) for name in ("stei", "ste", "wpm", "difference")]
    for seed in range(3):
        assert np.array_equal(play(its, players, seed).scores, result.scores[seed])
