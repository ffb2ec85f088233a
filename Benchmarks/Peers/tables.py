"""The tables of what was measured, in Markdown."""

import datetime
import json
import os
import pathlib
import platform
import statistics

import programs

OWN = "search by relevance"
# The share of whole own names, in percent, for which a search must have the city among the first five.
# Less means that it was set up wrongly, not that it is worse.
LEAST_EXACT = 85


class Wrong(Exception):
    """The answers of a program cannot be right."""


class Figures:
    """The figures of a file that bench wrote: the median of all processes, by their key."""

    def __init__(self, path):
        content = json.loads(path.read_text())
        self.header = content.get("header") if isinstance(content, dict) else None
        rows = content["figures"] if self.header else content
        self.values = {self.key(**row): statistics.median(row["processes"]) for row in rows}

    @staticmethod
    def key(subject, quantity, statistic="total", stage="", limit=0, batch=1, workload="",
            caches="warm", order="name", **_):
        return subject, quantity, statistic, stage, limit, batch, workload, caches, order

    def __call__(self, subject, quantity, statistic="total", **conditions):
        return self.values.get(self.key(subject, quantity, statistic, **conditions))


def machine():
    """This machine and this day, as the figures of an index state theirs."""
    lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    return (f"{(models or [platform.machine()])[0]}, {os.cpu_count()} cores, {system}, "
            f"{datetime.date.today().isoformat()}")


def markdown(heads, rows):
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def number(value, decimals=0):
    return "" if value is None else f"{value:,.{decimals}f}"


def significant(value):
    """Two decimals for small numbers, none for large ones."""
    return number(value, 2 if value is not None and value < 10 else 0)


def losses(own, names, columns):
    """A sentence that says in which columns others are better than our own.

    `columns` are names, functions that give the value of a row, and whether more is better."""
    found = []
    for column, value, more_is_better in columns:
        sign = -1 if more_is_better else 1
        better = [
            name for name in names if name != own and None not in (value(name), value(own))
            and sign * value(name) < sign * value(own)]
        if better:
            found.append(f"{column} ({', '.join(better)})")
    if not found:
        return "Nowhere is another one better than {0}."
    return f"Where others are better than {{0}}: {'; '.join(found)}."


def own_names(path, subjects, indexes):
    """The table of the indexes over own names."""
    figures = Figures(path)

    def time(subject, stage, statistic, limit=0):
        conditions = {"stage": stage, "limit": limit, "workload": "typed"}
        single = figures(subject, "latency", statistic, **conditions)
        # Reading the clock takes as long as a short lookup, so short ones are timed in batches.
        if statistic == "p50" and single is not None and single < 500:
            return figures(subject, "latency", "p50", batch=16, **conditions)
        return single

    rows = []
    names = [*subjects, "baseline", *indexes]
    unit = time("RadixTree", "locate", "p50")
    for name in names:
        locate, ids = time(name, "locate", "p50"), time(name, "rows", "p50", 10)
        if locate is None or ids is None:
            raise Wrong(f"{name} was not measured; bench says why.")
        rows.append([
            name, number(locate), number(time(name, "locate", "p99")), significant(locate / unit),
            number(ids), number(time(name, "rows", "p99", 10)),
            significant(ids / time("RadixTree", "rows", "p50", 10)),
            number(figures(name, "structure") / 1e6, 2), number(figures(name, "build") / 1e6)])
    others = list(indexes)
    worse = losses("RadixTree", others, [
        ("locate p50", lambda name: time(name, "locate", "p50"), False),
        ("locate p99", lambda name: time(name, "locate", "p99"), False),
        ("10 ids p50", lambda name: time(name, "rows", "p50", 10), False),
        ("10 ids p99", lambda name: time(name, "rows", "p99", 10), False),
        ("index", lambda name: figures(name, "structure"), False),
        ("build", lambda name: figures(name, "build"), False)]).format("RadixTree")
    header = figures.header
    return markdown(
        ["own names", "locate p50 ns", "p99", "ratio", "10 ids p50 ns", "p99", "ratio", "index MB",
         "build ms"], rows) + f"""

{header["data"]["count"]:,} cities of {header["data"]["file"]}, {header["machine"]["processor"]}, \
{header["machine"]["coreCount"]} cores, {header["machine"]["system"]}, Swift \
{header["build"]["swiftVersion"]}, {header["method"]["date"][:10]}; \
{programs.versions(indexes)}. Medians of {header["method"]["processCount"]} processes, one \
thread, warm caches, the queries of the workload "typed"; ratio: to RadixTree. Compare ratios, because \
the machine may have been busy with other programs. A pass ends after 25 ms, so a slow index answers the first queries only. \
10 ids: the first ten in the order of names.

{worse}"""


def all_names(path, searches, title="all names"):
    """The tables of the searches over all names: costs and quality, and quality by kind of query."""
    figures = Figures(path)

    def share(subject, quantity, kind="all", found=True):
        part, whole = (figures(subject, name, kind) for name in (quantity, "cases"))
        return None if not whole else 100 * (1 - part / whole if found else part / whole)

    kinds = list(dict.fromkeys(
        key[2] for key in figures.values if key[:2] == (OWN, "cases") and key[2] != "all"))
    rows = []
    for subject in [OWN, *searches]:
        p50 = figures(subject, "search time", "p50")
        if p50 is None:
            raise Wrong(f"{subject} was not measured.")
        exact = share(subject, "not among 5", "exact")
        if exact is not None and exact < LEAST_EXACT:
            raise Wrong(f"{subject} finds only {exact:.0f} % of whole names: it must be set up wrongly.")
        p99 = figures(subject, "search time", "p99")
        rows.append([
            "CitySearch" if subject == OWN else subject, number(share(subject, "not first"), 1),
            number(share(subject, "not among 5"), 1), number(share(subject, "no answer", found=False), 1),
            number(figures(subject, "letters until first", "mean"), 2),
            number(figures(subject, "letters until among 3", "mean"), 2), number(p50 / 1e3, 1),
            number(p99 / 1e3, 0) if p99 else "", significant(p50 / figures(OWN, "search time", "p50")),
            number(figures(subject, "structure") / 1e6), number(figures(subject, "build") / 1e9, 1)])
    summary = markdown(
        [title, "first %", "among 5 %", "no answer %", "letters until first", "until among 3",
         "p50 µs", "p99 µs", "p50 ratio", "index MB", "build s"], rows)

    def cell(subject, kind):
        values = [share(subject, "not first", kind), share(subject, "not among 5", kind),
                  share(subject, "no answer", kind, found=False)]
        return " / ".join(number(value) for value in values)

    by_kind = markdown(
        ["first / among 5 / no answer, %", "CitySearch", *searches],
        [[kind, *(cell(subject, kind) for subject in [OWN, *searches])] for kind in [*kinds, "all"]])
    worse = losses(OWN, searches, [
        ("first", lambda name: share(name, "not first"), True),
        ("among 5", lambda name: share(name, "not among 5"), True),
        ("no answer", lambda name: share(name, "no answer", found=False), False),
        ("letters until first", lambda name: figures(name, "letters until first", "mean"), False),
        ("until among 3", lambda name: figures(name, "letters until among 3", "mean"), False),
        ("p50", lambda name: figures(name, "search time", "p50"), False),
        ("p99", lambda name: figures(name, "search time", "p99"), False),
        ("index", lambda name: figures(name, "structure"), False),
        ("build", lambda name: figures(name, "build"), False)]).format("CitySearch")
    worse_kinds = losses(OWN, searches, [
        (kind, lambda name, kind=kind: share(name, "not first", kind), True)
        for kind in kinds]).format("CitySearch")
    return f"""{summary}

{number(figures(OWN, "cases", "all"))} queries, of which the right city is first, among the first five, or \
nothing is found at all; letters: of the names of {number(figures(OWN, "draws"))} cities drawn by \
population, typed until the city is there. Times: from the text to the ids of ten cities, without the \
pipe, by the clock of each program, all in one run; p50 ratio: to CitySearch. build: from the files to an \
index that answers. {machine()}; {programs.versions(searches)}.

{worse}

{by_kind}

The right city first, by kind. {worse_kinds}"""


def own_cities(path, searches, counts):
    """The tables of the searches over cities of their own, and of texts with typos."""
    def share(kind, name, place):
        count = counts[kind].get(name)
        return count and 100 * count[place] / count[0]

    names = list(next(iter(counts.values())))
    rows = [
        [*kind, number(counts[kind][names[0]][0]),
         *(" / ".join(number(share(kind, name, place), 1) for place in (1, 2, 3)) for name in names)]
        for kind in counts]
    worse = losses(names[0], names, [
        (f"{form}, {slip}", lambda name, kind=(form, slip): share(kind, name, 1), True)
        for form, slip in counts]).format("CitySearch")
    return f"""{all_names(path, searches, "own cities")}

{markdown(["first / among 5 / no answer, %", "slip", "texts", *names], rows)}

Texts with typos. {machine()}; {programs.versions(searches)}. {worse}"""


def write(path, texts):
    """Replaces the tables between their comments in a file."""
    content = path.read_text(encoding="utf-8")
    for name, text in texts.items():
        begin, end = f"<!-- peers: {name} -->", f"<!-- peers: end of {name} -->"
        if begin not in content or end not in content.split(begin, 1)[1]:
            raise Wrong(f'{path} must have lines "{begin}" and "{end}".')
        before, rest = content.split(begin, 1)
        content = f"{before}{begin}\n\n{text}\n\n{end}{rest.split(end, 1)[1]}"
    path.write_text(content, encoding="utf-8")
