"""rapidfuzz, which compares texts, in Python.

It has no index. As its users would do, a sorted list of the folded names first finds whole names and names
that begin with the text. Everything else is a comparison with every name of about the same length, by
edits with swapped neighbors, which rapidfuzz's `process.extract` makes in C++. Regions are unknown to it.
Texts are folded by Python's unicodedata.
"""

import array
import bisect
import heapq
import sys

from rapidfuzz import process
from rapidfuzz.distance import OSA

import cities


class RapidfuzzSearch(cities.Search):
    def build(self, all_cities, regions):
        names = sorted((name, row) for row, city in enumerate(all_cities) for name in city.names)
        self.names = [name for name, _ in names]
        self.rows = array.array("I", (row for _, row in names))
        self.by_length = {}
        for place, name in enumerate(self.names):
            names, places = self.by_length.setdefault(len(name), ([], array.array("I")))
            names.append(name)
            places.append(place)

    def byte_count(self):
        return (
            sum(map(sys.getsizeof, self.names)) + sys.getsizeof(self.names)
            + sys.getsizeof(self.rows)
            + sum(map(sys.getsizeof, (part for pair in self.by_length.values() for part in pair))))

    def between(self, first, end, limit):
        rows = self.rows[bisect.bisect_left(self.names, first):bisect.bisect_left(self.names, end)]
        return heapq.nsmallest(limit, set(rows))

    def whole(self, name, limit):
        return self.between(name, name + "\0", limit)

    def beginning(self, name, limit):
        return self.between(name, name + "\U0010ffff", limit)

    def words(self, words, limit):
        return []

    def similar(self, words, limit):
        query = " ".join(words)
        most = 1 if len(query) < 8 else 2
        # A name with other lengths has more edits.
        near = [
            (edits, self.rows[places[place]])
            for length in range(len(query) - most, len(query) + most + 1)
            for names, places in [self.by_length.get(length, ([], []))]
            for _, edits, place in process.extract(
                query, names, scorer=OSA.distance, processor=None, score_cutoff=most, limit=200)]
        least = min((edits for edits, _ in near), default=0)
        return sorted({row for edits, row in near if edits == least})[:limit]


if __name__ == "__main__":
    cities.serve(RapidfuzzSearch())
