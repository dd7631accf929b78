"""Writes and reads files of open formats, for those who write and read them too.

    open_files.py write FOLDER      makes them with pandas, pyarrow, Polars and DuckDB
    open_files.py read FILE...      prints the rows of files as a line of JSON for each
"""

import datetime
import json
import os
import sys


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

        found.append(polars.read_ipc(path, memory_map=False).to_dicts())
    else:
        relation = duckdb.sql(f"select * from read_csv('{path}', header=true)")
        found.append([dict(zip(relation.columns, row)) for row in relation.fetchall()])
    return [[{name: plain(value) for name, value in row.items()} for row in rows] for rows in found]


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    for file in sys.argv[2:]:
        print(json.dumps(read(file)))
