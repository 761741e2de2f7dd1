"""The two decorators of compiled code, and the folder in which compiled code is kept.

`@rule` is for functions that are called from Python too, and are cached on disk. `@kernel` is for generic loops that
receive a game's functions; they are inlined into a cached function of that game (see `docs/numba.md`). Both run as
plain Python under NUMBA_DISABLE_JIT=1.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import types

F = TypeVar("F", bound=Callable[..., object])

CONFIG: Any = numba.config
NJIT: Any = numba.njit
"""Numba types its decorators and settings only in part."""

PACKAGE = Path(__file__).resolve().parents[1]
OWN_PACKAGE = PACKAGE.name
OPT_LEVEL = type(CONFIG.OPT)(1)
KEPT_FOLDERS = 4
"""How many versions of the compiled code stay on disk: normal and bounds-checked, of this version and of the one
before.
"""


def source_key() -> str:
    """Return a hash of everything that compiled code depends on: sources of engine and games, numba, its flags.

    Numba's own cache notices a change only in the file of the function itself, and ignores NUMBA_BOUNDSCHECK.
    """
    flags = f"numba {numba.__version__} boundscheck {CONFIG.BOUNDSCHECK}"
    return hash_of_sources(flags, PACKAGE / "engine", PACKAGE / "games")


def hash_of_sources(beginning: str, *folders: Path) -> str:
    """Return a hash of a text and of all Python files in folders, but for tests."""
    digest = hashlib.sha256(beginning.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            if "tests" not in path.parts:
                digest.update(str(path.relative_to(folder.parent)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder that holds all versions of the compiled code: `$DOUBLOON_CACHE`, else the user's cache
    folder.
    """
    named = os.environ.get("DOUBLOON_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "doubloon"


def prepare_cache_folder() -> Path:
    """Make and return the cache folder of these sources; a temporary one, for this process only, where the user's
    cannot be written.
    """
    root = cache_root()
    folder = root / source_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="doubloon-"))
    drop_old_folders(root)
    return folder


def drop_old_folders(root: Path, pattern: str = "*") -> None:
    """Remove all but the newest folders of compiled code, so that updates do not fill the disk."""
    ages: list[tuple[float, Path]] = []
    for entry in root.glob(pattern):
        with suppress(OSError):  # another process may be doing the same
            ages.append((entry.stat().st_mtime, entry))
    for _, folder in sorted(ages)[:-KEPT_FOLDERS]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER = prepare_cache_folder()


def code_folder(module: str) -> Path:
    """Return where the compiled code of a module is kept: that of a game of another package in a folder inside ours,
    whose own name does not hash its sources.
    """
    package = module.partition(".")[0]
    return CACHE_FOLDER if package == OWN_PACKAGE else package_folder(package)


@cache
def package_folder(package: str) -> Path:
    """Make and return the folder for the code of another package, named by a hash of its sources."""
    found = [Path(path) for path in getattr(sys.modules.get(package), "__path__", ())]
    folder = CACHE_FOLDER / f"{package}-{hash_of_sources('', *found)}"
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    drop_old_folders(CACHE_FOLDER, f"{package}-*")
    return folder


@contextmanager
def numba_settings(**settings: object) -> Iterator[None]:
    """Give numba our settings for what is done inside; other users of numba in this process keep theirs."""
    before = {name: getattr(CONFIG, name) for name in settings}
    vars(CONFIG).update(settings)
    try:
        yield
    finally:
        vars(CONFIG).update(before)


def widened(kind: Any) -> Any:
    """Return the type an argument is compiled for: every signed integer, literal or field of a record, is an int64."""
    unliteral: Any = types.unliteral
    kind = unliteral(kind)
    if kind in types.signed_domain:
        return types.int64
    return kind


def adapt(dispatcher: Any) -> Any:
    """Change in place how numba compiles one of our functions, by three measured habits; returns it.

    Calls from compiled code share one specialisation whatever the width of their integers: with 84 specialisations
    instead of 41 the cold compile of random play of `shipyard` took 10.2 s instead of 5.8 s. Loops are not vectorised:
    ours are short and read what was just written byte by byte, which vector loads have to wait for; `shipyard` plays 27
    million decisions a second so and 23 million otherwise. LLVM optimises at level 1: it compiles random play of
    `rubies` in 36 s instead of 67 s, and all games play as fast as at level 3.
    """
    if CONFIG.DISABLE_JIT:
        return dispatcher
    resolve = dispatcher.get_call_template
    compile_one = dispatcher.compile

    def resolve_widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return resolve(tuple(widened(kind) for kind in args), {name: widened(kind) for name, kind in kws.items()})

    def compile_unvectorised(signature: Any) -> Any:
        with numba_settings(LOOP_VECTORIZE=0, OPT=OPT_LEVEL):
            return compile_one(signature)

    dispatcher.get_call_template = resolve_widened
    dispatcher.compile = compile_unvectorised
    return dispatcher


OPTIONS = {
    "nogil": True,  # threads search and play side by side
    "error_model": "numpy",  # no check for division by zero: nothing raises in compiled code
    # no reference counts: 19 million decisions a second instead of 15; and the compiler refuses what would allocate
    "_nrt": False,
}


def rule(function: F) -> F:
    """Compile a function on first use and keep the result on disk."""
    with numba_settings(CACHE_DIR=str(code_folder(function.__module__))):
        return cast(F, adapt(NJIT(cache=True, **OPTIONS)(function)))


def kernel(function: F) -> F:
    """Compile a generic loop as part of the game function that calls it; only so does the caller's disk cache work."""
    return cast(F, adapt(NJIT(forceinline=True, **OPTIONS)(function)))
