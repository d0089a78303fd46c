"""Reads responses: their data, or the error that they stand for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx

from ._errors import ApiError
from ._paths import text_of
from .errors import by_code


@dataclass(frozen=True)
class Response:
    """A response of the API, as `request` returns it."""

    status_code: int
    headers: httpx.Headers
    #: The parsed JSON, the text of anything else, or None if there is no body.
    data: Any

    @property
    def etag(self) -> str | None:
        """The version of the resource. Send it as `if_match` to change only what nobody else has changed."""
        tag: str | None = self.headers.get("etag")
        return tag


def encode(body: object) -> bytes:
    """Write a body as JSON, with times in ISO 8601."""
    return json.dumps(body, default=_other, ensure_ascii=False).encode()


def _other(value: object) -> str:
    if isinstance(value, datetime):
        return text_of(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def read(response: httpx.Response) -> Response:
    """Return the data of a response. Raise the error of its code if it is one."""
    if not response.is_success:
        raise error_of(response)
    data: Any = None
    if response.content:
        is_json = "json" in response.headers.get("content-type", "")
        data = response.json() if is_json else response.text
    return Response(response.status_code, response.headers, data)


def error_of(response: httpx.Response) -> ApiError:
    """Fill in missing fields, because some 401 responses have no code and a proxy may send any body."""
    status = response.status_code
    body = {
        "statusCode": status,
        "code": "UNAUTHORIZED" if status == 401 else "INTERNAL_ERROR",
        "message": f"The service answered {status}.",
        "requestId": response.headers.get("x-request-id", ""),
    }
    body.update(error_body(response))
    return by_code.get(str(body["code"]), ApiError)(body)


def error_body(response: httpx.Response) -> dict[str, Any]:
    """Return the fields of an error response. A body that is no JSON object has none."""
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
