"""Compiled kernels with their machine code cached on disk, so that only the first run compiles them.

A kernel is a plain function of a module. Some of the global names that it uses may be replaced, such as the rules of
the wagers at one table: :func:`kernel_with` compiles a copy that sees the replacements. The cache entry is named by the
hash of everything that was compiled (the code of the function and of every function that it reaches, and every constant
they use), so that code is never loaded for a different source, and a changed rule is compiled again.

The functions that a kernel reaches are cached separately too: another kernel with the same rule reuses them.
"""

import hashlib
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

from pitbook.errors import BadInput
from pitbook.exact.cache import cache_folder
from pitbook.extras import MissingExtra

Kernel = Callable[..., Any]
Function = TypeVar("Function", bound=Callable[..., Any])

TO_COMPILE: Final = "__to_compile__"
"""The attribute under which a function may carry a form of itself that can be compiled."""

_LIBRARIES: Final = ("builtins", "math", "numba", "numpy", "operator")
"""Values of these packages are identified by name: the compiler itself distinguishes versions."""


class NotCompiled(BadInput):
    """The rule cannot be compiled as written, or the compiler is not available."""


def numba_or_refuse() -> Any:
    """The compiler; refused if the extra is not installed."""
    try:
        import numba
    except MissingExtra as error:
        raise NotCompiled(str(error)) from None
    return numba


def kernel_with(function: Callable[..., Any], /, **replaced: Any) -> Kernel:
    """A compiled copy of a plain function, cached on disk, in which some global names are replaced.

    A name is replaced in the function and in those of its own module that it reaches. The replacement is a plain
    function, which is compiled too, another kernel, or a constant. The same call returns the same kernel.
    """
    plain = getattr(function, TO_COMPILE, function)
    if not isinstance(plain, FunctionType):
        raise BadInput(f"{function!r} cannot be compiled: a kernel is a plain Python function")
    with _COMPILING:
        copying = _Copying(plain.__module__, replaced)
        kernel = copying.kernel(plain)
        if unused := replaced.keys() - copying.used:
            raise BadInput(f"{plain.__name__} never looks up {', '.join(sorted(unused))}: nothing would be replaced")
        return kernel


def compiled(function: Function) -> Function:
    """A compiled copy of an unchanged function."""
    return cast(Function, _as_written(function))


@cache
def _as_written(function: Callable[..., Any]) -> Kernel:
    return kernel_with(function)


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function uses, including those in its comprehensions."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


_COMPILING: Final = threading.RLock()
_KERNELS: dict[str, Kernel] = {}
"""Every copy made in this process, by the hash of its source."""
_CONTENTS: dict[int, str] = {}
"""The hash of each of them, by its identity; one whose content is not fully known is absent."""


class _Unknown(Exception):
    """A kernel uses a value that cannot be identified by name: it is compiled, but not cached."""


class _Copying:
    """Copies a function and everything that it reaches, with the same names replaced."""

    def __init__(self, module: str, replaced: Mapping[str, Any]) -> None:
        self._module, self._replaced = module, replaced
        self.used: set[str] = set()
        self._inner: dict[FunctionType, Kernel] = {}
        self._begun: set[FunctionType] = set()
        """The functions that are being copied."""

    def kernel(self, function: FunctionType) -> Kernel:
        """The copy that is called from Python."""
        self._begun.add(function)
        return _compiled_once(self._copied(function), "")

    def _copied(self, function: FunctionType) -> FunctionType:
        seen = dict(function.__globals__)
        for name in set(names_in(function.__code__)) & (seen.keys() | self._replaced.keys()):
            if function.__module__ == self._module and name in self._replaced:
                self.used.add(name)
                seen[name] = self._value(self._replaced[name])
            elif name in seen:
                seen[name] = self._value(seen[name])
        return FunctionType(function.__code__, seen, function.__name__, function.__defaults__, function.__closure__)

    def _value(self, value: Any) -> Any:
        """A function becomes a compiled copy. A library function stays unchanged, because the compiler either knows it
        or does not; so does a recursive function, which it cannot compile."""
        if id(value) in _CONTENTS:
            return value
        plain = getattr(value, TO_COMPILE, getattr(value, "py_func", value))
        if not isinstance(plain, FunctionType) or _is_of_library(plain) or plain in self._begun:
            return value
        if plain not in self._inner:
            self._begun.add(plain)
            self._inner[plain] = _compiled_once(self._copied(plain), "inner")
            self._begun.remove(plain)
        return self._inner[plain]


def _compiled_once(copy: FunctionType, called: str) -> Kernel:
    """The kernel of a copied function; ``called`` is "inner" for one that other kernels call."""
    # Python never calls an inner one: the wrapper that unpacks Python objects would be a quarter of the work.
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} if called else {}
    compiler = numba_or_refuse().njit(nogil=True, **options)
    try:
        content = f"{_content_of(copy)}{called}"
    except _Unknown:
        unkept: Kernel = compiler(copy)
        return unkept
    if content not in _KERNELS:
        # The name contains the hash of the content, and so do the symbols of the machine code: two copies of one
        # function, cached by different processes and loaded by a third, must not be confused.
        copy.__name__ = copy.__qualname__ = f"{copy.__name__}_{content[:16]}{called}"
        kernel = _KERNELS[content] = compiler(copy)
        _CONTENTS[id(kernel)] = content
        _keep(kernel, f"{content[:32]}{called}")
    return _KERNELS[content]


def _content_of(function: FunctionType) -> str:
    """The hash of a copied function: its code, and everything that its code uses."""
    digest = hashlib.sha256()
    _add_code(digest, function.__code__)
    for name in sorted(set(names_in(function.__code__))):
        if name in function.__globals__:
            digest.update(f"{name}={_named(function.__globals__[name])};".encode())
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    digest.update(f"{_named((function.__defaults__, tuple(cells)))}".encode())
    return digest.hexdigest()


def _add_code(digest: Any, code: CodeType) -> None:
    """The instructions and constants, without file name and line numbers."""
    # The order of a set's members differs between processes.
    constants = [
        sorted(map(repr, each)) if isinstance(each, frozenset) else each
        for each in code.co_consts
        if not isinstance(each, CodeType)
    ]
    shape = (code.co_argcount, code.co_varnames, code.co_names, code.co_freevars, code.co_cellvars, code.co_flags)
    digest.update(code.co_code + repr((shape, constants, code.co_exceptiontable)).encode())
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            _add_code(digest, inner)


def _named(value: Any) -> str:
    """A text that identifies a value in a hash."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple):
        return f"{type(value).__name__} ({', '.join(map(_named, value))})"
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in _LIBRARIES:
        return f"module {value.__name__}"
    if isinstance(value, type | BuiltinFunctionType) and _is_known(value):
        return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    if (content := _CONTENTS.get(id(value))) is not None:
        return f"kernel {content}"
    return _named_array(value)


def _is_known(value: Any) -> bool:
    """A library's function or type, or a named tuple of Pitbook."""
    named = isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")
    return named or str(value.__module__).partition(".")[0] in _LIBRARIES


def _is_of_library(value: Any) -> bool:
    """Whether a function or type comes with Python or with the compiler."""
    package = str(value.__module__).partition(".")[0]
    return package in _LIBRARIES or package in sys.stdlib_module_names


def _named_array(value: Any) -> str:
    import numpy as np

    if isinstance(value, np.ndarray | np.generic) and value.dtype != object:
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.ufunc):
        return f"ufunc {value.__name__}"
    raise _Unknown


def _keep(kernel: Any, name: str) -> None:
    """Enables the disk cache for its machine code."""
    import numba

    config: Any = numba.config
    with suppress(OSError, RuntimeError):  # a cache that cannot be written costs time, nothing else
        folder = cache_folder() / "code" / name
        folder.mkdir(parents=True, exist_ok=True)
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            kernel.enable_caching()
            kernel._cache = _Files(kernel._cache)
        finally:
            config.CACHE_DIR = before


class _Files:
    """The compiler's cache of one function; damaged files are treated as missing."""

    def __init__(self, files: Any) -> None:
        self._files = files
        self.cache_path = files.cache_path

    def load_overload(self, signature: Any, context: Any) -> Any:
        if _is_given_a_function(signature):
            return None
        try:
            return self._files.load_overload(signature, context)
        except Exception:  # noqa: BLE001 (reading damaged code may fail in any way)
            with suppress(OSError):
                self._files.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        if not _is_given_a_function(signature):
            with suppress(OSError):
                self._files.save_overload(signature, code)


def _is_given_a_function(signature: Any) -> bool:
    """Whether a function is an argument: the machine code then contains that function, which the hash does not
    cover."""
    import numba

    given = getattr(signature, "args", signature)
    return any(isinstance(each, numba.types.Callable) for each in given)
