import numpy as np
import pytest

from parlour.agent import Clock, agent
from parlour.arena.play import play
from parlour.errors import IllegalMove, ParlourError
from parlour.game import game
from parlour.games.ticket_to_ride.lab.fitting import Fitting, new_network, train
from parlour.games.ticket_to_ride.lab.selfplay import play_games
from parlour.games.ticket_to_ride.lab.training import gather, join, write_decisions
from parlour.games.ticket_to_ride.labno.decisions import PROGRAM, SIX, TEXT
from parlour.games.ticket_to_ride.net.kinds import FEATURES
from parlour.games.ticket_to_ride.net.model import judge, network
from parlour.games.ticket_to_ride.usa import BIT, COLOURS, ROUTE_TRACKS, ROUTES
from parlour.games.ticket_to_ride.usa import TICKETS as ALL_TICKETS
from parlour.search.simulate import simulate
from parlour.testing import check_agent

TICKET = {f"{first}-{second}": i for i, (_, first, second, _) in enumerate(ALL_TICKETS)}


def table(spec="ticket-to-ride:rules=thesis", tickets=(), hand=None, market=None, routes=()):
    """A position before the first turn, with given tickets, cards and routes of the first seat."""
    state = game(spec).new(3)
    for _ in range(state.game.players):
        state.play(state.parse("keep 1,2"))
    s = state.data
    s["tickets"][0], s["held"][0] = sum(1 << TICKET[name] for name in tickets), len(tickets)
    if hand is not None:
        s["hands"][0] = [hand.get(name, 0) for name in COLOURS]
        s["cards"][0] = s["hands"][0].sum()
    if market is not None:
        s["market"][:] = [COLOURS.index(name) for name in market]
    for name in routes:
        route = next(i for i, (_, one, other, _) in enumerate(ROUTES) if f"{one}-{other}" == name)
        s["owner"][ROUTE_TRACKS[route, 0]] = 1
        for track in ROUTE_TRACKS[route][ROUTE_TRACKS[route] >= 0]:
            s["barred"][0] |= BIT[track]
    return state


def choice(state, spec="labno"):
    made = agent(state.game, spec)
    made.begin(state.game, state.mover, 1)
    return state.format(made.choose(state.view(), Clock()))


PLAIN = ["black", "white", "blue", "red", "green"]


@pytest.mark.parametrize(
    "spec",
    [
        "labno",
        "labno:draw=blind",
        "labno-six",
        "planner",
        "net",
        "mc:playouts=3",
        "learned",
        "best:playouts=8,seconds=1000",
    ],
)
@pytest.mark.parametrize("players", [2, 5])
def test_agents_keep_the_contract(spec, players):
    check_agent(game(f"ticket-to-ride:players={players}"), spec, games=1, positions=12)


def test_search_with_a_heuristic_playout():
    check_agent(game("ticket-to-ride"), "mcts:playouts=8", games=1)


def test_the_default_playout_is_the_algorithms():
    table = game("ticket-to-ride:players=3")
    for seed in range(5):
        state = table.new(seed)
        table.rules.playout(state.buffer, state.rng)
        assert state.over
        assert min(state.scores) > -40


def test_labno_claims_the_shortest_route_of_its_plan():
    state = table(tickets=["Denver-El Paso"], hand={"red": 2, "blue": 2})
    assert choice(state) == "claim Denver-Santa Fe blue"


def test_labno_pays_grey_routes_with_the_colour_held_most():
    state = table(tickets=["Denver-El Paso"], hand={"red": 3, "blue": 2})
    assert choice(state) == "claim Denver-Santa Fe red"


def test_labno_takes_the_wanted_colour_when_few_cards_are_missing():
    state = table(tickets=["Denver-El Paso"], hand={"black": 1}, market=PLAIN)
    assert choice(state) == "take black"
    assert choice(state, "labno:draw=blind") == "take deck"


def test_labno_takes_a_locomotive_when_one_card_is_missing():
    state = table(tickets=["Denver-El Paso"], routes=["Denver-Santa Fe"], hand={"orange": 1},
                  market=["locomotive", "white", "blue", "red", "green"])  # fmt: skip
    assert choice(state) == "take locomotive"


def test_labno_draws_blind_when_more_than_three_colours_are_missing():
    state = table(tickets=["New York-Seattle", "Los Angeles-Miami"], hand={}, market=PLAIN)
    assert choice(state) == "take deck"


def test_labno_without_open_tickets_draws_some_when_it_is_rich():
    rich = dict.fromkeys(COLOURS[:8], 1)
    state = table(tickets=["Denver-El Paso"], routes=["Denver-Santa Fe", "El Paso-Santa Fe"], hand=rich)
    assert choice(state) == "tickets"
    state.data["cars"][1] = 5
    assert choice(state) == "take deck"


def test_labno_claims_for_points_with_five_of_a_colour():
    state = table(
        tickets=["Denver-El Paso"], routes=["Denver-Santa Fe", "El Paso-Santa Fe"], hand={"blue": 5}
    )
    assert choice(state) == "claim Atlanta-Miami blue"
    assert choice(state, "labno:draw=blind") == "take deck"


def test_long_routes_are_claimed_outside_the_plan_from_5_as_written_and_from_6_as_run():
    helena = {"tickets": ["Calgary-Salt Lake City"], "routes": ["Calgary-Helena"], "market": PLAIN}
    state = table(hand={"white": 5}, **helena)
    assert choice(state) == "claim Denver-Phoenix white"
    assert choice(state, "labno-six").startswith("take")
    state = table(hand={"white": 6}, **helena)
    assert choice(state, "labno-six") == "claim Calgary-Winnipeg white"


def test_labno_keeps_the_cheapest_tickets():
    state = game("ticket-to-ride:rules=thesis").new(3)
    names = ["New York-Seattle", "Denver-El Paso", "Houston-Kansas City"]
    state.data["offers"][0] = [TICKET[name] for name in names]
    assert choice(state) == "keep 2,3"


@pytest.mark.parametrize(("players", "published"), [(2, 107.02), (3, 98.02), (4, 98.03), (5, 94.59)])
def test_the_algorithm_scores_as_published(players, published):
    seeds = np.arange(250, dtype=np.uint64)
    ran = play_games(game(f"ticket-to-ride:players={players},rules=thesis"), seeds, version=PROGRAM)
    six = play_games(game(f"ticket-to-ride:players={players},rules=thesis"), seeds, version=SIX)
    assert abs(ran.scores.mean() - published) < 8
    assert abs(six.scores.mean() - published) < 8


def test_self_play_is_the_same_in_both_compiled_loops():
    table = game("ticket-to-ride:players=3,rules=thesis")
    seeds = np.arange(20, dtype=np.uint64)
    for version, policy in ((TEXT, "labno"), (PROGRAM, "labno-blind")):
        counted = play_games(table, seeds, version=version)
        assert (counted.scores == simulate(table, [policy] * 3, seeds).scores).all()
        assert (counted.done + counted.failed >= 2).all()


def test_the_planner_beats_the_algorithm():
    duel = game("ticket-to-ride")
    seeds = np.arange(100)
    won = sum(
        (simulate(duel, line_up, seeds).rewards[:, seat] > 0).sum()
        for seat, line_up in enumerate((["planner", "labno"], ["labno", "planner"]))
    )
    assert won > 140


def test_features_are_as_described():
    played = play_games(
        game("ticket-to-ride:players=4,rules=thesis"), np.arange(3, dtype=np.uint64), notes=600
    )
    rows = {name: played.samples.inputs[:, i] for i, name in enumerate(FEATURES)}
    assert len(FEATURES) == 26
    assert rows["turn"][0] == 1
    assert (rows["players"] == 4).all()
    assert (rows["least cars of others"] <= rows["median cars of others"]).all()
    assert (rows["median cars of others"] <= rows["most cars of others"]).all()
    assert (rows["routes missing"] + rows["routes matching"] == rows["routes in target"]).all()
    assert (rows["own tickets failed"] + rows["own tickets done"] == rows["own tickets"]).all()
    assert (rows["deck"] + rows["face-up cards"] == rows["deck and face-up cards"]).all()


def test_the_best_players_decisions_are_the_ones_learnt():
    played = play_games(game("ticket-to-ride:rules=thesis"), np.arange(10, dtype=np.uint64), notes=2000)
    best = played.samples.of_best(played.scores, 3)
    top = set(np.argsort(-played.scores.ravel(), kind="stable")[:3].tolist())
    assert set(best.places.tolist()) == top


def test_training_learns_and_is_repeatable():
    pytest.importorskip("jax")
    samples = join(gather(games=20, best=5))
    first, second = (train(samples.inputs, samples.labels, seed=4, epochs=10) for _ in range(2))
    assert all((a == b).all() for a, b in zip(first, second, strict=True))
    assert judge(first, samples.inputs, samples.labels)[1] > 0.85
    assert judge(new_network(samples.inputs, 4), samples.inputs, samples.labels)[1] < 0.7


def test_the_decisions_that_are_learnt_are_written_with_their_names(tmp_path):
    samples = gather(games=3, best=2, inputs=28)[2]
    header, *lines = write_decisions(tmp_path / "all.csv", samples).read_text().splitlines()
    assert header.split(",")[:2] == ["turn", "own train cards"]
    assert header.split(",")[-2:] == ["colours held", "decision"]
    assert len(lines) == len(samples.labels)
    assert {line.rpartition(",")[2] for line in lines} <= {"pass", "draw cards", "draw tickets", "claim"}


def test_a_step_is_adagrads():
    pytest.importorskip("jax")
    rng = np.random.default_rng(0)
    inputs, labels = rng.normal(size=(6, 26)), rng.integers(0, 4, 6)
    net, place, size = new_network(inputs, 0), (2, 1), 1e-4
    losses = []
    for change in (size, -size):
        moved = net.weights_1.copy()
        moved[place] += change
        losses.append(judge(net._replace(weights_1=moved), inputs, labels)[0])
    slope = (losses[0] - losses[1]) / (2 * size)
    fitting = Fitting(net)
    fitting.step(inputs, labels)
    step = fitting.network.weights_1[place] - net.weights_1[place]
    assert step == pytest.approx(-0.05 * slope / np.sqrt(0.1 + slope**2), rel=1e-2, abs=1e-6)


def test_a_network_for_another_number_of_players_is_refused():
    with pytest.raises(ParlourError, match="its players is 2, not 3"):
        agent(game("ticket-to-ride:players=3"), "net:model=players2")


@pytest.mark.parametrize("variant", ["specific", "universal", "mixed"])
def test_every_variant_plays(variant):
    table = game("ticket-to-ride:players=3")
    record = play(table, [agent(table, f"net:variant={variant}") for _ in range(3)], seed=2)
    assert not record.forfeits


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_masked_the_network_never_makes_a_forbidden_move(players):
    table = game(f"ticket-to-ride:players={players},rules=thesis")
    for name in ("universal", f"players{players}"):
        played = play_games(table, np.arange(250, dtype=np.uint64), network=network(table, default=name))
        assert played.finished.all()


def test_counted_a_forbidden_move_ends_the_game():
    table = game("ticket-to-ride:rules=thesis")
    passing = network(table)._replace(biases_2=np.array([1e6, 0, 0, 0]))
    played = play_games(table, np.arange(5, dtype=np.uint64), network=passing, legal="count")
    assert (played.forbidden == 0).all()
    assert (played.turns == 0).all()
    player = agent(table, "net:legal=count")
    player.network = passing
    state = table.new(1)
    for _ in range(2):
        state.advance(state.legal_moves[0])
    player.begin(table, 0, 1)
    with pytest.raises(IllegalMove):
        player.choose(state.view(), Clock())
