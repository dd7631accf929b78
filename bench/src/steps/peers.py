"""Runs a peer once, in the terms that feedrate has: see README.md of bench.

    peers.py REQUEST FIGURES

REQUEST is an object of JSON, as peer.rs has it: `task` is what to do, by which `peer`, in which `format`,
with a table of `rows` and `columns`. FIGURES gets what came of it as JSON. The clocks run from before a peer
opens or plans anything until its file and the folder's entry have reached the device; the start of Python
and its imports are left out.

Variable x<j> of row i, both counted from 1, is i + j as a double; of `shuffled` values, x1 and x2 are the
cubes of 7919 i and 104729 i modulo 10007 and 10037.
"""

import json
import os
import resource
import sys
import time

STATISTICS = ["n", "mean", "std", "min", "max"]
KEYS = {"x1": (7919, 10007), "x2": (104729, 10037)}
HASH_PRIME = 99991


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

    # The same bytes for all: nothing is compressed. Hardly a value of a variable occurs twice, so looking
    # for such would only cost time.
    PARQUET = "(FORMAT parquet, COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1)"

    def __init__(self, request):
        import duckdb

        self.connect = duckdb.connect
        self.version = duckdb.__version__
        self.request = request
        self.is_parquet = request.get("format") == "parquet"

    def connection(self, database=":memory:"):
        connection = self.connect(database)
        folder = os.path.dirname(self.request["target"])
        connection.execute(f"SET temp_directory = {literal(folder)}")
        connection.execute("PRAGMA force_compression = 'uncompressed'")
        if self.request["memory_bytes"]:
            connection.execute(f"SET memory_limit = '{self.request['memory_bytes']}B'")
        if self.request["threads"]:
            connection.execute(f"SET threads = {self.request['threads']}")
        if self.request["task"] == "sort":
            # ORDER BY alone gives the order, and nothing has to be held back for another.
            connection.execute("SET preserve_insertion_order = false")
        return connection

    def save(self, query, *, reads=True):
        """Saves what a query gives; in it, source stands for the table."""
        source, target = literal(self.request["source"]), literal(self.request["target"])
        if self.is_parquet:
            query = query.replace("FROM source", f"FROM read_parquet({source})")
            with self.connection() as connection:
                connection.execute(f"COPY ({query}) TO {target} {self.PARQUET}")
            return
        with self.connection(self.request["target"]) as connection:
            if reads:
                connection.execute(f"ATTACH {source} AS source (READ_ONLY)")
            query = query.replace("FROM source", "FROM source.big")
            connection.execute(f"CREATE TABLE big AS {query}")
            connection.execute("CHECKPOINT")

    def make(self):
        values = {f"x{j}": f"i + {j}" for j in range(1, self.request["columns"] + 1)}
        if self.request["values"] == "shuffled":
            for name, (factor, prime) in KEYS.items():
                rest = f"({factor} * i % {prime})"
                values[name] = f"{rest} * {rest} * {rest} % {prime}"
        values = ", ".join(f"({value})::DOUBLE AS {name}" for name, value in values.items())
        self.save(f"SELECT {values} FROM range(1, {self.request['rows']} + 1) AS numbers(i)", reads=False)

    def copy(self):
        self.save("SELECT * FROM source")

    def means(self):
        functions = zip(("count", "avg", "stddev_samp", "min", "max"), STATISTICS)
        functions = [
            f"{function}(x{j}) AS x{j}_{name}"
            for function, name in functions
            for j in range(1, self.request["columns"] + 1)
        ]
        self.save(f"SELECT {', '.join(functions)} FROM source")

    def sort(self):
        self.save("SELECT * FROM source ORDER BY x1, x2")

    def answer(self, *queries):
        """All numbers that the queries give; in them, target stands for what was written."""
        target = self.request["target"]
        place = f"read_parquet({literal(target)})" if self.is_parquet else "big"
        with self.connection(":memory:" if self.is_parquet else target) as connection:
            rows = (connection.execute(query.replace("FROM target", f"FROM {place}")) for query in queries)
            return [number for row in rows for number in row.fetchone()]

    def ends(self, names):
        last = self.request["rows"] - 1
        query = f"SELECT {', '.join(names)} FROM target LIMIT 1"
        return self.answer(query, f"{query} OFFSET {last}", "SELECT count(*) FROM target")

    def row(self, names):
        return self.answer(f"SELECT {', '.join(names)} FROM target")

    def disorder(self):
        keys = "SELECT x1, x2, lag(x1) OVER () AS before1, lag(x2) OVER () AS before2 FROM target"
        wrong = "x1 < before1 OR (x1 = before1 AND x2 < before2)"
        return self.answer(f"SELECT count(*) FROM ({keys}) WHERE {wrong}")

    def checksum(self):
        terms = " + ".join(f"{j * j} * x{j}" for j in range(1, self.request["columns"] + 1))
        rests = f"SELECT ({terms})::BIGINT % {HASH_PRIME} AS rest FROM target"
        return self.answer(f"SELECT sum(rest * rest % {HASH_PRIME})::DOUBLE FROM ({rests})")


class Polars:
    """Polars, by its streaming engine, with the rows in their order (its default)."""

    def __init__(self, request):
        if "target" in request:
            # It reads these when it is imported.
            folder = os.path.dirname(request["target"])
            os.environ.update(POLARS_TEMP_DIR=folder, POLARS_OOC_SPILL_DIR=folder)
            if request["memory_bytes"]:
                os.environ["POLARS_OOC_MEMORY_BUDGET_MB"] = str(request["memory_bytes"] // 10**6)
            if request["threads"]:
                os.environ["POLARS_MAX_THREADS"] = str(request["threads"])
        import polars

        self.polars = polars
        self.version = polars.__version__
        self.request = request
        self.is_parquet = request.get("format") == "parquet"

    def save(self, frame):
        sink = frame.sink_parquet if self.is_parquet else frame.sink_ipc
        sink(self.request["target"], compression="uncompressed", engine="streaming")

    def scan(self, place):
        scan = self.polars.scan_parquet if self.is_parquet else self.polars.scan_ipc
        return scan(self.request[place])

    def columns(self):
        return [self.polars.col(f"x{j}") for j in range(1, self.request["columns"] + 1)]

    def make(self):
        numbers = self.polars.int_range(1, self.request["rows"] + 1, eager=True)
        i, whole = self.polars.col("i"), self.polars.col("whole")
        values = {f"x{j}": i + float(j) for j in range(1, self.request["columns"] + 1)}
        frame = {"i": numbers.cast(self.polars.Float64)}
        if self.request["values"] == "shuffled":
            frame["whole"] = numbers
            for name, (factor, prime) in KEYS.items():
                rest = factor * whole % prime
                values[name] = (rest * rest * rest % prime).cast(self.polars.Float64)
        self.save(self.polars.LazyFrame(frame).select(**values))

    def copy(self):
        self.save(self.scan("source"))

    def means(self):
        functions = zip(("count", "mean", "std", "min", "max"), STATISTICS)
        functions = [
            getattr(column, function)().name.suffix(f"_{name}")
            for function, name in functions
            for column in self.columns()
        ]
        self.save(self.scan("source").select(functions))

    def sort(self):
        self.save(self.scan("source").sort("x1", "x2"))

    def ends(self, names):
        target, last = self.scan("target"), self.request["rows"] - 1
        frames = [target.select(names).slice(place, 1) for place in (0, last)]
        frames.append(target.select(self.polars.len()))
        return [number for frame in frames for number in frame.collect().row(0)]

    def row(self, names):
        return list(self.scan("target").select(names).collect().row(0))

    def disorder(self):
        keys = self.scan("target").select("x1", "x2").collect()
        (x1, x2), (before1, before2) = keys, keys.shift()
        return [((x1 < before1) | ((x1 == before1) & (x2 < before2))).sum()]

    def checksum(self):
        terms = [j * j * column for j, column in enumerate(self.columns(), 1)]
        rest = self.polars.sum_horizontal(terms).cast(self.polars.Int64) % HASH_PRIME
        hashes = (rest * rest % HASH_PRIME).sum().alias("checksum")
        return list(self.scan("target").select(hashes).collect(engine="streaming").row(0))


PEERS = {"duckdb": Duckdb, "polars": Polars}


def run(request):
    task = request["task"]
    if task == "versions":
        return {name: peer(request).version for name, peer in PEERS.items()}
    peer = PEERS[request["peer"]](request)
    last = f"x{request['columns']}"
    if task == "describe-ends":
        return peer.ends(["x1", last])
    if task == "describe-means":
        return peer.row([f"{x}_{name}" for x in ("x1", last) for name in STATISTICS])
    if task == "describe-order":
        return peer.ends(["x1", "x2", last]) + peer.disorder() + peer.checksum()
    return timed(getattr(peer, task), request["target"])


if __name__ == "__main__":
    request, figures = sys.argv[1:]
    try:
        result = run(json.loads(request))
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")
    with open(figures, "w") as output:
        json.dump(result, output)
