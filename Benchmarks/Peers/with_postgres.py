"""PostgreSQL with pg_trgm and unaccent, in a cluster of its own that is reached by a socket.

One table has a row for each name. An index in the order of names finds whole names and beginnings;
indexes of the first one, two and three letters with the number of the city find the largest cities of
short beginnings; an index of trigrams finds similar names, of which those with the fewest edits stay. One
table has a row for each city with the words of its names and regions, as a text search vector. Texts are
folded by unaccent and lower. Statements are prepared. PostgreSQL must not run as root, so as root this
starts it as the user postgres.
"""

import atexit
import glob
import os
import shutil
import subprocess
import tempfile

import psycopg2
from psycopg2.extras import execute_values

import cities

SHORT = 3

SCHEMA = r"""
CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE EXTENSION fuzzystrmatch;
CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(regexp_replace(
    unaccent(lower(normalize($1, NFKC))), '[''`´.‘’ʻʼ]', '', 'g'), '\W+', ' ', 'g')) $$;
CREATE TABLE text (number int, text text);
CREATE TABLE name (key text COLLATE "C" NOT NULL, row int NOT NULL);
CREATE TABLE city (row int PRIMARY KEY, words tsvector NOT NULL);
"""

INDEXES = """
CREATE INDEX ON name (key, row);
CREATE INDEX ON name (left(key, 1), row);
CREATE INDEX ON name (left(key, 2), row);
CREATE INDEX ON name (left(key, 3), row);
CREATE INDEX ON name USING gin (key gin_trgm_ops);
CREATE INDEX ON city USING gin (words);
DROP TABLE text;
VACUUM ANALYZE;
"""

STATEMENTS = """
PREPARE fold (text) AS SELECT fold($1);
PREPARE whole (text, int) AS
  SELECT DISTINCT row FROM name WHERE key = $1 ORDER BY row LIMIT $2;
PREPARE begin1 (text, int) AS
  SELECT DISTINCT row FROM name WHERE left(key, 1) = $1 ORDER BY row LIMIT $2;
PREPARE begin2 (text, int) AS
  SELECT DISTINCT row FROM name WHERE left(key, 2) = $1 ORDER BY row LIMIT $2;
PREPARE begin3 (text, int) AS
  SELECT DISTINCT row FROM name WHERE left(key, 3) = $1 ORDER BY row LIMIT $2;
PREPARE beginning (text, text, int) AS
  SELECT DISTINCT row FROM name WHERE key >= $1 AND key < $2 ORDER BY row LIMIT $3;
PREPARE words (tsquery, int) AS
  SELECT row FROM city WHERE words @@ $1 ORDER BY row LIMIT $2;
PREPARE trigrams (text, int) AS
  SELECT row, levenshtein_less_equal(key, $1, 2) FROM
    (SELECT row, key FROM name WHERE key % $1 AND length(key) < 60 ORDER BY similarity(key, $1) DESC
     LIMIT $2) AS nearest;
"""


class PostgresSearch(cities.Search):
    def __init__(self):
        program = max(
            glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"),
            key=lambda path: float(path.split("/")[4]))
        self.binaries = os.path.dirname(program)
        self.folder = tempfile.mkdtemp(prefix="peers-")
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:
            shutil.chown(self.folder, "postgres", "postgres")
        atexit.register(self.stop)
        self.control("initdb", "-o", "-A trust -U search -E UTF8 --locale=C.UTF-8 --no-sync")
        self.control(
            "start", "-w", "-l", os.path.join(self.folder, "log"), "-o",
            f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off "
            "-c shared_buffers=512MB -c work_mem=64MB -c maintenance_work_mem=512MB -c jit=off "
            "-c max_wal_size=4GB -c random_page_cost=1.1 -c autovacuum=off")
        self.connection = psycopg2.connect(host=self.folder, user="search", dbname="postgres")
        self.connection.autocommit = True
        self.cursor = self.connection.cursor()
        self.cursor.execute(SCHEMA)
        self.known = {}

    def control(self, command, *arguments):
        subprocess.run(
            [*self.as_user, os.path.join(self.binaries, "pg_ctl"), command, "-s", "-D",
             os.path.join(self.folder, "data"), *arguments],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd="/")

    def stop(self):
        try:
            self.control("stop", "-m", "immediate")
        except subprocess.CalledProcessError:
            pass
        shutil.rmtree(self.folder, ignore_errors=True)

    def insert(self, table, rows):
        execute_values(self.cursor, f"INSERT INTO {table} VALUES %s", rows, page_size=10_000)

    def prepare(self, cities_path, regions_path):
        """Lets the database fold all names at once."""
        texts = set()
        with open(cities_path, encoding="utf-8") as file:
            for line in file:
                cells = line.split("\t")
                texts.update((cells[1], *cells[3].split(",")))
        if regions_path:
            with open(regions_path, encoding="utf-8") as file:
                texts.update(line.split("\t")[0] for line in file)
        texts = list(texts)
        self.insert("text", enumerate(texts))
        self.cursor.execute("SELECT number, fold(text) FROM text")
        self.known = {texts[number]: folded for number, folded in self.cursor}

    def fold(self, text):
        if text in self.known:
            return self.known[text]
        self.cursor.execute("EXECUTE fold (%s)", (text,))
        return self.cursor.fetchone()[0]

    def build(self, all_cities, regions):
        self.known = {}
        self.insert("name", (
            (name, row) for row, city in enumerate(all_cities) for name in city.names))
        execute_values(
            self.cursor, "INSERT INTO city SELECT row, array_to_tsvector(words) "
            "FROM (VALUES %s) AS entry (row, words)",
            ((row, list(cities.words_of(city, names)))
             for row, (city, names) in enumerate(zip(all_cities, regions))),
            page_size=2_000)
        for statement in INDEXES.split(";\n"):
            if statement.strip():
                self.cursor.execute(statement)
        self.cursor.execute(STATEMENTS)

    def byte_count(self):
        self.cursor.execute(
            "SELECT pg_total_relation_size('name') + pg_total_relation_size('city')")
        return self.cursor.fetchone()[0]

    def rows(self, statement, *arguments):
        places = ", ".join(["%s"] * len(arguments))
        self.cursor.execute(f"EXECUTE {statement} ({places})", arguments)
        return [row[0] for row in self.cursor]

    def whole(self, name, limit):
        return self.rows("whole", name, limit)

    def beginning(self, name, limit):
        if len(name) <= SHORT:
            return self.rows(f"begin{len(name)}", name, limit)
        # The last character of Unicode is in no name.
        return self.rows("beginning", name, name + "\U0010ffff", limit)

    def words(self, words, limit):
        return self.rows("words", " & ".join(f"'{word}'" for word in words) + ":*", limit)

    def similar(self, words, limit):
        query = " ".join(words)
        if len(query) >= 60:
            return []
        self.cursor.execute("EXECUTE trigrams (%s, %s)", (query, 200))
        found = self.cursor.fetchall()
        least = min((edits for _, edits in found), default=0)
        # What has more edits is only known to have more than two.
        return sorted({row for row, edits in found if edits == least <= 2})[:limit]


if __name__ == "__main__":
    cities.serve(PostgresSearch())
