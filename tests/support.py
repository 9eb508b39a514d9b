"""Types that the tests share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""The fixture that runs the command line in a process of its own."""
