"""Shared by the tests: a service, and the two clients."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from clients import Caller
from loopback import Loopback, loopback


@pytest.fixture
def service() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


@pytest.fixture(params=["sync", "async"])
def caller(request: pytest.FixtureRequest, service: Loopback) -> Iterator[Callable[[int], Caller]]:
    """Make one of the two clients, with a maximum number of attempts. Each test runs with both."""
    made: list[Caller] = []

    def make(attempts_max: int = 5) -> Caller:
        made.append(Caller(request.param, service.url + "/", attempts_max))
        return made[-1]

    yield make
    for each in made:
        each.close()
