"""Who calls by the models: a wrapper that answers for any agent when it is asked for a call.

A call rests on the caller's own cards, the score, and the partner's call, which all can see. Who has called
Grand Tichu keeps the good cards in the exchange; everything else is decided by the agent that is wrapped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy

import numpy as np

from parlour.agent import Agent, Clock, Explanation
from parlour.game import Game
from parlour.games.tichu import state as st
from parlour.games.tichu.calls.models import CallModel, shipped
from parlour.games.tichu.calls.patterns import Hands
from parlour.games.tichu.cards import DOG, DRAGON
from parlour.state import View

__all__ = ["GRAND_STYLES", "TICHU_STYLES", "Caller", "Knowledge"]

MARGIN = 0.04  # of the aggressive and the conservative caller
DRAWS = 100  # of the six cards that are still to come
DECK = 56
BROKEN = (0, 0, 3, 6, 20)  # ranks that a card of so many equal ones counts as higher, when one is given away
SWING = 190.0  # the standard deviation of a round's difference in points, in self-play
PACE = 75.0  # points that the team ahead comes nearer to the end in a round
FEEL_GRAND = (0.54, 0.34)  # shares that the shyest and the boldest ask for: about 13 % of hands are called,
FEEL_TICHU = (0.80, 0.40)  # with Tichu 14 %, as often as strong players call


class Knowledge:
    """The models that calls rest on: Parlour's, but for the stage that an own one is for.

    Whoever calls by feel has no model, but is more or less bold.
    """

    def __init__(self, own: CallModel | None = None) -> None:
        self.own, self.boldness = own, 0.5

    def __getitem__(self, name: str) -> CallModel:
        model = shipped(name)
        return self.own if self.own and self.own.stage == model.stage else model

    def confidence(self, name: str, masks: Sequence[int] | np.ndarray, view: View) -> np.ndarray:
        """What a model makes of some hands of the seat, at the score."""
        own, theirs = _score(view)
        return self[name].confidence(Hands(np.array(masks, np.uint64), own, theirs))


Style = Callable[[View, np.random.Generator, Knowledge], bool]
"""Whether to call, as a seat sees the game."""


def _score(view: View) -> tuple[int, int]:
    totals, team = view.data["total"], view.seat % 2
    return int(totals[team]), int(totals[1 - team])


def _hand(view: View) -> int:
    return int(view.data["hands"][view.seat])


def chances_later(view: View, rng: np.random.Generator, known: Knowledge) -> np.ndarray:
    """The chance to go out first with each of many draws of the six further cards."""
    hand = _hand(view)
    unseen = np.array([card for card in range(DECK) if not hand >> card & 1])
    draws = rng.permuted(np.tile(unseen, (DRAWS, 1)), axis=1)[:, :6]
    more = (np.uint64(1) << draws.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return known.confidence("dealt-lr", more | np.uint64(hand), view)


def win_chance(own: float, theirs: float) -> float:
    """The chance to win a match from a score: a random walk until the team ahead reaches the end."""
    if max(own, theirs) >= st.MATCH and own != theirs:
        return float(own > theirs)
    rounds = max((st.MATCH - max(own, theirs)) / PACE, 0.5)
    return 0.5 + 0.5 * math.erf((own - theirs) / (SWING * math.sqrt(2 * rounds)))


def worth(view: View, points: float) -> float:
    """What a gain of points is worth at the score: points in a round, the chance to win in a match."""
    if not view.data["match"]:
        return points
    own, theirs = _score(view)
    return win_chance(own + points, theirs)


def _above(name: str, margin: float = 0.0) -> Style:
    """Call when a model is surer than its threshold and a margin."""

    def calls(view: View, rng: np.random.Generator, known: Knowledge) -> bool:
        return bool(known.confidence(name, [_hand(view)], view)[0] > known[name].threshold + margin)

    return calls


def _yang(view: View, rng: np.random.Generator, known: Knowledge) -> bool:
    """Yang's rule: call when P(grand) > .5 P(tichu) + .25, P(tichu) over the draws of six more cards."""
    grand = float(known.confidence("grand-lr", [_hand(view)], view)[0])
    return grand > 0.5 * float(chances_later(view, rng, known).mean()) + 0.25


def _points(view: View, rng: np.random.Generator, known: Knowledge) -> bool:
    """Call when it is worth more at the score than waiting, with Tichu called later only where it pays."""
    grand = float(known.confidence("grand-lr", [_hand(view)], view)[0])
    later = chances_later(view, rng, known)
    won, lost, even = (worth(view, points) for points in (100, -100, 0))
    waiting = np.maximum(later * won + (1 - later) * lost, even).mean()
    return grand * worth(view, 200) + (1 - grand) * worth(view, -200) > float(waiting)


def _tichu_points(view: View, rng: np.random.Generator, known: Knowledge) -> bool:
    """Call Tichu when it is worth more at the score than not to."""
    chance = float(known.confidence("tichu-gb", [_hand(view)], view)[0])
    return chance * worth(view, 100) + (1 - chance) * worth(view, -100) > worth(view, 0)


def _feel(bars: tuple[float, float]) -> Style:
    """Call when the hand goes out first often enough in rounds that are imagined: the bold ask for less."""

    def calls(view: View, rng: np.random.Generator, known: Knowledge) -> bool:
        from parlour.games.tichu.calls.rehearsal import rehearse

        return rehearse(view, rng) > float(np.interp(known.boldness, (0, 1), bars))

    return calls


def least_needed(view: View) -> int:
    """The card that a Grand Tichu caller gives the partner: the Dog, or a low one that breaks little up."""
    counts = Hands(np.array([_hand(view)], np.uint64)).counts[0]
    free = [move - st.GIVE - 64 for move in view.legal_moves]
    natural = [card for card in free if card > DRAGON]
    return DOG if DOG in free else min(natural, key=lambda card: card // 4 + BROKEN[counts[card // 4 - 1]])


def _without_call(view: View) -> View:
    """A copy of a view in which no call is legal."""
    quiet = copy(view)
    quiet.buffer = view.buffer.copy()
    quiet.data["may_call"] = 0
    return quiet


def _never(view: View, rng: np.random.Generator, known: Knowledge) -> bool:
    return False


# Aggressive and conservative by support vector regression, neutral by logistic regression: as the thesis
# recommends.
GRAND_STYLES: dict[str, Style] = {
    "aggressive": _above("grand-svr", -MARGIN),
    "neutral": _above("grand-lr"),
    "conservative": _above("grand-svr", MARGIN),
    "yang": _yang,
    "points": _points,
    "feel": _feel(FEEL_GRAND),
    "none": _never,
}
TICHU_STYLES: dict[str, Style] = {
    "aggressive": _above("tichu-gb", -MARGIN),
    "neutral": _above("tichu-gb"),
    "conservative": _above("tichu-gb", MARGIN),
    "points": _tichu_points,
    "feel": _feel(FEEL_TICHU),
    "none": _never,
}


class Caller(Agent):
    """An agent whose calls come from the models."""

    explains = True

    def __init__(self, player: Agent, grand: str, tichu: str) -> None:
        self.player, self.grand, self.tichu = player, GRAND_STYLES.get(grand), TICHU_STYLES.get(tichu)
        self.known = Knowledge()
        self._asked_player = False  # whether the last decision was the wrapped agent's

    def take(self, model: CallModel) -> Caller:
        """Call by an own model at the stage that it is for, neutrally unless a style was chosen."""
        self.known = Knowledge(model)
        if model.stage == "eight":
            self.grand = self.grand or GRAND_STYLES["neutral"]
        else:
            self.tichu = self.tichu or TICHU_STYLES["neutral"]
        return self

    @staticmethod
    def styled(player: Agent, grand: str, calls: str) -> Caller:
        """The caller that the options of an agent ask for; the style of Grand Tichu holds for Tichu too."""
        if calls == "own":
            return Caller(player, grand, "own")
        default = "neutral" if calls == "model" else "none"
        style = default if grand == "own" else grand
        if calls == "none":
            return Caller(player, style, "none")
        return Caller(player, style, style if style in TICHU_STYLES and style != "none" else "neutral")

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts for the wrapped agent too."""
        super().begin(game, seat, seed)
        self._draws = np.random.default_rng((seed, seat))
        self.known.boldness = float(np.random.default_rng((seed, seat, 1)).random())
        self.player.terms = self.terms
        self.player.begin(game, seat, seed)

    def choose(self, view: View, clock: Clock) -> int:
        """The call by the models, anything else by the wrapped agent."""
        self._asked_player = False
        answer = self._answer_before_play(view)
        if answer is not None:
            return answer
        if view.data["phase"] == st.PLAY and self.tichu and st.TICHU in view.legal_moves:
            if view.data["asked"] < 0 and not view.data["out"] and self._calls(self.tichu, view):
                return st.TICHU
            view = _without_call(view)
        self._asked_player = True
        action = self.player.choose(view, clock)
        self.work = self.player.work
        return action

    def _answer_before_play(self, view: View) -> int | None:
        """The decision on a call or on a caller's gift; None when it is left to the wrapped agent.

        Tichu is called with the first play, when the exchanged cards are known.
        """
        phase = int(view.data["phase"])
        if phase == st.GRAND_CALLS and self.grand:
            return st.GRAND if self._calls(self.grand, view) else st.NO_CALL
        if phase == st.EXCHANGE and view.data["step"] == 1 and view.data["calls"][view.seat] == st.LARGE:
            return st.GIVE + 64 + least_needed(view)
        return st.NO_CALL if phase == st.CALLS and self.tichu else None

    def _calls(self, style: Style, view: View) -> bool:
        partner = (view.seat + 2) % 4
        return bool(view.data["calls"][partner] == st.NONE) and style(view, self._draws, self.known)

    def explain(self) -> Explanation | None:
        """What the wrapped agent saw; nothing of a call."""
        return self.player.explain() if self._asked_player else None

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """The game is over."""
        self.player.end(scores, rewards)

    def close(self) -> None:
        """The wrapped agent is no longer needed."""
        self.player.close()
