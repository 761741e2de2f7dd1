"""A report as one HTML file: no script, no request, readable in light and dark, by ear and on paper."""

import base64
import hashlib
from html import escape

from doubloon.sim.answer import Answer, Picture, Table
from doubloon.sim.report import Report

STYLE = """
:root { color-scheme: light dark; --paper: #fbf9f3; --ink: #1d2529; --soft: #55626a;
  --line: #d8d2c2; --sea: #14384f; --ruby: #a3151f; --band: #f1ecdf; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12191d; --ink: #e6e3da; --soft: #a9b4ba;
    --line: #37444b; --sea: #9fcbe4; --ruby: #ff9d9a; --band: #1b252b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
header, main, footer, nav { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1 { font: 600 2.1rem/1.2 Georgia, "Times New Roman", serif; color: var(--sea); margin: 0 0 1rem; }
h2 { font: 600 1.4rem/1.3 Georgia, "Times New Roman", serif; color: var(--sea); margin: 0 0 .6rem; }
a { color: var(--sea); }
a:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--ruby); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 0; font-size: .93rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
nav ul { columns: 2 20rem; padding-left: 1.2rem; margin: 1.2rem 0 1.6rem; }
nav.back { padding-top: 1rem; }
section { border-top: 1px solid var(--line); padding: 1.8rem 0 1.2rem; }
p { max-width: 46rem; margin: 0 0 .6rem; }
p.answer { font-size: 1.1rem; }
p.more { color: var(--soft); font-size: .95rem; }
figure { margin: 1rem 0; padding: .8rem; background: #fbf9f3; border: 1px solid var(--line); border-radius: .4rem;
  width: fit-content; max-width: 100%; }
figure img { display: block; max-width: 100%; height: auto; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .35rem; }
th, td { text-align: left; padding: .28rem .9rem .28rem .5rem;
  border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { border-bottom: 2px solid var(--sea); font-weight: 600; }
tbody th { font-weight: 500; }
tbody tr:nth-child(even) { background: var(--band); }
td.flag { color: var(--ruby); font-weight: 600; }
footer { color: var(--soft); font-size: .9rem; padding-bottom: 2.5rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #333; --line: #bbb; --sea: #14384f; --ruby: #a3151f; --band: #f4f4f4; }
  nav, .skip { display: none; }
  section { break-inside: avoid-page; }
  thead { display: table-header-group; }
}
"""
FLAGS = ("dominating", "dead weight", "dead: hardly ever taken", "real")


def style_source() -> str:
    """Return what a Content-Security-Policy has to allow as `style-src`, so that the page of a report is shown as it
    is, and nothing else has style.
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"


def as_page(report: Report) -> str:
    """Return a report as HTML."""
    contents = "".join(f'<li><a href="#{answer.id}">{escape(answer.question)}</a></li>' for answer in report.answers)
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.facts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(report.title)}</title>\n'
        '<meta name="viewport" content="width=device-width, '
        f'initial-scale=1">\n<style>{STYLE}</style>\n</head>\n<body>\n'
        '<a class="skip" href="#answers">Skip to the '
        f"answers</a>\n<header>\n<h1>{escape(report.title)}</h1>\n<dl>{facts}</dl>\n</header>\n"
        f'<nav aria-label="Questions">\n<ul>{contents}</ul>\n</nav>\n<main '
        f'id="answers">\n{"".join(map(section, report.answers))}</main>\n'
        "<footer><p>Every picture stands beside a table with the same numbers. The same command makes the same "
        "file.</p></footer>\n</body>\n</html>\n"
    )


def section(answer: Answer) -> str:
    """Return one answer: the sentence first, then what it rests on."""
    first, *more = answer.sentences
    told = f'<p class="answer">{words(first)}</p>\n' + "".join(
        f'<p class="more">{words(sentence)}</p>\n' for sentence in more
    )
    pictures = "".join(map(figure, answer.pictures))
    tables = "".join(map(table, answer.tables))
    head = f'<h2 id="{answer.id}-title">{escape(answer.question)}</h2>'
    return (
        f'<section id="{answer.id}" aria-labelledby="{answer.id}-title">\n{head}\n{told}{pictures}{tables}</section>\n'
    )


def figure(picture: Picture) -> str:
    """Return a picture, inside the file."""
    data = base64.b64encode(picture.svg.encode()).decode()
    return f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{escape(picture.alt)}"></figure>\n'


def table(found: Table) -> str:
    """Return a table, with a header for each row and column."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in found.headers)
    body = "".join(row(cells) for cells in found.rows)
    return (
        '<div class="scroll" tabindex="0" role="region" '
        f'aria-label="{escape(found.caption)}"><table><caption>{escape(found.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n"
    )


def row(cells: tuple[str, ...]) -> str:
    """Return a row; its first cell is its header, and a flag stands out."""
    rest = "".join(
        f'<td class="flag">{words(cell)}</td>' if cell in FLAGS else f"<td>{words(cell)}</td>" for cell in cells[1:]
    )
    return f'<tr><th scope="row">{words(cells[0])}</th>{rest}</tr>'


def words(text: str) -> str:
    """Return text in which no number is parted from its percent sign."""
    return escape(text).replace(" %", "\u00a0%")
