"""Forms with a file. Where a body is too long, the fields that stand before the end of what is read are kept, so that
the form can be shown again as it was filled.
"""

from typing import NamedTuple

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from doubloon.tables.errors import Refused, TooLong

MOST_FIELDS = 200
MULTIPART = b"multipart/form-data"
UTF8 = (b"utf-8", b"utf8")


class Upload(NamedTuple):
    """What a form with a file says."""

    fields: FormData
    files: dict[str, bytes]
    """By field."""
    excess: TooLong | None = None
    """Why not all of it was read."""


async def read_upload(request: Request) -> Upload:
    """Return a form with a file, nothing of a body that is none; files are read to memory, so that none stays open.
    Raises Refused.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != MULTIPART:
        return Upload(FormData(), {})
    if options.get(b"charset", b"utf-8").lower() not in UTF8:
        # Python knows encodings that take quadratic time, or make half characters that no database takes.
        raise Refused("form", "a form in another encoding than UTF-8")
    parser = MultiPartParser(request.headers, request.stream(), max_files=1, max_fields=MOST_FIELDS)
    try:
        return await split((await parser.parse()).multi_items())
    except TooLong as error:
        return (await split(parser.items))._replace(excess=error)
    except MultiPartException as error:
        raise Refused("form", f"the form cannot be read: {error.message}") from error


async def split(items: list[tuple[str, str | UploadFile]]) -> Upload:
    """Return fields and files apart."""
    files = {}
    for name, value in items:
        if isinstance(value, UploadFile):
            files[name] = await value.read()
            await value.close()
    return Upload(FormData([(name, value) for name, value in items if isinstance(value, str)]), files)
