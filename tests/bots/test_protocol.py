"""The second protocol: what every language reads exactly and a person understands; the first as ever."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fields as tool
import parlour
from parlour.agent import Clock
from parlour.bots import external
from parlour.bots.protocol import Part, Turn, read_answer
from parlour.bots.serve import serve_bot
from parlour.bots.views import view_info
from parlour.errors import Broken
from parlour.forms import default_form
from parlour.game import Game, game_names
from parlour.spec import Option, Value
from parlour.testing import check_game, random_positions
from parlour.testing.descriptions import EXACT, check_description
from support import Run

ALL: tuple[Part, ...] = ("text", "history", "state")
GAMES = game_names()


def values_of(option: Option) -> list[Value]:
    """The values of an option that differ most."""
    if option.choices:
        return list(option.choices)
    if option.type is bool:
        return [True, False]
    return [int(end) for end in (option.low, option.high) if end is not None]


def variants() -> list[str]:
    """Every game, and each with every choice of each option."""
    bare = [parlour.game(name) for name in GAMES]
    others = [
        one.variant(**{option.name: value})
        for one in bare
        for option in one.options
        for value in values_of(option)
    ]
    return list(dict.fromkeys(game.spec for game in (*bare, *others)))


VARIANTS = variants()


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
    check_description(view, spec)


@pytest.mark.parametrize("spec", [spec for spec in VARIANTS if parlour.game(spec).hidden])
@settings(max_examples=10)
@given(seed=st.integers(0, 1000), choices=st.lists(st.integers(0, 50), max_size=80))
def test_what_is_hidden_never_changes_a_turn(spec: str, seed: int, choices: list[int]) -> None:
    view = view_after(parlour.game(spec), seed, choices)
    for guess in range(3):
        other = view.sample(guess).view(view.seat)
        assert view.game.description.write(other) == view.game.description.write(view)


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


@pytest.mark.parametrize("name", GAMES)
def test_every_field_and_every_kind_of_move_is_explained(name: str) -> None:
    game = parlour.game(name)
    for field, about in game.description.fields.items():
        assert len(about.meaning) > 7, f"{field} has no sentence"
        assert not about.meaning.endswith("."), field
    assert game.description.moves
    views = random_positions(game, 60)
    for example in game.description.moves:
        assert any(reads(view, example) for view in views), f"nobody reads '{example}'"


def reads(view: parlour.View, text: str) -> bool:
    try:
        view.game.notation.parse(view, text)
    except parlour.ParlourError:
        return False
    return True


def test_the_page_of_fields_is_up_to_date() -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(), "run tools/fields.py"


def test_a_field_that_is_not_there_is_named(examples: Path, tmp_path: Path) -> None:
    text = (examples / "tictactoe.py").read_text()
    declared = 'from parlour.description import Field\n\nFIELDS = {"bord": Field("the squares")}\n'
    path = tmp_path / "tictactoe.py"
    path.write_text(text + "\n\n" + declared)
    with pytest.raises(parlour.ParlourError, match=r"unknown field in FIELDS of tictactoe 'bord'"):
        _ = parlour.game(str(path)).description


def test_a_form_that_reads_back_as_another_is_found(examples: Path, tmp_path: Path) -> None:
    text = (examples / "tictactoe.py").read_text()
    form = "per_seat(as_set('12345678', 'squares'), 2, 2)"  # the ninth square is missing
    declared = "from parlour.description import Field\nfrom parlour.forms import as_set, per_seat\n\n"
    path = tmp_path / "tictactoe.py"
    path.write_text(f"{text}\n\n{declared}FIELDS = {{'marks': Field('the squares', {form})}}\n")
    with pytest.raises(AssertionError, match=r"FIELDS\['marks'\] reads back as another value"):
        check_game(parlour.game(str(path)), games=2)


def test_wide_numbers_of_a_game_that_declares_nothing_are_text() -> None:
    form = default_form(np.dtype((np.uint64, (2,))))
    wide = np.array([1, (1 << 64) - 1], np.uint64)
    assert form.write(wide) == ["1", "18446744073709551615"]
    assert form.read(form.write(wide)) == wide.tolist()


def test_describe_prints_for_people_and_machines(parlour: Run) -> None:
    people, machines = parlour("describe", "jungle"), parlour("describe", "jungle", "--json", "-")
    assert people.returncode == machines.returncode == 0
    assert "a7-a6" in people.stdout
    assert "list by seat: object by animal: square" in " ".join(people.stdout.split())
    facts = json.loads(machines.stdout)
    assert facts["options"]["rules"]["default"] == "sheet"
    assert facts["fields"]["places"]["at_start"][0]["elephant"] == "a3"
    assert facts["fields"]["quiet"]["type"] == "uint8"


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


def asked_of(ready: dict[str, Any], view: parlour.View) -> list[dict[str, Any]]:
    """What a bot is asked at the start and at its turn, when it is ready like this."""
    agent, child = external.ExternalAgent("bot"), Script(ready)
    agent._child = child  # type: ignore[assignment]
    agent.begin(view.game, view.seat, 7)
    agent.choose(view, Clock())
    return child.sent


def test_an_old_bot_gets_the_messages_of_the_first_protocol() -> None:
    view = view_after(parlour.game("reversi"), 0, [0])
    begin, turn = asked_of({"name": "old"}, view)
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
    _, turn = asked_of({"protocol": 2, "wants": ["state"]}, view)
    assert turn["view"] == {"state": view.game.description.write(view)}


@pytest.mark.parametrize(
    ("ready", "told"),
    [
        ({"wants": ["text"]}, '"wants" needs "protocol": 2'),
        ({"protocol": 3}, "protocol: Input should be 1 or 2"),
        ({"protocol": 2, "wants": ["picture"]}, "wants.0: Input should be 'text', 'history' or 'state'"),
    ],
)
def test_a_bot_that_asks_for_what_there_is_not_is_told(ready: dict[str, Any], told: str) -> None:
    with pytest.raises(Broken) as broken:
        asked_of(ready, parlour.game("reversi").new().view())
    assert told in broken.value.detail


def answers(spec: str, lines: list[dict[str, Any]]) -> list[str]:
    out = io.StringIO()
    serve_bot(spec, "random", iter(json.dumps(line) for line in lines), out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("spec", ["isolation", "dicewars", "ticket-to-ride", "tichu"])
def test_our_bot_answers_a_referee_of_either_protocol(spec: str) -> None:
    view = view_after(parlour.game(spec), 3, list(range(40)))
    for protocol, more in ((1, {}), (2, {"protocol": 2, "wants": ["history", "state"]})):
        begin, turn = asked_of(more, view)
        begin["protocols"] = [1, 2][:protocol]
        if protocol == 1:
            del begin["protocols"]  # as a referee of old
        ready, action = answers(spec, [begin, turn])
        assert json.loads(ready) == {"type": "ready", "id": 1, "name": "random", **more}
        assert json.loads(action)["action"] in turn["legal"]
        assert read_answer(action)


def test_our_bot_refuses_a_state_that_lacks_a_field() -> None:
    view = parlour.game("isolation").new().view()
    begin, turn = asked_of({"protocol": 2, "wants": ["state"]}, view)
    del turn["view"]["state"]["pawns"]
    with pytest.raises(parlour.ParlourError, match="not a view of isolation: its fields are not free, pawns"):
        answers("isolation", [begin, turn])
