"""tantivy, a full-text index in Rust, through its package for Python.

A document is a city with three fields, all folded by tantivy's own filters (small letters, ASCII): its
whole names, their first one to three letters, and the words of its names and regions. Answers come by the
field of the population. Mistakes are found by the Levenshtein automata of fuzzy terms.
"""

import shutil
import tempfile

import tantivy
from tantivy import Filter, Occur, Order, Query, TextAnalyzerBuilder, Tokenizer

import cities

SHORT = 3


def analyzer(tokenizer):
    return (
        TextAnalyzerBuilder(tokenizer).filter(Filter.lowercase()).filter(Filter.ascii_fold())
        .build())


class TantivySearch(cities.Search):
    def __init__(self):
        self.whole_text, self.word_text = analyzer(Tokenizer.raw()), analyzer(Tokenizer.simple())

    def fold(self, text):
        # Marks that are characters of their own are no letters to tantivy; its users compose them.
        text = cities.unicodedata.normalize("NFKC", text)
        for mark in "'’‘ʻʼ`´.":
            text = text.replace(mark, "")
        return " ".join(self.word_text.analyze(text))

    def build(self, all_cities, regions):
        self.folder = tempfile.mkdtemp()
        builder = tantivy.SchemaBuilder()
        for name, tokenizer in (("name", "raw"), ("first", "raw"), ("word", "whitespace"),
                                ("begin", "raw")):
            builder.add_text_field(name, tokenizer_name=tokenizer, index_option="basic")
        builder.add_unsigned_field("row", fast=True, stored=False)
        self.schema = builder.build()
        index = tantivy.Index(self.schema, path=self.folder)
        writer = index.writer(heap_size=400_000_000, num_threads=1)
        for row, (city, names) in enumerate(zip(all_cities, regions)):
            words = cities.words_of(city, names)
            document = tantivy.Document()
            document.add_unsigned("row", row)
            for name in city.names:
                document.add_text("name", name)
            for first in {name[:n] for name in city.names for n in range(1, SHORT + 1)}:
                document.add_text("first", first)
            document.add_text("word", " ".join(words))
            for first in {word[:n] for word in words for n in range(1, SHORT + 1)}:
                document.add_text("begin", first)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self.searcher = index.searcher()

    def byte_count(self):
        size = cities.folder_size(self.folder)
        # The searcher has mapped the files, so they can go.
        shutil.rmtree(self.folder)
        return size

    def rows(self, query, limit):
        found = self.searcher.search(
            query, limit, count=False, order_by_field="row", order=Order.Asc)
        return [row for row, _ in found.hits]

    def term(self, field, text):
        return Query.term_query(self.schema, field, text, index_option="basic")

    def prefix(self, field, short_field, text):
        if len(text) <= SHORT:
            return self.term(short_field, text)
        return Query.fuzzy_term_query(self.schema, field, text, distance=0, prefix=True)

    def all_of(self, queries):
        return Query.boolean_query([(Occur.Must, query) for query in queries])

    def whole(self, name, limit):
        return self.rows(self.term("name", name), limit)

    def beginning(self, name, limit):
        return self.rows(self.prefix("name", "first", name), limit)

    def words(self, words, limit):
        queries = [self.term("word", word) for word in words[:-1]]
        return self.rows(
            self.all_of(queries + [self.prefix("word", "begin", words[-1])]), limit)

    def similar(self, words, limit):
        for distance, may_go_on in ((1, False), (1, True), (2, False)):
            queries = [
                self.fuzzy(word, distance, may_go_on and word is words[-1]) for word in words]
            rows = self.rows(self.all_of(queries), limit)
            if rows:
                return rows
        return []

    def fuzzy(self, word, distance, may_go_on):
        distance = 0 if len(word) < 4 else distance if len(word) > 7 else 1
        return Query.fuzzy_term_query(
            self.schema, "word", word, distance=distance, transposition_cost_one=True,
            prefix=may_go_on)


if __name__ == "__main__":
    cities.serve(TantivySearch())
