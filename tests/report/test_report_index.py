"""All studies in one go: the index, what is done already, and the bibliography."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from report_samples import won

from parlour.cli import laboratory
from parlour.errors import ParlourError
from parlour.learn.curves import Curve
from parlour.report import Claim, Report
from parlour.report.index import lines_of, read_line, write_index
from parlour.report.source import Source
from parlour.report.study import Run, Studies, is_done
from parlour.report.training import training_report
from parlour.spec import Option

LABNO = Source("labno", "mastersthesis", "Paweł Łabno", "A thesis", school="Kraków")


def studies_of(calls: list[str]) -> Studies:
    """Two studies that note that they were run."""
    registry = Studies("reversi")
    for name in ("first", "second"):
        options = (Option("logs", "", "a folder"),) if name == "second" else ()

        @registry.add(name, games=5, source=LABNO, part="Table 1", options=options)
        def run(run: Run) -> Report:
            """A study."""
            calls.append(run.study)
            return run.report(f"The {run.study} study", tables=[won()])

    return registry


def test_every_study_is_run_once_and_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    every = studies_of(calls).studies
    monkeypatch.setattr("parlour.report.study.studies", lambda: every)
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "first.json").write_text("{}")
    for _ in range(2):
        laboratory._study_all(None, 0, 1, None, tmp_path, {})
    assert calls == ["first", "second"], "what is done is not done again, what is damaged is"
    laboratory._study_all(None, 1, 1, None, tmp_path, {})
    assert calls == ["first", "second"] * 2, "another seed is another run"
    page = (tmp_path / "index.html").read_text()
    assert '<a href="second/second.html">second</a>' in page
    assert "not replicated" in page
    assert "1 of 2" in page
    assert "parlour study second --games 5 --seed 1" in page
    assert "@mastersthesis{labno," in (tmp_path / "sources.bib").read_text()


def test_the_time_of_a_study_that_was_stopped_says_that_it_is_not_all(tmp_path: Path) -> None:
    study = studies_of([]).studies["first"]
    whole = study.start(folder=tmp_path / "new")
    (tmp_path / "some.sqlite").touch()
    rest = study.start(folder=tmp_path)
    assert whole.facts["time"].endswith(" s")
    assert rest.facts["time"].endswith(" s after it was stopped")


def test_an_option_goes_to_the_studies_that_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    every = studies_of(calls).studies
    monkeypatch.setattr("parlour.report.study.studies", lambda: every)
    laboratory._study_all(None, 0, 1, None, tmp_path, {})
    laboratory._study_all(None, 0, 1, None, tmp_path, {"logs": "there"})
    assert calls == ["first", "second", "second"], "only the study with that option is another run"
    assert "--logs there" in (tmp_path / "index.html").read_text()
    with pytest.raises(ParlourError, match="unknown option of the studies 'log': did you mean 'logs'"):
        laboratory._study_all(None, 0, 1, None, tmp_path, {"log": "there"})


def test_the_verdict_of_the_index_is_that_of_the_report(tmp_path: Path) -> None:
    every = studies_of([]).studies
    report = every["first"].start()
    report.write(tmp_path / "first")
    (line,) = lines_of(tmp_path)
    assert line.verdict == report.verdict.word == "not replicated"
    assert (line.agreeing, line.figures) == (1, 2)
    assert is_done(every["first"], tmp_path / "first", None, 0)
    assert not is_done(every["first"], tmp_path / "first", 6, 0)
    content = json.loads((tmp_path / "first" / "first.json").read_text())
    content["facts"]["version"] = "Parlour 0.0.0"
    (tmp_path / "first" / "first.json").write_text(json.dumps(content))
    assert not is_done(every["first"], tmp_path / "first", None, 0), "an older version is run again"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"tables": 3}', "\x00"])
def test_what_is_no_report_is_left_out(text: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "other.json").write_text(text)
    assert read_line(tmp_path / "other" / "other.json") is None
    page = write_index(tmp_path, [])[0].read_text()
    assert "0 studies." in page


def test_the_index_counts_the_verdicts(tmp_path: Path) -> None:
    for name, holds in (("a", True), ("b", False), ("c", False), ("d", None)):
        claims = [] if holds is None else [Claim("It is so", holds)]
        Run(name, 5, 0).report(name, claims=claims).write(tmp_path / name)
    page = write_index(tmp_path, [])[0].read_text()
    assert "4 studies: 2 not replicated, 1 replicated." in page
    assert "nothing published to compare with" in page


def test_what_is_compared_has_deals_of_its_own() -> None:
    run = Run("study", 5, 3)
    assert run.on_deals_of("a", "b").seed == run.on_deals_of("a", "b").seed
    seeds = {one.on_deals_of(*names).seed for one in (run, Run("study", 5, 4)) for names in ("ab", "ba", "a")}
    assert len(seeds) == 6


def test_a_source_is_an_entry_without_what_it_does_not_say() -> None:
    report = Source("x", "techreport", "A and B", "Title", "2020", "Brno", "course report")
    assert report.bibtex() == (
        "@techreport{x,\n  author = {A and B},\n  title = {Title},\n  institution = {Brno},\n"
        "  year = {2020},\n  note = {course report},\n}\n"
    )
    assert "year" not in LABNO.bibtex()
    assert str(LABNO) == "Paweł Łabno: A thesis (Kraków)"


def test_a_setting_that_was_not_given_is_no_fact(tmp_path: Path) -> None:
    run = Run("study", 5, 0, settings={"logs": "", "player": None, "min-elo": 0.0, "grid": "full"})
    facts = run.report("A study").facts
    assert {"logs", "player"}.isdisjoint(facts)
    assert (facts["min-elo"], facts["grid"], facts["seed"]) == ("0.0", "full", "0")
    curve = tmp_path / "run.curve.jsonl"
    Curve(curve, "reversi-squares", "reversi", {"logs": "", "threshold": None, "games": 0})
    assert training_report(curve).facts == {"games": "0", "time": "0 s"}
