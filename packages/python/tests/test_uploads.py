"""Uploads in one request and in parts, with failures on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from clients import Caller
from loopback import Loopback, Received, Reply

from punctual_client import PunctualError, UploadInterruptedError

PART = 8 * 1024 * 1024
MakeCaller = Callable[..., Caller]
CONFLICT = {
    **{"statusCode": 409, "code": "INVALID_STATE", "message": "No.", "requestId": "r"},
    **{"status": "READY", "allowed": []},
}


class Uploads:
    """A service that takes files in parts. `refused` has the numbers of the requests to the storage that fail."""

    def __init__(self, service: Loopback, refused: set[int] | None = None) -> None:
        self.service = service
        self.refused = refused or set()
        self.announced: dict[str, Any] = {}
        self.parts: dict[int, bytes] = {}
        self.storage_requests: list[Received] = []
        self.completed = False
        self.loses_completion = False
        service.answer = self.answer

    def answer(self, request: Received) -> Reply:
        path = request.target.split("?")[0]
        if path.startswith("/storage/"):
            return self.store(request, int(path.rsplit("/", 1)[1]))
        if path == "/media/presign":
            self.announced = json.loads(request.body)
            return self.begun(201)
        if path == "/media/med_1/upload":
            return {"status": 409, "body": json.dumps(CONFLICT)} if self.completed else self.begun(200)
        if path == "/media/med_1/complete":
            if self.completed:
                return {"status": 409, "body": json.dumps(CONFLICT)}
            self.completed = True
            if self.loses_completion:
                return {"noResponse": True}
        return {"status": 200, "body": '{"id":"med_1","status":"READY"}'}

    def begun(self, status: int) -> Reply:
        size = self.announced["sizeBytes"]
        if not self.announced.get("multipart"):
            upload: dict[str, Any] = {"kind": "single", **self.address(1, {"Content-Type": "image/png"})}
        else:
            numbers = range(1, -(-size // PART) + 1)
            parts = [
                {
                    "partNumber": number,
                    "sizeBytes": min(PART, size - (number - 1) * PART),
                    "uploaded": number in self.parts,
                    "address": None if number in self.parts else self.address(number, {}),
                }
                for number in numbers
            ]
            upload = {"kind": "parts", "partSizeBytes": PART, "parts": parts}
        return {"status": status, "body": json.dumps({"media": {"id": "med_1"}, "upload": upload})}

    def address(self, number: int, headers: dict[str, str]) -> dict[str, Any]:
        return {"method": "PUT", "url": f"{self.service.url}/storage/{number}", "headers": headers, "expiresAt": ""}

    def store(self, request: Received, number: int) -> Reply:
        self.storage_requests.append(request)
        if len(self.storage_requests) in self.refused or "content-length" not in request.headers:
            return {"status": 403}
        self.parts[number] = request.body
        return {"status": 200}

    @property
    def stored(self) -> bytes:
        return b"".join(self.parts[number] for number in sorted(self.parts))


def test_small_files_are_one_request_without_the_key(service: Loopback, caller: MakeCaller, tmp_path: Path) -> None:
    uploads = Uploads(service)
    file = tmp_path / "a.png"
    file.write_bytes(b"abcd")
    assert caller()("upload_media", "ws_1", file, alt_text="A dot")["id"] == "med_1"
    assert uploads.announced == {"mime": "image/png", "sizeBytes": 4, "filename": "a.png", "altText": "A dot"}
    (sent,) = uploads.storage_requests
    assert (sent.body, sent.headers["content-type"]) == (b"abcd", "image/png")
    assert not {"authorization", "idempotency-key", "transfer-encoding"} & set(sent.headers)
    assert service.received[0].target == "/media/presign?workspaceId=ws_1"


def test_only_what_is_missing_is_sent_after_a_failure(service: Loopback, caller: MakeCaller) -> None:
    uploads = Uploads(service, refused={2})
    content = bytes(range(256)) * (20 * 4096)
    progress: list[tuple[int, int]] = []
    call = caller()
    call("upload_media", "ws_1", BytesIO(content), on_progress=lambda *now: progress.append(now))
    assert uploads.stored == content
    assert len(uploads.storage_requests) == 4
    assert call.client.delays_ms == [1000]
    # It began with nothing, and after the failure with the part that had arrived.
    assert [progress[0], progress[-1]] == [(0, len(content)), (len(content), len(content))]
    assert progress.count((PART, len(content))) == 2


def test_an_upload_that_fails_too_often_can_be_resumed(service: Loopback, caller: MakeCaller) -> None:
    uploads = Uploads(service, refused={2, 3, 4, 5})
    content = bytes(20 * 1024 * 1024)
    call = caller()
    with pytest.raises(UploadInterruptedError) as raised:
        call("upload_media", "ws_1", content)
    assert (raised.value.media_id, len(uploads.storage_requests)) == ("med_1", 5)
    assert raised.value.__cause__ is not None
    assert call("upload_media", "ws_1", content, resume=raised.value.media_id)["status"] == "READY"
    assert (uploads.stored, len(uploads.storage_requests)) == (content, 7)


def test_uploads_end_well_if_the_response_to_the_last_call_is_lost(service: Loopback, caller: MakeCaller) -> None:
    uploads = Uploads(service)
    uploads.loses_completion = True
    call = caller()
    assert call("upload_media", "ws_1", b"abcd", filename="a.png")["status"] == "READY"
    assert call("upload_media", "ws_1", b"abcd", resume="med_1")["status"] == "READY"
    assert len(uploads.storage_requests) == 1


def test_a_file_that_became_shorter_is_an_error(service: Loopback, caller: MakeCaller) -> None:
    class Shrinking(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(size)[:-1]

    Uploads(service)
    with pytest.raises(PunctualError, match="shorter"):
        caller()("upload_media", "ws_1", Shrinking(b"abcd"))
