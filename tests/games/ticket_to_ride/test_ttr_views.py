import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.game import game
from parlour.games.ticket_to_ride.cards import UNKNOWN
from parlour.games.ticket_to_ride.usa import COLOURS
from parlour.kernel import new_rng


def table(players=3, seed=5):
    state = game(f"ticket-to-ride:players={players}").new(seed)
    for _ in range(players):
        state.play(state.parse("keep 1,3"))
    return state


def test_a_view_shows_the_own_hand_and_of_others_what_was_taken_face_up():
    state = table()
    face_up = COLOURS[next(card for card in state.data["market"] if card < 8)]
    state.play(state.parse(f"take {face_up}"))
    state.play(state.parse("take deck"))
    own, other = state.view(0).data, state.view(1).data
    assert own["hands"][0].tolist() == state.data["hands"][0].tolist()
    assert other["hands"][0].tolist() == [int(name == face_up) for name in COLOURS]
    assert other["cards"][0] == 6
    assert (other["deck"][: other["deck_size"]] == UNKNOWN).all()


def test_cards_spent_are_no_longer_known_to_be_held():
    state = table()
    s = state.data
    s["shown"][0], s["hands"][0], s["cards"][0] = 0, 0, 0
    s["hands"][0][0], s["shown"][0][0], s["cards"][0] = 6, 5, 6
    state.play(state.parse("claim Denver-Omaha purple"))
    assert s["shown"][0][0] == 1


def test_tickets_and_offers_of_others_are_hidden_until_the_end():
    state = game("ticket-to-ride:players=3").new(5)
    assert (state.view(0).data["offers"][1] == UNKNOWN).all()
    assert state.view(0).data["offers"][0].tolist() == state.data["offers"][0].tolist()
    state.play(state.parse("keep 1,2,3"))
    assert state.view(1).data["tickets"][0] == 0
    assert state.view(1).data["held"][0] == 3
    while not state.over:
        state.advance(state.legal_moves[-1])
    assert state.view(1).data["tickets"].tolist() == state.data["tickets"].tolist()
    assert state.view(1).scores == state.scores


def test_only_who_put_a_ticket_under_the_deck_knows_it():
    state = table()
    deck = state.data["ticket_deck"]
    under = state.data["tickets_left"] - 3
    for seat in range(3):
        seen = state.view(seat).data["ticket_deck"]
        assert [int(t) for t in seen[under : under + 3] if t >= 0] == [int(deck[under + seat])]
        assert (seen[:under] == UNKNOWN).all()


def test_which_tickets_are_kept_is_told_to_nobody_else():
    state = game("ticket-to-ride:players=3").new(5)
    state.play(state.parse("keep 1,3"))
    assert state.view(0).history[0].text == "keep 1,3"
    assert state.view(1).history[0].text == "keep 2 of 3 tickets"


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 400), st.randoms(use_true_random=False))
def test_another_seat_cannot_tell_what_is_hidden(players, seed, length, choices):
    """States that differ only in what a seat may not know give that seat the same view."""
    state = game(f"ticket-to-ride:players={players}").new(seed)
    for _ in range(length):
        if state.over:
            break
        actions = state.legal_moves
        state.advance(actions[choices.randrange(len(actions))])
    rng = new_rng(seed, 7)
    for seat in range(players):
        guess = state.view(seat).sample(rng)
        assert (guess.view(seat).buffer == state.view(seat).buffer).all()
        hands, shown = guess.data["hands"], guess.data["shown"]
        assert (hands >= shown).all()
        assert hands[seat].tolist() == state.data["hands"][seat].tolist()
        assert guess.data["tickets"][seat] == state.data["tickets"][seat]


def test_guesses_deal_every_unseen_card_alike():
    state = table(2)
    view, rng, totals = state.view(0), new_rng(1), np.zeros(9)
    for _ in range(2000):
        totals += view.sample(rng).data["hands"][1]
    market = np.bincount(view.data["market"], minlength=9)
    unseen = np.array([12] * 8 + [14]) - view.data["hands"][0] - market
    assert totals / 2000 == pytest.approx(4 * unseen / unseen.sum(), abs=0.05)


def test_guesses_deal_every_unseen_ticket_alike():
    state = table(2)
    view, rng, counts = state.view(0), new_rng(1), np.zeros(30)
    for _ in range(3000):
        mask = int(view.sample(rng).data["tickets"][1])
        counts += [mask >> t & 1 for t in range(30)]
    own = int(view.data["tickets"][0])
    known = {t for t in range(30) if own >> t & 1} | {int(t) for t in view.data["ticket_deck"] if t >= 0}
    for ticket in range(30):
        assert counts[ticket] / 3000 == pytest.approx(0 if ticket in known else 2 / 27, abs=0.02)
