"""The queue of results from extraction workers: bounded, without deadlocks."""

import threading

from lexdesk.extract.workers.results import BoundedResults


def test_fetched_results_free_space_on_next_request() -> None:
    results: BoundedResults[int] = BoundedResults(100)
    for number in range(2):
        assert results.reserve(50)
        results.put(number, 50)
    assert results.held == 100
    assert results.get() == 0
    assert results.held == 100
    assert results.get() == 1
    assert results.held == 50


def test_makers_wait_for_room() -> None:
    results: BoundedResults[int] = BoundedResults(100)
    most = 0

    def make() -> None:
        nonlocal most
        for number in range(200):
            assert results.reserve(30)
            most = max(most, results.held)
            results.put(number, 30)

    makers = [threading.Thread(target=make) for _ in range(3)]
    for maker in makers:
        maker.start()
    found = sorted(results.get() for _ in range(600))
    for maker in makers:
        maker.join()
    assert found == sorted([*range(200)] * 3)
    assert most <= 100


def test_single_item_may_exceed_capacity() -> None:
    results: BoundedResults[str] = BoundedResults(100)
    assert results.reserve(1000)
    results.put("large", 1000)
    waiting = threading.Thread(target=results.reserve, args=(10,))
    waiting.start()
    assert results.get() == "large"
    assert waiting.is_alive()
    results.release(1000)  # as the next get would, which would wait for an item
    waiting.join(5)
    assert not waiting.is_alive()


def test_stop_releases_waiting_producers() -> None:
    results: BoundedResults[int] = BoundedResults(10)
    assert results.reserve(10)
    answers: list[bool] = []
    waiting = threading.Thread(target=lambda: answers.append(results.reserve(10)))
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    results.stop()
    waiting.join(5)
    assert answers == [False]
