"""The strongest player of Dicewars: search over its turn, judged by a learned network."""
