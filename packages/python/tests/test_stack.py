"""A whole story against a real server, which test/client/languages.test.ts starts."""

from __future__ import annotations

import asyncio
import os
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from punctual_client import AsyncPunctual, Punctual, errors, models

URL = os.environ.get("PUNCTUAL_TEST_URL", "")
KEY = os.environ.get("PUNCTUAL_TEST_KEY", "")
WORKSPACE = os.environ.get("PUNCTUAL_TEST_WORKSPACE", "")
PUBLISHED_WITHIN_S = 240.0

pytestmark = pytest.mark.skipif(not URL, reason="PUNCTUAL_TEST_URL names no server")


def test_a_story() -> None:
    with Punctual(URL, KEY) as punctual:
        (account,) = punctual.list_social_accounts(platform=["BLUESKY"], limit=1)
        video = upload(punctual, os.environ["PUNCTUAL_TEST_VIDEO"])
        assert (video["kind"], video["status"]) == ("VIDEO", "READY")
        image = upload(punctual, os.environ["PUNCTUAL_TEST_IMAGE"])
        assert image["altText"] == "From Python"

        platforms: list[models.PlatformEntry] = [{"accountId": account["id"]}]
        post = punctual.create_post(
            {
                "content": "Hello from Python",
                "platforms": platforms,
                "mediaIds": [image["id"]],
                "scheduledFor": datetime.now(timezone.utc) + timedelta(seconds=10),
            }
        )
        assert post["status"] == "SCHEDULED"

        for _ in range(3):
            draft = punctual.create_post({"content": "draft", "platforms": platforms, "metadata": {"draft": "python"}})
        drafts = list(punctual.list_posts(metadata_key="draft", metadata_value="python", limit=1))
        assert [each["caption"] for each in drafts] == ["draft"] * 3

        etag = punctual.request("GET", f"/posts/{draft['id']}").etag
        punctual.update_post(draft["id"], {"metadata": {"changed": "yes"}}, if_match=etag)
        with pytest.raises(errors.PreconditionFailedError):
            punctual.update_post(draft["id"], {"content": "x"}, if_match=etag)

        post = published(punctual, post["id"])
        assert post["targets"][0]["externalUrl"]
        with pytest.raises(errors.InvalidStateError) as raised:
            punctual.cancel_post(post["id"])
        assert "delete" in raised.value.body["allowed"]


def upload(punctual: Punctual, path: str) -> models.Media:
    progress: list[tuple[int, int]] = []
    media = punctual.upload_media(
        WORKSPACE, path, alt_text="From Python", on_progress=lambda *now: progress.append(now)
    )
    size = Path(path).stat().st_size
    assert progress[-1] == (size, size)
    assert progress == sorted(progress)
    return media


def published(punctual: Punctual, post_id: str) -> models.Post:
    deadline = time.monotonic() + PUBLISHED_WITHIN_S
    while time.monotonic() < deadline:
        post = punctual.get_post(post_id)
        if post["status"] not in ("SCHEDULED", "PUBLISHING"):
            assert post["status"] == "PUBLISHED", post["targets"]
            return post
        time.sleep(0.25)
    raise AssertionError("The post is not published.")


def test_the_asynchronous_client_does_several_things_at_once() -> None:
    async def story() -> None:
        async with AsyncPunctual(URL, KEY) as punctual:
            accounts = [each async for each in punctual.list_social_accounts(platform=["BLUESKY"])]
            body: models.CreatePostFlat = {"content": "x", "platforms": [{"accountId": accounts[0]["id"]}]}
            posts = await asyncio.gather(*(punctual.create_post(body) for _ in range(5)))
            assert len({post["id"] for post in posts}) == 5
            media = await punctual.upload_media(WORKSPACE, os.environ["PUNCTUAL_TEST_IMAGE"])
            assert media["status"] == "READY"
            canceled = await asyncio.gather(
                *(punctual.cancel_post(post["id"]) for post in posts), return_exceptions=True
            )
            assert all(isinstance(error, errors.InvalidStateError) for error in canceled)

    asyncio.run(story())
