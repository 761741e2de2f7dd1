"""Quick code makes the bytes that Jinja's own code makes."""

import pytest
from jinja2 import Environment, StrictUndefined, UndefinedError
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from doubloon.engine.contract import Game
from doubloon.web import templating
from doubloon.web.jinja_codegen import QuickCode, QuickEnvironment
from tests.render.views import html_of, played, view_of

TEMPLATE = """{% macro twice(x, y='b') %}{{ x }}{{ y }}{% endmacro %}{% macro around() %}[{{ caller() }}]{% endmacro %}
{% for key, value in d.things.items() %}{{ loop.index }}{{ key }}{{ d.things[key] }}
{{ twice(value, y=value) }}{% endfor %}
{{ raw }}{{ safe }}{{ number }}{{ none }}{{ safe ~ raw }}{{ twice(safe) }}{{ "%s" | format(raw) }}
{{ [raw, safe] | join(", ") }}
{% call around() %}{{ raw }}{% endcall %}{{ f(*[raw], **{"b": safe}) }}
{% set x %}{{ raw }}{% endset %}{{ x }}{{ d.missing is defined }}"""
CONTEXT = {
    "d": {"things": {"<k>": "<v>", "items": 3}},
    "raw": "<&>",
    "safe": Markup("<b>"),
    "number": 7,
    "none": None,
    "f": lambda a, b: f"{a}{b}",
}


def test_a_template_with_everything_is_the_same() -> None:
    slow, quick = (make(autoescape=True, trim_blocks=True) for make in (Environment, QuickEnvironment))
    assert quick.from_string(TEMPLATE).render(CONTEXT) == slow.from_string(TEMPLATE).render(CONTEXT)


def test_what_is_not_there_is_an_error() -> None:
    quick = QuickEnvironment(autoescape=True, undefined=StrictUndefined)
    for template in ("{{ d.missing }}", "{{ d['missing'] }}", "{{ nothing }}", "{{ d.things() }}"):
        with pytest.raises((UndefinedError, TypeError)):
            quick.from_string(template).render(CONTEXT)


def test_a_page_is_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [view_of(played(game, 3, entries), viewer) for entries in (10, 60) for viewer in (0, 1)]
    quick = [html_of(view) for view in views]
    for name in ("visit_Call", "_output_child_pre", "_output_child_post"):
        monkeypatch.setattr(QuickCode, name, getattr(CodeGenerator, name))
    monkeypatch.setattr(templating, "_TEMPLATES", {})
    monkeypatch.setattr(templating.environment, "cache", {})
    templating.macros.cache_clear()
    try:
        assert [html_of(view) for view in views] == quick
    finally:
        templating.macros.cache_clear()
