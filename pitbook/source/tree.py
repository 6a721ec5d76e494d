"""Writes syntax trees in a normal form that omits everything without effect on results.

Omitted are comments, docstrings, annotations, type-checking imports, the messages of exceptions and assertions, and the
names of local variables, which are numbered in the order of their appearance. The form does not depend on the version
of Python: empty fields of a node are not written.

The caller decides how a global name is written (:class:`Names`): hashes of whole modules keep it, hashes of functions
replace it by the number of its definition, so that renaming or moving that definition changes nothing.
"""

import ast
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

Node = ast.AST
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
UNWRITTEN: Final = frozenset({"annotation", "returns", "type_comment", "type_params", "type_ignores", "ctx", "kind"})


class Parameter(str):
    """The name of a positional parameter in the normal form: it counts only if a call passes it by name."""

    __slots__ = ()


class Names(Protocol):
    """Decides how names are written that a function does not bind itself."""

    def name(self, name: str) -> str:
        """A name of the module, or a builtin."""
        ...

    def target(self, name: str) -> str:
        """A name that a statement of the module binds."""
        ...

    def imported(self, module: str, name: str) -> str:
        """A name that an import inside a function binds; ``name`` is empty for the module itself."""
        ...

    def attribute(self, written: str, name: str) -> str:
        """An attribute of a name's value, if that is a module; else the empty string."""
        ...

    def left_out(self, written: str) -> Container[int | str]:
        """The positions and names of arguments that are only explanatory text, if a class is called."""
        ...


@dataclass(slots=True)
class _Scope:
    """The names of one function or comprehension, or of a class, which its methods do not see."""

    bound: frozenset[str]
    is_class: bool = False
    numbers: dict[str, str] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)


class TreeWriter:
    """Writes nodes one after the other into ``parts``; local names are numbered across all of them."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.parts: list[str] = []
        self.keywords: set[str] = set()
        """The names of arguments that calls pass by name."""
        self._scopes: list[_Scope] = []
        self._locals = 0
        self._refusing = False

    def write(self, node: Node) -> None:
        """Writes one node."""
        special = _SPECIAL.get(type(node))
        if special is not None:
            special(self, node)
        else:
            self._fields(node)

    def _fields(self, node: Node, *without: str) -> None:
        self.parts.append(f"({type(node).__name__}")
        for name in node._fields:
            if name not in UNWRITTEN and name not in without:
                self._field(name, getattr(node, name, None))
        self.parts.append(")")

    def _field(self, name: str, value: object) -> None:
        if value is None or value == []:
            return
        self.parts.append(f" {name}=")
        if isinstance(value, list):
            self.parts.append("[")
            for each in value:
                if isinstance(each, Node):
                    self.write(each)
                else:
                    self.parts.append(f"{each!r},")
            self.parts.append("]")
        elif isinstance(value, Node):
            self.write(value)
        else:
            self.parts.append(repr(value))

    # -- names ---------------------------------------------------------------------------------------------------------

    def _local(self, name: str) -> str:
        """How a name is written if an enclosing scope binds it; empty if none does."""
        for depth, scope in enumerate(reversed(self._scopes)):
            if name in scope.bound and (depth == 0 or not scope.is_class):
                if scope.is_class:
                    return f".{name}"
                if name in scope.imports:
                    return scope.imports[name]
                if name not in scope.numbers:
                    self._locals += 1
                    scope.numbers[name] = f"v{self._locals}"
                return scope.numbers[name]
        return ""

    def _written(self, name: str) -> str:
        return self._local(name) or self.names.name(name)

    def _bound(self, name: str) -> str:
        return self._local(name) or self.names.target(name)

    def _name(self, node: ast.Name) -> None:
        written = self._written(node.id) if isinstance(node.ctx, ast.Load) else self._bound(node.id)
        self.parts.append(f"{written} ")

    def _attribute(self, node: ast.Attribute) -> None:
        if written := self._of_module(node):
            self.parts.append(f"{written} ")
        else:
            self._fields(node)

    def _of_module(self, node: ast.expr) -> str:
        """How an attribute of a module is written, such as ``poker.FLUSH``; empty if it is not one."""
        if isinstance(node, ast.Name):
            return self._written(node.id)
        if isinstance(node, ast.Attribute) and (of := self._of_module(node.value)):
            return self.names.attribute(of, node.attr)
        return ""

    # -- scopes --------------------------------------------------------------------------------------------------------

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.parts.append(f"({type(node).__name__} {self._bound(node.name)}")
        self._field("decorator_list", node.decorator_list)
        self._field("defaults", _defaults(node.args))
        self._scopes.append(_Scope(_bound_in(node)))
        self._arguments(node.args)
        self._body(node.body)
        self._scopes.pop()
        self.parts.append(")")

    def _lambda(self, node: ast.Lambda) -> None:
        self.parts.append("(Lambda")
        self._field("defaults", _defaults(node.args))
        self._scopes.append(_Scope(_bound_in(node)))
        self._arguments(node.args)
        self.write(node.body)
        self._scopes.pop()
        self.parts.append(")")

    def _arguments(self, args: ast.arguments) -> None:
        for each in (*args.posonlyargs, *args.args):
            self.parts += [f" {self._local(each.arg)}:", Parameter(each.arg)]
        self.parts.append(f" / {len(args.posonlyargs)} {len(args.defaults)}")
        if args.vararg:
            self.parts.append(f" *{self._local(args.vararg.arg)}")
        for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            self.parts.append(f" {self._local(each.arg)}:{each.arg}{'' if default is None else '='}")
        if args.kwarg:
            self.parts.append(f" **{self._local(args.kwarg.arg)}")

    def _class(self, node: ast.ClassDef) -> None:
        self.parts.append(f"(ClassDef {self._bound(node.name)}")
        for name in ("decorator_list", "bases", "keywords"):
            self._field(name, getattr(node, name))
        self._scopes.append(_Scope(frozenset(_bound_by(node.body)[0]), is_class=True))
        self._body(node.body)
        self._scopes.pop()
        self.parts.append(")")

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self.parts.append(f"({type(node).__name__} in=")
        self.write(node.generators[0].iter)  # evaluated outside
        self._scopes.append(_Scope(frozenset(_bound_by(each.target for each in node.generators)[0])))
        for place, each in enumerate(node.generators):
            self._fields(each, *(("iter",) if place == 0 else ()))
        for name in ("key", "value", "elt"):
            self._field(name, getattr(node, name, None))
        self._scopes.pop()
        self.parts.append(")")

    def _body(self, body: Iterable[ast.stmt]) -> None:
        for each in body:
            self.write(each)

    # -- statements ----------------------------------------------------------------------------------------------------

    def _annotated(self, node: ast.AnnAssign) -> None:
        in_class = bool(self._scopes) and self._scopes[-1].is_class
        if in_class:
            # Dataclasses make a field of it, with a value or without.
            self.parts.append("(Field")
            self._field("target", node.target)
            self._field("value", node.value)
            self.parts.append(")")
        elif node.value is not None:
            self.write(ast.Assign([node.target], node.value))

    def _expression(self, node: ast.Expr) -> None:
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            self._fields(node)

    def _if(self, node: ast.If) -> None:
        if is_type_checking(node):
            self._body(node.orelse)
        else:
            self._fields(node)

    def _raise(self, node: ast.Raise) -> None:
        before, self._refusing = self._refusing, True
        self._fields(node)
        self._refusing = before

    def _assert(self, node: ast.Assert) -> None:
        self._fields(node, "msg")

    def _constant(self, node: ast.Constant) -> None:
        if self._refusing and isinstance(node.value, str):
            self.parts.append("words ")
            return
        self.parts.append(f"{type(node.value).__name__} {node.value!r} ")

    def _formatted(self, node: ast.JoinedStr) -> None:
        if self._refusing:
            self.parts.append("words ")
        else:
            self._fields(node)

    def _call(self, node: ast.Call) -> None:
        if self._is_cast(node.func) and len(node.args) == 2:
            self.write(node.args[1])  # the first argument is only a type
            return
        left_out = self.names.left_out(self._of_module(node.func))
        arguments = [each for place, each in enumerate(node.args) if place not in left_out]
        keywords = [each for each in node.keywords if each.arg not in left_out]
        self.keywords.update(each.arg or "**" for each in keywords)
        self.parts.append("(Call ")
        self.write(node.func)
        self._field("args", arguments)
        self._field("keywords", keywords)
        self.parts.append(")")

    def _is_cast(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name | ast.Attribute) and self._of_module(node) == "typing.cast"

    def _import(self, node: ast.Import) -> None:
        if self._scopes:
            for each in node.names:
                bound = each.asname or each.name.partition(".")[0]
                written = self.names.imported(each.name if each.asname else bound, "")
                self._scopes[-1].imports[bound] = written

    def _import_from(self, node: ast.ImportFrom) -> None:
        if self._scopes:
            for each in node.names:
                self._scopes[-1].imports[each.asname or each.name] = self.names.imported(node.module or "", each.name)

    def _nothing(self, node: Node) -> None:
        """A statement without effect."""

    def _handler(self, node: ast.ExceptHandler) -> None:
        self.parts.append("(ExceptHandler")
        self._field("type", node.type)
        if node.name:
            self.parts.append(f" as {self._bound(node.name)} ")
        self._body(node.body)
        self.parts.append(")")

    def _capture(self, node: ast.MatchAs | ast.MatchStar) -> None:
        self.parts.append(f"({type(node).__name__} {self._bound(node.name) if node.name else '_'} ")
        self._field("pattern", getattr(node, "pattern", None))
        self.parts.append(")")

    def _declared(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            self.parts.append(f"({type(node).__name__} {self._bound(name)})")


_SPECIAL: Final[Mapping[type[Node], Callable[[TreeWriter, Any], None]]] = {
    ast.Name: TreeWriter._name,
    ast.Attribute: TreeWriter._attribute,
    ast.FunctionDef: TreeWriter._function,
    ast.AsyncFunctionDef: TreeWriter._function,
    ast.Lambda: TreeWriter._lambda,
    ast.ClassDef: TreeWriter._class,
    **dict.fromkeys(COMPREHENSIONS, TreeWriter._comprehension),
    ast.AnnAssign: TreeWriter._annotated,
    ast.Expr: TreeWriter._expression,
    ast.If: TreeWriter._if,
    ast.Raise: TreeWriter._raise,
    ast.Assert: TreeWriter._assert,
    ast.Constant: TreeWriter._constant,
    ast.JoinedStr: TreeWriter._formatted,
    ast.Call: TreeWriter._call,
    ast.Import: TreeWriter._import,
    ast.ImportFrom: TreeWriter._import_from,
    ast.Pass: TreeWriter._nothing,
    ast.ExceptHandler: TreeWriter._handler,
    ast.MatchAs: TreeWriter._capture,
    ast.MatchStar: TreeWriter._capture,
    ast.Global: TreeWriter._declared,
    ast.Nonlocal: TreeWriter._declared,
}


def is_type_checking(node: Node) -> bool:
    """Whether this is the block of imports that only the type checker reads."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _bound_in(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """The names that a function binds: parameters, and the targets of its own statements."""
    args = node.args
    every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    bound, elsewhere = _bound_by(body)
    return frozenset({each.arg for each in every if each is not None} | bound.keys()) - elsewhere


def names_bound(statement: ast.stmt) -> list[str]:
    """The names that a statement of a module binds there, each once, in order."""
    return list(_bound_by([statement])[0])


def _bound_by(body: Iterable[Node]) -> tuple[dict[str, None], set[str]]:
    """The names that these nodes bind in their scope, in order, and those declared global or nonlocal.

    The bodies of nested functions and classes are separate scopes.
    """
    bound: dict[str, None] = {}
    elsewhere: set[str] = set()
    waiting = list(body)[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                bound[node.id] = None
            continue
        if type(node) in _LEAVES:
            continue
        inner: list[Node] = []
        if isinstance(node, (*FUNCTIONS, ast.Lambda)):
            if not isinstance(node, ast.Lambda):
                bound[node.name] = None
            inner = [*getattr(node, "decorator_list", ()), *_defaults(node.args)]
        elif isinstance(node, ast.ClassDef):
            bound[node.name] = None
            inner = [*node.decorator_list, *node.bases, *node.keywords]
        elif isinstance(node, COMPREHENSIONS):
            # Its variables are not visible outside, but those bound by ``:=`` in it are.
            inner = [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound.update((each.asname or each.name.partition(".")[0], None) for each in node.names)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere.update(node.names)
        else:
            if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                bound[node.name] = None
            elif isinstance(node, ast.MatchMapping) and node.rest:
                bound[node.rest] = None
            for name in node._fields:
                value = getattr(node, name, None)
                if type(value) is list:
                    inner += value
                elif isinstance(value, Node):
                    inner.append(value)
        waiting += inner[::-1]
    return bound, elsewhere


_LEAVES: Final = frozenset({ast.Constant, ast.Pass, ast.Break, ast.Continue, str, type(None)})


def _defaults(args: ast.arguments) -> list[ast.expr]:
    return [*args.defaults, *(each for each in args.kw_defaults if each is not None)]
