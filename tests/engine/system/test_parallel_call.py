"""Two calls at once."""

import threading
from concurrent.futures import Future

import pytest

from lexdesk.system import parallel_call as parallel_call_module
from lexdesk.system.cores import count_cores
from lexdesk.system.parallel_call import StartedCall, another_core, call_in_parallel


def test_both_results_are_returned_in_order() -> None:
    assert call_in_parallel(lambda: "words", lambda: 2) == ("words", 2)


def test_calls_run_on_one_thread_without_an_idle_core() -> None:
    def thread() -> int:
        return threading.get_ident()

    taken = [another_core() for _ in range(count_cores())]
    for use in taken:
        use.__enter__()
    try:
        assert call_in_parallel(thread, thread) == (thread(), thread())
    finally:
        for use in taken:
            use.__exit__(None, None, None)
    if count_cores() > 1:
        begun = threading.Event()

        def begin() -> int:
            begun.set()
            return thread()

        parallel_call_module._other_core.busy_until = 0
        first, second = call_in_parallel(begin, lambda: begun.wait(60) and thread())
        assert first != second == thread()


def test_call_that_no_core_has_begun_is_made_by_the_caller() -> None:
    calls = StartedCall(lambda _: Future[int](), threading.get_ident)
    assert calls.result() == threading.get_ident()


def test_failure_of_either_call_is_raised_and_frees_the_core() -> None:
    def fail() -> str:
        raise ValueError("no index")

    for _ in range(count_cores() + 1):
        with pytest.raises(ValueError, match="no index"):
            call_in_parallel(fail, lambda: 1)
        with pytest.raises(ValueError, match="no index"):
            call_in_parallel(lambda: 1, fail)
    with another_core() as is_idle:
        assert is_idle == (count_cores() > 1)
