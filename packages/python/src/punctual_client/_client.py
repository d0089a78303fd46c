"""The client for programs that wait for each response."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import httpx

from . import _uploads
from ._errors import ApiError, NoResponseError, PunctualError, UploadInterruptedError
from ._operations import Operations
from ._paths import Query
from ._requests import TIMEOUT_S_DEFAULT, Request, api_url, next_query, request_of
from ._responses import Response, read
from ._retries import Attempts, RetryOptions
from ._uploads import File, Piece, PieceRefusedError, Progress, Source
from ._waits import OnChange, Wait
from .models import Media, Post, PresignedMedia


class Punctual(Operations):
    """A client of the Punctual API. Close it when it is no longer needed, or use it in a `with` statement.

    `base_url` is the URL of the API with its version, such as `https://punctual.example/api/v1`. `timeout_s` limits
    connecting and each wait for bytes. `http_client` replaces the HTTP client, for instance to use a proxy. Then you
    close it.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout_s: float = TIMEOUT_S_DEFAULT,
        retry: RetryOptions | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._base_url = api_url(base_url)
        self._api_key = api_key
        self._timeout = httpx.Timeout(timeout_s)
        self._retry = retry or RetryOptions()
        self._owns_http = http_client is None
        self._http = http_client or httpx.Client()

    def close(self) -> None:
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Punctual:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Response:
        """Call any operation by its path, such as `/posts`. The response has the headers, too, and so the ETag."""
        request = request_of(method, self._base_url + path, self._api_key, query, body, idempotency_key, if_match)
        attempts = Attempts(self._retry)
        while True:
            response, failure = self._attempt(request)
            delay = attempts.delay_after(response)
            if delay is None:
                if response is None:
                    raise NoResponseError(f"No response to {method} {path}.") from failure
                return read(response)
            if delay > 0:
                self._sleep(delay)

    def upload_media(
        self,
        workspace_id: str,
        file: File,
        *,
        mime: str | None = None,
        filename: str | None = None,
        alt_text: str | None = None,
        on_progress: Progress | None = None,
        resume: str | None = None,
    ) -> Media:
        """Upload a file to the library of a workspace, large ones in parts, and return it once it is checked.

        After a failure of the connection, only the missing parts are sent again, a few times. Then
        UploadInterruptedError is raised: `resume=error.media_id` with the same file sends the rest.
        """
        with _uploads.opened(file) as source:
            if resume is None:
                body = _uploads.announcement(source, mime=mime, filename=filename, alt_text=alt_text)
                begun: PresignedMedia | None = self.presign_media(body, workspace_id=workspace_id)
            else:
                begun = self._resumed(resume)
            media_id = str(resume) if begun is None else begun["media"]["id"]
            for round_number in range(1, _uploads.ROUNDS_MAX + 1):
                try:
                    if round_number > 1:
                        self._sleep(_uploads.ROUND_DELAY_S * (round_number - 1))
                        begun = self._resumed(media_id)
                    if begun is None:
                        return self.get_media(media_id)
                    self._send_all(source, begun, on_progress)
                    return self._completed(media_id)
                except (PieceRefusedError, NoResponseError, httpx.TransportError) as error:
                    failure: Exception = error
            raise UploadInterruptedError(media_id) from failure

    def wait_for_post(self, post_id: str, *, timeout_s: float | None = None, on_change: OnChange | None = None) -> Post:
        """Wait until a post has ended, and return it: published, failed, unconfirmed, canceled, or a draft again.

        Goes on if the server is away for a while. Raises WaitTimedOutError after `timeout_s`, or 20 minutes after the
        post is due.
        """
        post = self.get_post(post_id)
        wait = Wait(timeout_s, on_change)
        while (delay := wait.delay_before_next(post)) is not None:
            self._sleep(delay)
            try:
                post = self.get_post(post_id)
            except (ApiError, NoResponseError) as error:
                if (stated := wait.delay_after(error)) > 0:
                    self._sleep(stated)
        return post

    def _resumed(self, media_id: str) -> PresignedMedia | None:
        """Return what is missing of an upload, or None if it is complete."""
        try:
            return self.resume_upload(media_id)
        except ApiError as error:
            if error.status_code == 409 and _uploads.is_stored(self.get_media(media_id)):
                return None
            raise

    def _completed(self, media_id: str) -> Media:
        try:
            return self.complete_media(media_id)
        except ApiError as error:
            if error.status_code == 409 and _uploads.is_stored(media := self.get_media(media_id)):
                return media
            raise

    def _send_all(self, source: Source, begun: PresignedMedia, on_progress: Progress | None) -> None:
        pieces, sent = _uploads.pieces_of(begun, source.size)
        report = on_progress or _ignore
        report(sent, source.size)
        for piece in pieces:
            response = self._http.request(
                piece.method,
                piece.url,
                headers=piece.headers,
                content=_chunks(source, piece, sent, report),
                timeout=self._timeout,
            )
            if not response.is_success:
                raise PieceRefusedError(f"The storage answered {response.status_code}.")
            sent += piece.size

    def _attempt(self, request: Request) -> tuple[httpx.Response | None, Exception | None]:
        try:
            sent = self._http.request(
                request.method,
                request.url,
                params=request.params,
                headers=request.headers,
                content=request.content,
                timeout=self._timeout,
            )
        except httpx.UnsupportedProtocol as error:
            raise PunctualError(f"{request.url} is no URL of an API.") from error
        except httpx.TransportError as error:
            return None, error
        return sent, None

    def _sleep(self, delay_s: float) -> None:
        time.sleep(delay_s)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        return self.request(
            method, path, query=query, body=body, idempotency_key=idempotency_key, if_match=if_match
        ).data

    def _pages(self, path: str, query: Query | None = None) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self._call("GET", path, query=next_query(query, cursor))
            yield from page["data"]
            if page["nextCursor"] is None:
                return
            if page["nextCursor"] == cursor:
                raise PunctualError("The list does not advance.")
            cursor = page["nextCursor"]


def _ignore(sent: int, size: int) -> None:
    pass


def _chunks(source: Source, piece: Piece, sent: int, report: Progress) -> Iterator[bytes]:
    for begin, size in source.chunks_of(piece):
        yield source.read(begin, size)
        sent += size
        report(sent, source.size)
