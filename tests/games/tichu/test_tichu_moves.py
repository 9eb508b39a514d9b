"""The move generator against a slow, independent brute force over all subsets of a hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from parlour.game import game
from parlour.games.tichu.cards import cards_of, parse_card
from parlour.games.tichu.state import PASS, PLAY, TICHU, WAIT
from parlour.kernel import draw, new_rng
from parlour.state import State

FULL = game("tichu:calls=no")
Meaning = tuple[str, int, float]  # kind, number of cards, value


def rank(card: int) -> int:
    return card // 4 + 1


def meanings(cards: tuple[int, ...]) -> dict[int, Meaning]:
    """All that a set of cards can be, by what its Phoenix stands for (0: no Phoenix, or alone)."""
    mahjong, dog, phoenix, dragon = (special in cards for special in range(4))
    if len(cards) == 1:
        if dog:
            return {0: ("dog", 1, 0)}
        return {0: ("single", 1, 16 if dragon else 1.5 if phoenix else 1 if mahjong else rank(cards[0]))}
    if dog or dragon or not cards:
        return {}
    natural = [card for card in cards if card > 3]
    kinds = {}
    for role in range(2, 15) if phoenix else (0,):
        ranks = sorted(
            [rank(card) for card in natural] + ([1] if mahjong else []) + ([role] if phoenix else [])
        )
        meaning = shape(ranks, mahjong)
        one_suit = len({card % 4 for card in natural}) == 1 and not mahjong and not phoenix
        if meaning and meaning[0] == "straight" and one_suit:
            meaning = ("flush", meaning[1], meaning[2])
        if meaning and not (meaning[0] == "four" and phoenix):
            kinds[role] = meaning
    return kinds


def shape(ranks: list[int], mahjong: bool) -> Meaning | None:
    """What sorted ranks are, suits aside."""
    n, counts = len(ranks), Counter(ranks)
    in_a_row = ranks[-1] - ranks[0] == len(counts) - 1
    if n >= 5 and len(counts) == n and in_a_row:
        return ("straight", n, ranks[-1])
    if mahjong:
        return None
    if len(counts) == 1 and n in (2, 3, 4):
        return ({2: "pair", 3: "triple", 4: "four"}[n], n, ranks[0])
    if sorted(counts.values()) == [2, 3]:
        return ("full house", 5, counts.most_common(1)[0][0])
    if n >= 4 and set(counts.values()) == {2} and in_a_row:
        return ("steps", n, ranks[-1])
    return None


def beats(play: Meaning, top: Meaning | None) -> bool:
    if top is None:
        return True
    kind, length, value = play
    if kind == "flush":
        return top[0] != "flush" or (length, value) > top[1:]
    if kind == "four":
        return top[0] != "flush" and (top[0] != "four" or value > top[2])
    if kind == "single" and top[0] == "single" and value == 1.5:
        return top[2] != 16
    return kind == top[0] and length == top[1] and value > top[2] and kind != "dog"


def is_bomb(cards: tuple[int, ...]) -> bool:
    return any(meaning[0] in ("four", "flush") for meaning in meanings(cards).values())


def brute_force(hand: list[int], top: Meaning | None, wish: int, sizes: range) -> set[int]:
    """Every legal play of a hand as an action, by trying all subsets; PASS when one may pass."""
    plays = {}
    for size in sizes:
        for cards in combinations(hand, size):
            for role, meaning in meanings(cards).items():
                if beats(meaning, top):
                    plays[sum(1 << card for card in cards) | role << 56] = cards
    wanted = {
        action for action, cards in plays.items() if any(rank(card) == wish for card in cards if card > 3)
    }
    if wish and wanted:
        return wanted | {action for action, cards in plays.items() if is_bomb(cards)}
    return set(plays) | ({PASS} if top else set())


def lay(cards: list[int] | tuple[int, ...], role: int) -> int:
    return sum(1 << card for card in cards) | role << 56


def table(hand: list[int], top: int = 0, meaning: Meaning | None = None, wish: int = 0) -> State:
    """A position in which seat 1 is to play on what seat 0 has laid."""
    kinds = ["", "single", "pair", "triple", "steps", "full house", "straight", "four", "flush"]
    state = FULL.new()
    s = state.data
    s["phase"], s["turn"], s["wish"], s["owner"], s["asked"] = PLAY, 1, wish, -1, -1
    s["hands"][1], s["counts"] = np.uint64(sum(1 << card for card in hand)), [14, len(hand), 14, 14]
    if meaning:
        s["top"], s["top_kind"], s["top_length"], s["owner"] = top, kinds.index(meaning[0]), meaning[1], 0
        s["top_value"] = 2 * meaning[2] if meaning[0] == "single" else meaning[2]
        if meaning[2] == 16:
            s["top_value"] = 32
    return state


def pick_some(rng: np.random.Generator, pool: list[int], n: int) -> list[int]:
    return sorted(rng.choice(pool, min(n, len(pool)), replace=False).tolist())


def random_case(rng: np.random.Generator, size: int) -> tuple[list[int], int, Meaning | None, int]:
    """A hand, a trick to beat (or none) and a wish; narrow decks make rich hands."""
    low = int(rng.integers(2, 11))
    deck = list(range(56)) if rng.random() < 0.3 else [0, 2, *range(4 * (low - 1), 4 * (low + 4))]
    hand = pick_some(rng, deck, size)
    if rng.random() < 0.5 and 2 not in hand:
        hand[0] = 2
    wish = int(rng.choice([0, 0, *range(2, 15)]))
    tops = []
    pool = [card for card in range(56) if card not in hand and card != 1]
    if rng.random() < 0.7:
        for _ in range(40):
            cards = tuple(random_top(rng, pool))
            tops += [(lay(cards, role), meaning) for role, meaning in meanings(cards).items()]
    top, meaning = tops[int(rng.integers(len(tops)))] if tops else (0, None)
    return sorted(set(hand)), top, meaning, wish


def random_top(rng: np.random.Generator, pool: list[int]) -> list[int]:
    low, suit = int(rng.integers(1, 11)), int(rng.integers(4))
    near = [card for card in pool if low <= rank(card) <= low + 4]
    if rng.random() < 0.2:
        return [card for card in near if rank(card) == low + 1 or (rng.random() < 0.2 and card % 4 == suit)]
    if rng.random() < 0.2:
        return [card for card in near if card % 4 == suit and card > 3]
    if rng.random() < 0.4:
        return pick_some(rng, pool if rng.random() < 0.5 else near or pool, int(rng.integers(1, 4)))
    by_rank = [[card for card in near if rank(card) == r] for r in range(low, low + 5)]
    if rng.random() < 0.5:
        return [row[int(rng.integers(len(row)))] for row in by_rank if row]
    return [card for row in by_rank[:2] for card in row[: int(rng.integers(2, 5))]]


@pytest.mark.parametrize(("size", "cases"), [(4, 400), (6, 400), (8, 300), (9, 120), (14, 2)])
def test_the_generator_agrees_with_trying_all_subsets(size: int, cases: int) -> None:
    rng = np.random.default_rng(size)
    kinds: Counter[str] = Counter()
    for _ in range(cases):
        hand, top, meaning, wish = random_case(rng, size)
        sizes = range(1, len(hand) + 1)
        actions = table(hand, top, meaning, wish).legal_moves
        assert len(set(actions)) == len(actions)
        assert set(actions) == brute_force(hand, meaning, wish, sizes), (hand, meaning, wish)
        kinds[meaning[0] if meaning else "lead"] += 1
    assert size > 9 or len(kinds) == 9, kinds


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def texts(state: State) -> set[str]:
    return {state.format(action) for action in state.legal_moves}


def test_the_phoenix_of_two_pairs_makes_either_full_house() -> None:
    state = table(cards("7r 7g 8r 8b phoenix"))
    assert {"play 8r 8b 7r 7g phoenix=7", "play 8r 8b phoenix=8 7r 7g"} <= texts(state)


def test_the_phoenix_ends_a_straight_at_either_side_but_is_never_a_one() -> None:
    state = table(cards("2r 3g 4b 5s phoenix"))
    straights = {text for text in texts(state) if text.count(" ") == 5}
    assert straights == {"play phoenix=6 5s 4b 3g 2r"}


def test_the_phoenix_beats_the_ace_but_not_the_dragon() -> None:
    hand = cards("3r phoenix")
    assert texts(table(hand, 1 << 52, ("single", 1, 14))) == {"play phoenix", "pass"}
    assert texts(table(hand, 1 << 3, ("single", 1, 16))) == {"pass"}


def test_four_of_a_kind_with_the_phoenix_is_no_bomb() -> None:
    state = table(cards("9r 9g 9b phoenix"), 1 << 52, ("single", 1, 14))
    assert texts(state) == {"play phoenix", "pass"}


def test_a_wish_asks_for_a_bomb_that_contains_it() -> None:
    state = table(cards("2r 9r 9g 9b 9s"), 1 << 52, ("single", 1, 14), wish=9)
    assert texts(state) == {"play 9r 9g 9b 9s"}


def test_a_bomb_may_be_thrown_instead_of_the_wished_card() -> None:
    hand = cards("6r 7g Kb Qs Js 10s 9s 8s 3r 3g 3b 3s")
    state = table(hand, 1 << 0, ("single", 1, 1), wish=6)
    assert texts(state) == {"play 6r", "play Qs Js 10s 9s 8s", "play 3r 3g 3b 3s"}


def test_a_bomb_may_be_led_instead_of_the_wished_card() -> None:
    state = table(cards("6r 6g Kb 3r 3g 3b 3s"), wish=6)
    assert texts(state) == {"play 6r", "play 6g", "play 6r 6g", "play 6r 6g 3r 3g 3b"} | {
        f"play 6r 6g {three}" for three in ("3r 3g 3s", "3r 3b 3s", "3g 3b 3s")
    } | {"play 3r 3g 3b 3s"}


def test_a_wish_for_a_bomb_leaves_every_bomb_and_no_pass() -> None:
    state = table(cards("2r 9r 9g 9b 9s 5r 5g 5b 5s"), 1 << 52, ("single", 1, 14), wish=9)
    assert texts(state) == {"play 9r 9g 9b 9s", "play 5r 5g 5b 5s"}


def test_a_bomb_alone_is_not_forced_by_a_wish_that_cannot_be_honoured() -> None:
    state = table(cards("6r 5r 5g 5b 5s"), 1 << 40, ("single", 1, 11), wish=6)
    assert texts(state) == {"play 5r 5g 5b 5s", "pass"}


def test_a_wish_that_cannot_be_honoured_leaves_everything_free() -> None:
    state = table(cards("4r 8g Kb"), 1 << 40, ("single", 1, 11), wish=8)
    assert texts(state) == {"play Kb", "pass"}


def test_the_seat_that_is_asked_for_a_bomb_may_wait_or_bomb() -> None:
    state = table(cards("2r 9r 9g 9b 9s"), 1 << 52, ("single", 1, 14))
    state.data["turn"], state.data["asked"] = 2, 1
    assert set(state.legal_moves) == {WAIT, sum(1 << card for card in cards("9r 9g 9b 9s"))}


def test_no_hand_has_more_plays_than_there_is_room_for() -> None:
    state = table(cards("6s 6b 5s 5b 5g 5r 4s 4b 4g 4r 3s 3g 3r phoenix"))
    assert len(state.legal_moves) == 1857 < FULL.max_actions


def test_random_rounds_never_offer_an_illegal_play() -> None:
    """In real positions of random rounds, brute force and generator agree for small hands."""
    checked = 0
    for seed in range(6):
        state, rng = FULL.new(seed), new_rng(seed, 5)
        while not state.over:
            actions = state.legal_moves
            s = state.data
            hand = cards_of(int(s["hands"][state.mover]))
            if s["phase"] == PLAY and s["asked"] < 0 and len(hand) <= 9 and s["owner"] != state.mover:
                meaning = None
                if s["top"]:
                    top, role = int(s["top"]) & (1 << 56) - 1, int(s["top"]) >> 56
                    meaning = meanings(tuple(cards_of(top)))[role]
                    if meaning[0] == "single":
                        meaning = ("single", 1, float(s["top_value"]) / 2)
                expected = brute_force(hand, meaning, int(s["wish"]), range(1, len(hand) + 1))
                assert {action for action in actions if action != TICHU} == expected
                checked += 1
            state.advance(actions[int(draw(rng)) % len(actions)])
    assert checked > 150
