"""The game tree that minimax builds, with heuristic values at its leaves and minimax values above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.search.minimax import WIN
from parlour.state import State
from parlour.svg import ACCENT, LINE, MUTED, PANEL, element, path, picture, rect, text

__all__ = ["MOST_LEAVES", "Node", "grow", "tree_lines", "tree_svg"]

MOST_LEAVES = 1000
"""A larger tree is not drawn."""

STEP, LEVEL, WIDTH, HEIGHT = 84, 110, 74, 46  # between leaves, between levels, and of a node


@dataclass
class Node:
    """A position by the move that led to it, its value for who moves at the root, and its replies."""

    move: str
    mover: int  # who is to move here
    value: float
    replies: list[Node] = field(default_factory=list)
    chosen: bool = False  # on the line that minimax plays

    def __iter__(self) -> Iterator[Node]:
        yield self
        for reply in self.replies:
            yield from reply

    @property
    def label(self) -> str:
        """The value in a word: a finished game is won or lost, whatever the heuristic would say."""
        if abs(self.value) > WIN / 2:
            return "wins" if self.value > 0 else "loses"
        return f"{self.value:+g}" if self.value else "0"


def grow(state: State, depth: int, heuristic: str) -> Node:
    """The tree of a position, `depth` moves deep; of equal moves the first is chosen."""
    root = _grow(state, "start", depth, heuristic, max(state.mover, 0), 0)
    node = root
    while True:
        node.chosen = True
        if not node.replies:
            return root
        node = next(reply for reply in node.replies if reply.value == node.value)


def _grow(state: State, move: str, depth: int, heuristic: str, seat: int, ply: int) -> Node:
    if state.over:
        return Node(move, 1 - seat, state.rewards[seat] * (WIN - ply))
    if depth == 0:
        return Node(move, state.mover, float(state.game.heuristic(heuristic)(state.buffer, seat)))
    replies = []
    for action in state.legal_moves:
        after, name = state.copy(), state.format(action)
        after.play(action)
        replies.append(_grow(after, name, depth - 1, heuristic, seat, ply + 1))
    best = max if state.mover == seat else min
    return Node(move, state.mover, best(reply.value for reply in replies), replies)


def tree_lines(node: Node, indent: str = "") -> Iterator[str]:
    """The tree as text, a line a position; what minimax plays is marked by a star."""
    yield f"{indent}{node.move} {node.label}{' *' if node.chosen else ''}"
    for reply in node.replies:
        yield from tree_lines(reply, indent + "  ")


def tree_svg(root: Node, title: str) -> str:
    """The tree as a drawing: the root above, the line that minimax plays in bold."""
    places: dict[int, tuple[float, int]] = {}
    leaves = _place(root, 0, 0, places)
    levels = 1 + max(level for _, level in places.values())
    width, height = max(leaves * STEP, 460) + 40.0, levels * LEVEL + 20.0
    shift = 20 + STEP / 2 + (max(leaves * STEP, 460) - leaves * STEP) / 2

    def point(node: Node) -> tuple[float, float]:
        x, level = places[id(node)]
        return shift + x * STEP, 80 + level * LEVEL

    lines = [_line(point(node), point(reply), reply.chosen) for node in root for reply in node.replies]
    nodes = [_node(node, *point(node)) for node in root]
    heading = text(title, 20, 32, 20, font_weight=600)
    return picture(title, width, height, heading, *lines, *nodes, pixels=min(width, 4000))


def _place(node: Node, level: int, leaves: int, places: dict[int, tuple[float, int]]) -> int:
    """Put the leaves side by side and every other node above the middle of its replies; leaves so far."""
    if not node.replies:
        places[id(node)] = leaves, level
        return leaves + 1
    for reply in node.replies:
        leaves = _place(reply, level + 1, leaves, places)
    first, last = places[id(node.replies[0])][0], places[id(node.replies[-1])][0]
    places[id(node)] = (first + last) / 2, level
    return leaves


def _line(above: tuple[float, float], below: tuple[float, float], chosen: bool) -> str:
    (x, y), (to_x, to_y) = above, below
    d = f"M{x:g} {y + HEIGHT / 2:g}L{to_x:g} {to_y - HEIGHT / 2:g}"
    return path(d, stroke=ACCENT if chosen else LINE, stroke_width=5 if chosen else 2, fill="none")


def _node(node: Node, x: float, y: float) -> str:
    """A move with its value; rounded where player 1 is to move, angular where player 2 is."""
    edge, wide = (ACCENT, 4.0) if node.chosen else (MUTED, 1.5)
    corner, left, top = HEIGHT / 2 if node.mover == 0 else 0, x - WIDTH / 2, y - HEIGHT / 2
    return element(
        "g",
        rect(left, top, WIDTH, HEIGHT, rx=corner, fill=PANEL, stroke=edge, stroke_width=wide),
        text(node.move, x, y - 4, 15, fill=MUTED, text_anchor="middle"),
        text(node.label, x, y + 15, 17, font_weight=700, text_anchor="middle"),
        data_value=node.label,
    )
