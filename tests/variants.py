"""Every game in every variant, and views met in them, for tests of what holds of all."""

from __future__ import annotations

import parlour
from parlour.game import Game, game_names
from parlour.spec import Option, Value

__all__ = ["VARIANTS", "view_after"]


def values_of(option: Option) -> list[Value]:
    """The values of an option that differ most."""
    if option.choices:
        return list(option.choices)
    if option.type is bool:
        return [True, False]
    return [int(end) for end in (option.low, option.high) if end is not None]


def variants() -> list[str]:
    """Every game, and each with every choice of each option."""
    bare = [parlour.game(name) for name in game_names()]
    others = [
        one.variant(**{option.name: value})
        for one in bare
        for option in one.options
        for value in values_of(option)
    ]
    return list(dict.fromkeys(game.spec for game in (*bare, *others)))


VARIANTS = variants()


def view_after(game: Game, seed: int, choices: list[int]) -> parlour.View:
    """The view of whoever is to move after some moves of a game."""
    state = game.new(seed)
    for choice in choices:
        legal = state.legal_moves
        after = state.copy()
        after.advance(legal[choice % len(legal)])
        if after.over:
            break
        state = after
    return state.view()
