"""Runs SQLite or DuckDB once: see README.md of this folder.

`task` of the request is the work, by which `peer`; the rest is as course.rs has it. The clocks run from before a peer
opens its database until it has the result. All loops over rows and keys are the peers' own: a task is one statement.

The table and the keys are those of data.rs. The keys lie in a database of their own, beside that of the table.
"""

import os
import re

from measured import literal, main, timed

INDEX = "big_k"
# Each key is looked up by itself, in the order of the keys.
STATEMENTS = {
    "lookup": "SELECT count(*), sum(big.x1), sum(big.x5) FROM keys.keys AS keys CROSS JOIN big INDEXED BY big_k "
    "ON big.k = keys.k WHERE keys.rowid <= {count}",
    "point": "SELECT count(*), sum(big.x1), sum(big.x5) FROM keys.keys AS keys CROSS JOIN big "
    "ON big.rowid = keys.point WHERE keys.rowid <= {count}",
}
# DuckDB's planner has its own way of doing it; its rows are numbered from 0.
STATEMENTS_OF_DUCKDB = {
    "lookup": "SELECT count(*), sum(big.x1), sum(big.x5) FROM keys.keys AS keys JOIN big ON big.k = keys.k "
    "WHERE keys.i <= {count}",
    "point": "SELECT count(*), sum(big.x1), sum(big.x5) FROM keys.keys AS keys JOIN big ON big.rowid = keys.point - 1 "
    "WHERE keys.i <= {count}",
}
TOTALS = (
    "SELECT count(*), sum(k), sum(x1), sum(x2), sum(x3), sum(x4), sum(x5), "
    "sum(CAST(substr(name, 2) AS integer)), sum(CAST(substr(note, 28) AS integer)) FROM big"
)


def cube(factor, modulus):
    """A multiple of i, cubed modulo a prime."""
    rest = f"({factor} * i % {modulus})"
    return f"({rest} * {rest} % {modulus} * {rest} % {modulus})"


class Peer:
    def __init__(self, request):
        self.request = request
        self.database = request.get("database", "")
        self.keys = self.database + ".keys"

    def columns(self, real):
        """The columns of the table, as expressions of i by their names."""
        columns = {"k": cube(self.request["key_factor"], self.request["prime"])}
        for name, modulus, fraction in self.request["numbers"]:
            value = f"i % {modulus}" if modulus else "i"
            columns[name] = f"CAST({value} AS {real}) + {fraction}"
        for name, prefix, digits, modulus in self.request["texts"]:
            columns[name] = f"printf('{prefix}%0{digits}d', i % {modulus})"
        return columns

    def key_columns(self):
        """The keys to look up and the numbers of rows to read, as expressions of i by their names."""
        lookup = cube(self.request["lookup_factor"], self.request["lookup_prime"])
        point = cube(self.request["point_factor"], self.request["lookup_prime"])
        return {
            "k": f"{lookup} % {self.request['prime'] - 1} + 1",
            "point": f"{point} % {self.request['rows']} + 1",
        }

    def run(self):
        task = self.request["task"]
        if task == "make":
            return self.make()
        if task == "index":
            self.execute(f"DROP INDEX IF EXISTS {INDEX}")
            self.end()
        told = timed(lambda: self.work(task))
        return told | {"notes": [self.explain(self.statement(task))] if task in STATEMENTS else []}

    def work(self, task):
        if task == "index":
            self.execute(f"CREATE UNIQUE INDEX {INDEX} ON big(k)")
            self.end()
            return []
        if task == "totals":
            return self.execute(TOTALS)[0]
        return self.execute(self.statement(task))[0]

    def statement(self, task):
        return self.statements[task].format(count=self.request["count"])


class Sqlite(Peer):
    """SQLite, of the release that apsw brings along."""

    statements = STATEMENTS

    def __init__(self, request):
        import apsw

        super().__init__(request)
        self.connect = apsw.Connection
        self.version = apsw.sqlite_lib_version()
        self.connection = None

    def open(self):
        self.connection = self.connect(self.database)
        if self.request["way"] == "mapped":
            self.connection.execute(f"PRAGMA mmap_size = {1 << 40}")
        if self.request["way"] == "large cache":
            self.connection.execute(f"PRAGMA cache_size = -{self.request['cache_kib']}")
        self.connection.execute(f"ATTACH {literal(self.keys)} AS keys")

    def execute(self, sql):
        if self.connection is None:
            self.open()
        return list(self.connection.execute(sql))

    def end(self):
        self.connection.close()
        self.connection = None

    def explain(self, sql):
        return "; ".join(row[3] for row in self.execute("EXPLAIN QUERY PLAN " + sql))

    def fill(self, name, columns, types, rows):
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {rows}) SELECT i FROM n"
        declared = ", ".join(f"{column} {types.get(column, 'integer')}" for column in columns)
        # It is new: if this fails, so does the bench.
        for pragma in ("journal_mode = off", "keys.journal_mode = off"):
            self.execute(f"PRAGMA {pragma}")
        self.execute(f"CREATE TABLE {name} ({declared})")
        self.execute(f"INSERT INTO {name} SELECT {', '.join(columns.values())} FROM ({numbers})")

    def make(self):
        types = {column[0]: "real" for column in self.request["numbers"]}
        types |= {column[0]: "text" for column in self.request["texts"]}
        self.fill("big", self.columns("real"), types, self.request["rows"])
        self.fill("keys.keys", self.key_columns(), {}, self.request["count"])
        self.end()
        return {}


class Duckdb(Peer):
    """DuckDB, with all threads."""

    statements = STATEMENTS_OF_DUCKDB

    def __init__(self, request):
        import duckdb

        super().__init__(request)
        self.connect = duckdb.connect
        self.version = duckdb.__version__
        self.connection = None

    def open(self):
        self.connection = self.connect(self.database)
        folder = os.path.dirname(self.database)
        self.connection.execute(f"SET temp_directory = {literal(os.path.join(folder, 'duckdb-temporary'))}")
        self.connection.execute(f"ATTACH {literal(self.keys)} AS keys")

    def execute(self, sql):
        if self.connection is None:
            self.open()
        return self.connection.execute(sql).fetchall()

    def end(self):
        self.connection.execute("CHECKPOINT")
        self.connection.close()
        self.connection = None

    def explain(self, sql):
        plan = self.execute("EXPLAIN " + sql)[0][1]
        # The operators are the headings of the boxes that it draws.
        return "; ".join(re.findall("─ ([A-Z][A-Za-z ]*[a-z]) [─┴]", plan))

    def make(self):
        numbers = "FROM range(1, {} + 1) AS numbers(i)".format
        columns = ", ".join(f"{value} AS {name}" for name, value in self.columns("double").items())
        self.execute(f"CREATE TABLE big AS SELECT {columns} {numbers(self.request['rows'])}")
        columns = ", ".join(f"{value} AS {name}" for name, value in self.key_columns().items())
        self.execute(f"CREATE TABLE keys.keys AS SELECT i, {columns} {numbers(self.request['count'])}")
        self.execute("CHECKPOINT keys")
        self.end()
        return {}


main({"SQLite": Sqlite, "DuckDB": Duckdb}, lambda peer, _: peer.run())
