"""Decides how long to wait for the end of a post. The two clients do the waiting."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Literal

from ._errors import ApiError, NoResponseError, WaitTimedOutError
from .models import Post

#: How a post has ended. "unconfirmed": nobody knows whether a target is public, so it must not simply be sent again.
#: "withdrawn": it is a draft, or canceled.
PostEnding = Literal["published", "failed", "unconfirmed", "withdrawn"]
#: Called with the post as it is at first, and after each change.
OnChange = Callable[[Post], None]

# How long a post may take after it is due. Four look-ups of an unclear response take 12 min 35 s.
GRACE_S = 20 * 60.0
POLL_S_MIN = 1.0
POLL_S_MAX = 30.0
# The longest delay stated by a response that is waited for.
STATED_DELAY_S_MAX = 10 * 60.0


def ending_of(post: Post) -> PostEnding | None:
    """Say how a post has ended. None: it has yet to be published, or waits for an approval."""
    status = post["status"]
    if status == "PUBLISHED":
        return "published"
    if status in ("FAILED", "PARTIALLY_PUBLISHED"):
        unclear = any(
            each["status"] == "FAILED" and each["errorCode"] == "PUBLISH_UNCONFIRMED" for each in post["targets"]
        )
        return "unconfirmed" if unclear else "failed"
    return "withdrawn" if status in ("CANCELED", "DRAFT") else None


class Wait:
    """The wait for the end of one post."""

    def __init__(self, timeout_s: float | None, on_change: OnChange | None) -> None:
        self._timeout_s = timeout_s
        self._on_change = on_change
        self._start = time.time()
        self._told: object = None
        self._end = self._start

    def delay_before_next(self, post: Post) -> float | None:
        """Return how long to wait until the post is read again. None: it has ended."""
        state = [post["status"], post["scheduledAt"], [_state_of(target) for target in post["targets"]]]
        if state != self._told and self._on_change is not None:
            self._on_change(post)
        self._told = state
        if ending_of(post) is not None:
            return None
        due = max(self._start, _seconds_of(post["scheduledAt"]))
        self._end = due + GRACE_S if self._timeout_s is None else self._start + self._timeout_s
        now = time.time()
        if now >= self._end:
            raise WaitTimedOutError(post)
        # The farther the time of the post is away, before or after it, the less often the post is read.
        return min(max(abs(due - now) / 10, POLL_S_MIN), POLL_S_MAX, self._end - now)

    def delay_after(self, error: ApiError | NoResponseError) -> float:
        """Return the delay that a server states that is away or busy. Any other error is raised."""
        if isinstance(error, NoResponseError):
            return 0
        if error.status_code < 500 and error.status_code != 429:
            raise error
        stated = error.body.get("retryAfterMs", 0)
        delay = stated / 1000 if isinstance(stated, (int, float)) else 0
        return max(0, min(delay, STATED_DELAY_S_MAX, self._end - time.time()))


def _state_of(target: object) -> tuple[object, object, object]:
    assert isinstance(target, dict)
    return target.get("status"), target.get("errorCode"), target.get("externalUrl")


def _seconds_of(instant: str | None) -> float:
    return 0 if instant is None else datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()
