"""Calls in the lab: hands gathered as a dataset, models fitted and judged, and the studies of them."""

__all__ = ["SELF_PLAY"]

SELF_PLAY = "plan:grand=feel,calls=model"
"""The agent whose matches stand in for logs: it calls as often as people, and by none of the features."""
