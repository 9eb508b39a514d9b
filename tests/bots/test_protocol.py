"""The second protocol: what every language reads exactly and a person understands; the first as ever."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.agent import Clock
from parlour.bots import external
from parlour.bots.protocol import Part, Turn, read_answer
from parlour.bots.serve import serve_bot
from parlour.bots.views import view_info
from parlour.errors import Broken
from parlour.forms import EXACT
from variants import VARIANTS, view_after

ALL: tuple[Part, ...] = ("text", "history", "state")


def numbers(value: Any) -> Iterator[float]:
    """Every number in JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, (int, float)):
        yield value


def message(view: parlour.View, *parts: Part) -> dict[str, Any]:
    """What a bot of the second protocol gets at its turn."""
    legal = [view.format(action) for action in view.legal_moves]
    turn = Turn(id=1, view=view_info(view, 2, parts), legal=legal, left=3.5)
    return dict(json.loads(turn.line(parts)))


@pytest.mark.parametrize("spec", VARIANTS)
@settings(max_examples=10)
@given(seed=st.integers(0, 1000), choices=st.lists(st.integers(0, 50), max_size=80))
def test_every_language_reads_a_turn_exactly(spec: str, seed: int, choices: list[int]) -> None:
    view = view_after(parlour.game(spec), seed, choices)
    turn = message(view, *ALL)
    assert all(abs(number) <= EXACT for number in numbers(turn))
    assert not [
        name for name in turn["view"]["state"] if view.game.description.fields[name].erased is not None
    ]


def test_the_number_test_can_fail() -> None:
    view = parlour.game("dicewars").new().view()
    assert any(number > EXACT for number in numbers(view_info(view, 1, ALL).state))


def test_cards_and_squares_are_words() -> None:
    reversi = message(parlour.game("reversi").new().view(), "state")["view"]["state"]
    assert reversi["own"] == ["e4", "d5"]
    assert set(reversi["moves"]) == {"d3", "c4", "f5", "e6"}
    tichu = message(parlour.game("tichu").new(1).view(), "state")["view"]["state"]
    assert len(tichu["hands"][0]) == 8
    assert all(
        card[-1] in "rgbs" or card in ("mahjong", "dog", "phoenix", "dragon") for card in tichu["hands"][0]
    )
    assert tichu["hands"][1:] == [[], [], []]
    assert "rest" not in tichu


def test_a_turn_has_only_what_the_bot_wants() -> None:
    view = view_after(parlour.game("jungle"), 1, [3, 4])
    assert message(view)["view"] == {}
    assert set(message(view, "history", "state")["view"]) == {"history", "state"}
    assert message(view, "text")["view"] == {"text": str(view)}
    assert message(view)["legal"] == message(view, *ALL)["legal"]


class Script:
    """A child process that is none: it answers by a function, and keeps what it was sent."""

    def __init__(self, ready: dict[str, Any]) -> None:
        self.ready, self.sent = ready, list[dict[str, Any]]()

    def send(self, line: str, deadline: float) -> None:
        self.sent.append(json.loads(line))

    def line(self, deadline: float, complaint: str = "") -> str:
        asked = self.sent[-1]
        if asked["type"] == "begin":
            return json.dumps({"type": "ready", "id": asked["id"], **self.ready})
        return json.dumps({"type": "action", "id": asked["id"], "action": asked["legal"][0]})

    def close(self) -> None:
        """Nothing runs."""


def questions_to(ready: dict[str, Any], view: parlour.View, seed: int = 7) -> list[dict[str, Any]]:
    """What a bot is asked at the start and at its turn, when it is ready like this."""
    agent, child = external.ExternalAgent("bot"), Script(ready)
    agent._child = child  # type: ignore[assignment]
    agent.begin(view.game, view.seat, seed)
    agent.choose(view, Clock())
    return child.sent


def test_an_old_bot_gets_the_messages_of_the_first_protocol() -> None:
    view = view_after(parlour.game("reversi"), 0, [0])
    begin, turn = questions_to({"name": "old"}, view)
    assert (begin["protocol"], begin["protocols"]) == (1, [1, 2])
    assert turn == {
        "type": "turn",
        "id": 2,
        "view": {
            "text": str(view),
            "history": [{"seat": 0, "move": view.history[0].text}],
            "state": {name: int(view.data[name]) for name in ("own", "opp", "moves", "turn", "over")},
        },
        "legal": [view.format(action) for action in view.legal_moves],
        "left": None,
    }


def test_a_new_bot_gets_the_second() -> None:
    view = view_after(parlour.game("reversi"), 0, [0])
    begin, turn = questions_to({"protocol": 2, "wants": ["state"]}, view, seed=(1 << 64) - 1)
    assert all(abs(number) <= EXACT for number in numbers(begin))
    assert turn["view"] == {"state": view.game.description.write(view)}


@pytest.mark.parametrize(
    ("ready", "complaint"),
    [
        ({"wants": ["text"]}, '"wants" needs "protocol": 2'),
        ({"protocol": 3}, "protocol: Input should be 1 or 2"),
        ({"protocol": 2, "wants": ["picture"]}, "wants.0: Input should be 'text', 'history' or 'state'"),
    ],
)
def test_a_bot_that_asks_for_what_there_is_not_learns_why(ready: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Broken) as broken:
        questions_to(ready, parlour.game("reversi").new().view())
    assert complaint in broken.value.detail


def answers(spec: str, lines: list[dict[str, Any]]) -> list[str]:
    out = io.StringIO()
    serve_bot(spec, "random", iter(json.dumps(line) for line in lines), out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("spec", ["isolation", "dicewars", "ticket-to-ride", "tichu"])
def test_our_bot_answers_a_referee_of_either_protocol(spec: str) -> None:
    view = view_after(parlour.game(spec), 3, list(range(40)))
    for protocol, more in ((1, {}), (2, {"protocol": 2, "wants": ["history", "state"]})):
        begin, turn = questions_to(more, view)
        begin["protocols"] = [1, 2][:protocol]
        if protocol == 1:
            del begin["protocols"]  # as a referee of old
        ready, action = answers(spec, [begin, turn])
        assert json.loads(ready) == {"type": "ready", "id": 1, "name": "random", **more}
        assert json.loads(action)["action"] in turn["legal"]
        assert read_answer(action)


def test_our_bot_refuses_a_state_that_lacks_a_field() -> None:
    view = parlour.game("isolation").new().view()
    begin, turn = questions_to({"protocol": 2, "wants": ["state"]}, view)
    del turn["view"]["state"]["pawns"]
    with pytest.raises(parlour.ParlourError, match="not a view of isolation: its fields are not free, pawns"):
        answers("isolation", [begin, turn])
