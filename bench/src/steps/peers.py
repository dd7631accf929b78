"""Runs a peer once, in the terms that feedrate has: see README.md of this folder.

The request is as peer.rs has it: `task` is the work, by which `peer`, in which `format`, with a table of `rows` and
`columns`; with a `check`, it is not done, and what it wrote is described. The clocks run from before a peer opens or plans anything until its file and the folder's entry have reached
the device.

Variable x<j> of row i, both counted from 1, is i + j as a double; of `shuffled` values, x1 and x2 are the
cubes of 7919 i and 104729 i modulo 10007 and 10037. Of `keyed` values there are two tables, big and small, with the
columns of `long` and `small`, each the rest of a multiple of i; see keyed.rs. Those of `claims` are told in claims.rs.

With `files` whose format is `shared` all peers read one file, which DuckDB writes by its defaults; and all write in the
format `written`, from a table in memory where they share no file.
"""

import io
import os

import open_queries
from measured import literal, main, timed

STATISTICS = ["n", "mean", "std", "min", "max"]
KEYS = {"x1": (7919, 10007), "x2": (104729, 10037)}
HASH_PRIME = 99991

GROUPS = """
    SELECT {by}, count(*) AS n, sum(x1) AS x1, avg(x2) AS x2, min(x3) AS x3_min, max(x3) AS x3_max
    FROM {{big}} AS big GROUP BY {by}
"""
QUERIES = {
    "join": """
        SELECT count(*) AS n, sum(x1 * y) AS xy, sum(x2) AS x2, sum(z) AS z
        FROM {big} AS big JOIN {small} AS small ON big.k = small.k
    """,
    "match": "SELECT count(*) AS n FROM {big} AS big WHERE regexp_matches(name, '{pattern}')",
    "group": GROUPS.format(by="g"),
    "group-text": GROUPS.format(by="name"),
    "scan-join": """
        SELECT sum(k) AS a, sum(x1) AS b, sum(x2) AS c FROM {big} AS big
        UNION ALL SELECT sum(k) AS a, sum(y) AS b, sum(z) AS c FROM {small} AS small
    """,
    "scan-group": "SELECT sum(g) AS g, sum(x1) AS x1, sum(x2) AS x2, sum(x3) AS x3 FROM {big} AS big",
    "tabulate": "SELECT quarter, region, mem_sex, count(*) AS n FROM {big} AS big GROUP BY quarter, region, mem_sex",
    "scan-group-text": "SELECT max(name) AS name, sum(x1) AS x1, sum(x2) AS x2, sum(x3) AS x3 FROM {big} AS big",
}
NUMBERS = ["rec_id", "mem_id", "from_dt", "charge", "paid", "out_of_pocket_costs"]
MEDIANS = [f"{name}_median" for name in NUMBERS]
QUERIES["median"] = f"""
    SELECT region, {', '.join(f'median({name}) AS {name}_median' for name in NUMBERS)} FROM {{big}} AS big GROUP BY region
"""
QUERIES |= open_queries.QUERIES
# The same result as that of a join, by the program that a person writes for it.
QUERIES["lookup"] = QUERIES["join"]
GROUP_SUMS = """
    SELECT count(*) AS groups, sum(n) AS n, sum({g} * n) AS g_n, sum({g} * x1) AS g_x1, sum(n * x2) AS n_x2,
        sum({g} * x3_min) AS g_min, sum({g} * x3_max) AS g_max
    FROM target
"""


def sync(path):
    for name in (path, os.path.dirname(path)):
        handle = os.open(name, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


def timed_to_device(work, target):
    """The figures of some work until its file has reached the device."""

    def both():
        work()
        sync(target)

    return timed(both)


def small_beside(path):
    """Where the small table lies that belongs to one."""
    return os.path.join(os.path.dirname(path), os.path.basename(path).replace("big", "small"))


def formats(request, own):
    """The formats that are read and written; `own` is that in which a table lies that is loaded to memory."""
    form, files = request.get("format"), request.get("files") or {}
    if request["task"] == "make":
        return form, own if form == "memory" else form
    if files.get("written"):
        return form, files["written"]
    return form, "parquet" if form in ("csv", "memory") else form


def keyed_tables(request):
    """The name, the number of rows and the columns of each of the tables of keys, with expressions of i."""
    for name, rows, columns in (
        ("big", request["rows"], request["long"]),
        ("small", request["small_rows"], request["small"]),
    ):
        yield name, rows, {column["name"]: f"{column['factor']} * i % {column['modulus']}" for column in columns}


def rest(column):
    """A rest as an expression of i."""
    return f"{column['factor']} * i % {column['modulus']}"


def claims_values(request):
    """The numbers, and the texts of a few values, of the table of claims, as expressions of i by their names."""
    columns = request["claims"]
    numbers = {
        column["name"]: f"{column['plus']} + {column['times']} * ({rest(column)})" for column in columns["numbers"]
    }
    levels = {}
    for column in columns["levels"]:
        cases = (f"WHEN {rest(column)} < {limit} THEN '{level}'" for level, limit in column["levels"])
        levels[column["name"]] = f"CASE {' '.join(cases)} END"
    return numbers, levels


def with_sums(counts):
    """Counts of both sexes before those of each, whose order is that of quarters, regions and sexes."""
    return [number for f, m in zip(counts[::2], counts[1::2], strict=True) for number in (f + m, f, m)]


class Duckdb:
    """DuckDB, its temporary files beside the target, with the rows in their order (its default)."""

    # The same bytes for all: nothing is compressed. Hardly a value of a variable occurs twice, so looking
    # for such would only cost time. Of claims few texts differ: each format lays them down in its own best way.
    PARQUET = "(FORMAT parquet, COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1)"
    PARQUET_OF_CLAIMS = "(FORMAT parquet, COMPRESSION uncompressed)"
    # Files that several programs read, or all write, are as it makes them by default.
    OPEN = {"parquet": "(FORMAT parquet, COMPRESSION snappy)", "csv": "(FORMAT csv, HEADER)"}

    def __init__(self, request):
        import duckdb

        self.connect = duckdb.connect
        self.version = duckdb.__version__
        self.request = request
        self.reads, self.writes = formats(request, "database")
        self.is_of_claims = request.get("values") == "claims"
        self.loaded = None

    def connection(self, database=":memory:"):
        connection = self.connect(database)
        folder = os.path.dirname(self.request["target"])
        connection.execute(f"SET temp_directory = {literal(folder)}")
        if not self.is_of_claims:
            connection.execute("PRAGMA force_compression = 'uncompressed'")
        if self.request["memory_bytes"]:
            connection.execute(f"SET memory_limit = '{self.request['memory_bytes']}B'")
        if self.request["threads"]:
            connection.execute(f"SET threads = {self.request['threads']}")
        if self.request["task"] == "sort" and not self.request["check"]:
            # ORDER BY alone gives the order, and nothing has to be held back for another.
            connection.execute("SET preserve_insertion_order = false")
        return connection

    def load(self):
        """Takes the table into memory."""
        self.loaded = self.connection()
        self.loaded.execute(f"ATTACH {literal(self.request['source'])} AS source (READ_ONLY)")
        self.loaded.execute("CREATE TABLE big AS SELECT * FROM source.big")
        self.loaded.execute("DETACH source")

    def options(self):
        """The options of a file that is written."""
        if any(self.request["files"].values()):
            return self.OPEN[self.writes]
        return self.PARQUET_OF_CLAIMS if self.is_of_claims else self.PARQUET

    def place(self, path, form):
        """Where a table lies, for FROM."""
        return "big" if form == "memory" else f"read_{form}({literal(path)})"

    def save(self, query, *, reads=True, name="big"):
        """Saves what a query gives; in it, {big} and {small} stand for the tables."""
        source, target = self.request["source"], self.request["target"]
        constants = {"pattern": self.request["pattern"], "charge_limit": self.request["charge_limit"]}
        if self.writes != "database":
            big, small = (self.place(path, self.reads) for path in (source, small_beside(source)))
            query = query.format(big=big, small=small, **constants)
            target = literal(small_beside(target) if name == "small" else target)
            with self.loaded or self.connection() as connection:
                connection.execute(f"COPY ({query}) TO {target} {self.options()}")
            return
        with self.connection(target) as connection:
            if reads:
                connection.execute(f"ATTACH {literal(source)} AS source (READ_ONLY)")
            query = query.format(big="source.big", small="source.small", **constants)
            connection.execute(f"CREATE TABLE {name} AS {query}")
            connection.execute("CHECKPOINT")

    def make_keyed(self):
        for name, rows, columns in keyed_tables(self.request):
            values = [f"({value})::DOUBLE AS {column}" for column, value in columns.items()]
            if name == "big":
                values.append(f"printf('{self.request['group_prefix']}%08d', {columns['g']}) AS name")
            self.save(f"SELECT {', '.join(values)} FROM range(1, {rows} + 1) AS numbers(i)", reads=False, name=name)

    def make_small(self):
        _, (name, rows, columns) = keyed_tables(self.request)
        values = [f"({value})::DOUBLE AS {column}" for column, value in columns.items()]
        self.save(f"SELECT {', '.join(values)} FROM range(1, {rows} + 1) AS numbers(i)", reads=False, name=name)

    def make_claims(self):
        numbers, levels = claims_values(self.request)
        values = [f"({value})::DOUBLE AS {name}" for name, value in numbers.items()]
        values += [f"{value} AS {name}" for name, value in levels.items()]
        for column in self.request["claims"]["codes"]:
            values.append(f"printf('{column['prefix']}%0{column['digits']}d', {rest(column)}) AS {column['name']}")
        self.save(f"SELECT {', '.join(values)} FROM range(1, {self.request['rows']} + 1) AS numbers(i)", reads=False)

    def make(self):
        if self.request["values"] == "keyed":
            return self.make_keyed()
        if self.is_of_claims:
            if self.request["files"]["shared"] == "parquet":
                self.make_small()
            return self.make_claims()
        values = {f"x{j}": f"i + {j}" for j in range(1, self.request["columns"] + 1)}
        if self.request["values"] == "shuffled":
            for name, (factor, prime) in KEYS.items():
                rest = f"({factor} * i % {prime})"
                values[name] = f"{rest} * {rest} * {rest} % {prime}"
        values = ", ".join(f"({value})::DOUBLE AS {name}" for name, value in values.items())
        self.save(f"SELECT {values} FROM range(1, {self.request['rows']} + 1) AS numbers(i)", reads=False)

    def copy(self):
        self.save("SELECT * FROM {big}")

    def means(self):
        functions = zip(("count", "avg", "stddev_samp", "min", "max"), STATISTICS)
        functions = [
            f"{function}(x{j}) AS x{j}_{name}"
            for function, name in functions
            for j in range(1, self.request["columns"] + 1)
        ]
        self.save(f"SELECT {', '.join(functions)} FROM {{big}}")

    def sums(self):
        sums = [f"sum(x{j}) AS s{j}" for j in range(1, self.request["columns"] + 1)]
        self.save(f"SELECT {', '.join(sums)} FROM {{big}}")

    def query(self, name):
        self.save(QUERIES[name])

    def sort(self):
        self.save("SELECT * FROM {big} ORDER BY x1, x2")

    def answer(self, *queries):
        """All numbers that the queries give; in them, target stands for what was written."""
        target = self.request["target"]
        is_database = self.writes == "database"
        place = "big" if is_database else self.place(target, self.writes)
        with self.connection(target if is_database else ":memory:") as connection:
            answers = (connection.execute(query.replace("FROM target", f"FROM {place}")) for query in queries)
            return [number for answer in answers for row in answer.fetchall() for number in row]

    def ends(self, names):
        last = self.request["rows"] - 1
        query = f"SELECT {', '.join(names)} FROM target LIMIT 1"
        return self.answer(query, f"{query} OFFSET {last}", "SELECT count(*) FROM target")

    def row(self, names):
        return self.answer(f"SELECT {', '.join(names)} FROM target")

    def group_sums(self, text):
        return self.answer(GROUP_SUMS.format(g="substr(name, 9)::DOUBLE" if text else "g"))

    def counts(self):
        return with_sums(self.answer("SELECT n FROM target ORDER BY quarter, region, mem_sex"))

    def medians(self):
        return self.answer(f"SELECT {', '.join(MEDIANS)} FROM target ORDER BY region")

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
        self.reads, self.writes = formats(request, "arrow")
        self.loaded = None

    def load(self):
        """Takes the table into memory."""
        with open(self.request["source"], "rb") as source:
            # Of bytes nothing stays a mapped file.
            self.loaded = self.polars.read_ipc(io.BytesIO(source.read()))

    def save(self, frame, *, small=False):
        target = self.request["target"]
        target = small_beside(target) if small else target
        if self.writes == "csv":
            return frame.sink_csv(target, engine="streaming")
        if self.writes == "arrow":
            return frame.sink_ipc(target, compression="uncompressed", engine="streaming")
        compression = "snappy" if self.request["files"]["written"] else "uncompressed"
        frame.sink_parquet(target, compression=compression, engine="streaming")

    def scan(self, place, *, small=False):
        form = self.reads if place == "source" else self.writes
        if form == "memory":
            return self.loaded.lazy()
        scans = {"parquet": self.polars.scan_parquet, "csv": self.polars.scan_csv, "arrow": self.polars.scan_ipc}
        path = self.request[place]
        return scans[form](small_beside(path) if small else path)

    def answer(self, query):
        """All numbers that a query gives; in it, target stands for what was written."""
        answer = self.polars.SQLContext(target=self.scan("target")).execute(query).collect()
        return [number for row in answer.rows() for number in row]

    def columns(self):
        return [self.polars.col(f"x{j}") for j in range(1, self.request["columns"] + 1)]

    def make_keyed(self):
        for name, rows, columns in keyed_tables(self.request):
            frame = self.polars.LazyFrame({"i": self.polars.int_range(1, rows + 1, eager=True)})
            frame = frame.select(**{column: self.polars.sql_expr(value) for column, value in columns.items()})
            if name == "big":
                group = self.polars.col("g").cast(self.polars.String).str.zfill(8)
                frame = frame.with_columns(name=self.request["group_prefix"] + group)
            self.save(frame.cast({self.polars.Int64: self.polars.Float64}), small=name == "small")

    def make_claims(self):
        expression, text = self.polars.sql_expr, self.polars.String
        numbers, levels = claims_values(self.request)
        values = {name: expression(value).cast(self.polars.Float64) for name, value in numbers.items()}
        values |= {name: expression(value) for name, value in levels.items()}
        for column in self.request["claims"]["codes"]:
            digits = expression(rest(column)).cast(text).str.zfill(column["digits"])
            values[column["name"]] = column["prefix"] + digits
        i = self.polars.int_range(1, self.request["rows"] + 1, eager=True)
        self.save(self.polars.LazyFrame({"i": i}).select(**values))

    def make(self):
        if self.request["values"] == "keyed":
            return self.make_keyed()
        if self.request["values"] == "claims":
            return self.make_claims()
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

    def sums(self):
        self.save(self.scan("source").select(column.sum().name.replace("x", "s") for column in self.columns()))

    def query(self, name):
        col, big = self.polars.col, self.scan("source")
        if name in open_queries.QUERIES:
            frame = open_queries.frame(
                self.polars, name, big, lambda: self.scan("source", small=True), self.request["charge_limit"]
            )
        elif name in ("group", "group-text"):
            frame = big.group_by("g" if name == "group" else "name").agg(
                n=self.polars.len(), x1=col("x1").sum(), x2=col("x2").mean(),
                x3_min=col("x3").min(), x3_max=col("x3").max(),
            )
        elif name == "tabulate":
            frame = big.group_by("quarter", "region", "mem_sex").agg(n=self.polars.len())
        elif name == "median":
            frame = big.group_by("region").agg(col(NUMBERS).median().name.suffix("_median"))
        elif name == "match":
            matches = big.filter(col("name").str.contains(self.request["pattern"]))
            frame = matches.select(n=self.polars.len())
        elif name in ("join", "lookup"):
            frame = big.join(self.scan("source", small=True), on="k").select(
                n=self.polars.len(), xy=(col("x1") * col("y")).sum(), x2=col("x2").sum(), z=col("z").sum()
            )
        elif name == "scan-join":
            frame = self.polars.concat([
                big.select(a=col("k").sum(), b=col("x1").sum(), c=col("x2").sum()),
                self.scan("source", small=True).select(a=col("k").sum(), b=col("y").sum(), c=col("z").sum()),
            ])
        else:
            first = col("name").max() if name == "scan-group-text" else col("g").sum()
            frame = big.select(first, col("x1").sum(), col("x2").sum(), col("x3").sum())
        self.save(frame)

    def sort(self):
        self.save(self.scan("source").sort("x1", "x2"))

    def ends(self, names):
        target, last = self.scan("target"), self.request["rows"] - 1
        frames = [target.select(names).slice(place, 1) for place in (0, last)]
        frames.append(target.select(self.polars.len()))
        return [number for frame in frames for number in frame.collect().row(0)]

    def row(self, names):
        return list(self.scan("target").select(names).collect().row(0))

    def group_sums(self, text):
        col = self.polars.col
        g = col("name").str.slice(8).cast(self.polars.Float64) if text else col("g")
        terms = [g * col("n"), g * col("x1"), col("n") * col("x2"), g * col("x3_min"), g * col("x3_max")]
        sums = [term.sum().alias(str(place)) for place, term in enumerate(terms)]
        return list(self.scan("target").select(self.polars.len(), col("n").sum(), *sums).collect().row(0))

    def counts(self):
        return with_sums(self.scan("target").sort("quarter", "region", "mem_sex").select("n").collect()["n"].to_list())

    def medians(self):
        rows = self.scan("target").sort("region").select(MEDIANS).collect().rows()
        return [number for row in rows for number in row]

    def disorder(self):
        keys = self.scan("target").select("x1", "x2").collect()
        (x1, x2), (before1, before2) = keys, keys.shift()
        return [((x1 < before1) | ((x1 == before1) & (x2 < before2))).sum()]

    def checksum(self):
        terms = [j * j * column for j, column in enumerate(self.columns(), 1)]
        rest = self.polars.sum_horizontal(terms).cast(self.polars.Int64) % HASH_PRIME
        hashes = (rest * rest % HASH_PRIME).sum().alias("checksum")
        return list(self.scan("target").select(hashes).collect(engine="streaming").row(0))


class Datafusion:
    """DataFusion through its wheel for Python, which is the same engine as its command line."""

    PARQUET = "STORED AS PARQUET OPTIONS ('format.compression' 'uncompressed')"

    def __init__(self, request):
        import datafusion

        self.version = datafusion.__version__
        self.request = request
        self.context = datafusion.SessionContext

    def save(self, query, *, small=False):
        """Saves what a query gives; in it, {big} and {small} stand for the tables."""
        context, source, target = self.context(), self.request["source"], self.request["target"]
        if "{big}" in query:
            context.register_parquet("big", source)
        if "{small}" in query:
            context.register_parquet("small", small_beside(source))
        query = query.format(big="big", small="small", charge_limit=self.request["charge_limit"])
        target = literal(small_beside(target) if small else target)
        context.sql(f"COPY ({query}) TO {target} {self.PARQUET}").collect()

    def make(self):
        for name, rows, columns in keyed_tables(self.request):
            values = [f"({value})::DOUBLE AS {column}" for column, value in columns.items()]
            if name == "big":
                digits = f"lpad(({columns['g']})::VARCHAR, 8, '0')"
                values.append(f"concat('{self.request['group_prefix']}', {digits}) AS name")
            numbers = f"(SELECT value AS i FROM generate_series(1, {rows}))"
            self.save(f"SELECT {', '.join(values)} FROM {numbers}", small=name == "small")

    def query(self, name):
        self.save(QUERIES[name])

    def answer(self, query):
        """All numbers that a query gives; in it, target stands for what was written."""
        context = self.context()
        context.register_parquet("target", self.request["target"])
        columns = context.sql(query).to_pydict().values()
        return [number for row in zip(*columns, strict=True) for number in row]

    def row(self, names):
        return self.answer(f"SELECT {', '.join(names)} FROM target")

    def group_sums(self, text):
        return self.answer(GROUP_SUMS.format(g="substr(name, 9)::DOUBLE" if text else "g"))


def describe(peer, request):
    """The numbers that describe what a task wrote."""
    check, last = request["check"], f"x{request['columns']}"
    if check in open_queries.DESCRIPTIONS:
        return peer.answer(open_queries.DESCRIPTIONS[check])
    if check == "ends":
        return peer.ends(["x1", last])
    if check == "means":
        return peer.row([f"{x}_{name}" for x in ("x1", last) for name in STATISTICS])
    if check == "sums":
        return peer.row([f"s{j}" for j in range(1, request["columns"] + 1)])
    if check == "join":
        return peer.row(["n", "xy", "x2", "z"])
    if check == "match":
        return peer.row(["n"])
    if check in ("group", "group-text"):
        return peer.group_sums(check == "group-text")
    if check == "tabulate":
        return peer.counts()
    if check == "medians":
        return peer.medians()
    return peer.ends(["x1", "x2", last]) + peer.disorder() + peer.checksum()


def run(peer, request):
    task = request["task"]
    if request["check"]:
        return describe(peer, request)
    if request["format"] == "memory" and task != "make":
        peer.load()
    if task in QUERIES:
        return timed_to_device(lambda: peer.query(task), request["target"])
    return timed_to_device(getattr(peer, task), request["target"])


main({"DuckDB": Duckdb, "Polars": Polars, "DataFusion": Datafusion}, run)
