"""Locks on open files, for as long as a process lives; where the system has none, everything counts as free."""

import errno

try:
    import fcntl
except ImportError:  # Windows, which removes and replaces no file that is open
    fcntl = None  # type: ignore[assignment]

TAKEN = (errno.EWOULDBLOCK, errno.EACCES)


def lock(handle: int, *, alone: bool) -> bool:
    """Lock an open file without waiting, alone or with others who don't want it alone; return False where somebody
    else's lock stands against it.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in TAKEN  # some file systems know no locks
    return True
