"""Rulebooks as players read them, in a terminal and on a page: without the marks and remarks of their editors."""

import re
from pathlib import Path

from doubloon.texts import DEFAULT_LANGUAGE, Translator

EDITORS = re.compile(r"<!--editors-->.*?<!--/editors-->", re.DOTALL)
"""What tells editors alone where a clause comes from (docs/rules/README.md)."""
NOTE = re.compile(r"\[pub: ([^\]]*)\]")
MARK = re.compile(r"(?:\*\*)?\[(?:seed|pub|house)\](?:\*\*)?[ ]?")
SLUG = re.compile(r"\A(# .*?)\s*[(（]`[a-z]+`[)）]")
SEED_DEFAULT = "(default, seed)"
ROW = re.compile(r"\s*\|")
OPTION = re.compile(r"`option: ([a-z_]+)(?: = ([^`]+))?`")
CHOICE = re.compile(r"([^|()]+?)\s*(\((?:default|default, seed)\))?\s*(?:\||\Z)")
CLAUSES_AT_END = re.compile(r"\s*[(（][A-Z]\d[^()（）]*[)）]\Z")
KEYS = re.compile(r"[ \u00a0]?[(（](?:`[a-z_.]+(?: = [^`]*)?`(?:, |、| ; |; )?)+[)）]")
"""Keys of settings in brackets; players choose by labels."""
JAPANESE = re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")
BLOCK = re.compile(r"\s*[#|]")
"""A line that ends where it ends: a heading, a row of a table."""
EFFECT = re.compile(r"(?<![A-Za-z_])([a-z]+(?:_[a-z]+)*)(?: (\d+|n)(?![A-Za-z0-9]))?")
"""A word of a game's language for the effects of cards, with its number."""
SPAN = re.compile(r"`([^`]+)`")
ANY_NUMBER = 97
"""Stands for `n` while a text chooses its plural form."""


def rulebook_for_players(folder: Path, language: str) -> str:
    """Return the rulebook of a game's folder in a language, as Markdown for players."""
    path = folder / "rulebook.md" if language == DEFAULT_LANGUAGE else folder / "texts" / language / "rulebook.md"
    text = for_players(path.read_text(encoding="utf-8"))
    translator = Translator(language, (folder / "texts",))
    text = OPTION.sub(lambda found: variant(translator, found[1], found[2] or ""), text)
    return "\n".join(with_effects(translator, line) for line in text.split("\n"))


def with_effects(translator: Translator, line: str) -> str:
    """Return a line of a rulebook with the effects of cards, in tables and in code, in the words on cards."""

    def words(found: re.Match[str]) -> str:
        text_id = f"effect.{found[1]}"
        if not translator.has(text_id):
            return found[0]
        if found[2] and found[2] != "n":
            return translator.text(text_id, "n", n=int(found[2]))
        said = translator.text(text_id, "n", n=ANY_NUMBER)
        return translator.text(text_id) if said == text_id else said.replace(str(ANY_NUMBER), "n")

    def span(found: re.Match[str]) -> str:
        said = EFFECT.sub(words, found[1])
        return found[0] if said == found[1] else f"**{said}**"

    return EFFECT.sub(words, line) if ROW.match(line) else SPAN.sub(span, line)


def variant(translator: Translator, option: str, choices: str) -> str:
    """Return an option of the rules in the words in which one chooses it at a new table: `option: tie = pot (default) |
    seven` becomes what is chosen, and what may be.
    """
    label = CLAUSES_AT_END.sub("", translator.text(f"setting.options.{option}"))
    if not choices:
        return f"*{label}*"
    words = []
    for choice, usual in CHOICE.findall(choices):
        text_id = f"setting.options.{option}.{choice.strip()}"
        words.append(translator.text(text_id) if translator.has(text_id) else choice.strip())
        if usual:
            words[-1] = translator.text("rules.usual", what=words[-1])
    listed = words[0]
    for word in words[1:]:
        listed = translator.text("rules.or", first=listed, rest=word)
    return f"*{translator.text('rules.variant', what=label, choices=listed)}*"


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
    plain = NOTE.sub(lambda found: f"（{found[1]}）" if JAPANESE.search(found[1]) else f"({found[1]})", plain)
    plain = KEYS.sub("", plain)
    return without_japanese_line_ends(MARK.sub("", plain).replace(SEED_DEFAULT, "(default)"))


def without_japanese_line_ends(text: str) -> str:
    """Return Markdown in which no line ends within a Japanese sentence: readers would see a blank."""
    lines: list[str] = []
    for line in text.split("\n"):
        goes_on = lines and JAPANESE.search(lines[-1][-1:]) and JAPANESE.match(line.lstrip())
        if goes_on and not BLOCK.match(lines[-1]):
            lines[-1] += line.lstrip()
        else:
            lines.append(line)
    return "\n".join(lines)


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
