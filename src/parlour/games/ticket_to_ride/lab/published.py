"""The thesis's tables, by number of players (2, 3, 4, 5) and over all of them."""

__all__ = [
    "ALGORITHM", "COLUMNS", "FEWER_GAMES", "GAMES", "LEARNING", "NETWORK", "RECOMMENDED", "SPECIFIC", "STEPS",
    "UNIVERSAL", "Row",
]  # fmt: skip

COLUMNS = ("2 players", "3 players", "4 players", "5 players", "all")

Row = tuple[float | None, ...]

GAMES, FEWER_GAMES = 250, 60
"""Games for each number of players: of Tables 3.1 and 4.3, and of the others."""

# Table 3.1: 250 games of the algorithm for each number of players.
ALGORITHM: dict[str, Row] = {
    "min": (37, 14, 43, 34, 14),
    "max": (173, 149, 182, 162, 182),
    "mean": (107.02, 98.02, 98.03, 94.59, 98.16),
    "median": (108, 95, 98, 96, 99),
    "at least 110": (0.4460, 0.3800, 0.2800, 0.2160, 0.2751),
    "at least 120": (0.2340, 0.0880, 0.1320, 0.0880, 0.1214),
    "at least 140": (0.0380, 0.0040, 0.0070, 0.0096, 0.0117),
    "tickets done": (3.63, 3.01, 3.21, 2.8, 3.08),
    "tickets failed": (0.46, 0.58, 0.56, 0.62, 0.57),
}

# Table 4.3: the same number of games, played by the network.
NETWORK: dict[str, Row] = {
    "min": (55, 37, 27, 15, 15),
    "max": (163, 178, 159, 180, 180),
    "mean": (106.41, 100.01, 100.13, 96.23, 99.69),
    "median": (107, 100, 101, 98, 101),
    "at least 110": (0.3807, 0.3827, 0.2479, 0.2112, 0.2571),
    "at least 120": (0.1481, 0.1024, 0.1012, 0.0754, 0.0992),
    "at least 140": (0.0226, 0.0055, 0.0114, 0.0079, 0.0105),
    "games with a forbidden move": (7, 9, 8, 22, 46),
}

# Tables 5.1 and 5.2: 60 games for each number of players; tickets in all games together.
SPECIFIC: dict[str, Row] = {
    "min": (41, 48, 46, 41, 41),
    "max": (157, 140, 148, 142, 157),
    "mean": (101.66, 99.4, 97.36, 92.05, 96.57),
    "median": (99.5, 101, 100, 91, 97),
    "games finished": (60, 55, 60, 56, 231),
    "at least 110": (0.2833, 0.2424, 0.2500, 0.1857, 0.2311),
    "at least 120": (0.1833, 0.1030, 0.0875, 0.0821, 0.1031),
    "at least 140": (0.0417, 0.0, 0.0042, 0.0036, 0.0087),
    "all tickets done": (467, 575, 873, 951, 2866),
    "all tickets failed": (63, 66, 102, 135, 366),
}
UNIVERSAL: dict[str, Row] = {
    "min": (45, 49, 54, 37, 37),
    "max": (154, 133, 144, 143, 154),
    "mean": (108.12, 96.51, 97.69, 94.88, 98.00),
    "median": (108, 97, 99.5, 96.5, 99),
    "games finished": (60, 60, 59, 56, 235),
    "at least 110": (0.4333, 0.2444, 0.2373, 0.2107, 0.2586),
    "at least 120": (0.2500, 0.0778, 0.0805, 0.0714, 0.1017),
    "at least 140": (0.0333, 0.0, 0.0127, 0.0071, 0.0110),
    "all tickets done": (515, 603, 855, 939, 2912),
    "all tickets failed": (41, 90, 83, 111, 325),
}

RECOMMENDED = ("universal", "specific", "specific", "universal")
"""The model that the thesis recommends for 2, 3, 4 and 5 players (its section 5.4)."""

# Table 6.1: after each hundred steps of training, 60 games for each number of players.
STEPS = (0, 100, 200, 300, 400)
LEARNING: dict[str, Row] = {
    "loss": (7.614, 0.649, 0.490, 0.610, 0.333),
    "accuracy": (0.107, 0.689, 0.800, 0.692, 0.885),
    "games broken off": (240, 1, 32, 4, 47),
    "max": (None, 123, 144, 125, 151),
    "min": (None, -3, 26, 4, 47),
    "players who finished": (0, 835, 702, 824, 654),
    "mean": (None, 81.63, 87.23, 75.69, 94.80),
    "turns": (1.70, 40.75, 42.23, 39.44, 44.25),
    "tickets done": (None, 2.21, 2.39, 1.9, 3.08),
    "tickets failed": (None, 0.43, 0.33, 0.54, 0.32),
}
