"""How much one address may ask for, and all of them together."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

__all__ = ["Patience", "Places", "Rate", "Rates", "address_of", "network_of"]

_MOST_KNOWN = 5_000  # addresses whose rates are remembered


def address_of(scope: Mapping[str, Any]) -> str:
    """Who asks: an address, of which one person may not have many."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def network_of(host: str) -> str:
    """An address of version 4, or the network of one of version 6, where each machine has many."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Rate:
    """A bucket that fills at a steady rate: so many at once, so many a second."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._left, self._at = burst, time.monotonic()

    def allows(self) -> bool:
        """Whether one more is fine now."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def idle(self) -> bool:
        """Whether nothing was asked for in a while."""
        self._fill()
        return self._left >= self.burst

    def another(self) -> Rate:
        """A full bucket of the same kind."""
        return Rate(self.per_second, self.burst)

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now


class Rates:
    """A rate for each address, and one for all of them together."""

    def __init__(self, each: Rate, all: Rate) -> None:
        self.each, self.all = each, all
        self._of: dict[str, Rate] = {}

    def allows(self, address: str) -> bool:
        """Whether one more of an address is fine now."""
        if address not in self._of and len(self._of) >= _MOST_KNOWN:
            self._of = {name: rate for name, rate in self._of.items() if not rate.idle}
        return self._of.setdefault(address, self.each.another()).allows() and self.all.allows()


class Places:
    """So many at once for each address, and for all of them together."""

    def __init__(self, each: int, all: int) -> None:
        self.each, self.all = each, all
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Whether there is a place left; it is taken then."""
        if self._taken[address] >= self.each or self._taken.total() >= self.all:
            return False
        self._taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self._taken[address] -= 1
        self._taken += Counter()  # whoever has none is forgotten


class Patience:
    """Whoever is refused waits for the answer, so that asking again at once gains nothing."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._waiting = Places(each=256, all=600)

    async def wait(self, address: str) -> None:
        """Let an address wait, unless too many do already."""
        if self._waiting.take(address):
            try:
                await asyncio.sleep(self.seconds)
            finally:
                self._waiting.leave(address)
