"""Write src/nonet/puzzle/builders.pyi: for type checkers, a method for each rule.

python docs/stub.py
"""

import ast
import subprocess
import sys
from dataclasses import fields
from functools import cache
from inspect import getdoc, getsourcefile
from itertools import takewhile
from pathlib import Path

from nonet.rules.rule import Rule

FIELDS = "nonet.rules.fields"
STUB = Path(__file__).parents[1] / "src" / "nonet" / "puzzle" / "builders.pyi"
HEAD = '''"""Written by docs/stub.py from the classes of the rules: change those, then run it."""

{imports}

class Builders:
    """The methods of a puzzle that add a rule."""
'''


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(Path(getsourcefile(sys.modules[module])).read_text())


def definition(kind: type) -> ast.ClassDef:
    body = tree(kind.__module__).body
    return next(n for n in body if isinstance(n, ast.ClassDef) and n.name == kind.__name__)


def written_init(kind: type) -> ast.FunctionDef | None:
    """Return the __init__ of a class, even if only type checkers see it."""
    for part in definition(kind).body:
        block = part.body if isinstance(part, ast.If) else [part]
        for each in block:
            if isinstance(each, ast.FunctionDef) and each.name == "__init__":
                return each
    return None


def arguments(kind: type) -> tuple[str, set[tuple[str, str]]]:
    """Return the arguments of a rule, and the module and name of each type in the arguments."""
    own = {field.name for field in fields(kind)}
    for base in takewhile(lambda base: base is not Rule, kind.__mro__):
        if init := written_init(base):
            types = names(init.args)
            return ast.unparse(init.args), {(origin(each, base.__module__), each) for each in types}
        if own & {*declared(base)}:
            break
    return by_fields(kind)


def by_fields(kind: type) -> tuple[str, set[tuple[str, str]]]:
    """Return the arguments of a dataclass without an __init__ in its source."""
    parts, found = {False: ["self"], True: ["*"]}, set()
    bases = [base for base in reversed(kind.__mro__) if issubclass(base, Rule)]
    lines = {name: (base, line) for base in bases for name, line in declared(base).items()}
    for field in fields(kind):
        base, line = lines[field.name]
        passed, module = passed_type(line.annotation, base.__module__)
        default = "" if line.value is None else f" = {ast.unparse(plain(line.value))}"
        parts[field.kw_only].append(f"{field.name}: {ast.unparse(passed)}{default}")
        found |= {(origin(each, module), each) for each in names(passed)}
    named = parts[True] if len(parts[True]) > 1 else []
    return ", ".join([*parts[False], *named]), found


def passed_type(hint: ast.expr, module: str) -> tuple[ast.expr, str]:
    """Return the type that callers pass for a `Field`, and the module that has its name."""
    if isinstance(hint, ast.Name) and hint.id.endswith("Field"):
        module = FIELDS
        hint = next(
            node.value
            for node in tree(module).body
            if isinstance(node, ast.AnnAssign) and node.target.id == hint.id
        )
    if isinstance(hint, ast.Subscript) and ast.unparse(hint.value) == "Field":
        return hint.slice.elts[1], module
    return hint, module


def plain(default: ast.expr) -> ast.expr:
    """Return the value in ``default(value)``."""
    return default.args[0] if isinstance(default, ast.Call) else default


def declared(kind: type) -> dict[str, ast.AnnAssign]:
    """Return the fields that a class declares itself."""
    lines = [each for each in definition(kind).body if isinstance(each, ast.AnnAssign)]
    return {each.target.id: each for each in lines if "ClassVar" not in names(each.annotation)}


def names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def origin(name: str, module: str) -> str:
    """Return the module from which a module imports a name, or nothing for a builtin."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            return node.module
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets += [node.target] if isinstance(node, ast.AnnAssign) else []
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return module
    return ""


def stub() -> str:
    methods, imports = [], {("typing", "Self")}
    for name, kind in sorted(Rule.named.items()):
        if kind.__module__.startswith("nonet.rules."):
            said, types = arguments(kind)
            imports |= types
            summary = getdoc(kind).split("\n")[0]
            methods.append(f'    def {name}({said}) -> Self:\n        """{summary}"""\n')
    lines = [f"from {module} import {name}" for module, name in sorted(imports) if module]
    return tidied(HEAD.format(imports="\n".join(lines)) + "\n" + "\n".join(methods))


def tidied(text: str) -> str:
    """Return the text formatted by ruff, with sorted imports."""
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format", "--quiet"]):
        words = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(STUB), "-"]
        text = subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout
    return text


if __name__ == "__main__":
    STUB.write_text(stub())
