"""Runs a peer once, in the terms that feedrate has: see README.md of bench.

    peers.py versions FIGURES
    peers.py write DUCKDB|POLARS FORMAT ROWS COLUMNS TARGET FIGURES
    peers.py copy  DUCKDB|POLARS FORMAT SOURCE TARGET FIGURES
    peers.py check DUCKDB|POLARS FORMAT ROWS COLUMNS FILE FIGURES

Variable x<j> of row i, both counted from 1, is i + j as a double. FIGURES gets what came of it as JSON.
The clocks run from before a peer opens or plans anything until its file and the folder's entry have
reached the device; the start of Python and its imports are left out.
"""

import json
import os
import resource
import sys
import time


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def storage_read_bytes():
    """What the kernel fetched from storage for this process; None where it does not tell."""
    try:
        with open("/proc/self/io") as lines:
            return int(dict(line.split(":") for line in lines)["read_bytes"])
    except (OSError, KeyError):
        return None


def sync(path):
    for name in (path, os.path.dirname(path)):
        handle = os.open(name, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


def timed(work, target):
    seconds, processor, fetched = time.perf_counter(), processor_seconds(), storage_read_bytes()
    work()
    sync(target)
    seconds, processor = time.perf_counter() - seconds, processor_seconds() - processor
    now = storage_read_bytes()
    return {
        "seconds": seconds,
        "cpu_seconds": processor,
        "storage_read_bytes": None if fetched is None or now is None else now - fetched,
    }


def literal(path):
    """A path in a statement of SQL."""
    return "'" + path.replace("'", "''") + "'"


class Duckdb:
    """DuckDB, its temporary files beside the target, with the rows in their order (its default)."""

    # The same bytes for all: nothing is compressed. No value of a variable occurs twice, so looking for
    # such would only cost time.
    PARQUET = "(FORMAT parquet, COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1)"

    def __init__(self, form, target):
        import duckdb

        self.connect = duckdb.connect
        self.version = duckdb.__version__
        self.form = form
        self.target = target

    def connection(self, database=":memory:"):
        connection = self.connect(database)
        connection.execute(f"SET temp_directory = {literal(os.path.dirname(self.target))}")
        connection.execute("PRAGMA force_compression = 'uncompressed'")
        return connection

    def save(self, query, source=None):
        if self.form == "parquet":
            with self.connection() as connection:
                connection.execute(f"COPY ({query}) TO {literal(self.target)} {self.PARQUET}")
            return
        with self.connection(self.target) as connection:
            if source:
                connection.execute(f"ATTACH {literal(source)} AS source (READ_ONLY)")
            connection.execute(f"CREATE TABLE big AS {query}")
            connection.execute("CHECKPOINT")

    def write(self, rows, columns):
        values = ", ".join(f"(i + {j})::DOUBLE AS x{j}" for j in range(1, columns + 1))
        self.save(f"SELECT {values} FROM range(1, {rows} + 1) AS numbers(i)")

    def copy(self, source):
        if self.form == "parquet":
            self.save(f"SELECT * FROM read_parquet({literal(source)})")
        else:
            self.save("SELECT * FROM source.big", source)

    def ends(self, last):
        place = f"read_parquet({literal(self.target)})" if self.form == "parquet" else "big"
        with self.connection(":memory:" if self.form == "parquet" else self.target) as connection:
            return connection.execute(f"SELECT count(*), min(x1), max({last}) FROM {place}").fetchone()


class Polars:
    """Polars, by its streaming engine, with the rows in their order (its default)."""

    def __init__(self, form, target):
        import polars

        self.polars = polars
        self.version = polars.__version__
        self.form = form
        self.target = target

    def save(self, frame):
        sink = frame.sink_parquet if self.form == "parquet" else frame.sink_ipc
        sink(self.target, compression="uncompressed", engine="streaming")

    def scan(self, path):
        return (self.polars.scan_parquet if self.form == "parquet" else self.polars.scan_ipc)(path)

    def write(self, rows, columns):
        numbers = self.polars.int_range(1, rows + 1, eager=True).cast(self.polars.Float64)
        i = self.polars.col("i")
        values = [(i + float(j)).alias(f"x{j}") for j in range(1, columns + 1)]
        self.save(self.polars.LazyFrame({"i": numbers}).select(values))

    def copy(self, source):
        self.save(self.scan(source))

    def ends(self, last):
        x, len_ = self.polars.col, self.polars.len()
        return self.scan(self.target).select(len_, x("x1").min(), x(last).max()).collect().row(0)


PEERS = {"duckdb": Duckdb, "polars": Polars}


def run(what, *words):
    if what == "versions":
        return {name: peer("parquet", "").version for name, peer in PEERS.items()}
    name, form, *words, target = words
    peer = PEERS[name](form, target)
    if what == "write":
        rows, columns = map(int, words)
        return timed(lambda: peer.write(rows, columns), target)
    if what == "copy":
        (source,) = words
        return timed(lambda: peer.copy(source), target)
    rows, columns = map(int, words)
    found, expected = peer.ends(f"x{columns}"), (rows, 2, rows + columns)
    if tuple(found) != expected:
        sys.exit(f"{name} ({form}): rows, smallest x1 and greatest x{columns} are {found} and not {expected}")
    return {}


if __name__ == "__main__":
    *words, figures = sys.argv[1:]
    try:
        result = run(*words)
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")
    with open(figures, "w") as output:
        json.dump(result, output)
