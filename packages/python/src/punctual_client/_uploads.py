"""Splits a file into what is sent. The two clients do the sending."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from ._errors import PunctualError
from .models import Media, PresignedMedia, PresignMedia

#: A path, the bytes themselves, or an open file that can be read from any position.
File = str | os.PathLike[str] | bytes | BinaryIO
#: Called with the number of bytes that have been sent, including those of earlier tries, and the size of the file.
Progress = Callable[[int, int], None]

# Files of at least this size are sent in parts, so that a failure costs only one part.
PARTS_FROM_BYTES = 16 * 1024 * 1024
CHUNK_BYTES = 1024 * 1024
FILENAME_CHARS_MAX = 255
# How often a file is sent, or the rest of it, before the upload counts as interrupted.
ROUNDS_MAX = 4
ROUND_DELAY_S = 1.0


class PieceRefusedError(PunctualError):
    """The storage did not accept some bytes. Another round, with new URLs, can succeed."""


@dataclass(frozen=True)
class Piece:
    """The content of one request: the whole file, or one part of it."""

    method: str
    url: str
    headers: dict[str, str]
    begin: int
    size: int


@dataclass(frozen=True)
class Source:
    """An open file."""

    file: BinaryIO
    size: int
    name: str | None

    def read(self, begin: int, size: int) -> bytes:
        self.file.seek(begin)
        data = self.file.read(size)
        if len(data) < size:
            raise PunctualError("The file became shorter while it was uploaded.")
        return data

    def chunks_of(self, piece: Piece) -> Iterator[tuple[int, int]]:
        """Yield where each chunk of a piece begins, and its size."""
        end = piece.begin + piece.size
        for begin in range(piece.begin, end, CHUNK_BYTES):
            yield begin, min(CHUNK_BYTES, end - begin)


@contextmanager
def opened(file: File) -> Iterator[Source]:
    """Open a path, and close it in the end. Files that are open already stay open."""
    if isinstance(file, bytes):
        yield Source(BytesIO(file), len(file), None)
    elif isinstance(file, (str, os.PathLike)):
        with Path(file).open("rb") as stream:
            yield _source(stream)
    else:
        yield _source(file)


def _source(stream: BinaryIO) -> Source:
    name = getattr(stream, "name", None)
    return Source(stream, stream.seek(0, os.SEEK_END), os.path.basename(name) if isinstance(name, str) else None)


def announcement(source: Source, *, mime: str | None, filename: str | None, alt_text: str | None) -> PresignMedia:
    """Return the request that starts an upload. The type is a guess, so the service checks it."""
    name = filename or source.name
    guessed = mimetypes.guess_type(name or "")[0]
    body: PresignMedia = {"mime": mime or guessed or "application/octet-stream", "sizeBytes": source.size}
    if name is not None:
        body["filename"] = name[:FILENAME_CHARS_MAX]
    if alt_text is not None:
        body["altText"] = alt_text
    if source.size >= PARTS_FROM_BYTES:
        body["multipart"] = True
    return body


def pieces_of(begun: PresignedMedia, size: int) -> tuple[list[Piece], int]:
    """Return what is still to be sent, and the number of bytes that have arrived."""
    upload: Any = begun["upload"]
    if upload["kind"] == "single":
        return [_piece(upload, 0, size)], 0
    parts = [(part, (part["partNumber"] - 1) * upload["partSizeBytes"]) for part in upload["parts"]]
    missing = [
        _piece(part["address"], begin, part["sizeBytes"]) for part, begin in parts if part["address"] is not None
    ]
    return missing, size - sum(piece.size for piece in missing)


def _piece(address: Any, begin: int, size: int) -> Piece:
    # The length is stated because storages refuse bodies of unknown length.
    headers = {**address["headers"], "Content-Length": str(size)}
    return Piece(address["method"], address["url"], headers, begin, size)


def is_stored(media: Media) -> bool:
    """Tell whether an upload is complete, although the response to its last call was lost."""
    return media["status"] in ("READY", "PROCESSING")
