"""Writes and reads files of open formats, for those who write and read them too.

    open_files.py write FOLDER      makes them with pandas, pyarrow, Polars and DuckDB
    open_files.py read FILE...      prints the rows of files as a line of JSON for each
    open_files.py random FOLDER N   makes N Parquet files of any kinds of columns, t0.parquet and so on
    open_files.py compare FOLDER N  holds the copies c0.parquet, c0.arrow, c0.csv and so on against them
"""

import csv
import datetime
import json
import math
import os
import random
import sys

EPOCH = datetime.datetime(1970, 1, 1)
LETTERS = "abcXYZ ,;\"'\n\täöß€😀0123456789.-"


def frame():
    import pandas

    return pandas.DataFrame(
        {
            "id": [1, 2, 3],
            "amount": [0.5, None, -1e300],
            "name": ["Größe", None, "a, \"b\""],
            "day": [datetime.date(1960, 1, 1), datetime.date(2026, 11, 22), None],
            "at": pandas.to_datetime(["1960-01-01 00:00:01.5", None, "2026-11-22 12:00:00"], format="ISO8601"),
            "yes": [True, False, True],
        }
    )


def write(folder):
    import duckdb
    import polars
    import pyarrow
    import pyarrow.feather
    import pyarrow.parquet

    arrow_table = table = pyarrow.Table.from_pandas(frame(), preserve_index=False)

    def path(name):
        return os.path.join(folder, name)

    for codec in ["snappy", "zstd", "gzip", "lz4", "brotli", "none"]:
        pyarrow.parquet.write_table(table, path(f"pyarrow_{codec}.parquet"), compression=codec, row_group_size=2)
    pyarrow.parquet.write_table(
        table, path("version2.parquet"), version="2.6", data_page_version="2.0", use_dictionary=False
    )
    frame().to_parquet(path("pandas.parquet"))
    frame().to_csv(path("pandas.csv"), index=False)
    for codec in ["lz4", "zstd", "uncompressed"]:
        pyarrow.feather.write_feather(table, path(f"feather_{codec}.arrow"), compression=codec, chunksize=2)
    polars.from_arrow(table).write_parquet(path("polars.parquet"))
    polars.from_arrow(table).write_ipc(path("polars.arrow"))
    categories = polars.from_arrow(table).with_columns(polars.col("name").cast(polars.Categorical))
    categories.write_ipc(path("categories.arrow"))
    duckdb.sql(f"copy (select * from arrow_table) to '{path('duckdb.parquet')}' (format parquet)")
    duckdb.sql(f"copy (select * from arrow_table) to '{path('duckdb.csv')}' (header, format csv)")


def plain(value):
    if isinstance(value, (datetime.date, datetime.datetime, datetime.time)):
        return value.isoformat()
    return value


def read(path):
    import duckdb
    import pyarrow.feather
    import pyarrow.parquet

    found = []
    if path.endswith(".parquet"):
        found.append(pyarrow.parquet.read_table(path).to_pylist())
        relation = duckdb.sql(f"select * from read_parquet('{path}')")
        found.append([dict(zip(relation.columns, row)) for row in relation.fetchall()])
    elif path.endswith(".arrow"):
        found.append(pyarrow.feather.read_table(path).to_pylist())
        import polars

        found.append(polars.read_ipc(path).to_dicts())
    else:
        relation = duckdb.sql(f"select * from read_csv('{path}', header=true)")
        found.append([dict(zip(relation.columns, row)) for row in relation.fetchall()])
    return [[{name: plain(value) for name, value in row.items()} for row in rows] for rows in found]


def random_column(kind, rows, chance):
    def value():
        if chance.random() < 0.15:
            return None
        if kind == "int":
            return chance.randint(-(2**53), 2**53)
        if kind == "float":
            return chance.choice([chance.uniform(-1e6, 1e6), chance.gauss(0, 1) * 10 ** chance.randint(-300, 300), math.nan, math.inf, 0.0])
        if kind == "bool":
            return chance.random() < 0.5
        if kind == "text":
            # A text that begins with a letter is no number in CSV.
            return chance.choice(["", "x" + "".join(chance.choices(LETTERS, k=chance.randint(0, 12)))])
        if kind == "date":
            return datetime.date(1600, 1, 1) + datetime.timedelta(days=chance.randint(0, 300_000))
        if kind == "timestamp":
            return EPOCH + datetime.timedelta(microseconds=chance.randint(-(10**15), 3 * 10**15))
        return (EPOCH + datetime.timedelta(microseconds=chance.randint(0, 86_399_999_999))).time()

    return [value() for _ in range(rows)]


def random_files(folder, count):
    import pyarrow
    import pyarrow.parquet

    for number in range(count):
        chance = random.Random(number)
        rows = chance.choice([0, 1, 7, 500, 3000])
        types = {
            "int": pyarrow.int64(),
            "float": pyarrow.float64(),
            "bool": pyarrow.bool_(),
            "text": chance.choice([pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())]),
            "date": pyarrow.date32(),
            "timestamp": pyarrow.timestamp(chance.choice(["us", "ns"])),
            "time": pyarrow.time64("us"),
        }
        kinds = chance.choices(list(types), k=chance.randint(1, 8))
        names = [f"{kind}_{place}" for place, kind in enumerate(kinds)]
        columns = [pyarrow.array(random_column(kind, rows, chance), types[kind]) for kind in kinds]
        pyarrow.parquet.write_table(
            pyarrow.table(columns, names=names),
            os.path.join(folder, f"t{number}.parquet"),
            compression=chance.choice(["snappy", "zstd", "gzip", "lz4", "brotli", "none"]),
            row_group_size=chance.choice([100, 1000, 100_000]),
            use_dictionary=chance.random() < 0.5,
            data_page_version=chance.choice(["1.0", "2.0"]),
            data_page_size=chance.choice([100, 1 << 20]),
            write_statistics=chance.random() < 0.5,
        )


def as_read(kind, value):
    """What a value is to be after it was a value of a data set."""
    if kind == "text":
        return (value or "").rstrip(" ")
    if value is None or kind == "float" and not math.isfinite(value):
        return None
    if kind in ("int", "bool", "float"):
        return float(value)
    return value


def of_text(kind, text):
    """The value of a text in CSV."""
    if kind == "text":
        return text
    if text == "":
        return None
    if kind == "date":
        return datetime.date.fromisoformat(text)
    if kind == "timestamp":
        return datetime.datetime.fromisoformat(text)
    if kind == "time":
        return datetime.time.fromisoformat(text)
    return float(text)


def compare(folder, count):
    import pyarrow.feather
    import pyarrow.parquet

    for number in range(count):
        before = pyarrow.parquet.read_table(os.path.join(folder, f"t{number}.parquet"))
        kinds = [name.split("_")[0] for name in before.column_names]
        expected = [
            [as_read(kind, value) for value in column.to_pylist()] for kind, column in zip(kinds, before.columns)
        ]
        copies = {
            "parquet": pyarrow.parquet.read_table(os.path.join(folder, f"c{number}.parquet")),
            "arrow": pyarrow.feather.read_table(os.path.join(folder, f"c{number}.arrow")),
        }
        for copied, table in copies.items():
            assert table.column_names == before.column_names, (number, copied)
            for name, kind, column, values in zip(table.column_names, kinds, table.columns, expected):
                found = [as_read(kind, value) for value in column.to_pylist()]
                assert found == values, (number, copied, name)
        with open(os.path.join(folder, f"c{number}.csv"), newline="", encoding="utf-8") as file:
            lines = list(csv.reader(file))
        assert lines[0] == before.column_names, number
        found = [list(column) for column in zip(*lines[1:])] or [[] for _ in kinds]
        for name, kind, texts, values in zip(before.column_names, kinds, found, expected):
            assert [of_text(kind, text) for text in texts] == values, (number, "csv", name)


if sys.argv[1] == "write":
    write(sys.argv[2])
elif sys.argv[1] == "random":
    random_files(sys.argv[2], int(sys.argv[3]))
elif sys.argv[1] == "compare":
    compare(sys.argv[2], int(sys.argv[3]))
else:
    for file in sys.argv[2:]:
        print(json.dumps(read(file)))
