"""Logs of our own and of real games, replayed as legal decisions to the logged results."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from parlour.errors import ParlourError
from parlour.games.tichu.cards import DOG, PHOENIX, card_rank, hand_text
from parlour.games.tichu.combinations import FLUSH, FOUR, kind_of
from parlour.games.tichu.lab.calls.gathering import game_hands
from parlour.games.tichu.lab.commands import app
from parlour.games.tichu.logs import DamagedLog, read_card, read_games, read_rounds, records
from parlour.games.tichu.replay import replay
from parlour.record import Record, read_records
from support import Run
from tichu_logs import log_text, matches

# A round of our own making: Grand Tichu, an early Tichu, a wish, a bomb out of turn, the Dog, the Phoenix
# in a full house, and a Dragon given away.
ROUND = """\
---------------Gr.Tichukarten------------------
(0)ann Dr GA RA SA BA RK GK Hu
(1)bob R2 G2 B2 S2 R3 G3 R4 G4
(2)cid R9 G9 B9 R8 G8 B8 R7 G7
(3)dan RB GB BB R10 G10 B10 R6 G6
---------------Startkarten------------------
(0)ann Dr GA RA SA BA RK GK Hu BK SK RD GD BD SD
(1)bob R2 G2 B2 S2 R3 G3 R4 G4 B4 S4 R5 G5 B5 Ma
(2)cid R9 G9 B9 R8 G8 B8 R7 G7 B7 S7 S8 S9 Ph S5
(3)dan RB GB BB R10 G10 B10 R6 G6 B6 S6 B3 S3 SB S10
Grosses Tichu: (0)ann
Tichu: (2)cid
Schupfen:
(0)ann gibt: bob: RD - cid: Hu - dan: GD -
(1)bob gibt: cid: R3 - dan: R5 - ann: G3 -
(2)cid gibt: dan: S5 - ann: S9 - bob: S8 -
(3)dan gibt: ann: B3 - bob: S3 - cid: SB -
BOMBE: (0)ann (1)bob
---------------Rundenverlauf------------------
(1)bob: Ma
Wunsch:K
(2)cid passt.
(3)dan passt.
(0)ann: RK
"""
END = """\
(1)bob: S2 G2 B2 R2
(2)cid passt.
(3)dan passt.
(0)ann: GA RA SA BA
(1)bob passt.
(2)cid passt.
(3)dan passt.
(0)ann passt.
(0)ann: Dr
(1)bob passt.
(2)cid passt.
(3)dan passt.
(0)ann passt.
Drache an: (3)dan
(0)ann: S9
(1)bob: RD
(2)cid passt.
(3)dan passt.
(0)ann: GK
(1)bob passt.
(2)cid passt.
(3)dan passt.
(0)ann passt.
(0)ann: BK SK
(1)bob passt.
(2)cid passt.
(3)dan passt.
(0)ann passt.
(0)ann: BD SD
(1)bob passt.
(2)cid passt.
(3)dan passt.
(0)ann passt.
(0)ann: G3 B3
(1)bob passt.
(2)cid: R7 G7
(3)dan passt.
(1)bob passt.
(2)cid passt.
(2)cid: Hu
(1)bob: S3
(2)cid: Ph
(3)dan passt.
(1)bob passt.
(2)cid passt.
(2)cid: B8 G8 R8 B7 S7
(3)dan passt.
(1)bob passt.
(2)cid passt.
(2)cid: B9 G9 R9
(3)dan passt.
(1)bob passt.
(2)cid passt.
(2)cid: SB
(3)dan passt.
(1)bob passt.
(2)cid passt.
(2)cid: R3
Ergebnis: 300 - 0
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "own.tch"
    path.write_text(ROUND + END)
    return path


def test_cards_of_a_log_have_german_names() -> None:
    names = {"SB": "Js", "GD": "Qg", "R10": "10r", "Hu": "dog", "BA": "Ab"}
    assert {word: hand_text(1 << read_card(word)) for word in names} == names
    with pytest.raises(DamagedLog, match="is no card"):
        read_card("X9")


def test_a_round_is_read_with_all_that_happened(log: Path) -> None:
    (game_round,) = read_rounds(log)
    assert (game_round.grand, game_round.early, game_round.result) == ({0}, {2}, (300, 0))
    assert hand_text(1 << game_round.gifts[2][0]) == "5s"
    assert [event.what for event in game_round.events[:3]] == ["play", "wish", "pass"]


def test_a_round_replays_to_its_result(log: Path) -> None:
    (record,) = records(log)
    assert list(record.last().data["place"]) == [1, 0, 2, 0]
    assert replay(log.parent).agreed == 1


def test_a_round_as_a_record_has_its_deal_its_players_and_every_decision(log: Path) -> None:
    (record,) = records(log)
    assert (record.game, record.seats) == ("tichu", ("ann", "bob", "cid", "dan"))
    assert (record.scores, record.rewards) == ((300, 0, 300, 0), (1, -1, 1, -1))
    assert record.start.startswith(
        "phase: grand calls; turn: south; south: As Ab Ag Ar Kg Kr dog dragon + Ks "
    )
    assert record.first().text == record.start
    assert record.moves[:9] == (
        "grand",
        *["no call"] * 4,
        "tichu",
        "no call",
        "give Qr left",
        "give dog partner",
    )
    plays = record.moves[record.moves.index("play mahjong") :]
    assert plays[:6] == ("play mahjong", "wish K", "wait", "wait", "wait", "pass")


@pytest.mark.parametrize(
    ("line", "other", "problem"),
    [
        ("Ergebnis: 300 - 0", "Ergebnis: 200 - 100", "the log says"),
        ("(2)cid: R3\n", "", "the log ends, but not the round"),
        ("(2)cid: R3\n", "(2)cid: R3\n(3)dan passt.\n", "the log goes on"),
        ("(1)bob: RD", "(1)bob: RB", "seat 1 may not play Jr"),
        ("(1)bob: RD\n", "(2)cid passt.\n", "seat 1 is to move"),
        ("Drache an: (3)", "Drache an: (2)", "to an opponent"),
        ("ann: RK\n", "ann: GA\n", "seat 0 may not play Ag"),
        ("ann: S9\n", "ann: S9 S9\n", "seat 0 may not play 9s"),
        ("(1)bob: RD\n", f"(1)bob: {'RD ' * 400}\n", "seat 1 may not play"),
    ],
)
def test_a_round_that_is_not_as_logged_is_told(line: str, other: str, problem: str, log: Path) -> None:
    log.write_text((ROUND + END).replace(line, other, 1))
    summary = replay(log)
    assert (summary.rounds, summary.agreed, summary.damaged) == (1, 0, ())
    assert problem in summary.wrong[0]
    assert summary.wrong[0].startswith("own.tch line 1: ")
    assert len(summary.wrong[0]) < 130
    with pytest.raises(DamagedLog, match="own.tch line 1"):
        records(log)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "holds no round"),
        ("\x00\x01garbage", "belongs to no round"),
        (ROUND, "not complete"),
        (ROUND.replace("S10", "S11", 1), "'S11' is no card"),
        (ROUND.replace("Ergebnis", "") + "Ergebnis: 3\n", "is no result"),
        (ROUND.replace("Wunsch:K", "Wunsch:Z"), "is no wish"),
        (ROUND.replace("Startkarten", "Endkarten"), "unknown section"),
        (ROUND.replace("GD BD SD", "GD BD SB", 1) + END, "not complete"),
        ((ROUND + END).replace("bob: RD -", "bob: R2 -"), "not complete"),
        ((ROUND + END).replace("300 - 0", f"{'9' * 5000} - 0"), "is no result"),
        ("\x1b[31m" + "x" * 5000, "'?[31mxxx"),
    ],
)
def test_a_damaged_log_is_skipped_counted_and_named(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "bad.tch").write_text(text)
    ((_, error),) = read_games(tmp_path)
    assert isinstance(error, DamagedLog)
    assert problem in str(error)
    assert "bad.tch" in str(error)
    assert len(str(error)) < 130
    assert str(error).isprintable()
    assert replay(tmp_path).damaged == (str(error),)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="there is no folder"):
        replay(tmp_path / "nothing")


def test_logs_of_our_own_games_replay_to_their_results(data: Path) -> None:
    summary = replay(data / "tichu")
    assert (summary.files, summary.damaged, summary.wrong) == (3, (), ())
    assert summary.agreed == summary.rounds == 25


def test_logs_of_our_own_games_hold_all_that_can_happen(data: Path) -> None:
    rounds = [one for path in (data / "tichu").glob("*.tch") for one in read_rounds(path)]
    events = [event for one in rounds for event in one.events]
    plays = [event.cards for event in events if event.what == "play"]
    assert {event.what for event in events} == {"play", "pass", "tichu", "wish", "dragon"}
    assert any(one.grand for one in rounds)
    assert any(one.early for one in rounds)
    assert (DOG,) in plays
    assert {FOUR, FLUSH} <= {kind_of(sum(1 << card for card in cards)) for cards in plays}
    beside_phoenix = [
        {card_rank(card) for card in cards} for cards in plays if PHOENIX in cards and len(cards) == 5
    ]
    assert {len(ranks) for ranks in beside_phoenix} >= {3, 5}  # the Phoenix counts: full house, straight


def test_a_match_that_is_written_as_a_log_reads_back(tmp_path: Path) -> None:
    """Replayed round by round it has the scores of the match, and its hands are those of the record."""
    for record in matches(seed=7):
        path = tmp_path / "match.tch"
        path.write_text(log_text(record))
        rounds = records(path)
        assert [sum(one.scores[seat] for one in rounds) for seat in range(4)] == list(record.scores)
        logged = [hand._replace(player="") for hand in game_hands("match", rounds)]
        assert logged == [hand._replace(player="") for hand in game_hands("match", [record])]


def test_records_of_logs_survive_their_own_text(data: Path) -> None:
    for record in records(data / "tichu" / "1.tch"):
        again = Record.parse(record.text())
        assert again == record
        assert tuple(again.last().scores) == record.scores


def test_a_log_is_read_where_records_are(data: Path, tmp_path: Path, parlour: Run) -> None:
    log, out = data / "tichu" / "2.tch", tmp_path / "rounds.jsonl"
    third = records(log)[2]
    shown = parlour("replay", str(log), "--number", "3", "--moves")
    assert shown.returncode == 0, shown.stderr
    assert f"{len(third.moves)}. " in shown.stdout
    assert "(ann): give" in shown.stdout
    assert parlour("export", str(log), str(out)).returncode == 0
    assert read_records(out) == records(log) == read_records(log)
    assert parlour("export", str(log), str(tmp_path / "rounds.csv")).returncode == 0
    assert len((tmp_path / "rounds.csv").read_text().splitlines()) == 1 + 4 * len(records(log))


def test_a_damaged_log_is_told_in_one_line(tmp_path: Path, parlour: Run) -> None:
    bad = tmp_path / "bad.TCH"
    bad.write_text(ROUND)
    for words in (["replay", str(bad)], ["export", str(bad), str(tmp_path / "rounds.csv")]):
        done = parlour(*words)
        assert done.returncode == 2
        assert done.stderr.splitlines() == ["parlour: bad.TCH line 1: the round is not complete"]


def test_every_logged_round_replays_to_its_result(logs: Path, tmp_path: Path) -> None:
    """Conformance: 1,113 rounds of 100 real games, every line a legal decision."""
    for path in logs.glob("*.tch"):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "zzz.tch").write_text("broken")
    result = CliRunner().invoke(app, ["replay", str(tmp_path)])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[-1] == "1113 of 1113 rounds"
    assert lines[-2] == "101 files, 1 damaged"
    assert lines[0].startswith("damaged, skipped: zzz.tch")
