"""The eight animals as simple figures, and the ground under them, each in a box of 100 x 100.

Animals are heads from the front. A drawing is a list of strokes from back to front: what it is (fur, shade,
mark or line) and its path. What has a twin on the other side is drawn once, for the left, and mirrored.
``tools/jungle_art.py`` writes all of it down for the page.
"""

from __future__ import annotations

from functools import cache

from parlour.games.jungle.terrain import CAT, DOG, ELEPHANT, JAGUAR, LION, RAT, TIGER, WOLF
from parlour.svg import OUTLINE, group, path

__all__ = [
    "BEHIND", "COATS", "DEN", "FRONT", "HEAD", "NAMES", "PAINT", "POND", "TRAP", "Stroke", "figure",
    "scenery",
]  # fmt: skip

NAMES = ("rat", "cat", "dog", "wolf", "jaguar", "tiger", "lion", "elephant")  # by rank, from Rat 0

COATS = (  # fur and shade of each animal
    ("#C9CED6", "#F2B9B4"),
    ("#FFFDF7", "#F2C9A0"),
    ("#FBEBD2", "#A9713F"),
    ("#AEB8C4", "#EEF1F4"),
    ("#F6D071", "#E3B04A"),
    ("#F5A24B", "#FFE3BE"),
    ("#F8D58A", "#B8742F"),
    ("#B9C2CE", "#95A1B0"),
)
PAINT: dict[str, dict[str, str | float]] = {
    "fur": {"stroke": OUTLINE, "stroke_width": 3, "stroke_linejoin": "round"},
    "shade": {"stroke": OUTLINE, "stroke_width": 3, "stroke_linejoin": "round"},
    "mark": {"fill": OUTLINE},
    "line": {"fill": "none", "stroke": OUTLINE, "stroke_width": 3, "stroke_linecap": "round"},
    "jaws": {"fill": "#8B949E", "stroke": "#3F464D", "stroke_width": 2},
    "pit": {"fill": "#6B4E2B", "stroke": "#3F464D", "stroke_width": 2},
    "teeth": {"fill": "#E4E8EC", "stroke": "#3F464D", "stroke_width": 2, "stroke_linejoin": "round"},
    "mound": {"fill": "#8C6038", "stroke": "#4A2F17", "stroke_width": 3, "stroke_linejoin": "round"},
    "mouth": {"fill": "#2E1C0E"},
    "stone": {"fill": "#B98A5C", "stroke": "#4A2F17", "stroke_width": 2},
    "water": {"fill": "#5BA3CF", "stroke": "#3F83AF", "stroke_width": 4},
    "depth": {"fill": "none", "stroke": "#4A90BD", "stroke_width": 2},
    "wave": {"fill": "none", "stroke": "#DCEEF8", "stroke_width": 5, "stroke_linecap": "round"},
}

Stroke = tuple[str, str]


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    return f"M{x - rx} {y}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0Z"


_EYE = ("mark", _oval(36, 50, 4.5, 5.5))
_NOSE = ("mark", "M42 62H58L50 71Z")
_MOUTH = ("line", "M50 71Q49 80 38 79")
_SPOTS = ((43, 27), (31, 34), (44, 39), (22, 46), (20, 60), (27, 71))
_ROUND_EAR = ("shade", _oval(22, 27, 13, 13))

# Of each animal: what lies behind, in pairs; the head and what lies on it; then marks, in pairs.
BEHIND: dict[int, list[Stroke]] = {
    RAT: [("shade", _oval(22, 30, 19, 19))],
    CAT: [("shade", "M16 56L14 8L46 30Z")],
    DOG: [],
    WOLF: [("shade", "M20 50L20 2L46 28Z")],
    JAGUAR: [_ROUND_EAR],
    TIGER: [_ROUND_EAR],
    LION: [],
    ELEPHANT: [("shade", "M36 22C14 6 0 20 2 42C4 66 20 74 34 62Z")],
}
HEAD: dict[int, list[Stroke]] = {
    RAT: [("fur", "M50 95C34 86 20 66 22 48C24 31 37 25 50 25C63 25 76 31 78 48C80 66 66 86 50 95Z")],
    CAT: [("fur", _oval(50, 57, 37, 33)), ("mark", "M44 64H56L50 71Z")],
    DOG: [
        ("fur", "M26 28Q50 12 74 28Q82 58 68 80Q50 97 32 80Q18 58 26 28Z"),
        ("shade", _oval(50, 73, 18, 15)),
    ],
    WOLF: [
        ("fur", "M50 97L34 80L8 68L20 46L34 24Q50 30 66 24L80 46L92 68L66 80Z"),
        ("shade", "M50 97L34 80L43 58H57L66 80Z"),
    ],
    JAGUAR: [("fur", _oval(50, 55, 37, 37)), _NOSE],
    TIGER: [("fur", _oval(50, 55, 37, 37)), _NOSE, ("mark", "M46 18H54L50 40Z")],
    LION: [
        ("shade", "M50 3L62 9L76 9L82 21L94 29L93 43L99 55L91 66L89 80L76 85L66 96L50 92L34 96L24 85L11 80"
                  "L9 66L1 55L7 43L6 29L18 21L24 9L38 9Z"),
        ("fur", _oval(50, 54, 29, 30)),
        _NOSE,
    ],
    ELEPHANT: [
        ("fur", "M50 10C72 10 76 30 72 48C69 60 62 62 61 72C60 84 66 86 74 82L78 90C62 100 47 94 44 78"
                "C42 66 32 62 28 48C24 30 28 10 50 10Z"),
        ("line", "M44 70L61 68M45 79L60 77M50 89L62 83"),
    ],
}  # fmt: skip
FRONT: dict[int, list[Stroke]] = {
    RAT: [_EYE, ("line", "M42 82L14 76M42 87L18 91"), ("mark", _oval(50, 90, 7, 6))],
    CAT: [("mark", _oval(36, 50, 4, 7)), ("line", "M50 71Q48 79 39 77M28 66L2 61M28 73L4 79")],
    DOG: [
        ("shade", "M34 22C14 16 4 34 4 54C4 74 16 80 22 68C26 56 24 38 34 22Z"),
        _EYE,
        ("mark", _oval(50, 67, 9, 6)),
        ("line", "M50 72Q49 82 40 81"),
    ],
    WOLF: [("mark", "M26 46L43 55L32 59Z"), ("mark", _oval(50, 91, 8, 6))],
    JAGUAR: [
        _EYE, _MOUTH, ("mark", "".join(_oval(x, y, 3.6, 3.6) for x, y in _SPOTS)),
    ],
    TIGER: [_EYE, _MOUTH, ("mark", "M32 24L42 41L40 22ZM13 52L29 56L14 61ZM17 69L31 68L21 77Z")],
    LION: [("mark", _oval(39, 48, 4, 5)), ("line", "M50 71Q49 78 41 77")],
    ELEPHANT: [("mark", _oval(38, 40, 4, 4.5)), ("fur", "M33 60Q27 74 30 84Q40 78 43 68Z")],
}  # fmt: skip


TRAP: list[Stroke] = [
    ("jaws", _oval(50, 50, 39, 39)),
    ("pit", _oval(50, 50, 32, 32)),
    ("teeth", "M50 34L43 17H57ZM66 50L83 43V57ZM50 66L57 83H43ZM34 50L17 57V43Z"
              "M61 39L68 22L78 32ZM61 61L78 68L68 78ZM39 61L32 78L22 68ZM39 39L22 32L32 22Z"),
    ("stone", _oval(50, 50, 8, 8)),
]  # fmt: skip
DEN: list[Stroke] = [
    ("mound", "M4 92C6 50 26 14 50 14C74 14 94 50 96 92Z"),
    ("mouth", "M28 92C28 62 38 46 50 46C62 46 72 62 72 92Z"),
    ("stone", _oval(18, 88, 11, 7) + _oval(82, 88, 11, 7)),
]
POND: list[Stroke] = [  # 2 x 3 squares as one shape
    ("water", "M36 6H164Q194 6 194 36V264Q194 294 164 294H36Q6 294 6 264V36Q6 6 36 6Z"),
    ("depth", "M100 8V292M8 100H192M8 200H192"),
    ("wave", "M52 152Q68 136 84 152T116 152T148 152"),
]


def _strokes(strokes: list[Stroke], coat: tuple[str, str] = ("", "")) -> str:
    fills = dict(zip(("fur", "shade"), ({"fill": colour} for colour in coat), strict=True))
    return "".join(path(d, **fills.get(kind, {}), **PAINT[kind]) for kind, d in strokes)


def _pair(strokes: list[Stroke], coat: tuple[str, str]) -> str:
    """Strokes on the left, and mirrored on the right."""
    left = _strokes(strokes, coat)
    return left + f'<g transform="translate(100 0) scale(-1 1)">{left}</g>' if left else ""


@cache
def figure(rank: int) -> str:
    """The head of an animal (Rat 0 to Elephant 7)."""
    coat = COATS[rank]
    return group(_pair(BEHIND[rank], coat), _strokes(HEAD[rank], coat), _pair(FRONT[rank], coat))


@cache
def scenery(*strokes: Stroke) -> str:
    """Ground that is drawn as a picture."""
    return _strokes(list(strokes))
