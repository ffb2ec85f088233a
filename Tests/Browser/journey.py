"""The journey of a visitor, in eleven tests: the part of the browser's tests that every change must pass.

Tests/Browser/run PROGRAM journey
"""

TESTS = (
    "test_search.SearchTests.test_names_of_any_language_regions_and_slips",
    "test_search.SearchTests.test_a_newer_text_counts",
    "test_search.SearchTests.test_the_keys_of_a_combobox",
    "test_places.PlaceTests.test_a_line_opens_the_card",
    "test_places.PlaceTests.test_a_marker_by_the_keyboard",
    "test_places.PlaceTests.test_stars_in_two_windows",
    "test_places.PlaceTests.test_favorites_stay",
    "test_addresses.AddressTests.test_lines_become_markers",
    "test_pages.NavigationTests.test_reload_and_links_keep_the_search",
    "test_search.EnterTests.test_before_the_list_is_there",
    "test_search.OfflineTests.test_the_second_visit_needs_no_network",
)


def load_tests(loader, tests, pattern):
    return loader.loadTestsFromNames(TESTS)
