"""Static files: ours and the drawings of games. Their addresses hold a version, so browsers keep them for ever."""

import hashlib
import mimetypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
SHORTLY = "no-cache"
VERSION_DIGITS = 10
METHODS = ("GET", "HEAD")
mimetypes.add_type("text/javascript", ".js")


class Statics:
    """Finds and sends files of a few folders, and of no other place."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """`folders`: by the start of a path, where its files lie; all others lie in `static`."""
        self._folders = dict(folders)
        self.url = cache(self._url)

    def _url(self, path: str) -> str:
        """Return the address of a file with its version."""
        file = self._find(path)
        return f"/static/{path}?v={version(file)}" if file is not None else f"/static/{path}"

    def _find(self, path: str) -> Path | None:
        """Return a file; None for one that does not exist or lies elsewhere."""
        for start, folder in self._folders.items():
            if path.startswith(f"{start}/"):
                return inside(folder, path.removeprefix(f"{start}/"))
        return inside(FOLDER, path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file."""
        request = Request(scope)
        path = request.path_params.get("path", scope["path"].removeprefix("/static/"))
        if request.method not in METHODS:
            raise HTTPException(405, headers={"Allow": ", ".join(METHODS)})
        file = self._find(path)
        if file is None:
            raise HTTPException(404)
        is_versioned = URL(scope=scope).query.startswith("v=")
        await FileResponse(file, headers={"Cache-Control": FOREVER if is_versioned else SHORTLY})(scope, receive, send)


def inside(folder: Path, path: str) -> Path | None:
    """Return a file below a folder; None for one that is not there, whatever the path tries."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None  # a name that no file can have: too long, or with a NUL


def version(file: Path) -> str:
    """Return what changes when a file does."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:VERSION_DIGITS]
