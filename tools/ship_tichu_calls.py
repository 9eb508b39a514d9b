"""Make the models of calls that the package ships, from a dataset of self-play.

parlour tichu selfplay --games 400 --agent best:playouts=300 --seed 1 --out hands.csv.gz
python tools/ship_tichu_calls.py hands.csv.gz "self-play of best:playouts=300, 400 matches, seed 1"

Or carry them over from an older rules version, when the new one leaves hands, calls and their points as they
were: the numbers stay, and each file says under which rules it was learned.

python tools/ship_tichu_calls.py --from-rules 1
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from parlour.games.tichu.calls.models import FOLDER, load_model
from parlour.games.tichu.lab.calls.hands import read_hands
from parlour.games.tichu.lab.calls.shipping import SHIPPED, ship


def make(hands: Path, origin: str) -> None:
    for title, model, area in ship(read_hands(hands), origin):
        path = model.save(FOLDER / f"{title}.json")
        print(f"{title}: area under the curve {area:.3f}, {path.stat().st_size // 1024} KB", flush=True)


def carry_over(rules: int) -> None:
    for title in SHIPPED:
        path = FOLDER / f"{title}.json"
        model = load_model(path, rules)
        facts = {"learned under rules": str(rules), **model.facts}
        replace(model, facts=facts).save(path)
        print(f"{title}: carried over from rules version {facts['learned under rules']}")


if __name__ == "__main__":
    first, second = sys.argv[1:]
    if first == "--from-rules":
        carry_over(int(second))
    else:
        make(Path(first), second)
