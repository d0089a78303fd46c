"""The two clients, as one: tests call either in the same way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import Any

from punctual_client import AsyncPunctual, Punctual, RetryOptions

KEY = "punctual_live_test"


class QuietPunctual(Punctual):
    """Notes its delays in place of waiting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.delays_ms: list[int] = []

    def _sleep(self, delay_s: float) -> None:
        self.delays_ms.append(round(delay_s * 1000))


class QuietAsyncPunctual(AsyncPunctual):
    """Notes its delays in place of waiting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.delays_ms: list[int] = []

    async def _sleep(self, delay_s: float) -> None:
        self.delays_ms.append(round(delay_s * 1000))


AnyClient = QuietPunctual | QuietAsyncPunctual


class Caller:
    """Calls a method of either client, and collects what a list yields."""

    def __init__(self, kind: str, base_url: str, attempts_max: int = 5) -> None:
        self._loop = asyncio.new_event_loop() if kind == "async" else None
        retry = RetryOptions(attempts_max=attempts_max)
        self.client: AnyClient
        if kind == "async":
            self.client = QuietAsyncPunctual(base_url, KEY, retry=retry)
        else:
            self.client = QuietPunctual(base_url, KEY, retry=retry)

    def __call__(self, name: str, *args: Any, **options: Any) -> Any:
        result = getattr(self.client, name)(*args, **options)
        if isinstance(result, Awaitable):
            return self._run(result)
        if isinstance(result, AsyncIterator):
            return self._run(_collected(result))
        return list(result) if isinstance(result, Iterator) else result

    def _run(self, work: Any) -> Any:
        assert self._loop is not None
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self("close" if self._loop is None else "aclose")
        if self._loop is not None:
            self._loop.close()


async def _collected(items: AsyncIterator[Any]) -> list[Any]:
    return [item async for item in items]
