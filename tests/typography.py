"""How each language sets its signs: spaces, quotation marks and apostrophes, full-width marks, percent signs.

    python -m tests.typography --mend

puts right what a rule can put right in all catalogues and rulebooks; without the option it lists what it would change.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import doubloon

PACKAGE = Path(doubloon.__file__).parent
JAPANESE = "\u3040-\u30ff\u4e00-\u9fff"
FULL_WIDTH = str.maketrans({":": "：", "!": "！", "?": "？"})
CODE = re.compile(r"\[pub: |`[^`]*`|<[^>]*>|https?://\S+|'doubloon\[[a-z]+\]'|\"doubloon\[[a-z]+\]\"")
"""What is not set as words: code, tags, addresses, arguments of a shell."""


@dataclass(frozen=True)
class Rule:
    """What is wrong in a language, and what to put in its place."""

    language: str
    says: str
    wrong: re.Pattern[str]
    right: str | Callable[[re.Match[str]], str]


RULES = (
    Rule("fr", "an apostrophe is ’", re.compile("(?<=\\w)'"), "’"),
    Rule("fr", "a thin no-break space stands before ; ! ?", re.compile("[ \u00a0]+([;!?])"), "\u202f\\1"),
    Rule("fr", "a no-break space stands before : % »", re.compile("[ \u202f]+([:%»])(?!-)"), "\u00a0\\1"),
    Rule("fr", "a no-break space stands after «", re.compile("«[ \u202f]+"), "«\u00a0"),
    Rule("fr", "no space stands before …", re.compile("[ \u00a0\u202f]+…"), "…"),
    Rule("en", "an apostrophe is ’", re.compile("(?<=\\w)'"), "’"),
    Rule("en", "no space stands before … or %", re.compile(" +([…%])"), "\\1"),
    Rule("hu", "an apostrophe is ’", re.compile("(?<=\\w)'"), "’"),
    Rule("hu", "no space stands before … or %", re.compile(" +([…%])"), "\\1"),
    Rule(
        "ja",
        "marks beside Japanese letters are full-width",
        re.compile(f"(?<=[{JAPANESE}}}）」]) ?[:!?] ?|[:!?] ?(?=[{JAPANESE}「])"),
        lambda found: found[0].strip().translate(FULL_WIDTH),
    ),
    Rule(
        "ja",
        "brackets around Japanese words are full-width",
        re.compile(f" ?\\(([^()]*[{JAPANESE}}}][^()]*)\\)"),
        "（\\1）",
    ),
    Rule(
        "ja",
        "brackets after Japanese letters are full-width",
        re.compile(f"(?<=[{JAPANESE}]) ?\\(([^()]*)\\)"),
        "（\\1）",
    ),
    Rule("ja", "there is no semicolon", re.compile("[；;] ?"), "、"),
    Rule("ja", "a comma is 、", re.compile(f"(?<=[{JAPANESE}}}）]), ?"), "、"),
    Rule("ja", "a percent sign is %, a range 〜", re.compile("[％～]"), lambda found: {"％": "%"}.get(found[0], "〜")),
)


def typographer(text: str, language: str) -> tuple[str, list[str]]:
    """Return a text with its signs put right, and what was wrong with it; code in it stays."""
    findings: list[str] = []
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\x00{len(kept) - 1}\x00"

    words = CODE.sub(keep, text)
    for rule in RULES:
        if rule.language == language and rule.wrong.search(words):
            mended = rule.wrong.sub(rule.right, words)
            if mended != words:
                findings.append(rule.says)
                words = mended
    return re.sub("\x00(\\d+)\x00", lambda found: kept[int(found[1])], words), findings


def files() -> Iterator[tuple[Path, str]]:
    """Yield every catalogue, rulebook and guide with its language."""
    for path in sorted(PACKAGE.rglob("messages.po")):
        yield path, path.parent.name
    for path in sorted([*PACKAGE.rglob("rulebook.md"), *PACKAGE.rglob("howto.md")]):
        yield path, path.parent.name if path.parent.parent.name == "texts" else "en"


def lines_of_words(path: Path, lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the lines of a file that are words: their number, and what stands before and after the words."""
    is_catalogue = path.suffix == ".po"
    header = lines.index("") if is_catalogue else 0
    for number, line in enumerate(lines):
        if not is_catalogue:
            yield number, "", ""
        elif number > header and (found := re.match(r'(?:msgstr(?:\[\d\])? )?"', line)):
            yield number, found[0], '"'


def check(path: Path, language: str, mend: bool = False) -> list[str]:
    """Return the findings in a file, with their lines; put them right where that is wanted, which changes the file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    findings = []
    for number, before, after in lines_of_words(path, lines):
        words, found = typographer(lines[number][len(before) : len(lines[number]) - len(after)], language)
        findings += [f"{path.relative_to(PACKAGE)}:{number + 1}: {says}" for says in found]
        lines[number] = before + words + after
    if mend and findings:
        path.write_text("\n".join(lines), encoding="utf-8")
    return findings


def main() -> None:
    """List or mend the findings of all files."""
    for path, language in files():
        for finding in check(path, language, mend="--mend" in sys.argv):
            print(finding)


if __name__ == "__main__":
    main()
