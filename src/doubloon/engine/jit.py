"""The two decorators of compiled code, and how it is cached on disk (`code_folder` says where).

`@rule` is for functions that are called from Python too, and are cached on disk. `@kernel` is for generic loops that
receive a game's functions; they are inlined into a cached function of that game (see `docs/numba.md`). Both run as
plain Python under NUMBA_DISABLE_JIT=1.
"""

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import types
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from doubloon.engine.code_folder import CodeFolder, cache_root

F = TypeVar("F", bound=Callable[..., object])

CONFIG: Any = numba.config
NJIT: Any = numba.njit
REBUILD: Any = CompileResult._rebuild
DUMPS: Any = dumps
"""Numba is typed only in part."""

PACKAGE = Path(__file__).resolve().parents[1]
OPT_LEVEL = type(CONFIG.OPT)(1)


def source_key() -> str:
    """Return a hash of everything that compiled code depends on: sources of engine and games, numba, its flags.

    Numba's own cache notices a change only in the file of the function itself, and ignores NUMBA_BOUNDSCHECK.
    """
    tools = f"numba {numba.__version__} python {sys.version_info[:2]}"
    return hash_of_sources(f"{tools} boundscheck {CONFIG.BOUNDSCHECK}", PACKAGE / "engine", PACKAGE / "games")


def hash_of_sources(beginning: str, *folders: Path) -> str:
    """Return a hash of a text and of all Python files in folders, but for tests."""
    digest = hashlib.sha256(beginning.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            if "tests" not in path.parts:
                digest.update(str(path.relative_to(folder.parent)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def package_key(package: str) -> str:
    """Return a hash of the sources of another package, such as that of somebody else's game; of ours nothing, for they
    name the whole folder.
    """
    places = getattr(sys.modules.get(package), "__path__", ())
    return "" if package == PACKAGE.name else hash_of_sources(package, *(Path(place) for place in places))


CODE_FOLDER = CodeFolder(cache_root(), source_key())


class KeptCache(FunctionCache):
    """Keeps what numba compiles in our folder, where numba's own cache would end the process for a full disk or a
    damaged file.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._py_func = function
        place = inspect.getfile(function), function.__qualname__, function.__code__.co_firstlineno
        where = *place, package_key(function.__module__.partition(".")[0])
        self._base = f"{function.__module__}.{function.__qualname__.replace('<locals>.', '')}-{short_hash(where)}"

    @property
    def cache_path(self) -> str:
        """The folder, for numba's statistics."""
        return str(CODE_FOLDER.path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature; None where it has to be compiled."""
        target_context.refresh()
        key = self._key(sig, target_context.codegen())
        payload: Any = CODE_FOLDER.load(self._file_name(key), key)
        return None if payload is None else REBUILD(target_context, *payload)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, where that can be."""
        if not data.lifted and not data.library.has_dynamic_globals:
            key = self._key(sig, data.codegen)
            CODE_FOLDER.save(self._file_name(key), DUMPS((key, data._reduce())))

    def _key(self, sig: Any, codegen: Any) -> object:
        index_key: Any = self._index_key
        return index_key(sig, codegen)

    def _file_name(self, key: object) -> str:
        return f"{self._base}-{short_hash(key)}.code"


def short_hash(value: object) -> str:
    """Return a part of a file name that stands for a value."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


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
    dispatcher = adapt(NJIT(**OPTIONS)(function))
    if not CONFIG.DISABLE_JIT:
        dispatcher._cache = KeptCache(function)
    return cast(F, dispatcher)


def kernel(function: F) -> F:
    """Compile a generic loop as part of the game function that calls it; only so does the caller's disk cache work."""
    return cast(F, adapt(NJIT(forceinline=True, **OPTIONS)(function)))
