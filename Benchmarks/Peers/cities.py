"""What the searches in Python share: the protocol of ../Programs/README.md, the cities, and how the
answers to several questions become one list."""

import math
import os
import signal
import sys
import time
import unicodedata

# The places of a person's query that count as near.
NEAR_KILOMETERS = 100


def fold(text):
    """Words of small letters and digits without accents, with single spaces between them.

    This is what Python offers: compatible characters become one, marks are left out, and the few letters
    that do not decompose are replaced by a table."""
    text = unicodedata.normalize("NFKD", text.casefold()).translate(LETTERS)
    letters = (
        character if character.isalnum() else "" if unicodedata.combining(character) else
        "" if character in "'’‘ʻʼ`´.\u200c\u200d" else " " for character in text)
    return " ".join("".join(letters).split())


LETTERS = str.maketrans({
    "ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ħ": "h",
})


class City:
    __slots__ = ("id", "own", "names", "population", "latitude", "longitude", "weight")


def read_cities(path, regions_path, fold=fold):
    """The cities of a file of GeoNames, the most populous first, each with the words of the names of its
    country and division. All names are folded."""
    regions, areas = {}, {}
    if regions_path:
        with open(regions_path, encoding="utf-8") as file:
            next(file)
            for line in file:
                name, country, division, _ = line.rstrip("\n").split("\t")
                regions.setdefault((country, division), set()).update(fold(name).split())
    cities = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            cells = line.rstrip("\n").split("\t")
            city = City()
            city.id = int(cells[0])
            city.own = fold(cells[1])
            others = [fold(name) for name in cells[3].split(",")]
            city.names = list(dict.fromkeys(name for name in [city.own, *others] if name))
            city.population = int(cells[14] or 0)
            city.weight = math.log10(city.population + 100)
            city.latitude, city.longitude = float(cells[4]), float(cells[5])
            area = (cells[8], cells[10])
            if area not in areas:
                areas[area] = frozenset(
                    regions.get((cells[8], "*"), set()) | regions.get(area, set()))
            cities.append((city, areas[area]))
    cities.sort(key=lambda entry: (-entry[0].population, entry[0].id))
    return cities


def words_of(city, region):
    """The different words of the names of a city, and those of its region."""
    return region.union(word for name in city.names for word in name.split())


def kilometers(city, latitude, longitude):
    """The distance on a sphere."""
    one, other = math.radians(city.latitude), math.radians(latitude)
    difference = math.radians(city.longitude - longitude)
    cosine = math.sin(one) * math.sin(other) + math.cos(one) * math.cos(other) * math.cos(difference)
    return 6371 * math.acos(max(-1, min(1, cosine)))


class Search:
    """A search that asks an index several questions, and joins what it finds.

    Cities are numbered from the most populous one. Each question below returns numbers of cities,
    ascending, at most a limit of them:

    - whole(name): a name is the text
    - beginning(name): a name begins with the text
    - words(words): each word is one of the city or its region; the last one may go on
    - similar(words): as words, with mistakes
    - any_whole(names): a name is one of these

    Words are asked for only if names have not filled the list, and what follows only if nothing was found.
    Cities are ordered by the logarithm of the population, to which is added what an exact name is worth.
    """

    # What is added for a name that is the text, or begins with it: for the own name of a city, and for
    # its other names. The unit is a power of ten of the population.
    WHOLE = (3.0, 2.0)
    BEGINNING = (1.5, 0.0)
    NEAR = 3.0

    fold = staticmethod(fold)

    def load(self, cities_path, regions_path):
        """Reads the files, and builds the index."""
        self.prepare(cities_path, regions_path)
        entries = read_cities(cities_path, regions_path, self.fold)
        self.cities = [city for city, _ in entries]
        self.build(self.cities, [regions for _, regions in entries])
        for city in self.cities:
            city.names = None

    def prepare(self, cities_path, regions_path):
        """What a search does before the files are read and folded."""

    def build(self, cities, regions):
        """Builds the index."""
        raise NotImplementedError

    def byte_count(self):
        raise NotImplementedError

    def find(self, text, limit, place=None):
        """The ids of the best cities."""
        query = self.fold(text)
        words = query.split()
        if not words:
            return []
        # For a person at a place, small cities nearby count as well, and they come late.
        depth = 300 if place else max(limit, 10)
        self.scores = {}
        self.place = place
        self.add(self.whole(query, depth), self.WHOLE, query, exactly=True)
        ending = text[-1:].isspace() and len(words) == 1
        self.add(self.beginning(query + " " * ending, depth), self.BEGINNING, query)
        if len(self.scores) < limit:
            self.add(self.words(words, depth))
        if not self.scores:
            self.add(self.similar(words, depth))
        if not self.scores:
            self.add_parts(words, depth)
        best = sorted(self.scores, key=lambda row: (-self.scores[row], row))[:limit]
        return [self.cities[row].id for row in best]

    def add(self, rows, worth=(0, 0), query=None, exactly=False):
        """Adds cities, except for those that were found by a more exact question."""
        for row in rows:
            if row in self.scores:
                continue
            city = self.cities[row]
            is_own = query and (city.own == query if exactly else city.own.startswith(query))
            score = city.weight + worth[0 if is_own else 1]
            if self.place:
                score += self.NEAR * (kilometers(city, *self.place) < NEAR_KILOMETERS)
            self.scores[row] = score

    def add_parts(self, words, depth):
        """Adds cities of which a name is a part of the query, the longest part first."""
        for length in range(len(words) - 1, 0, -1):
            parts = [
                " ".join(words[start:start + length]) for start in range(len(words) - length + 1)]
            rows = self.any_whole([part for part in parts if len(part) > 2], depth)
            if rows:
                return self.add(rows)

    def any_whole(self, names, limit):
        return sorted({row for name in names for row in self.whole(name, limit)})[:limit]


def folder_size(path):
    return sum(
        os.path.getsize(os.path.join(folder, file))
        for folder, _, files in os.walk(path) for file in files)


def serve(search):
    """Answers the commands of the input until it ends."""
    # A search that is ended removes its files, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    paths = {}
    for line in sys.stdin:
        command, _, rest = line.rstrip("\n").partition(" ")
        if command == "search":
            print("search 1", flush=True)
        elif command in ("cities", "regions"):
            paths[command] = rest
        elif command == "build":
            start = time.monotonic_ns()
            search.load(paths["cities"], paths.get("regions"))
            end = time.monotonic_ns()
            print("built", end - start, search.byte_count(), flush=True)
        elif command == "find":
            limit, text, *place = rest.split("\t")
            place = tuple(map(float, place[:2])) if place and place[0] else None
            start = time.monotonic_ns()
            ids = search.find(text, int(limit), place)
            end = time.monotonic_ns()
            print("found", end - start, *ids, flush=True)
        else:
            print("error the command is unknown", flush=True)
            return
