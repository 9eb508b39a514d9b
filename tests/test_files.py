"""Atomic writing: the whole new file, or the old one untouched."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from parlour import files


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_text_is_utf8_with_its_own_line_ends(tmp_path: Path) -> None:
    path = files.write_text(tmp_path / "a.csv", "é ✓\r\nb\n")
    assert path == tmp_path / "a.csv"
    assert path.read_bytes() == b"\xc3\xa9 \xe2\x9c\x93\r\nb\n"
    assert names(tmp_path) == ["a.csv"]


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a long old text")
    files.write_bytes(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failing_writer_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), full)
    with pytest.raises(OSError, match=r"cannot write .*a: No space left on device") as caught:
        files.write_bytes(path, b"new")
    assert caught.value.errno == errno.ENOSPC
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_bytes(tmp_path / "a", b"new")
    assert names(tmp_path) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.txt"
    with pytest.raises(FileNotFoundError) as caught:
        files.write_text(path, "x")
    assert caught.value.strerror == f"cannot write {path}: No such file or directory"


def test_a_folder_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match=f"cannot write {tmp_path / 'a'}: "):
        files.write_text(tmp_path / "a", "x")
    assert names(tmp_path) == ["a"]


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    with pytest.raises(OSError, match=f"cannot write {tmp_path / 'a' / 'b'}: "):
        files.make_folder(tmp_path / "a" / "b")


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    assert files.make_folder(tmp_path / "a" / "b").is_dir()
    assert files.make_folder(tmp_path / "a" / "b") == tmp_path / "a" / "b"


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX ones")
def test_permissions_follow_the_umask_or_the_old_file(tmp_path: Path) -> None:
    old_mask = os.umask(0o027)
    try:
        path = files.write_text(tmp_path / "a", "x")
        assert path.stat().st_mode & 0o777 == 0o640
        path.chmod(0o604)
        files.write_text(path, "y")
        assert path.stat().st_mode & 0o777 == 0o604
    finally:
        os.umask(old_mask)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real" / "a")
    files.write_text(link, "x")
    assert link.is_symlink()
    assert (tmp_path / "real" / "a").read_text() == "x"
    assert names(tmp_path / "real") == ["a"]
