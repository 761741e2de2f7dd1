"""Binding the generic kernels to the rules of a game, so that what is compiled is found on disk by the next process.

Numba keys its disk cache by a function's code and closure. A closure over compiled functions differs in every process,
so a factory's functions are never found again; globals do not count. Each entry point here therefore shares one body
and has globals of its own.
"""

from types import FunctionType
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


def bind_kernels(functions: Functions, module: str, study: Study = NO_STUDY) -> Kernels:
    """Return all kernels bound to a game; `module` names the caller, and with it the entry points on disk."""
    bound = {name: bind_kernel(name, kernel, functions, module) for name, kernel in KERNELS.items()}
    studied = simulate.Studied(functions, study)
    return Kernels(study_games=bind_kernel("study_games", simulate.study_games, studied, module), **bound)
