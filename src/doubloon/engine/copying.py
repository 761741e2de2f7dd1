"""Copying a state within an array of states, as one block of memory.

Numba compiles `states[1] = states[0]` byte by byte, every byte an instruction of its own: beside a state of 600 bytes the compiler took
more than ten minutes over `check_games`, and with a block copy as long as over any other kernel.
"""

from typing import Any

from numba import types
from numba.core import cgutils as numba_cgutils
from numba.extending import intrinsic

from doubloon.engine.contract import Batch
from doubloon.engine.jit import CONFIG

cgutils: Any = numba_cgutils
"""Numba does not type it."""


def copy_plainly(states: Batch, target: int, source: int) -> None:
    """Copy one state over another of the same array."""
    states[target] = states[source]


def copy_compiled(typing_context: Any, states: Any, target: Any, source: Any) -> Any:
    """Return the type and the code of `copy_state`, as numba asks for them."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        array = context.make_array(array_type)(context, builder, arguments[0])
        places = [cgutils.get_item_pointer(context, builder, array_type, array, [index]) for index in arguments[1:]]
        cgutils.raw_memcpy(builder, places[0], places[1], context.get_constant(types.intp, array_type.dtype.size), 1)
        return context.get_dummy_value()

    return types.void(states, types.int64, types.int64), code


copy_state: Any = copy_plainly if CONFIG.DISABLE_JIT else intrinsic(copy_compiled)
"""`copy_state(states, target, source)` copies one state over another of the same array."""
