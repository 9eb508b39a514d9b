"""Conformance tests for anyone's games and agents: `check_game` and `check_agent`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from parlour.agent import Agent, Clock, agent
from parlour.arena.entrants import Entrant, maker_of
from parlour.arena.play import play
from parlour.contract import unknown_hooks
from parlour.game import Game
from parlour.record import Record
from parlour.sketch import Sketch
from parlour.state import State, View
from parlour.testing.descriptions import check_description
from parlour.testing.encodings import check_encoding, check_target, has_encoding

__all__ = ["broken_invariants", "check_agent", "check_game", "random_positions"]

_LONGEST = 100_000  # no game may take more decisions
_DENSE = 100  # positions of a game that are all checked


def check_game(game: Game, games: int = 10, seed: int = 0, most_actions: int = 40) -> None:
    """Raise AssertionError, with the reason, unless the game keeps the kernel contract.

    Random games are played, and their positions checked: all of the first hundred, every second one of the
    next hundred, every third one of those after, and so on. In each at most `most_actions` of the legal
    actions are tried.
    """
    from parlour.kernel import below, new_rng

    strange = unknown_hooks(game)
    assert not strange, "; ".join(strange)
    for number in range(games):
        start = seed + number
        _check_setup(game, start)
        rng, state, length = new_rng(start, 99), game.new(start), 0
        while not state.over:
            if (length + number) % (1 + length // _DENSE) == 0:
                _check_position(state, rng, most_actions)
            actions = state.legal_moves
            assert actions, f"seed {start}: after {length} moves somebody is to move, but nothing is legal"
            state.advance(actions[below(rng, len(actions))])
            length += 1
            assert length < _LONGEST, f"seed {start}: the game does not end within {_LONGEST} decisions"
        _check_end(state, start)
        if has_encoding(game):
            check_target(state, f"seed {start}")
        _check_record(game, start)
    _check_simulation(game, games, seed)


def check_agent(
    game: Game, entrant: Entrant, games: int = 2, seed: int = 0, others: str = "random", positions: int = 40
) -> None:
    """Raise AssertionError, with the reason, unless the agent plays legally, repeatably and fairly.

    Repeatable: the same seed gives the same game. Fair: shuffling what its seat cannot know never changes
    what it does. The agent is a spec, an object, a class of `Agent` or a function ``choose(view)``; besides
    whole games from every seat it decides in `positions` positions of random games.
    """
    make = maker_of(game, entrant)
    name = entrant if isinstance(entrant, str) else make().spec or type(make()).__name__
    for number in range(games):
        for seat in range(game.players):
            first, second = (_seated(game, make, seat, others, seed + number) for _ in range(2))
            assert not first.forfeits, f"{name}: {first.forfeits[0].reason}: {first.forfeits[0].detail}"
            assert first.text() == second.text(), f"{name}: seed {seed + number} gives different games"
    for view in random_positions(game, positions, seed):
        _check_decision(make, name, view, seed)


def _seated(game: Game, make: Callable[[], Agent], seat: int, others: str, seed: int) -> Record:
    agents = [make() if number == seat else agent(game, others) for number in range(game.players)]
    try:
        return play(game, agents, seed)
    finally:
        for player in agents:
            player.close()


def random_positions(game: Game, count: int, seed: int = 0) -> list[View]:
    """Views of the seat to move, met in random games."""
    from parlour.kernel import below, new_rng

    rng, number = new_rng(seed, 98), 0
    views: list[View] = []
    while len(views) < count:
        state = game.new(seed + number)
        while not state.over and len(views) < count:
            if below(rng, 7) == 0:
                views.append(state.view())
            actions = state.legal_moves
            state.advance(actions[below(rng, len(actions))])
        number += 1
    return views


def broken_invariants(state: State) -> list[str]:
    """What is wrong with a state, by the invariants that its game declares."""
    return list(state.game.invariants.broken(state))


def _play(game: Game, specs: Sequence[str], seed: int) -> Record:
    return play(game, [agent(game, spec) for spec in specs], seed)


def _check_setup(game: Game, seed: int) -> None:
    first, second = game.new(seed), game.new(seed)
    assert (first.buffer == second.buffer).all(), f"seed {seed}: setup is not a function of the seed"
    assert not broken_invariants(first), f"seed {seed}: {broken_invariants(first)}"


def _check_position(state: State, rng: np.ndarray, most: int) -> None:
    from parlour.kernel import below

    game, before = state.game, state.buffer.copy()
    where = f"{game.spec}, after {' '.join(move.text for move in state.moves[-6:]) or 'the start'}"
    actions = state.legal_moves
    assert 0 <= state.mover < game.players, f"{where}: no such seat: {state.mover}"
    assert 0 < len(actions) <= game.max_actions, f"{where}: {len(actions)} legal actions"
    assert len(set(actions)) == len(actions), f"{where}: an action is listed twice"
    _check_text(state, where)
    chosen = actions if len(actions) <= most else [actions[below(rng, len(actions))] for _ in range(most)]
    for action in chosen:
        text = state.format(action)
        assert state.parse(text) == action, f"{where}: action {action} is '{text}', which reads as another"
        _check_apply(state, action, where)
    assert (state.buffer == before).all(), f"{where}: a rule that only looks has changed the state"
    for seat in range(game.players):
        _check_view(state, seat, rng, where)
    _check_board(state.view(), where)
    check_description(state.view(), where)
    if has_encoding(game):
        check_encoding(state, rng, where)


def _check_board(view: View, where: str) -> None:
    """What the page and a notebook ask for is there, in every position, as seen by the seat to move."""
    board, legal = view.game.board, view.legal_moves
    targets = [board.targets(view, action) for action in legal]
    content = {
        "describe": board.describe(view),
        "targets": targets,
        "features": board.features(view, view.seat),
    }
    for hook, value in content.items():
        try:
            json.dumps(value)
        except TypeError as error:
            raise AssertionError(f"{where}: board.{hook}: use plain numbers and texts: {error}") from None
    if board.sketch:
        _check_sketch(board.sketch(view), targets, where)
    lapse = board.lapse(view)
    assert lapse is None or lapse in legal, f"{where}: board.lapse gives {lapse}, which is not legal"
    if view.game.picture.svg is not None:
        assert view.game.picture.svg(view).startswith("<svg"), f"{where}: picture.svg gives no SVG"


def _check_sketch(sketch: Sketch, targets: Sequence[Mapping[str, Any]], where: str) -> None:
    """What the page makes a board from can be sent, and has every square and card that an action names."""
    try:
        json.dumps(sketch.fields())
    except TypeError as error:
        raise AssertionError(f"{where}: board.sketch: use plain numbers and texts: {error}") from None
    for target in targets:
        named = [target[key] for key in ("square", "from", "to", "card") if key in target]
        strange = {*named, *target.get("cards", ())} - sketch.places
        assert not strange, f"{where}: board.targets names {min(strange)!r}, which board.sketch does not have"


def _check_text(state: State, where: str) -> None:
    """A game that writes positions reads them back."""
    if state.game.notation.text is None or state.game.notation.position is None:
        return
    text = state.text
    again = state.game.position(text)
    assert (again.buffer == state.buffer).all(), f"{where}: the position '{text}' reads back as another"


def _check_apply(state: State, action: int, where: str) -> None:
    after = state.copy()
    after.advance(action)
    before = after.copy()
    before.undo()
    assert (before.buffer == state.buffer).all(), f"{where}: taking back a move leads elsewhere"
    broken = broken_invariants(after)
    assert not broken, f"{where}: {state.format(action)} breaks: {broken}"
    if not state.game.chance:
        assert (after.rng == state.rng).all(), f"{where}: the game declares no chance but draws from the rng"


def _check_view(state: State, seat: int, rng: np.ndarray, where: str) -> None:
    rules, view = state.game.rules, state.view(seat)
    if not state.game.hidden:
        hidden = state.buffer.copy()
        rules.hide(hidden, seat)
        assert (hidden == state.buffer).all(), (
            f"{where}: the game declares nothing hidden but hides something"
        )
        return
    again = view.buffer.copy()
    rules.hide(again, seat)
    assert (again == view.buffer).all(), f"{where}: hiding twice for seat {seat} differs from hiding once"
    guessed = view.sample(rng)
    assert not broken_invariants(guessed), f"{where}: a guess of seat {seat}: {broken_invariants(guessed)}"
    looks = guessed.view(seat)
    assert (looks.buffer == view.buffer).all(), f"{where}: a guess looks different to seat {seat}"
    assert guessed.mover == state.mover, f"{where}: in a guess of seat {seat} another seat is to move"
    if state.mover == seat:
        same = state.legal_moves == view.legal_moves == guessed.legal_moves
        assert same, f"{where}: seat {seat} has other legal actions in its view or in a guess"


def _check_end(state: State, seed: int) -> None:
    game, rewards = state.game, state.rewards
    assert state.legal_moves == [], f"seed {seed}: the game is over but has legal actions"
    assert all(-1 <= reward <= 1 for reward in rewards), f"seed {seed}: rewards {rewards} leave -1..1"
    assert abs(sum(rewards) - game.rewards_sum) < 1e-9, (
        f"seed {seed}: rewards {rewards} do not sum as declared"
    )
    for seat, team in enumerate(game.team_of):
        same = rewards[game.team_of.index(team)] == rewards[seat]
        assert same, f"seed {seed}: partners have different rewards {rewards}"


def _check_record(game: Game, seed: int) -> None:
    record = _play(game, ["random"] * game.players, seed)
    for forfeit in record.forfeits:
        raise AssertionError(f"seed {seed}, move {forfeit.ply + 1}: {forfeit.reason}: {forfeit.detail}")
    again = Record.parse(record.text())
    assert again == record, f"seed {seed}: the record does not survive its own text"
    final = again.last()
    assert final.over, f"seed {seed}: the record replays to an unfinished game"
    assert tuple(final.scores) == record.scores, f"seed {seed}: the record replays to {final.scores}"
    assert tuple(move.text for move in final.moves) == record.moves, (
        f"seed {seed}: the record replays differently"
    )


def _check_simulation(game: Game, games: int, seed: int) -> None:
    from parlour.search.simulate import simulate

    seeds = range(seed, seed + games)
    compiled = simulate(game, ["random"] * game.players, list(seeds))
    for i, start in enumerate(seeds):
        record = _play(game, ["random"] * game.players, start)
        assert tuple(compiled.scores[i]) == record.scores, f"seed {start}: compiled play ends differently"
        assert compiled.lengths[i] == len(record.moves), f"seed {start}: compiled play has another length"


def _check_decision(make: Callable[[], Agent], name: str, view: View, seed: int) -> None:
    from parlour.kernel import new_rng

    before = view.buffer.copy()
    action = _decide(make, name, view, seed)
    assert (view.buffer == before).all(), f"{name}: it has changed its view"
    if not view.game.hidden:
        return
    for number in range(3):
        other = view.sample(new_rng(seed + number, 97)).view(view.seat)
        assert _decide(make, name, other, seed) == action, f"{name}: it decides by what it cannot know"


def _decide(make: Callable[[], Agent], name: str, view: View, seed: int) -> int:
    player = make()
    player.begin(view.game, view.seat, seed)
    action = player.choose(view, Clock())
    assert action in view.legal_moves, f"{name}: {action} is not legal"
    explanation = player.explain()
    if explanation is not None:
        considered = {candidate.action for candidate in explanation.candidates}
        assert considered <= set(view.legal_moves), f"{name}: it explains illegal actions {considered}"
    player.close()
    return action
