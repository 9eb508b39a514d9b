"""Model files: what they say, what is refused, and that every one of ours can be read."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from parlour.agent import agent
from parlour.errors import ParlourError
from parlour.game import Game, game, game_names
from parlour.model import (
    Header,
    ModelKind,
    find_model,
    load_model,
    model_names,
    models_of,
    pack,
    read_header,
    read_model,
    write_model,
)

JUNGLE = game("jungle")
KIND = ModelKind("test", "parlour train jungle --method test", {"w": ("float32", (None, 3))}, ["a", "b"])
ROWS = np.arange(6, dtype=np.float32).reshape(2, 3)


def written(folder: Path, kind: ModelKind = KIND, its: Game = JUNGLE, **arrays: np.ndarray) -> Path:
    return write_model(
        folder / "m.npz", kind, its, arrays or {"w": ROWS}, {"seed": 3}, options=("rules",), facts={"x": 1}
    )


def refused(path: Path, words: str, kind: ModelKind = KIND, its: Game = JUNGLE) -> None:
    with pytest.raises(ParlourError, match=words) as error:
        read_model(path, kind, its)
    assert "\n" not in str(error.value)
    assert "parlour train jungle --method test makes one" in str(error.value)


def test_a_model_reads_back_with_everything_that_it_says(tmp_path: Path) -> None:
    model = read_model(written(tmp_path), KIND, JUNGLE)
    assert (model.arrays["w"] == ROWS).all()
    header = model.header
    assert (header.kind, header.game, header.variant, header.rules) == (
        "test",
        "jungle",
        {"rules": "sheet"},
        1,
    )
    assert header.encoding == ["a", "b"]
    assert header.made["seed"] == 3
    assert {"parlour", "python", "numpy"} <= set(header.made["versions"])
    assert model.facts == {"x": 1}


def test_the_same_model_is_the_same_bytes(tmp_path: Path) -> None:
    first = written(tmp_path).read_bytes()
    assert written(tmp_path).read_bytes() == first


def test_a_model_for_anything_else_is_refused_with_the_command_that_makes_a_right_one(tmp_path: Path) -> None:
    path = written(tmp_path)
    refused(path, "its kind is test, not other", dataclasses.replace(KIND, name="other"))
    refused(path, "its game is jungle, not reversi", its=game("reversi"))
    refused(path, "its rules is sheet, not judge", its=game("jungle:rules=judge"))
    refused(path, "its rules version is 1, not 2", its=dataclasses.replace(JUNGLE, rules_version=2))
    refused(path, "another encoding", dataclasses.replace(KIND, encoding=["a", "c"]))
    refused(path, "other arrays", dataclasses.replace(KIND, arrays={"v": ("float32", (None, 3))}))
    refused(path, r"its 'w' is float32\[2, 3\], not float32\[None, 4\]",
            dataclasses.replace(KIND, arrays={"w": ("float32", (None, 4))}))  # fmt: skip
    refused(path, "not float64", dataclasses.replace(KIND, arrays={"w": ("float64", (None, 3))}))
    refused(tmp_path / "none.npz", "there is no file")


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    header = read_header(path).model_dump()
    path.write_bytes(pack({"w": np.full((2, 3), np.nan, np.float32)}, header))
    refused(path, "numbers that are none")


@pytest.mark.parametrize("size", [0, 1, 30, 200, -40, -1])
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, size: int) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:size])
    refused(path, "damaged or no model")


def test_no_flipped_byte_gives_a_traceback(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with contextlib.suppress(ParlourError):
            read_model(path, KIND, JUNGLE)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    header = np.frombuffer(json.dumps(read_header(written(tmp_path)).model_dump()).encode(), np.uint8)
    np.savez(path, header=header, w=np.array([print], object), allow_pickle=True)
    refused(path, "damaged or no model")


def test_a_file_without_a_header_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    np.savez(path, w=ROWS)
    refused(path, "damaged or no model")
    with zipfile.ZipFile(path, "w"):
        pass
    refused(path, "damaged or no model")
    path.write_bytes(pack({"w": ROWS}, {"kind": "test"}))
    refused(path, "is no model")


def test_a_wrong_model_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="does not fit"):
        written(tmp_path, w=ROWS[:, :2])
    assert not (tmp_path / "m.npz").exists()


def test_models_of_the_working_folder_are_found_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    path = written(tmp_path / "models")
    (tmp_path / "models" / "broken.npz").write_bytes(b"PK nonsense")
    assert model_names(JUNGLE, "test") == ["m"]
    assert find_model(JUNGLE, "m", "test").resolve() == path.resolve()
    assert find_model(JUNGLE, "there/is.npz") == Path("there/is.npz")
    with pytest.raises(ParlourError, match="unknown model of jungle 'n': known are m"):
        find_model(JUNGLE, "n", "test")
    assert (load_model(JUNGLE, KIND, "m", "none").arrays["w"] == ROWS).all()


def test_a_model_that_is_put_into_its_game_says_how_it_came_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parlour.learn import training

    monkeypatch.setattr(training, "shipped_folder", lambda its: tmp_path / "own")
    run = training.Run.make(
        training.find_method(JUNGLE, "values"), JUNGLE, {}, out=written(tmp_path), command="train --ship"
    )
    assert run.ship() == tmp_path / "own" / "m.npz"
    model = read_model(tmp_path / "own" / "m.npz", KIND, JUNGLE)
    assert model.header.made["command"] == "train --ship"
    assert model.header.made["seed"] == 3
    assert (model.arrays["w"] == ROWS).all()


@pytest.mark.parametrize("name", game_names())
def test_every_model_that_comes_with_a_game_says_how_it_was_made(name: str) -> None:
    its = game(name)
    for path, header in models_of(its):
        assert isinstance(header, Header)
        assert header.rules == its.rules_version, path
        assert header.made["command"].startswith(f"parlour train {its.name}"), path
        assert header.made["command"].endswith("--ship"), path


def test_a_network_of_too_few_rows_never_reaches_compiled_code(tmp_path: Path) -> None:
    from parlour.games.jungle.kinds import NETWORK

    path = tmp_path / "net.npz"
    header = read_header(find_model(JUNGLE, "network-sheet", "network")).model_dump()
    for rows, columns in ((0, 32), (1, 32), (1048, 4)):
        path.write_bytes(pack({"net": np.zeros((rows, columns), np.float16)}, header))
        with pytest.raises(ParlourError, match="does not fit") as error:
            agent(JUNGLE, f"best:nodes=10,model={path}")
        assert NETWORK.command in str(error.value)


def test_the_command_lists_models_and_how_they_were_made(parlour, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "models.json"
    done = parlour("models", "jungle", "--json", str(out))
    assert done.returncode == 0, done.stderr
    names = {Path(model["path"]).stem: model for model in json.loads(out.read_text())}
    assert {"network-sheet", "network-judge", "weights"} <= set(names)
    assert names["network-judge"]["variant"] == {"rules": "judge"}
    assert "network-sheet" in done.stdout
