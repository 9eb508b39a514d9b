"""The map: areas grown on a grid of hexes, 28 rows of 32, every odd row half a hex to the right.

Cells are kept with a border, row by row, so that no neighbour needs a test for the edge:

    row 0     | 00 01 02 03 ...        (border)
    row 1     | 34 35 36 37 ...        35 is the hex x = -32, y = -14 in doubled coordinates
    row 2     |  68 69 70 71 ...       its neighbours: 34 and 36, 00 and 01 above, 68 and 69 below

A cell holds the number of its area, or why it has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numba import types

from parlour.kernel import compiled, helper, pick, seed_rng
from parlour.state import Position

__all__ = ["CELLS", "COLUMNS", "LEFT", "MOST_AREAS", "ROWS", "TOP", "lay_out", "map_hexes", "seed_hexes"]

ROWS, COLUMNS = 28, 32
WIDTH = COLUMNS + 2
CELLS = (ROWS + 2) * WIDTH
MOST_AREAS = 31
SMALLEST, LARGEST = 12, 18  # the hexes that an area grows to, before its holes are filled
LEFT, TOP = -32, -14

FREE, NEAR, WALL = -1, -2, -3  # untouched; free beside an area; outside, or lost to an area that got stuck

# The six neighbours of a cell as steps, in even and in odd rows of the grid (row 0 is y = -14).
_EVEN = (1, -1, -WIDTH - 1, -WIDTH, WIDTH - 1, WIDTH)
_ODD = (1, -1, -WIDTH, -WIDTH + 1, WIDTH, WIDTH + 1)
STEPS = np.array((_ODD, _EVEN), np.int64)  # by the row counted with the border

_GRID = types.Array(types.int8, 1, "C")
_MASKS = types.Array(types.uint32, 1, "C")


@helper
def _neighbour(cell, side):
    """The cell on one of the six sides."""
    return cell + STEPS[(cell // WIDTH) % 2, side]


@helper
def _take(grid, cell, area):
    """Give a cell to an area; the free cells round it are no longer untouched."""
    grid[cell] = area
    for side in range(6):
        beside = _neighbour(cell, side)
        if grid[beside] == FREE:
            grid[beside] = NEAR


@helper
def _touches(grid, cell):
    """Whether a cell lies beside one that is near an area."""
    near = False
    for side in range(6):
        near |= grid[_neighbour(cell, side)] == NEAR
    return near


@helper
def _seed(grid, area, rng):
    """Where an area starts: any cell for the first, then two steps from the others; -1 when there is none."""
    if area == 0:
        return (1 + pick(rng, ROWS)) * WIDTH + 1 + pick(rng, COLUMNS)
    for _ in range(20 * CELLS):
        cell = (2 + pick(rng, ROWS - 2)) * WIDTH + 2 + pick(rng, COLUMNS - 2)
        if grid[cell] == FREE and _touches(grid, cell):
            return cell
    return -1


@helper
def _free_side(grid, cell, rng):
    """A random neighbour that no area has; -1 when there is none."""
    count, choice = 0, -1
    for side in range(6):
        beside = _neighbour(cell, side)
        if grid[beside] == FREE or grid[beside] == NEAR:
            count += 1
            if pick(rng, count) == 0:
                choice = beside
    return choice


@helper
def _grow(grid, area, seed, size, rng, cells):
    """Grow an area from its seed: all round the seed first, then at random; how many cells it got."""
    growing = np.empty(LARGEST, np.int64)  # the cells that may have free neighbours; the seed stays first
    cells[0] = growing[0] = seed
    _take(grid, seed, area)
    count, n = 1, 1
    while count < size and n > 0:
        i = 0 if growing[0] == seed else pick(rng, n)
        beside = _free_side(grid, growing[i], rng)
        if beside < 0:
            n -= 1
            growing[i] = growing[n]
        else:
            _take(grid, beside, area)
            cells[count] = growing[n] = beside
            count += 1
            n += 1
    return count


@helper
def _fill(grid, area, cells, count):
    """Take the free cells that have at least four neighbours in the area."""
    i = 0
    while i < count:
        for side in range(6):
            beside = _neighbour(cells[i], side)
            if grid[beside] != NEAR:
                continue
            inside = 0
            for around in range(6):
                inside += grid[_neighbour(beside, around)] == area
            if inside >= 4 and count < cells.size:
                _take(grid, beside, area)
                cells[count] = beside
                count += 1
        i += 1


@helper
def _clear(grid):
    """An empty grid within its border."""
    for cell in range(CELLS):
        row, column = cell // WIDTH, cell % WIDTH
        inside = 1 <= row <= ROWS and 1 <= column <= COLUMNS
        grid[cell] = FREE if inside else WALL


@helper
def _try_areas(grid, areas, rng):
    """Grow all areas; False when one finds no place."""
    _clear(grid)
    cells = np.empty(2 * LARGEST, np.int64)
    for area in range(areas):
        size, count = SMALLEST + pick(rng, LARGEST - SMALLEST + 1), 0
        while count < size:
            for i in range(count):  # it got stuck: those cells are lost
                grid[cells[i]] = WALL
            seed = _seed(grid, area, rng)
            if seed < 0:
                return False
            count = _grow(grid, area, seed, size, rng, cells)
        _fill(grid, area, cells, count)
    return True


@helper
def _join(grid, masks):
    """Which areas touch, as a mask for each area."""
    masks[:] = 0
    for cell in range(WIDTH, CELLS - WIDTH):
        area = np.int64(grid[cell])
        if area < 0:
            continue
        for side in range(6):
            other = np.int64(grid[_neighbour(cell, side)])
            if other >= 0 and other != area:
                masks[area] = np.uint32(masks[area] | np.uint32(1 << other))


@helper
def _connected(masks, areas):
    """Whether every area can be reached from the first."""
    everything = np.int64((1 << areas) - 1)
    reached, before = np.int64(1), np.int64(0)
    while reached != before:
        before = reached
        for area in range(areas):
            if reached >> area & 1:
                reached |= np.int64(masks[area])
    return reached == everything


@compiled(types.void(types.uint64, types.int64, _GRID, _MASKS))
def lay_out(map_seed, areas, grid, masks):
    """The map of a seed: the area of each cell, and which areas touch."""
    rng = np.zeros(4, np.uint64)
    seed_rng(rng, map_seed, np.uint64(0))
    while True:
        if _try_areas(grid, areas, rng):
            _join(grid, masks)
            if _connected(masks, areas):
                return


def map_hexes(state: Position) -> Sequence[Sequence[tuple[int, int]]]:
    """The hexes of each area in doubled coordinates: neighbours lie at (±2, 0) and (±1, ±1)."""
    return seed_hexes(int(state.data["map_seed"]), int(state.data["areas"]))


@lru_cache(maxsize=32)
def seed_hexes(map_seed: int, areas: int) -> Sequence[Sequence[tuple[int, int]]]:
    """The hexes of each area on the map that grows from a seed."""
    grid, masks = np.zeros(CELLS, np.int8), np.zeros(MOST_AREAS + 1, np.uint32)
    lay_out(np.uint64(map_seed), areas, grid, masks)
    hexes: list[list[tuple[int, int]]] = [[] for _ in range(areas)]
    for cell in np.flatnonzero(grid >= 0):
        row, column = int(cell) // WIDTH - 1, int(cell) % WIDTH - 1
        hexes[grid[cell]].append((LEFT + 2 * column + row % 2, TOP + row))
    return tuple(map(tuple, hexes))
