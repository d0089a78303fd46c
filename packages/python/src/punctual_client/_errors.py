"""The errors that all others derive from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .models import Post


class PunctualError(Exception):
    """Any error that this client raises."""


class NoResponseError(PunctualError):
    """No response arrived, in any attempt. Its `__cause__` is the error of the HTTP library.

    Nobody knows whether the request took effect. It is safe to repeat with the same idempotency key.
    """


class ApiError(PunctualError):
    """An error response of the API. Each code has a class of its own; a code that is not known yet has this one."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        super().__init__(f"{body['code']}: {body['message']}")
        self.code: str = body["code"]
        self.status_code: int = body["statusCode"]
        #: Identifies the request in the log of the service. Quote it when you ask for help.
        self.request_id: str = body["requestId"]
        # The classes of the codes declare which fields theirs has.
        self.body: Any = body

    def __reduce__(self) -> tuple[type[ApiError], tuple[Any]]:
        return type(self), (self.body,)


class UploadInterruptedError(PunctualError):
    """The connection failed too often. The service keeps the bytes that arrived.

    To send the rest, call `upload_media` with `resume=error.media_id` and the same file.
    """

    def __init__(self, media_id: str) -> None:
        super().__init__(f"The upload of {media_id} was interrupted.")
        self.media_id = media_id


class WaitTimedOutError(PunctualError):
    """The time was up before the post had ended. It may still be published."""

    def __init__(self, post: Post) -> None:
        super().__init__(f"The post {post['id']} is still {post['status']}.")
        self.post = post
