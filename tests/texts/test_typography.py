"""Signs as each language sets them, in every catalogue and rulebook; and every rule finds its fault."""

from pathlib import Path

import pytest

from tests.typography import RULES, Rule, check, files, typographer

PLANTED = {
    "fr": ("l'île", "Quoi ?", "ici : là", "« oui »", "attendez …"),
    "en": ("One-Eye's", "wait …", "50 %"),
    "hu": ("O'Brien", "várj …", "50 %"),
    "ja": ("海賊:船", "本当に?", "海賊(船)", "海賊 (3)", "海；船", "海, 船", "1～3"),
}
RIGHT = {
    "fr": "« L’île\u202f? »\u00a0: 50\u00a0%".replace("« ", "«\u00a0").replace(" »", "\u00a0»"),
    "en": "One-Eye’s 50%…",
    "hu": "50%…",
    "ja": "本当に？　海賊（船）：1〜3、50%",
}


@pytest.mark.parametrize(
    ("path", "language"), list(files()), ids=lambda value: value if isinstance(value, str) else None
)
def test_no_sign_is_set_wrongly(path: Path, language: str) -> None:
    assert check(path, language) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.language}: {rule.says}")
def test_a_planted_fault_of_each_kind_is_found(rule: Rule) -> None:
    assert any(rule.says in typographer(text, rule.language)[1] for text in PLANTED[rule.language])


@pytest.mark.parametrize("language", PLANTED)
def test_what_is_put_right_stays_right(language: str) -> None:
    for text in PLANTED[language]:
        mended, found = typographer(text, language)
        assert found
        assert typographer(mended, language) == (mended, [])
    assert typographer(RIGHT[language], language) == (RIGHT[language], [])


def test_code_is_left_alone() -> None:
    text = "`cannon = optional` ; <b title='x'>"
    assert typographer(text, "fr")[0] == "`cannon = optional`\u202f; <b title='x'>"
