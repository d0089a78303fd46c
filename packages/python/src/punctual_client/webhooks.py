"""Verifies the signatures of webhook deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Literal

from ._errors import PunctualError
from .models import WebhookEvent

Reason = Literal[
    # None of the secrets is a signing secret. The setting may be missing, which says nothing about the delivery.
    "malformed_secret",
    "missing_header",
    "malformed_timestamp",
    "too_old",
    "in_the_future",
    "wrong_signature",
    "malformed_body",
]
_SECRET_PREFIX = "whsec_"
# At least the 24 bytes that Standard Webhooks asks for. Every attacker knows the empty key, so it is never used.
_SECRET = re.compile(r"(whsec_)?[A-Za-z0-9+/]{32,}={0,2}")


class WebhookVerificationError(PunctualError):
    """A delivery that cannot be trusted. `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(
            "The webhook cannot be checked: the secret is no signing secret (whsec_…). Is it set?"
            if reason == "malformed_secret"
            else f"The webhook cannot be trusted: {reason}."
        )
        self.reason = reason


def verify_webhook(
    *,
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    scheme: Literal["standard", "service"] = "standard",
    tolerance_s: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Return the event if it is signed with one of the secrets. Raise WebhookVerificationError otherwise.

    `body` is the raw body, before it is parsed. During a rotation, pass both the old and the new secret. The scheme
    `standard` also checks when the delivery was sent; `service` checks X-Service-Signature, which covers only the body.
    """
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    all_secrets = [secrets] if isinstance(secrets, str) else list(secrets)
    all_secrets = [secret for secret in all_secrets if _SECRET.fullmatch(secret)]
    if not all_secrets:
        raise WebhookVerificationError("malformed_secret")
    if scheme == "service":
        given = [_header(lower, "x-service-signature").lower()]
        expected = [hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest() for secret in all_secrets]
    else:
        event_id, timestamp = _header(lower, "webhook-id"), _header(lower, "webhook-timestamp")
        parts = _header(lower, "webhook-signature").split(" ")
        _check_time(timestamp, time.time() if now is None else now, tolerance_s)
        signed = f"{event_id}.{timestamp}.".encode() + raw
        given = [part[3:] for part in parts if part.startswith("v1,")]
        expected = [_standard_signature(secret, signed) for secret in all_secrets]
    _require_match(given, expected)
    try:
        event: WebhookEvent = json.loads(raw)
    except ValueError as error:
        raise WebhookVerificationError("malformed_body") from error
    return event


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    if value == "":
        raise WebhookVerificationError("missing_header")
    return value


def _check_time(timestamp: str, now: float, tolerance_s: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("malformed_timestamp")
    age_s = int(now) - int(timestamp)
    if age_s > tolerance_s:
        raise WebhookVerificationError("too_old")
    if age_s < -tolerance_s:
        raise WebhookVerificationError("in_the_future")


def _standard_signature(secret: str, signed: bytes) -> str:
    return base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest()).decode()


def _key_of(secret: str) -> bytes:
    """Decode the part of a secret after the prefix from base64. Missing padding is accepted."""
    return base64.b64decode(secret.removeprefix(_SECRET_PREFIX) + "==", validate=False)


def _require_match(given: Sequence[str], expected: Sequence[str]) -> None:
    """Compare all pairs in constant time, so that the duration reveals nothing."""
    matches = [hmac.compare_digest(one.encode(), other.encode()) for one in given for other in expected]
    if not any(matches):
        raise WebhookVerificationError("wrong_signature")
