"""Writes paths and query strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import quote

Scalar = str | int | float | bool | datetime
Query = Mapping[str, Scalar | Sequence[str] | None]


def path_of(template: str, *ids: str) -> str:
    """Fill ids into a path, in order."""
    parts = template.split("/")
    remaining = iter(ids)
    return "/".join(quote(next(remaining), safe="") if part.startswith("{") else part for part in parts)


def query_pairs(query: Query | None) -> list[tuple[str, str]]:
    """Leave out what is None, and repeat parameters that have several values."""
    pairs: list[tuple[str, str]] = []
    for name, value in (query or {}).items():
        if value is None:
            continue
        if isinstance(value, Sequence) and not isinstance(value, str):
            pairs += [(name, item) for item in value]
        else:
            pairs.append((name, _text(value)))
    return pairs


def text_of(time: datetime) -> str:
    """Write a time. One without a time zone could be anywhere, and the service would refuse it."""
    if time.tzinfo is None:
        raise ValueError("The time has no time zone. Write datetime.now(timezone.utc), for example.")
    return time.isoformat()


def _text(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return text_of(value) if isinstance(value, datetime) else str(value)
