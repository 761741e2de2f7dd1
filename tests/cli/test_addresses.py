"""What `serve` is told of addresses."""

from collections.abc import Callable

import pytest

from doubloon.cli.addresses import check_database, check_host, check_proxies
from doubloon.engine.errors import DoubloonError
from tests.support import run_command

RIGHT = [
    *((check_host, host) for host in ("127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%eth0", "localhost", "a-b.example")),
    *((check_proxies, text) for text in ("", "127.0.0.1", "10.0.0.0/8, ::1", "*")),
    *((check_database, url) for url in ("", "sqlite:///games.db", "sqlite:////x/y", "postgresql://a:b@c/d")),
]
WRONG = [
    *(
        (check_host, host)
        for host in ("", " ", "a b", "http://x", "x" * 300, "127.0.0.1:80", "\udcff", "a\0b", "-x", "a" * 60 + "!")
    ),
    *((check_proxies, text) for text in ("nonsense", "127.0.0.1,", "1.2.3.4/99", " ", "300.1.1.1")),
    *(
        (check_database, url)
        for url in (
            "sqlite://",
            "sqlite:///",
            "sqlite:///:memory:",
            "sqlite+pysqlite://",
            "sqlite:///file::memory:?cache=shared&uri=true",
            "sqlite:///file:x?mode=memory&uri=true",
            "sqlite://?x=1",
        )
    ),
]


@pytest.mark.parametrize(("check", "text"), RIGHT)
def test_right_addresses(check: Callable[[str], None], text: str) -> None:
    check(text)


@pytest.mark.parametrize(("check", "text"), WRONG)
def test_wrong_addresses(check: Callable[[str], None], text: str) -> None:
    with pytest.raises(DoubloonError, match=r"^--(host|proxies|database)") as caught:
        check(text)
    assert len(str(caught.value)) < 300


def test_serve_refuses_them_before_it_starts() -> None:
    for option, value in (("--host", ""), ("--proxies", "nonsense"), ("--database", "sqlite://")):
        run = run_command("serve", "--no-open", option, value)
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
