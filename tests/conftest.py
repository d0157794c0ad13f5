"""Fixtures for all tests. Tests import their helpers from tests/support."""

import gc
import os
import signal
import sys
import threading
from itertools import compress

import pytest
from breadth import WHOLE
from browser import launched
from examples import CONTESTANTS, OWN, slow_where_repeating
from hypothesis import HealthCheck, settings
from requirements import require_native, skip_or_fail
from warm_starts import Fresh, Warm

from nonet.rules import Rule
from nonet.solvers import Backend, BackendUnavailable, Provider, find_backend, register, unregister
from nonet.system import imports, worker

pytest.register_assert_rewrite("clocks", "general_engine", "oracle", "traced_memory")

# A background process ignores Ctrl-C. Under nohup, it also ignores a closed terminal. Its children
# inherit this, so restore the usual signal handlers.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# `make test` takes the quick one, and each night draws other examples (see .ci/run).
for name, examples in (("whole", WHOLE * 3 // 4), ("quick", WHOLE // 4)):
    settings.register_profile(
        name, deadline=None, max_examples=examples, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("whole")


def pytest_configure(config):
    """Keep bytecode in pytest's cache if the environment forbids it next to the sources.

    Otherwise, each process of a test would compile all modules that it imports, and each run would
    compile all tests.
    """
    if sys.dont_write_bytecode and hasattr(config, "cache"):
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(config.cache.mkdir("bytecode"))
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(trylast=True)  # once the markers have chosen
def pytest_collection_modifyitems(config, items):
    """If the whole of a test runs, leave out the share of it (`examples.share_or_whole`)."""
    chosen = {item.nodeid for item in items}
    is_part = [whole_of(item.nodeid) in chosen for item in items]
    config.hook.pytest_deselected(items=[*compress(items, is_part)])
    items[:] = [item for item, part in zip(items, is_part, strict=True) if not part]


def pytest_collection_finish():
    """Let Python's garbage collector skip the objects that live until the end."""
    gc.freeze()


def whole_of(nodeid):
    """Return the name of the whole test if this is a share of it, or None."""
    name, _, parameters = nodeid.partition("[")
    parts = parameters.removesuffix("]").split("-")
    if "share" not in parts:
        return None
    return f"{name}[{'-'.join('whole' if part == 'share' else part for part in parts)}]"


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call():
    """Skip a test that needs the native engine if the engine is not installed."""
    try:
        return (yield)
    except BackendUnavailable as unavailable:
        if str(unavailable).startswith("native:"):
            require_native()
        raise


@pytest.fixture(autouse=True)
def _users_files():
    """Forget the users' files that a test has imported. Another test may use the same file name."""
    before = sys.path.copy()
    yield
    imports._run.clear()
    added = {*sys.path} - {*before}
    if not added:
        return
    sys.path[:] = before
    worker._end_idle()  # idle workers have imported the files too
    for name, module in [*sys.modules.items()]:
        if os.path.dirname(getattr(module, "__file__", None) or "") in added:
            del sys.modules[name]
    for name, rule in [*Rule.named.items()]:
        if rule.__module__ not in sys.modules:
            del Rule.named[name]


def _find_or_skip(spec):
    try:
        return find_backend(spec)
    except BackendUnavailable as unavailable:
        if "pip install" in str(unavailable):
            skip_or_fail("PACKAGES", str(unavailable))
        pytest.skip(str(unavailable))


# The fixture is not shared by all tests, because its driver runs an event loop, and asyncio allows
# only one.
@pytest.fixture(scope="module")
def browser():
    """Start Chromium without a window."""
    with launched() as found:
        yield found


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return a function that installs a shell script as a program in the folder of the test."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    def install(name, script=""):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return install


@pytest.fixture
def early_ctrl_c(monkeypatch):
    """Press Ctrl-C during the start of the next thread, while the starting thread waits for it."""
    started = threading.Thread.start

    def start(thread):
        monkeypatch.undo()
        started(thread)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.fixture
def forked_workers(monkeypatch):
    """Fork workers from this process, so that they know the objects of the test."""
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork")
    worker._end_idle()
    monkeypatch.setattr(worker.Worker, "_fresh", lambda _, printed: worker._Copy(printed))
    yield
    for each in list(worker._alive):
        each.kill()
    worker._idle.clear()


# These fixtures are not function-scoped, so that hypothesis tests may use them.
@pytest.fixture(scope="session", params=slow_where_repeating(CONTESTANTS))
def contestant(request):
    """Every solver of the project, one after the other. A quick run leaves some out."""
    return _find_or_skip(request.param)


@pytest.fixture(scope="session")
def warm():
    """A process that has loaded the command line, from which others are forked."""
    if sys.platform != "linux":
        yield Fresh()
        return
    found = Warm()
    yield found
    found.end()


@pytest.fixture(scope="session", params=OWN)
def own(request):
    """Our own solvers in Python, one after the other."""
    return _find_or_skip(request.param)


@pytest.fixture
def enlist():
    """Register backends by the functions that make their engines, for one test."""
    names = []

    def add(name, make, **abilities):
        register(Provider(name, list, lambda *_: Backend(name, make, **abilities)))
        names.append(name)
        return name

    yield add
    for name in names:
        unregister(name)
