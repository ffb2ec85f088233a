"""Makes the names of divisions in the languages of the page: python3 divisions.py CLDR

CLDR is the folder `common/subdivisions` of the Unicode CLDR 41, as Debian's package unicode-cldr-core 41-0.1 has it in
/usr/share/unicode/cldr. For each language but English, a file `divisions-de.json` of the page has, by country, the names
of the first-level divisions that differ from those that the cities have: of the CLDR, or where it has none in the
language, the own name of the division. The pages of English keep the names of the cities.

The names of the CLDR are under the Unicode License v3, see Fixtures/Data/regions/LICENSE-Unicode.txt.
"""

import gzip
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).parents[3]
DATA = ROOT / "Fixtures/Data"
TEXTS = pathlib.Path(__file__).parent / "texts"


def division_names():
    """The names that cities have for their divisions, by GeoNames' codes such as `IT.09`."""
    lines = (DATA / "admin1CodesASCII.txt").read_text().splitlines()
    return {code: name for code, name, *_ in (line.split("\t") for line in lines)}


def own_names():
    """The code of ISO 3166-2 and the own name of each division of the first level, by GeoNames' codes."""
    with gzip.open(DATA / "divisions/divisions.tsv.gz", "rt") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return {code: (iso, name) for code, _, level, iso, _, name, *_ in rows[1:] if level == "1"}


def names_in(language, folder):
    """The names of a language, by codes such as `it25`; notes such as `²` are no part of them."""
    tree = xml.etree.ElementTree.parse(folder / f"{language}.xml")
    return {
        each.get("type"): re.sub(r"[²³¹*]", "", each.text).strip()
        for each in tree.iter("subdivision") if each.get("alt") is None}


def main():
    folder = pathlib.Path(sys.argv[1])
    own = own_names()
    for language in sorted(file.stem for file in TEXTS.glob("*.json")):
        if language == "en":
            continue
        names = names_in(language, folder)
        countries = {}
        for code, known in sorted(division_names().items()):
            iso, own_name = own.get(code, ("", ""))
            # Some own names have words behind a comma or a note, "Murcia, Región de".
            fallback = known if re.search(r"[,*\[(]", own_name) or not own_name else own_name
            name = names.get(iso.replace("-", "").lower(), fallback)
            if name != known:
                countries.setdefault(code[:2], {})[known] = name
        lines = [
            f"{json.dumps(code)}:{json.dumps(divisions, ensure_ascii=False, separators=(',', ':'))}"
            for code, divisions in countries.items()]
        file = ROOT / f"Sources/CityExplorerServer/Site/divisions-{language}.json"
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
