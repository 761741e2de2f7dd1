"""Rulebooks as players read them: without the marks of their editors, every clause with an anchor of its own, every
mention of a clause a link to it.
"""

import re
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from doubloon.texts import DEFAULT_LANGUAGE

EDITORS = re.compile(r"<!--editors-->.*?<!--/editors-->", re.DOTALL)
"""What tells editors alone where a clause comes from (docs/rules/README.md)."""
NOTE = re.compile(r"\[pub: ([^\]]*)\]")
MARK = re.compile(r"(?:\*\*)?\[(?:seed|pub|house)\](?:\*\*)?[ ]?")
SLUG = re.compile(r"\A(# .*?)\s*[(（]`[a-z]+`[)）]")
SEED_DEFAULT = "(default, seed)"
ROW = re.compile(r"\s*\|")
CLAUSE = re.compile(r"\b[A-Z]\d+(?:\.\d+)?\b")
DEFINED = re.compile(r"<li>\s*(<p>)?([A-Z]\d+\.\d+)\s")
CHAPTER = re.compile(r"<h2>([A-Z]\d+)\s")
TAG = re.compile(r"(<[^>]*>)")
VERBATIM = ("a", "code", "h1", "h2")
"""Elements in which no link is put."""


@lru_cache
def rulebook(folder: Path, language: str) -> Markup:
    """Return a rulebook as HTML. HTML in it would be shown as text; it is ours, but nobody needs to trust that."""
    path = folder / "rulebook.md" if language == DEFAULT_LANGUAGE else folder / "texts" / language / "rulebook.md"
    text = for_players(path.read_text(encoding="utf-8"))
    return Markup(with_anchors(MarkdownIt("commonmark", {"html": False}).enable("table").render(text)))


def for_players(text: str) -> str:
    """Return a rulebook without what is for its editors: their marks, their remarks, and columns of tables that hold
    nothing else.
    """
    lines: list[str] = []
    table: list[str] = []
    for line in [*EDITORS.sub("", text).split("\n"), ""]:
        if ROW.match(line):
            table.append(line)
            continue
        lines += [*without_marks(table), line]
        table = []
    plain = SLUG.sub(r"\1", "\n".join(lines[:-1]))
    plain = NOTE.sub(r"(\1)", plain)
    return MARK.sub("", plain).replace(SEED_DEFAULT, "(default)")


def without_marks(table: list[str]) -> list[str]:
    """Return the rows of a table without the columns in which every cell of the body has a mark."""
    rows = [row.strip().strip("|").split("|") for row in table]
    body = rows[2:]
    kept = [
        column for column in range(len(rows[0]) if body else 0) if not all(MARK.search(row[column]) for row in body)
    ]
    if not body or len(kept) == len(rows[0]):
        return table
    indent = table[0][: len(table[0]) - len(table[0].lstrip())]
    return [f"{indent}|{'|'.join(row[column] for column in kept)}|" for row in rows]


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
