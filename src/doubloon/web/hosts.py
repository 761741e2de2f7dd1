"""Under which names a server answers. One that listens to its own machine alone answers to no other name: a page of
another site could name it by a name of its own, which points here, and would count as our page (DNS rebinding).
"""

import ipaddress
from collections.abc import Sequence

LOCALHOST = "localhost"


def is_loopback(host: str) -> bool:
    """Tell whether a name or address is that of the machine itself."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == LOCALHOST


def is_served(header: str, hosts: Sequence[str]) -> bool:
    """Tell whether a `Host` header names this machine, or one of the hosts: a name, or `*.` and the end of names; `*`
    stands for all.
    """
    host = without_port(header).lower().rstrip(".")
    return is_loopback(host) or any(
        wanted == "*" or host == wanted or (wanted.startswith("*.") and host.endswith(wanted[1:])) for wanted in hosts
    )


def without_port(header: str) -> str:
    """Return the host of a `Host` header."""
    if header.startswith("["):
        return header.partition("]")[0] + "]"
    return header.partition(":")[0]


def host_names(text: str) -> tuple[str, ...]:
    """Return the names of a list that commas or blanks part, as `is_served` compares them."""
    return tuple(without_port(name).lower().rstrip(".") for name in text.replace(",", " ").split())
