"""Make the models of calls that the package ships, from a dataset of self-play.

parlour tichu selfplay --games 400 --agent best:playouts=300 --seed 1 --out hands.csv.gz
python tools/ship_tichu_calls.py hands.csv.gz "self-play of best:playouts=300, 400 matches, seed 1"
"""

from __future__ import annotations

import sys
from pathlib import Path

from parlour.games.tichu.calls.models import FOLDER
from parlour.games.tichu.lab.calls.hands import read_hands
from parlour.games.tichu.lab.calls.training import ship


def main(hands: Path, origin: str) -> None:
    for title, model, area in ship(read_hands(hands), origin):
        path = model.save(FOLDER / f"{title}.json")
        print(f"{title}: area under the curve {area:.3f}, {path.stat().st_size // 1024} KB", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
