"""Writes requests."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from ._paths import Query, query_pairs
from ._responses import encode

TIMEOUT_S_DEFAULT = 30.0


def api_url(base_url: str) -> str:
    """Return the URL of the API. A URL without a path is that of a server, whose API is below this path."""
    url = base_url.rstrip("/")
    return f"{url}/api/v1" if re.fullmatch(r"https?://[^/]+", url) else url


@dataclass(frozen=True)
class Request:
    """A request that all attempts repeat."""

    method: str
    url: str
    params: httpx.QueryParams | None
    headers: Mapping[str, str]
    content: bytes | None


def request_of(
    method: str,
    url: str,
    api_key: str,
    query: Query | None,
    body: object,
    idempotency_key: str | None,
    if_match: str | None,
) -> Request:
    """Write a request. A POST gets an idempotency key, so that it takes effect once, even if a response is lost."""
    headers = {"Authorization": f"Bearer {api_key}", "Accept": "application/json"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if method == "POST":
        headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    if if_match is not None:
        headers["If-Match"] = if_match
    content = None if body is None else encode(body)
    # Without parameters, the URL keeps those that it has.
    pairs = query_pairs(query)
    params = httpx.QueryParams(tuple(pairs)) if pairs else None
    return Request(method, url, params, headers, content)


def next_query(query: Query | None, cursor: str | None) -> Query:
    """Return the parameters of the page after the cursor."""
    return {**(query or {}), "cursor": cursor}
