"""Calls in the lab: hands gathered as a dataset, models fitted and judged, and the studies of them."""
