"""Binding the generic kernels to the rules of a game, so that what is compiled is found on disk by the next process.

Numba keys its disk cache by a function's code and closure. A closure over compiled functions differs in every process,
so a factory's functions are never found again; globals do not count. Each entry point here therefore shares one body
and has globals of its own.
"""

from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

from doubloon.engine.contract import Functions, Kernels, Study
from doubloon.engine.jit import rule
from doubloon.engine.kernels import laws, perft, places, playout, search, simulate
from doubloon.engine.study import NO_STUDY

KERNELS = {
    "random_games": playout.random_games,
    "greedy_games": playout.greedy_games,
    "greedy_action": playout.greedy_action,
    "check_games": laws.check_games,
    "perft": perft.perft,
    "search": search.search,
    "ranking": places.ranking,
    "returns": places.returns,
}


def entry(*arguments: Any) -> Any:
    """Call the kernel named in this function's own globals with the functions named there."""
    return kernel(functions, *arguments)  # type: ignore[name-defined]  # noqa: F821 - see bind_kernel


def bind_kernel(name: str, kernel: object, functions: Functions | simulate.Studied, module: str) -> Any:
    """Return a compiled function that is `kernel` with a game's functions as its first argument.

    On disk numba tells functions apart by file, qualified name and line; file and line are the same for all, so the
    name has to say the game.
    """
    unique = f"{module.replace('.', '_')}_{name}"
    code = entry.__code__.replace(co_name=unique, co_qualname=unique)
    bound = FunctionType(code, {"kernel": kernel, "functions": functions, "__name__": module}, unique)
    bound.__module__ = module
    return rule(bound)


def gather(module: str, study: Study, *rooms: ModuleType) -> tuple[Functions, Kernels]:
    """Return the functions of a game, each found by its name in one of the rooms, and all kernels bound to them.

    `module` is the caller's `__name__`. Raises TypeError, naming the function, where no room has it or two differ.
    """
    found = {name: find_function(module, name, rooms) for name in Functions._fields}
    functions = Functions(**found)
    return functions, bind_kernels(functions, module, study)


def find_function(module: str, name: str, rooms: Iterable[ModuleType]) -> Any:
    """Return the one function of a name that rooms have."""
    holders = {id(vars(room)[name]): room for room in rooms if name in vars(room)}
    if len(holders) != 1:
        where = " and ".join(room.__name__ for room in holders.values()) or "none"
        raise TypeError(f"{module}: expected one function {name!r} in {names_of(rooms)}; found in {where}")
    (room,) = holders.values()
    return vars(room)[name]


def names_of(rooms: Iterable[ModuleType]) -> str:
    """Return the names of modules, for an error."""
    return ", ".join(room.__name__.rpartition(".")[2] for room in rooms)


def bind_kernels(functions: Functions, module: str, study: Study = NO_STUDY) -> Kernels:
    """Return all kernels bound to a game; `module` names the caller, and with it the entry points on disk."""
    bound = {name: bind_kernel(name, kernel, functions, module) for name, kernel in KERNELS.items()}
    studied = simulate.Studied(functions, study)
    return Kernels(study_games=bind_kernel("study_games", simulate.study_games, studied, module), **bound)
