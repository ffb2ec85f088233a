"""SQLite with FTS5, in memory.

An index finds whole names. One FTS5 table has a row for each name, for their beginnings; one has a row for
each city with the words of its names and regions, with indexes of one, two and three letters; one has the
trigrams of names, for mistakes. Rows are numbered by population, so that `ORDER BY rowid LIMIT` reads no
more than it shows. Texts are folded by Python's unicodedata. FTS5 knows no edits: of the names with the most
trigrams in common, those with at most two edits stay.
"""

import array
import sqlite3

import cities


def edits(one, other, most):
    """The number of edits between two texts, swapped neighbors as one; more than `most` is `most + 1`."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before, last = None, list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, last = last, row
    return last[-1]


class SQLiteSearch(cities.Search):
    def build(self, all_cities, regions):
        self.database = database = sqlite3.connect(":memory:", isolation_level=None)
        database.executescript("""
            CREATE TABLE name (number INTEGER PRIMARY KEY, key TEXT NOT NULL, row INTEGER NOT NULL);
            CREATE VIRTUAL TABLE begin USING fts5(key, content = '', columnsize = 0,
              prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
            CREATE VIRTUAL TABLE word USING fts5(key, content = '', columnsize = 0, detail = none,
              prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
            CREATE VIRTUAL TABLE gram USING fts5(key, content = '', tokenize = 'trigram');""")
        database.execute("BEGIN")
        names = [(name, row) for row, city in enumerate(all_cities) for name in city.names]
        database.executemany("INSERT INTO name (key, row) VALUES (?, ?)", names)
        self.row_of_name = array.array("I", (row for _, row in names))
        # The numbers of names follow those of cities.
        database.execute(
            "INSERT INTO begin (rowid, key) SELECT number, key FROM name ORDER BY number")
        # With spaces around them, as pg_trgm has them: else a mistake in a short name leaves no trigram.
        database.execute("INSERT INTO gram (rowid, key) "
                         "SELECT number, '  ' || key || ' ' FROM name ORDER BY number")
        database.execute("CREATE INDEX whole ON name (key, row)")
        database.executemany(
            "INSERT INTO word (rowid, key) VALUES (?, ?)",
            ((row, " ".join(cities.words_of(city, names)))
             for row, (city, names) in enumerate(zip(all_cities, regions))))
        for table in ("begin", "word", "gram"):
            database.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        database.execute("COMMIT")

    def byte_count(self):
        pages, free, size = (
            self.database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size"))
        return (pages - free) * size

    def rows(self, sql, *arguments):
        return [row for row, in self.database.execute(sql, arguments)]

    def whole(self, name, limit):
        return self.rows("SELECT DISTINCT row FROM name WHERE key = ? ORDER BY row LIMIT ?",
                         name, limit)

    def beginning(self, name, limit):
        text = f'^"{name.strip()}"' + ("" if name.endswith(" ") else "*")
        numbers = self.database.execute(
            "SELECT rowid FROM begin WHERE begin MATCH ? ORDER BY rowid", (text,))
        # Several names of a city may begin with the text. No more rows are read than are needed.
        rows = {}
        for number, in numbers:
            rows[self.row_of_name[number - 1]] = None
            if len(rows) == limit:
                break
        return list(rows)

    def words(self, words, limit):
        text = " AND ".join(f'"{word}"' for word in words) + "*"
        return self.rows("SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid LIMIT ?",
                         text, limit)

    def similar(self, words, limit):
        query = " ".join(words)
        padded = f"  {query} "
        grams = {padded[start:start + 3] for start in range(len(query) + 1)}
        text = " OR ".join(f'"{gram}"' for gram in grams)
        found = self.database.execute("""
            SELECT key, row FROM (SELECT rowid AS number FROM gram WHERE gram MATCH ?
              ORDER BY rank LIMIT 200) JOIN name USING (number)""", (text,)).fetchall()
        most = 1 if len(query) < 8 else 2
        near = [(edits(query, key, most), row) for key, row in found]
        least = min((count for count, _ in near), default=most + 1)
        return sorted({row for count, row in near if count == least <= most})[:limit]


if __name__ == "__main__":
    cities.serve(SQLiteSearch())
