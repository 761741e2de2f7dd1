"""The pages of the docs that are made from the code: `make reference` writes them, and a test says when they are stale.

`docs/reference.md` holds the docstrings of the public API. In other pages the tables between two markers are made: the
fields of the contract, what the API can do, the limits of a server, the numbers of a level.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

import doubloon
from doubloon.bots import levels
from doubloon.bots.levels import SEARCH_NUMBERS, SEARCHING, SIMPLE_NUMBERS
from doubloon.engine import contract
from doubloon.web.api.document import OPERATIONS
from doubloon.web.limits import LIMITS
from tests.support import ROOT

REFERENCE = ROOT / "docs" / "reference.md"
MARKED_PAGES = tuple(ROOT / "docs" / name for name in ("contract.md", "server.md", "lab.md"))
HEAD = """# Reference

<!-- made by `make reference` from the docstrings; change those -->

All that programs may rely on. `import doubloon` costs nothing: what is used is imported when it is first asked for, and
the rules of a game are compiled once a machine (6 to 30 seconds; later starts take one). Every example here runs in the
tests, each after these lines:

```pycon
>>> import doubloon
>>> game = doubloon.load("shipyard")
>>> table = doubloon.new(game, seats=3, set=["starter=0"])
```

What a game supplies, and what its numbers mean, is in [contract.md](contract.md); records are described in
[records.md](records.md).
"""
CONSTANTS_HEAD = "## Numbers and names with a meaning"
ERRORS_HEAD = "## Errors"
MARKED = re.compile(r"(<!-- made: (\w+)(?: of (\w+))? -->\n).*?(<!-- end -->)", re.DOTALL)


def public_members(owner: type) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties that a class defines itself, in the order of its source."""
    for name, member in vars(owner).items():
        inner = member.__func__ if isinstance(member, classmethod) else member
        if not name.startswith("_") and (inspect.isfunction(inner) or isinstance(inner, property)):
            yield name, inner


def documented() -> Iterator[tuple[str, object]]:
    """Yield every public class, function, method and property with its full name: all that needs an example."""
    for name in doubloon.PUBLIC:
        value = getattr(doubloon, name)
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value) and not issubclass(value, Exception):
            yield name, value
            yield from ((f"{name}.{member}", inner) for member, inner in public_members(value))


def reference_text() -> str:
    """Return `docs/reference.md` as it should be."""
    parts = [HEAD]
    kinds: dict[str, list[str]] = {"function": [], "class": [], "constant": [], "error": []}
    for name in doubloon.PUBLIC:
        kinds[kind_of(getattr(doubloon, name))].append(name)
    parts += [section("##", f"doubloon.{name}", getattr(doubloon, name)) for name in kinds["function"]]
    parts += [class_section(name) for name in kinds["class"]]
    parts += [f"{CONSTANTS_HEAD}\n\n| name | value | meaning |\n|---|---|---|\n{constant_rows(kinds['constant'])}"]
    parts += [f"{ERRORS_HEAD}\n\n| name | also | when |\n|---|---|---|\n{error_rows(kinds['error'])}"]
    return "\n".join(parts)


def kind_of(value: object) -> str:
    """Return what sort of thing a public name is."""
    if inspect.isfunction(value):
        return "function"
    if not inspect.isclass(value):
        return "constant"
    return "error" if issubclass(value, Exception) else "class"


def class_section(name: str) -> str:
    """Return the section of a class: its own text, its fields, and each public member."""
    owner = getattr(doubloon, name)
    parts = [section("##", f"doubloon.{name}", owner)]
    fields = fields_of(owner)
    if fields:
        parts.append(f"| field | meaning |\n|---|---|\n{field_rows(fields)}")
    inherited = [base.__name__ for base in owner.__mro__[1:] if base.__name__ in doubloon.PUBLIC]
    if inherited:
        parts.append(f"Has also all that `{inherited[0]}` has.\n")
    parts += [section("###", f"{name}.{member}", value) for member, value in public_members(owner)]
    return "\n".join(parts)


def section(level: str, name: str, value: object) -> str:
    """Return heading and text of a name: its signature and its docstring, the examples set off."""
    call = f"{name}{signature_of(value)}" if inspect.isfunction(value) else name
    return f"{level} `{call}`\n\n{as_markdown(inspect.getdoc(value) or '')}\n"


def signature_of(value: object) -> str:
    """Return the parameters of a function with their defaults, without types and `self`."""
    assert inspect.isfunction(value)
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in inspect.signature(value).parameters.items()
        if name not in ("self", "cls")
    ]
    return str(inspect.Signature(parameters))


def as_markdown(text: str) -> str:
    """Return a docstring with its examples as code."""
    return "\n\n".join(
        f"```pycon\n{paragraph}\n```" if paragraph.startswith(">>>") else " ".join(paragraph.split())
        for paragraph in text.split("\n\n")
    )


def fields_of(owner: type) -> dict[str, str]:
    """Return the fields of a record class with the docstrings below them; nothing for other classes."""
    if not (hasattr(owner, "_fields") or hasattr(owner, "__dataclass_fields__")):
        return {}
    (tree,) = ast.parse(inspect.getsource(owner)).body
    assert isinstance(tree, ast.ClassDef)
    return texts_below(tree.body)


def texts_below(body: list[ast.stmt]) -> dict[str, str]:
    """Return each name that is set or declared in a block of source, with the text below it, if there is one."""
    found: dict[str, str] = {}
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
        if isinstance(target, ast.Name):
            value = after.value if isinstance(after, ast.Expr) else None
            found[target.id] = " ".join(str(value.value).split()) if isinstance(value, ast.Constant) else ""
    return found


def field_rows(fields: dict[str, str]) -> str:
    """Return the rows of a table of fields."""
    return "".join(f"| `{name}` | {text.replace('|', chr(92) + '|')} |\n" for name, text in fields.items())


def constant_rows(names: list[str]) -> str:
    """Return the rows of the constants, each with the text below it in the source."""
    rows = []
    for name in names:
        meaning = texts_below(ast.parse(inspect.getsource(import_module(doubloon.PUBLIC[name]))).body)[name]
        rows.append(f"| `{name}` | `{getattr(doubloon, name)!r}` | {meaning} |\n")
    return "".join(rows)


def error_rows(names: list[str]) -> str:
    """Return the rows of the errors: what each is besides, and when it is raised."""
    rows = []
    for name in names:
        error = getattr(doubloon, name)
        bases = [base.__name__ for base in error.__mro__[1:] if base.__name__ in (*doubloon.PUBLIC, "ValueError")]
        also = ", ".join(f"`{base}`" for base in bases)
        rows.append(f"| `{name}` | {also} | {' '.join((inspect.getdoc(error) or '').split())} |\n")
    return "".join(rows)


def marked_text(text: str) -> str:
    """Return a page with the tables between its markers as they should be."""
    return MARKED.sub(lambda found: f"{found[1]}\n{TABLES[found[2]](found[3] or '')}\n{found[4]}", text)


def contract_table(name: str) -> str:
    """Return the table of the fields of a class of the contract."""
    return f"| field | meaning |\n|---|---|\n{field_rows(fields_of(getattr(contract, name)))}"


def operations_table(_: str) -> str:
    """Return the table of all that the API can do."""
    rows = "".join(
        f"| `{found.method.upper()} /api{found.path}` | {found.summary} | {'yes' if found.needs_token else ''} |\n"
        for found in OPERATIONS
    )
    return f"| request | what it does | needs a token |\n|---|---|---|\n{rows}"


def limits_table(_: str) -> str:
    """Return the table of how often things may be done."""
    rows = "".join(
        f"| {what} | {limit.burst} | {limit.times} in {limit.seconds:g} s |\n" for what, limit in LIMITS.items()
    )
    return f"| what | at once | then |\n|---|---|---|\n{rows}"


def numbers_table(_: str) -> str:
    """Return the table of the numbers of a level that may be changed."""
    rows = "".join(
        f"| `{name}` | {'whole number' if kind is int else 'number'} {levels.LIMITS[name][0]:,} .. "
        f"{levels.LIMITS[name][1]:,} | {', '.join(SEARCHING) if name in SEARCH_NUMBERS else 'deckhand, sailor'} |\n"
        for name, kind in (SIMPLE_NUMBERS | SEARCH_NUMBERS).items()
    )
    return f"| number | allowed | of |\n|---|---|---|\n{rows}"


TABLES: Mapping[str, Callable[[str], str]] = {
    "fields": contract_table,
    "operations": operations_table,
    "limits": limits_table,
    "numbers": numbers_table,
}


def main() -> None:
    """Write the pages."""
    REFERENCE.write_text(reference_text(), encoding="utf-8")
    for page in MARKED_PAGES:
        page.write_text(marked_text(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
