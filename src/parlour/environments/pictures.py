"""What an environment shows of a position: characters, an SVG, or pixels."""

from __future__ import annotations

import io

import numpy as np

from parlour.errors import ParlourError
from parlour.state import Position

__all__ = ["MODES", "show"]

MODES = ("ansi", "rgb_array", "svg")


def show(position: Position, mode: str | None) -> str | np.ndarray | None:
    """A position as text (`ansi`), as an SVG (`svg`) or as an array of pixels (`rgb_array`)."""
    if mode is None:
        return None
    if mode not in MODES:
        raise ParlourError(f"unknown render mode '{mode}': one of {', '.join(MODES)}")
    if mode == "ansi":
        return str(position)
    return position.svg if mode == "svg" else _pixels(position.svg)


def _pixels(svg: str) -> np.ndarray:
    """The picture as rows of red, green and blue."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise ParlourError(f"{error}: rgb_array needs pip install 'parlour[rl]'") from error
    png = svg_to_bytes(svg_string=svg, background="#ffffff")
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
