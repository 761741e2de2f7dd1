"""What `serve` is told of addresses, checked before anything starts."""

import ipaddress
import re

from doubloon.engine.errors import DoubloonError
from doubloon.engine.reading import shown

HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?")
LONGEST_HOST = 253
EVERYBODY = "*"
IN_MEMORY = re.compile(r"sqlite(\+\w+)?:/*(:memory:.*|\?.*|file:.*mode=memory.*|file::memory:.*)?")


def check_host(host: str) -> None:
    """Raise DoubloonError where a host is neither an address nor a name; an empty one would let everybody in."""
    if not (is_address(host) or (len(host) <= LONGEST_HOST and HOST_NAME.fullmatch(host))):
        raise DoubloonError(f"--host {shown(host)}: expected an address or a name; 0.0.0.0 lets others in")


def check_proxies(proxies: str) -> None:
    """Raise DoubloonError where something that would be believed is no address."""
    for part in proxies.split(",") if proxies else ():
        if part.strip() != EVERYBODY and not is_network(part.strip()):
            raise DoubloonError(
                f"--proxies: {shown(part.strip())}: expected addresses or networks with commas between, such as "
                f"127.0.0.1,10.0.0.0/8, or {EVERYBODY}"
            )


def check_database(url: str) -> None:
    """Raise DoubloonError for a database that would be gone with the process."""
    if IN_MEMORY.fullmatch(url):
        raise DoubloonError(
            f"--database {shown(url)}: is in memory and would be lost; leave it out, or name a file as "
            "sqlite:////folder/file"
        )


def is_address(text: str) -> bool:
    """Tell whether a text is an IP address."""
    try:
        ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


def is_network(text: str) -> bool:
    """Tell whether a text is an IP address or a network."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
