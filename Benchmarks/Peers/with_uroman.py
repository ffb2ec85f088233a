"""uroman, which writes every script in Latin letters, before rapidfuzz, in Python.

Latin texts, and whole names in any script, are found as rapidfuzz does alone, see with_rapidfuzz.py. For any other
text, uroman's romanization (Hermjakob, May and Knight, ACL 2018) is compared with all Latin names of about its length.
Names within four tenths of its edits, or with the same consonants, are ordered by population, similarity, and that of
their consonants.
"""

import heapq
import re

import uroman
from rapidfuzz import process
from rapidfuzz.distance import OSA

import cities
from with_rapidfuzz import RapidfuzzSearch


def consonants(name):
    return re.sub("[aeiouyhw ]", "", name)


class UromanSearch(RapidfuzzSearch):
    LEAST_SIMILARITY = 0.6

    def prepare(self, cities_path, regions_path):
        self.uroman = uroman.Uroman()

    def build(self, all_cities, regions):
        super().build(all_cities, regions)
        self.weights = [city.weight for city in all_cities]
        self.latin, self.by_consonants = {}, {}
        for length, (names, places) in self.by_length.items():
            pairs = [(name, self.rows[place]) for name, place in zip(names, places) if name.isascii()]
            self.latin[length] = [name for name, _ in pairs], [row for _, row in pairs]
            for name, row in pairs:
                self.by_consonants.setdefault(consonants(name), []).append((name, row))

    def find(self, text, limit, place=None):
        folded = self.fold(text)
        if folded.isascii() or self.whole(folded, 1):
            return super().find(text, limit, place)
        roman = self.fold(self.uroman.romanize_string(text))
        alike = self.alike(roman, limit) if roman else []
        return [self.cities[row].id for row in alike] or super().find(text, limit, place)

    def alike(self, roman, limit):
        """The cities of the names most like a romanization."""
        sound, scores = consonants(roman), {}

        def add(name, similarity, row):
            score = (10 * self.weights[row] - 300 * (1 - similarity)
                     - 200 * (1 - OSA.normalized_similarity(sound, consonants(name))))
            scores[row] = max(score, scores.get(row, score))

        for name, row in self.by_consonants.get(sound, []):
            add(name, OSA.normalized_similarity(roman, name), row)
        margin = int((1 - self.LEAST_SIMILARITY) * len(roman)) + 1
        for length in range(max(1, len(roman) - margin), len(roman) + margin + 1):
            names, rows = self.latin.get(length, ([], []))
            for name, similarity, place in process.extract(
                    roman, names, scorer=OSA.normalized_similarity, processor=None,
                    score_cutoff=self.LEAST_SIMILARITY, limit=None):
                add(name, similarity, rows[place])
        return heapq.nlargest(limit, scores, key=lambda row: (scores[row], -row))


if __name__ == "__main__":
    cities.serve(UromanSearch())
