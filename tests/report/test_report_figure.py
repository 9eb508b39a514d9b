"""Figures: the same data give the same bytes, and every drawing can be read without seeing it."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from report_samples import HOSTILE, hostile, scores, won

from parlour.report import Cell, Figure, MissingMatplotlib, Table, can_draw, comparison, curve, distribution
from parlour.stats.estimate import Estimate

SVG = "{http://www.w3.org/2000/svg}"


def rising(start: float, count: int = 4) -> list[Estimate]:
    return [Estimate(start + step, start + step - 1, start + step + 1) for step in range(count)]


def compared() -> Figure:
    return comparison("cells", won(), x_label="games won, %")


def learned() -> Figure:
    series = {"mean": rising(1.0), "_best": rising(4.0)}
    return curve("steps", "Learning", range(4), series, published={"mean": [1, None, 2.5, math.nan]})


def boxed() -> Figure:
    return distribution("boxes", "Scores", {"2": [1, 2, 3, 4, math.nan], "3": [2, 3, 9], "4": []})


def counted() -> Figure:
    return distribution("bars", "Scores", {"2": [1, 2, 3, 4], "3": [2, 3, 9]}, kind="histogram", bins=4)


ALL = [compared, learned, boxed, counted]


def texts(figure: Figure) -> list[str]:
    return [(node.text or "").strip() for node in ElementTree.fromstring(figure.svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("make", ALL)
def test_the_same_data_give_the_same_bytes(make: Callable[[], Figure]) -> None:
    assert make().svg == make().svg


def test_another_process_with_other_preferences_draws_the_same(tmp_path: object) -> None:
    code = (
        "import sys, matplotlib; matplotlib.rcParams.update({'font.size': 30, 'svg.hashsalt': None});"
        "from test_report_figure import learned; sys.stdout.buffer.write(learned().svg.encode())"
    )
    drawn = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        check=True,
        capture_output=True,
        cwd=str(tmp_path),
    )
    assert drawn.stdout.decode() == learned().svg


def test_preferences_are_put_back() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    compared()
    assert dict(matplotlib.rcParams) == before


def test_other_data_give_other_bytes() -> None:
    other = curve("steps", "Learning", range(4), {"mean": rising(1.5), "_best": rising(4.0)})
    assert other.svg != learned().svg


@pytest.mark.parametrize("make", ALL)
def test_no_date_and_nothing_to_load(make: Callable[[], Figure]) -> None:
    svg = make().svg
    assert svg.startswith("<svg ")
    assert "<metadata" not in svg
    assert "<!DOCTYPE" not in svg
    assert "matplotlib.org" not in svg
    assert "<image" not in svg


@pytest.mark.parametrize("make", ALL)
def test_a_drawing_names_itself(make: Callable[[], Figure]) -> None:
    figure = make()
    root = ElementTree.fromstring(figure.svg)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{figure.name}-title {figure.name}-alt"
    assert root.findtext(f"{SVG}title") == figure.title
    assert root.findtext(f"{SVG}desc") == figure.alt


@pytest.mark.parametrize("make", ALL)
def test_ids_belong_to_the_figure_and_references_hit_them(make: Callable[[], Figure]) -> None:
    figure = make()
    nodes = list(ElementTree.fromstring(figure.svg).iter())
    ids = {node.get("id") for node in nodes} - {None}
    assert all(str(name).startswith(f"{figure.name}-") for name in ids)
    uses = {node.get("{http://www.w3.org/1999/xlink}href") for node in nodes} - {None}
    assert uses
    assert {str(use).removeprefix("#") for use in uses} <= ids


def test_what_a_comparison_says() -> None:
    figure = compared()
    assert figure.title == "Games won"
    assert figure.alt == (
        "Games won: 3 figures of ours; "
        "1 of 2 published figures agree with ours; 1 more cannot be judged. All together: p = .0015; "
        "a shift of all by 12.6 %, or a change of all by 20 % of themselves, would be found in 80 % of such "
        "runs."
    )
    said = texts(figure)
    for text in ("depth 1", "basic", "offensive", "depth 3", "games won, %", "ours, 95 % interval"):
        assert text in said
    assert "published" in said
    assert "published, differs" in said


def squares(figure: Figure) -> tuple[int, int]:
    """How many published marks are hollow and how many filled, the legend's among them."""
    uses = [node.get("style", "") for node in ElementTree.fromstring(figure.svg).iter(f"{SVG}use")]
    hollow = [style for style in uses if "fill: #ffffff" in style and "stroke: #e6841b" in style]
    return len(hollow), len([style for style in uses if "fill: #e6841b" in style])


def test_a_published_figure_outside_is_hollow() -> None:
    assert squares(comparison("means", scores())) == (0, 3 + 1)
    assert squares(compared()) == (1 + 1, 2 + 1)


def test_a_single_row_needs_no_headings() -> None:
    said = texts(comparison("means", scores()))
    assert "mean" not in said
    assert said.count("ours, 95 % interval") == 1
    assert "published, differs" not in said


def test_a_sweep_whose_border_is_rounded_can_be_drawn() -> None:
    sweep = Estimate.share(10, 10)
    table = Table("T", ["a", "b"], [("r", [Cell.percent(sweep, 1.0), Cell(Estimate.mean([1.0]), 1.0)])])
    assert "published, differs" not in texts(comparison("sweep", table))


def test_what_a_curve_says() -> None:
    figure = learned()
    assert figure.alt == "Learning: mean from 1 to 4; _best from 4 to 7."
    assert {"mean", "_best", "mean, published"} <= set(texts(figure))


def test_a_long_curve_has_a_band_and_a_short_one_whiskers() -> None:
    def bands(count: int) -> int:
        return curve("c", "C", range(count), {"a": rising(1.0, count)}).svg.count("FillBetweenPoly")

    assert (bands(15), bands(16)) == (0, 1)


def test_curves_may_have_places_of_their_own_by_their_ratios() -> None:
    places = {"a": [0.1, 1.0, 10.0], "b": [1.0, 100.0, 1000.0]}
    series = {"a": rising(1.0, 3), "b": rising(2.0, 3)}
    figure = curve("c", "C", places, series, log=True)
    assert {"a", "b", "0.1", "1", "10", "100", "1000"} <= set(texts(figure))
    with pytest.raises(ValueError, match="series 'b': 3 points for 1 places"):
        curve("c", "C", {**places, "b": [1.0]}, series)


def test_unbounded_intervals_leave_the_axes_alone() -> None:
    points = [Estimate.mean([1.0]), Estimate.mean([]), Estimate(2.0, 1.0, 3.0)]
    figure = curve("c", "C", [0, 1, 2], {"a": points})
    assert "inf" not in texts(figure)
    assert "nan" not in figure.svg.lower()


def test_what_distributions_say() -> None:
    assert boxed().alt == "Scores: medians 2 2.5, 3 3."
    assert {"2", "3"} <= set(texts(boxed()))
    assert {"2 (n = 4, median 2.5)", "3 (n = 3, median 3)"} <= set(texts(counted()))


def test_hostile_names_stay_text() -> None:
    figure = curve("c", HOSTILE, [0], {HOSTILE[:36]: rising(0.0, 1)}, x_label=HOSTILE, y_label="a\x00b")
    root = ElementTree.fromstring(figure.svg)
    assert root.findtext(f"{SVG}title") == HOSTILE
    assert not list(root.iter(f"{SVG}script"))
    assert HOSTILE in texts(figure)
    assert "a\N{REPLACEMENT CHARACTER}b" in texts(figure)


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(ValueError, match=r"figure 'x': table .* holds no numbers to draw"):
        comparison("x", hostile())
    with pytest.raises(ValueError, match="figure 'x': no sample holds a number"):
        distribution("x", "X", {"a": [math.nan]})
    with pytest.raises(ValueError, match="figure 'x', series 'a': 1 points for 2 places"):
        curve("x", "X", [1, 2], {"a": rising(0.0, 1)})
    with pytest.raises(ValueError, match="figure 'x': 9 series, and it can show 1 to 8"):
        curve("x", "X", [1], {str(n): rising(0.0, 1) for n in range(9)})


@pytest.mark.parametrize("make", ALL)
def test_without_matplotlib_the_error_names_the_fix(
    make: Callable[[], Figure], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert can_draw()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert not can_draw()
    with pytest.raises(MissingMatplotlib) as caught:
        make()
    assert str(caught.value) == "figures need matplotlib: pip install 'parlour[learn]'"


def test_importing_reports_loads_neither_matplotlib_nor_rich() -> None:
    code = "import sys, parlour.report; print({'matplotlib', 'rich'} & set(sys.modules))"
    path = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"]
    assert subprocess.run(path, check=True, capture_output=True, text=True).stdout.strip() == "set()"
