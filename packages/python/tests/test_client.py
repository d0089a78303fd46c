"""Calls, lists and idempotency keys."""

from __future__ import annotations

import inspect
import json
import pickle
import re
from collections.abc import Callable
from datetime import datetime, timezone

import httpx
import pytest
from clients import KEY, Caller
from loopback import Loopback

from punctual_client import ApiError, AsyncPunctual, Punctual, PunctualError, errors, models

MakeCaller = Callable[..., Caller]


def test_calls_send_the_key_the_path_and_the_body(service: Loopback, caller: MakeCaller) -> None:
    service.replies = [{"status": 201, "body": '{"id":"post_1"}'}]
    at = datetime(2030, 1, 31, 9, tzinfo=timezone.utc)
    body: models.CreatePostFlat = {"content": "ü", "platforms": [{"accountId": "acc_1"}], "scheduledFor": at}
    assert caller()("create_post", body)["id"] == "post_1"
    (sent,) = service.received
    assert (sent.method, sent.target) == ("POST", "/posts")
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.headers["content-type"] == "application/json"
    assert json.loads(sent.body) == {
        "content": "ü",
        "platforms": [{"accountId": "acc_1"}],
        "scheduledFor": "2030-01-31T09:00:00+00:00",
    }


def test_a_time_without_a_time_zone_is_refused_before_it_is_sent(service: Loopback, caller: MakeCaller) -> None:
    naive = datetime(2030, 1, 31, 9)
    body: models.CreatePostNested = {"targets": [], "caption": "x", "scheduledFor": naive}
    with pytest.raises(ValueError, match="time zone"):
        caller()("create_post", body)
    with pytest.raises(ValueError, match="time zone"):
        caller()("request", "GET", "/posts", query={"createdAfter": naive})
    assert service.received == []


def test_a_url_without_a_path_is_that_of_a_server() -> None:
    for url, path in (("", "/api/v1/posts"), ("/", "/api/v1/posts"), ("/api/v1/", "/api/v1/posts"), ("/x", "/x/posts")):
        asked: list[str] = []

        def answer(request: httpx.Request, asked: list[str] = asked) -> httpx.Response:
            asked.append(request.url.path)
            return httpx.Response(200, json={})

        with httpx.Client(transport=httpx.MockTransport(answer)) as http:
            Punctual(f"https://punctual.example{url}", KEY, http_client=http).request("GET", "/posts")
        assert asked == [path]


def test_attempts_of_a_post_carry_one_idempotency_key(service: Loopback, caller: MakeCaller) -> None:
    service.replies = [{"noResponse": True}, {"noResponse": True}, {"status": 201, "body": "{}"}]
    call = caller()
    body = {"platforms": [{"accountId": "acc_1"}]}
    call("create_post", body)
    call("create_post", body, idempotency_key="mine")
    call("get_post", "post_1")
    keys = [sent.headers.get("idempotency-key") for sent in service.received]
    assert re.fullmatch(r"[0-9a-f-]{36}", keys[0] or "")
    assert keys == [keys[0], keys[0], keys[0], "mine", None]
    assert len({sent.body for sent in service.received[:3]}) == 1


def test_lists_request_every_page_with_the_same_filters(service: Loopback, caller: MakeCaller) -> None:
    service.replies = [
        {"status": 200, "body": '{"data":[{"id":"post_1"},{"id":"post_2"}],"nextCursor":"c1"}'},
        {"status": 200, "body": '{"data":[],"nextCursor":"c2"}'},
        {"status": 200, "body": '{"data":[{"id":"post_3"}],"nextCursor":null}'},
    ]
    posts = caller()("list_posts", status=["FAILED", "CANCELED"], dated=False, metadata_value="", limit=2)
    assert [post["id"] for post in posts] == ["post_1", "post_2", "post_3"]
    filters = "status=FAILED&status=CANCELED&dated=false&metadataValue=&limit=2"
    assert [sent.target for sent in service.received] == [
        f"/posts?{filters}",
        f"/posts?{filters}&cursor=c1",
        f"/posts?{filters}&cursor=c2",
    ]


def test_a_page_is_requested_only_when_it_is_needed(service: Loopback) -> None:
    service.replies = [{"status": 200, "body": '{"data":[{"id":"post_1"}],"nextCursor":"c1"}'}]
    with Punctual(service.url, KEY) as punctual:
        assert next(punctual.list_posts())["id"] == "post_1"
    assert len(service.received) == 1


def test_lists_raise_the_error_of_a_page_and_do_not_loop(service: Loopback, caller: MakeCaller) -> None:
    failure = {"statusCode": 404, "code": "NOT_FOUND", "message": "No.", "requestId": "r"}
    same = {"status": 200, "body": '{"data":[],"nextCursor":"same"}'}
    service.replies = [{"status": 404, "body": json.dumps(failure)}, same, same]
    call = caller()
    with pytest.raises(errors.NotFoundError):
        call("get_post_timeline", "post/1")
    assert service.received[0].target == "/posts/post%2F1/timeline"
    with pytest.raises(PunctualError, match="does not advance"):
        call("get_post_timeline", "post_1")


def test_the_etag_and_if_match(service: Loopback, caller: MakeCaller) -> None:
    service.replies = [{"status": 200, "headers": {"etag": '"v1"'}, "body": "{}"}, {"status": 204}]
    call = caller()
    etag = call("request", "GET", "/posts/post_1").etag
    assert call("delete_post", "post_1", if_match=etag) is None
    assert service.received[1].headers["if-match"] == '"v1"'


def test_a_url_that_is_none_fails_at_once() -> None:
    with Punctual("punctual.example/api/v1", KEY) as punctual, pytest.raises(PunctualError, match="no URL"):
        punctual.get_post("post_1")


def test_errors_survive_pickling() -> None:
    body = {"statusCode": 404, "code": "NOT_FOUND", "message": "No.", "requestId": "r"}
    error = pickle.loads(pickle.dumps(errors.NotFoundError(body)))
    assert (type(error), error.body) == (errors.NotFoundError, body)
    assert issubclass(errors.NotFoundError, ApiError)


def test_both_clients_have_the_same_methods_with_the_same_parameters() -> None:
    def parameters(client: type[object]) -> dict[str, list[tuple[str, object]]]:
        methods = inspect.getmembers(client, inspect.isfunction)
        return {
            name: [(each.name, each.kind) for each in inspect.signature(method).parameters.values()]
            for name, method in methods
            if not name.startswith("_") and name not in ("close", "aclose")
        }

    assert parameters(Punctual) == parameters(AsyncPunctual)
    assert len(parameters(Punctual)) > 50
