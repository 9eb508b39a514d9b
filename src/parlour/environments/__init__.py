"""Games as environments for learning libraries: PettingZoo, Gymnasium, and many tables at once.

`aec` and `single` need the extra `rl`; `batch` needs nothing but NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.environments.registry import register
    from parlour.environments.seat import single
    from parlour.environments.table import aec
    from parlour.environments.tables import Batch, batch

__all__ = ["Batch", "aec", "batch", "register", "single"]

_HOMES = {"Batch": "tables", "aec": "table", "batch": "tables", "register": "registry", "single": "seat"}


def __getattr__(name: str) -> Any:
    """What needs a library is imported when it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'parlour.environments' has no attribute '{name}'")
    from parlour.errors import ParlourError

    try:
        home = import_module(f"parlour.environments.{_HOMES[name]}")
    except ImportError as error:
        raise ParlourError(f"{error}: install it with pip install 'parlour[rl]'") from error
    return getattr(home, name)
