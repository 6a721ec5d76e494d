"""The lists of ``tests/scheduling.py`` assign every test, and name only files that exist."""

from pathlib import Path

from tests.scheduling import LONGEST, SQLITE_FIRST, TOGETHER, part_of, place_of, second_store_can_wait

ROOT = Path(__file__).resolve().parent.parent


def test_a_file_is_a_part_of_its_own_unless_it_shares_fixtures_with_others() -> None:
    assert part_of("tests/test_money.py::test_a[b::c]") == "tests/test_money.py"
    assert part_of("tests/browser/test_floor.py::test_a") == part_of("tests/browser/test_dealer.py::b") == "browser"
    assert part_of("tests/browser/test_play.py::test_a") == "browser for players"
    assert (
        part_of("tests/browser/test_every_page.py::test_page_loads_without_errors_and_fits_a_phone[/]") == "every page"
    )


def test_the_slowest_files_start_first() -> None:
    places = [
        place_of(f"{name}::test") for name in ("tests/cli/test_simulate.py", "tests/cli/test_play.py", "tests/x.py")
    ]

    assert places == sorted(places)
    assert places[-1] == len(LONGEST)


def test_the_lists_name_existing_files() -> None:
    files = {*TOGETHER, *LONGEST, *SQLITE_FIRST} - {*TOGETHER.values()}

    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
    assert [part for part in TOGETHER.values() if part not in LONGEST] == []


def test_a_repetition_on_postgresql_waits_only_in_files_about_rules() -> None:
    assert second_store_can_wait("tests/web/test_api.py::test_people_are_added_and_removed[postgresql]")
    assert not second_store_can_wait("tests/web/test_api.py::test_people_are_added_and_removed[sqlite]")
    assert not second_store_can_wait("tests/store/test_worker.py::test_a_lock[postgresql]")
