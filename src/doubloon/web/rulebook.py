"""Rulebooks as pages: every clause with an anchor of its own, every mention of a clause a link to it."""

import re
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from doubloon.texts.rulebook import rulebook_for_players

CLAUSE = re.compile(r"(?<![A-Za-z0-9])[A-Z]\d+(?:\.\d+)?(?![0-9A-Za-z])")
"""A clause or chapter where it is mentioned. Letters of other scripts may stand beside it: Japanese has no blanks."""
DEFINED = re.compile(r"<li>\s*(<p>)?([A-Z]\d+\.\d+)\s")
CHAPTER = re.compile(r"<h2>([A-Z]\d+)\s")
TAG = re.compile(r"(<[^>]*>)")
VERBATIM = ("a", "code", "h1", "h2")
"""Elements in which no link is put."""


@lru_cache
def rulebook(folder: Path, language: str) -> Markup:
    """Return a rulebook as HTML. HTML in it would be shown as text; it is ours, but nobody needs to trust that."""
    text = rulebook_for_players(folder, language)
    return Markup(with_anchors(MarkdownIt("commonmark", {"html": False}).enable("table").render(text)))


def with_anchors(html: str) -> str:
    """Return the HTML of a rulebook with an anchor at each clause and chapter, and links to them wherever they are
    mentioned.
    """
    html = DEFINED.sub(r'<li id="\2">\1<a class="clause" href="#\2">\2</a> ', html)
    html = CHAPTER.sub(r'<h2 id="\1">\1 ', html)
    known = frozenset(re.findall(r'id="([A-Z][\d.]+)"', html))
    parts = TAG.split(html)
    inside: list[str] = []
    for index, part in enumerate(parts):
        if index % 2:
            name = part.strip("</>").partition(" ")[0]
            if name in VERBATIM:
                inside = inside[:-1] if part.startswith("</") else [*inside, name]
        elif not inside:
            parts[index] = CLAUSE.sub(
                lambda found: f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in known else found[0], part
            )
    return "".join(parts)
