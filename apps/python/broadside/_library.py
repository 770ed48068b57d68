"""The C library (apps/c/broadside.h) as Python sees it."""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import signal
import threading
from pathlib import Path
from typing import Any, Callable

ABI = 1
_ANSWERED, _BAD_INPUT = 0, 2
_PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_double, ctypes.c_void_p)

Progress = Callable[[float, float], Any]


class InputError(ValueError):
    """The question cannot be asked like that.

    ``problem`` says what was read, ``where`` its place, ``hint`` what would have worked.
    """

    def __init__(self, problem: str, where: str = "", hint: str = "") -> None:
        text = problem + (f" in '{where}'" if where else "") + (f" - {hint}" if hint else "")
        super().__init__(text)
        self.problem, self.where, self.hint = problem, where, hint


class Failed(RuntimeError):
    """The question was right, but the answer could not be worked out (memory)."""


def _find() -> str:
    """Where the library is: as told, beside this file (a wheel), else where the system finds it."""
    told = os.environ.get("BROADSIDE_LIBRARY")
    if told:
        return told
    for name in ("libbroadside.so.1", "libbroadside.1.dylib"):
        beside = Path(__file__).with_name(name)
        if beside.exists():
            return str(beside)
    return ctypes.util.find_library("broadside") or "libbroadside.so.1"


def _load() -> ctypes.CDLL:
    path = _find()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"the Broadside library cannot be loaded ({error}); install the package, or name the "
            "file in the environment variable BROADSIDE_LIBRARY"
        ) from error
    library.broadside_ask.restype = ctypes.c_int
    library.broadside_ask.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, _PROGRESS, ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_void_p),
    ]
    library.broadside_json.restype = ctypes.c_void_p
    library.broadside_json.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]
    library.broadside_numbers.restype = ctypes.POINTER(ctypes.c_double)
    library.broadside_numbers.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]
    library.broadside_free.restype = None
    library.broadside_free.argtypes = [ctypes.c_void_p]
    library.broadside_version.restype = ctypes.c_char_p
    library.broadside_abi.restype = ctypes.c_int
    if library.broadside_abi() != ABI:
        raise ImportError(
            f"{path} has interface {library.broadside_abi()}, this module needs {ABI}: "
            "install both from the same version"
        )
    return library


_library = _load()


def version() -> str:
    """The version of the library that answers."""
    return _library.broadside_version().decode()


class Answer:
    """What came back: the JSON as Python sees it, and the numbers of a table."""

    def __init__(self, report: dict[str, Any], numbers: list[float], shape: tuple[int, ...]) -> None:
        self.report, self.numbers, self.shape = report, numbers, shape


def ask(question: dict[str, Any], progress: Progress | None = None) -> Answer:
    """Asks the library. Other Python threads run meanwhile, and Ctrl-C stops it."""
    text = json.dumps(question).encode()
    raised: list[BaseException] = []
    pressed: list[bool] = []

    def watch(done: float, planned: float, _: Any) -> int:
        if pressed:
            return 1
        try:
            return 1 if progress is not None and progress(done, planned) is False else 0
        except BaseException as error:  # must not cross C
            raised.append(error)
            return 1

    handle = ctypes.c_void_p()
    callback = _PROGRESS(watch)
    # Ctrl-C would raise anywhere in the callback, even before its first line: noted instead, and
    # raised when the library has returned.
    usual = None
    if threading.current_thread() is threading.main_thread():
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            usual = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        status = _library.broadside_ask(text, len(text), callback, None, ctypes.byref(handle))
        if usual is not None:
            signal.signal(signal.SIGINT, usual)
            usual = None
        if pressed:
            raise KeyboardInterrupt
        if raised:
            raise raised[0]
        if not handle:
            raise MemoryError("Broadside is out of memory")
        length = ctypes.c_size_t()
        at = _library.broadside_json(handle, ctypes.byref(length))
        report = json.loads(ctypes.string_at(at, length.value))
        if status != _ANSWERED:
            error = report["error"]
            if status == _BAD_INPUT:
                raise InputError(error["problem"], error["where"], error["hint"])
            raise Failed(error["problem"])
        shape = (ctypes.c_size_t * 3)()
        numbers = _library.broadside_numbers(handle, shape)
        size = shape[0] * shape[1] * shape[2]
        return Answer(report, numbers[:size] if size else [], tuple(shape))
    finally:
        if usual is not None:
            signal.signal(signal.SIGINT, usual)
        _library.broadside_free(handle)
