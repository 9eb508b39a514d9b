"""Compiling ahead: so that no game, worker, test or page waits for it later."""

from __future__ import annotations

import contextlib
import hashlib
import pkgutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from parlour import search
from parlour.advice import Purpose, advisers
from parlour.agent import SLIPS, Agent, Clock, agent, agent_kinds
from parlour.encoding import has_encoding
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.judging.estimates import Estimator
from parlour.kernel import BASIC, PLAIN, Rules, cache_root, fingerprint, ready
from parlour.levels import USUAL, levels_of
from parlour.spec import split_spec
from parlour.state import View
from parlour.stopping import whole

__all__ = [
    "HINT", "JUDGE", "RULES", "is_warm", "need_of", "warm_all", "warm_commands", "warm_some", "warm_up",
]  # fmt: skip

RULES = ""
"""The need of a table where no agent sits: the rules alone."""

HINT, JUDGE = "?hint", "?judge"
"""The needs of who asks for a hint, and of who has a whole game judged."""

_ROOMS = ("rules", "agents", "policies", "playouts", "judging", "board")  # what a game is compiled from
_PURPOSES: dict[str, Purpose] = {HINT: "hint", JUDGE: "replay"}


def warm_up(game: Game) -> None:
    """Compile, or load, the rules of a game and whatever its agents, judge, learners and studies use."""
    state = game.new()
    game.rules.ready()
    _open_rooms(search)
    if not game.one_file:
        _open_rooms(game.home)
    if has_encoding(game):
        game.encoding.rules.ready()
        game.encoding.mask(state.view())
    ready = [kind.name for kind in agent_kinds(game).values() if kind.is_ready(game)]
    warm_some(game, [*ready, *levels_of(game), HINT, JUDGE])


def _open_rooms(package: ModuleType) -> None:
    """Import all modules of a package, and compile their functions."""
    for room in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        with contextlib.suppress(ModuleNotFoundError):  # of a library that is not installed: nobody needs it
            for function in vars(import_module(room.name)).values():
                ready(function)


def warm_some(game: Game, agents: Iterable[str]) -> None:
    """Compile, or load, what some agents use, and then the rules of a game.

    Those are taken from the last on, since another process may have begun with the first.
    """
    needs = dict.fromkeys(need_of(game, spec) for spec in agents)
    players = {need: agent(game, need) for need in needs if need not in (RULES, *_PURPOSES)}
    if players and not game.path:
        Rules.of(game.room("rules")).ready(*reversed(BASIC))
    view = game.new().view()
    _remember(game, RULES)
    for need, player in players.items():
        _try_out(player, view)
        _remember(game, need)
    for need in filter(_PURPOSES.__contains__, needs):
        _advise(game, need)
        _remember(game, need)


def _advise(game: Game, need: str) -> None:
    """Let all those decide once who advise in some variant of a game, and judge its first position."""
    state = game.new()
    state.view().sample()
    for spec in advisers(game, _PURPOSES[need]):
        with contextlib.suppress(ParlourError):  # this variant is not for everyone
            _try_out(agent(game, spec), state.view())
    if need == JUDGE and (game.hidden or game.chance):
        Estimator(game, error=1.0).value(state)


def _try_out(player: Agent, view: View) -> None:
    """Let an agent decide once."""
    player.begin(view.game, view.seat, 0)
    player.choose(view, Clock(bank=0.5))
    player.close()


def need_of(game: Game, spec: str) -> str:
    """What decides which functions an agent uses: its name, options that choose among words, and slips."""
    name, settings = split_spec(spec)
    if name in _PURPOSES:
        return name
    if name == "level":
        rungs = levels_of(game)
        return need_of(game, rungs[int(settings.get("n", USUAL)) - 1]) if rungs else RULES
    kind = agent_kinds(game).get(name)
    options = {option.name: option for option in kind.options_for(game)} if kind else {}
    words = [
        f"{key}={value}"
        for key, value in sorted(settings.items())
        if key in options and value in options[key].choices and value != options[key].default
    ]
    words += [f"{SLIPS.name}=0.5"] if float(settings.get(SLIPS.name, 0.0)) > 0 else []
    return f"{name}:{','.join(words)}" if words else name if kind else RULES


def is_warm(game: Game, need: str) -> bool:
    """Whether what an agent needs was compiled before, as far as is known without loading it."""
    return PLAIN or _mark(game, need).exists()


def _remember(game: Game, need: str) -> None:
    """Leave a mark that what an agent needs is compiled."""
    mark = _mark(game, need)
    with contextlib.suppress(OSError):  # who cannot leave one compiles, or loads, once more
        mark.parent.mkdir(exist_ok=True)
        mark.touch()


def _mark(game: Game, need: str) -> Path:
    return cache_root() / "warm" / f"{game.name}-{_digest(game, need)}"


def _digest(game: Game, need: str) -> str:
    """A hash of all that the rules of a game and an agent rest on; nothing is compiled for it."""
    home = Path(str(game.home.__file__)).resolve()
    rooms = [home.with_name(f"{name}.py") for name in _ROOMS]
    files = (home, Path(search.__file__), *(() if game.one_file else rooms))
    text = "\n".join([need, *(_fingerprint(file) for file in files if file.is_file())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_fingerprint = cache(fingerprint)


def warm_commands(game: Game, needs: Sequence[str]) -> list[list[str]]:
    """Commands to be run at once that compile what some agents need, and print how far they are.

    Agents begin with functions of their own, and load such rules as the other command has compiled by then.
    """
    command = [sys.executable, "-m", "parlour", "warm", game.path or game.name, "--news"]
    agents = [word for need in needs if need != RULES for word in ("--agent", need)]
    return [[*command, *words] for words in ([], agents) if words or RULES in needs]


def warm_all(names: Sequence[str], workers: int) -> Iterator[str]:
    """Warm up several games, each in a process of its own; their names as they are done."""
    waiting, running = list(names), dict[str, subprocess.Popen[bytes]]()
    while waiting or running:
        while waiting and len(running) < workers:
            name = waiting.pop(0)
            command = [sys.executable, "-m", "parlour", "warm", name]
            with whole():
                running[name] = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        time.sleep(0.05)
        for name in [name for name, process in running.items() if process.poll() is not None]:
            del running[name]
            yield name
