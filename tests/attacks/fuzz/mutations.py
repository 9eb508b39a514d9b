"""Ways to damage what was whole: bits, slices, numbers, words, and the fields of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

__all__ = ["mutated"]

MOST_BYTES = 2_000_000
NUMBERS = (
    "0", "-1", "-0.0", "1.5", "255", "256", "-2147483649", "9223372036854775808", "18446744073709551616",
    "1e308", "1e999", "-1e999", "NaN", "Infinity", "9" * 400, "9" * 5000, "1_000", "٣", "0x10", "true",
)  # fmt: skip
WORDS = (
    "", " ", "\0", "\n", "\r\n", "\u2028", "\ud800", "é", "🂡", "../../etc/passwd", "/", "%s%n", "a" * 5000,
    "'", '"', "\x1b[2J", "[red]", "[/]", "none", "yes", "=", ":", ",", ";", "--", "*", "()", "\\", "~",
    "exec:", ".py",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, -0.5, 1e308, 2**31, 2**63, 2**64, 2**128, 10**400, float("nan"),
    float("inf"), "", "x", "0", "a" * 5000, "\0", "\ud800", [], {}, [[]], [None], {"": {}}, [0] * 2000,
)  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb"[A-Za-z_]+")


def mutated(samples: Sequence[bytes], random: Random) -> bytes:
    """One of some samples with one to four things wrong with it."""
    content = random.choice(samples)
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        content = random.choice(_WAYS)(content, samples, random)[:MOST_BYTES]
    return content


Way = Callable[[bytes, Sequence[bytes], Random], bytes]


def _place(content: bytes, random: Random) -> int:
    return random.randrange(len(content) + 1)


def _slice(content: bytes, random: Random) -> tuple[int, int]:
    start = _place(content, random)
    return start, min(len(content), start + int(2 ** random.uniform(0, 12)))


def _flip(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    """Some bits turned over."""
    flipped = bytearray(content)
    for _ in range(random.choice((1, 1, 3, 20)) if content else 0):
        flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
    return bytes(flipped)


def _truncate(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    return content[: _place(content, random)]


def _remove(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    start, end = _slice(content, random)
    return content[:start] + content[end:]


def _repeat(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    start, end = _slice(content, random)
    return content[:end] + content[start:end] * random.choice((1, 2, 50)) + content[end:]


def _splice(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    """The beginning of one sample and the end of another."""
    other = random.choice(samples)
    return content[: _place(content, random)] + other[_place(other, random) :]


def _noise(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    start = _place(content, random)
    return content[:start] + random.randbytes(random.choice((1, 4, 100))) + content[start:]


def _replace(content: bytes, pattern: re.Pattern[bytes], text: str, random: Random) -> bytes:
    """One match of a pattern as something else; at any place when nothing matches."""
    places = [match.span() for match in pattern.finditer(content[:100_000])]
    start, end = random.choice(places) if places else (_place(content, random),) * 2
    return content[:start] + text.encode("utf-8", "surrogatepass") + content[end:]


def _renumber(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    return _replace(content, _NUMBER, random.choice(NUMBERS), random)


def _reword(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    words = _WORD.findall(random.choice(samples)[:100_000])
    known = random.choice(words).decode() if words and random.random() < 0.4 else random.choice(WORDS)
    return _replace(content, _WORD, known, random)


def _shuffle_lines(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    random.shuffle(lines)
    return b"".join(lines)


def _nest(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    """Deeper than anybody nests."""
    opening, closing = random.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")")))
    depth, start = random.choice((10, 500, 5000, 100_000)), _place(content, random)
    return content[:start] + opening * depth + b"0" + closing * depth + content[start:]


def _restructure(content: bytes, samples: Sequence[bytes], random: Random) -> bytes:
    """JSON of the same kind, one of its values another, gone, doubled or swapped."""
    try:
        lines = content.splitlines()
        number = random.randrange(len(lines))
        body = json.loads(lines[number])
        places = list(_places(body))
        holder, key = random.choice(places)
    except (ValueError, IndexError, RecursionError):
        return _flip(content, samples, random)
    _spoil(holder, key, places, random)
    lines[number] = json.dumps(body, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    return b"\n".join(lines)


def _places(body: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON body where a value stands."""
    places: list[tuple[Any, Any]] = []
    waiting = [body]
    while waiting and len(places) < 20_000:
        holder = waiting.pop()
        keys = holder if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        places += [(holder, key) for key in keys]
        waiting += [holder[key] for key in keys]
    return places


def _spoil(holder: Any, key: Any, places: Sequence[tuple[Any, Any]], random: Random) -> None:
    other, place = random.choice(places)
    match random.randrange(6):
        case 0 | 1:
            holder[key] = random.choice(VALUES)
        case 2:
            del holder[key]
        case 3:
            holder[key] = [holder[key]]
        case 4 if isinstance(holder, dict):
            holder[random.choice(("", "extra", "__class__", "type", "t"))] = holder.pop(key)
        case _:
            holder[key] = json.loads(json.dumps(other[place]))


_WAYS: tuple[Way, ...] = (
    _flip, _truncate, _remove, _repeat, _splice, _noise, _renumber, _renumber, _reword, _reword,
    _shuffle_lines, _nest, *[_restructure] * 4,
)  # fmt: skip
