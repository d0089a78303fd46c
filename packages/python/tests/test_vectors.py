"""The cases that the clients of all languages pass."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clients import Caller
from loopback import Loopback

from punctual_client import (
    ApiError,
    NoResponseError,
    WaitTimedOutError,
    WebhookVerificationError,
    ending_of,
    errors,
    verify_webhook,
)

VECTORS = Path(__file__).parents[3] / "test" / "vectors"
Vector = dict[str, Any]


def vectors(name: str) -> list[Any]:
    read: list[Vector] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    assert read
    return [pytest.param(each, id=each["name"]) for each in read]


@pytest.mark.parametrize("vector", vectors("retries"))
def test_retries(vector: Vector, service: Loopback, caller: Callable[[int], Caller]) -> None:
    service.replies = list(vector["replies"])
    call = caller(vector["attemptsMax"])
    status: int | None = None
    try:
        status = call("request", "GET", "/posts").status_code
    except ApiError as error:
        status = error.status_code
    except NoResponseError as error:
        assert error.__cause__ is not None
    assert (status, len(service.received), call.client.delays_ms) == (
        vector["status"],
        vector["attempts"],
        vector["waitsMs"],
    )


@pytest.mark.parametrize("vector", vectors("errors"))
def test_errors(vector: Vector, service: Loopback, caller: Callable[[int], Caller]) -> None:
    service.replies = [vector]
    with pytest.raises(ApiError) as raised:
        caller(1)("get_post", "post_1")
    error, expected = raised.value, vector["expected"]
    assert (error.status_code, error.code, error.request_id) == (
        expected["statusCode"],
        expected["code"],
        expected["requestId"],
    )
    assert error.body["message"] == expected["message"]
    assert str(error) == f"{expected['code']}: {expected['message']}"
    assert {name: error.body[name] for name in expected["extras"]} == expected["extras"]
    assert type(error) is errors.by_code.get(expected["code"], ApiError)


@pytest.mark.parametrize("vector", vectors("waits"))
def test_waits(vector: Vector, service: Loopback, caller: Callable[[int], Caller]) -> None:
    service.replies = list(vector["replies"])
    call = caller(1)
    told: list[str] = []
    try:
        timeout_s = vector["timeoutMs"] / 1000
        post = call("wait_for_post", "post_1", timeout_s=timeout_s, on_change=lambda post: told.append(post["status"]))
        outcome: str | None = ending_of(post)
        assert told[-1] == post["status"]
    except WaitTimedOutError as error:
        outcome = "timed out"
        assert error.post["id"] == "post_1"
    except ApiError as error:
        outcome = error.code
    assert (outcome, len(service.received), call.client.delays_ms) == (
        vector["outcome"],
        len(vector["replies"]),
        vector["waitsMs"],
    )


@pytest.mark.parametrize("vector", vectors("webhooks"))
def test_webhooks(vector: Vector) -> None:
    for body in (vector["body"], vector["body"].encode()):
        result = "verified"
        try:
            event = verify_webhook(
                body=body,
                headers=vector["headers"],
                secrets=vector["secrets"],
                scheme=vector["scheme"],
                tolerance_s=vector["toleranceSeconds"],
                now=vector["nowSeconds"] + 0.4,
            )
            assert event["type"] == "webhook.test"
            assert event["data"]["message"] == "grüß dich 👋"
        except WebhookVerificationError as error:
            result = error.reason
        assert result == vector["expected"]
