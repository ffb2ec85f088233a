"""Xapian, a library for full-text search in C++, through its package for Python.

A document is a city with terms of several prefixes: whole names, their first one to three letters, words
of names and regions, and their first letters. Documents are numbered by population, and a search without
weights returns them in this order as soon as it has enough. Mistakes are corrected word by word, by the
spelling dictionary of the database. Texts are folded by Python's unicodedata, as Xapian folds nothing.
"""

import os
import shutil
import tempfile

import xapian

import cities

SHORT = 3
# Longer terms are not allowed.
LONGEST = 240


class XapianSearch(cities.Search):
    def build(self, all_cities, regions):
        # Changes are merged into the files after so many documents; by default it is a fifth of this.
        os.environ["XAPIAN_FLUSH_THRESHOLD"] = "50000"
        self.folder = tempfile.mkdtemp()
        database = xapian.WritableDatabase(
            self.folder,
            xapian.DB_CREATE_OR_OVERWRITE | xapian.DB_NO_SYNC | xapian.DB_NO_TERMLIST)
        for row, (city, names) in enumerate(zip(all_cities, regions)):
            document = xapian.Document()
            words = cities.words_of(city, names)
            terms = {"N" + name for name in city.names} | {"W" + word for word in words}
            terms |= {"F" + name[:n] for name in city.names for n in range(1, SHORT + 1)}
            own_words = {word for name in city.names for word in name.split()}
            terms |= {"B" + word[:n] for word in own_words for n in range(1, SHORT + 1)}
            for term in terms:
                if len(term.encode()) <= LONGEST:
                    document.add_boolean_term(term)
            for word in own_words:
                if len(word) > 3 and len(word.encode()) <= LONGEST:
                    database.add_spelling(word)
            # Numbers of documents begin with 1.
            database.replace_document(row + 1, document)
        database.commit()
        database.close()
        compact = tempfile.mkdtemp()
        self.database = xapian.Database(self.folder)
        self.database.compact(compact)
        shutil.rmtree(self.folder)
        self.folder = compact
        self.database = xapian.Database(compact)
        self.enquire = xapian.Enquire(self.database)
        self.enquire.set_weighting_scheme(xapian.BoolWeight())
        self.enquire.set_docid_order(xapian.Enquire.ASCENDING)

    def byte_count(self):
        return cities.folder_size(self.folder)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def rows(self, query, limit):
        self.enquire.set_query(query)
        return [match.docid - 1 for match in self.enquire.get_mset(0, limit)]

    def prefix(self, kind, short_kind, text):
        if len(text) <= SHORT:
            # The words of regions have no terms for their beginnings, which would be most of all terms.
            return xapian.Query(
                xapian.Query.OP_OR, xapian.Query(short_kind + text), xapian.Query(kind + text))
        return xapian.Query(xapian.Query.OP_WILDCARD, kind + text, 0,
                            xapian.Query.WILDCARD_LIMIT_ERROR, xapian.Query.OP_OR)

    def whole(self, name, limit):
        return self.rows(xapian.Query("N" + name), limit) if len(name) < 100 else []

    def beginning(self, name, limit):
        return self.rows(self.prefix("N", "F", name), limit)

    def words(self, words, limit):
        queries = [xapian.Query("W" + word) for word in words[:-1]]
        queries.append(self.prefix("W", "B", words[-1]))
        return self.rows(xapian.Query(xapian.Query.OP_AND, queries), limit)

    def similar(self, words, limit):
        corrected = [self.corrected(word) for word in words]
        return self.words(corrected, limit) if corrected != words else []

    def corrected(self, word):
        if len(word) < 4 or self.database.term_exists("W" + word):
            return word
        found = self.database.get_spelling_suggestion(word, 1 if len(word) < 8 else 2)
        found = found.decode() if isinstance(found, bytes) else found
        return found or word


if __name__ == "__main__":
    search = XapianSearch()
    try:
        cities.serve(search)
    finally:
        search.close()
