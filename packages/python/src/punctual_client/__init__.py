"""A client of the Punctual API: `Punctual`, and `AsyncPunctual` for programs with an event loop."""

from . import errors, models
from ._async_client import AsyncPunctual
from ._client import Punctual
from ._errors import ApiError, NoResponseError, PunctualError, UploadInterruptedError, WaitTimedOutError
from ._responses import Response
from ._retries import RetryOptions
from ._waits import PostEnding, ending_of
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "ApiError",
    "AsyncPunctual",
    "NoResponseError",
    "PostEnding",
    "Punctual",
    "PunctualError",
    "Response",
    "RetryOptions",
    "UploadInterruptedError",
    "WaitTimedOutError",
    "WebhookVerificationError",
    "ending_of",
    "errors",
    "models",
    "verify_webhook",
]
