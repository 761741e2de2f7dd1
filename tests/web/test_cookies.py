"""Cookies: each server has its own, and that of earlier versions is taken once."""

from pathlib import Path

from doubloon.web.session import COOKIE_BEFORE
from tests.web.support import Browser, open_site, site_of


def test_two_servers_on_one_machine_do_not_throw_out_each_others_people(tmp_path: Path) -> None:
    with open_site(tmp_path / "one") as first, open_site(tmp_path / "two") as second:
        browser = Browser(first)
        browser.enter("Ann")
        browser.client = second
        browser.enter("Bea")
        assert "Bea" in browser.get("/me").text
        browser.client = first
        assert "Ann" in browser.get("/me").text


def test_the_cookie_of_an_earlier_version_is_changed_for_the_new_one(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        name = site_of(site).sessions.cookie_name
        browser = Browser(site)
        browser.enter("Ann")
        browser.cookies[COOKIE_BEFORE] = browser.cookies.pop(name)
        assert "Ann" in browser.get("/me").text
        assert browser.cookies[COOKIE_BEFORE] == '""'
        assert name in browser.cookies
        del browser.cookies[COOKIE_BEFORE]
        assert "Ann" in browser.get("/me").text


def test_a_cookie_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        browser = Browser(site)
        browser.cookies[COOKIE_BEFORE] = "theirs"
        browser.enter("Ann")
        assert browser.cookies[COOKIE_BEFORE] == "theirs"
