"""Parlour's games in the registries of PettingZoo and Gymnasium."""

from __future__ import annotations

import gymnasium
from pettingzoo.env_registry import registration

from parlour.game import game, game_names

__all__ = ["register"]


def register() -> list[str]:
    """Make every installed game known as ``parlour/NAME-vRULES`` to PettingZoo and Gymnasium; those ids.

    Both libraries' `make` finds them then, PettingZoo's as ``make("aec", "parlour/reversi-v1")``.
    """
    ids = {f"parlour/{name}-v{game(name).rules_version}": name for name in game_names()}
    for identity, name in ids.items():
        if identity not in gymnasium.registry:
            registration.register("aec", identity, f"{__package__}:aec", kwargs={"spec": name})
            gymnasium.register(identity, f"{__package__}:single", kwargs={"spec": name})
    return list(ids)
