"""Decides which requests are repeated, and when, by the rules of the API."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx

from ._responses import error_body

# Errors whose cause disappears within moments. The request changed nothing, so it can be repeated immediately.
_IMMEDIATE_CODES = frozenset({"RETRY", "STORAGE_WRITE_FAILED"})
# Errors that are temporary, whatever their status. The request is repeated after a delay.
_DELAYED_CODES = frozenset({"RATE_LIMITED", "RETRY_COOLDOWN", "IDEMPOTENCY_KEY_IN_USE"})
# Errors that last until the operator resolves them, whatever their status. The request is not repeated.
_LASTING_CODES = frozenset({"PLATFORM_NOT_CONFIGURED", "STORAGE_FULL"})


@dataclass(frozen=True)
class RetryOptions:
    """The limits and delays of retries. `RetryOptions(attempts_max=1)` turns retries off."""

    #: The maximum number of attempts for one request, including the first.
    attempts_max: int = 5
    #: How often a request is repeated immediately, after a collision or without a response.
    immediate_retries_max: int = 2
    backoff_s: float = 1.0
    backoff_s_max: float = 30.0
    #: If the service asks to wait longer than this, the caller gets the error.
    stated_delay_s_max: float = 120.0


class Attempts:
    """Counts the attempts of one request."""

    def __init__(self, options: RetryOptions) -> None:
        self._options = options
        self._made = 0
        self._immediate = 0
        self._backoffs = 0

    def delay_after(self, response: httpx.Response | None) -> float | None:
        """Return how many seconds to wait before the next attempt, or None if there must be none.

        `None` in place of a response means that none arrived.
        """
        self._made += 1
        if self._made >= self._options.attempts_max:
            return None
        if response is None:
            return self._immediately()
        if response.status_code < 400:
            return None
        body = error_body(response)
        code = str(body.get("code", ""))
        is_passing = response.status_code == 429 or response.status_code >= 500 or code in _DELAYED_CODES
        if not is_passing or response.status_code == 501 or code in _LASTING_CODES:
            return None
        stated = _stated_delay(body.get("retryAfterMs"), response.headers.get("retry-after", ""))
        if stated is not None:
            return stated if stated <= self._options.stated_delay_s_max else None
        return self._immediately() if code in _IMMEDIATE_CODES else self._backoff()

    def _immediately(self) -> float:
        if self._immediate >= self._options.immediate_retries_max:
            return self._backoff()
        self._immediate += 1
        return 0.0

    def _backoff(self) -> float:
        delay = min(self._options.backoff_s * 2.0**self._backoffs, self._options.backoff_s_max)
        self._backoffs += 1
        return delay


def _stated_delay(retry_after_ms: object, header: str) -> float | None:
    """Return the delay that a response asks for, in seconds. Its body is more precise than its header."""
    if isinstance(retry_after_ms, (int, float)) and not isinstance(retry_after_ms, bool):
        return max(0.0, retry_after_ms / 1000)
    return float(header) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", header) else None
