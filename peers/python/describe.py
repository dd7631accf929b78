"""Prints what a reader of .sas7bdat or .xpt files makes of some, as a line of JSON for each.

    describe.py pandas|pyreadstat FILE...

A number is the bits of its double as a whole number, so that nothing is lost on the way; text is text, without
the blanks at its end; a missing value is null, or {"missing": "A"} where the reader tells which one it is.
"""

import json
import math
import struct
import sys


def cell(value):
    if value is None:
        return None
    if isinstance(value, bytes):
        value = value.decode("utf-8")
    if isinstance(value, str):
        return value.rstrip(" ")
    if math.isnan(value):
        return None
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def number(value):
    """A cell of a variable of numbers: a letter or an underscore there is a special missing value."""
    return {"missing": value} if isinstance(value, str) else cell(value)


def by_pandas(path):
    from pandas.io.sas.sas7bdat import SAS7BDATReader
    from pandas.io.sas.sas_xport import XportReader

    if path.endswith(".xpt"):
        with XportReader(path, encoding="utf-8") as reader:
            columns = [{"name": name} for name in reader.columns]
            frame = reader.read()
    else:
        # Not `pandas.read_sas`, which turns numbers with the formats of dates into dates.
        def opened(encoding):
            return SAS7BDATReader(path, convert_dates=False, blank_missing=False, encoding=encoding)

        try:
            reader = opened("infer")
        except LookupError:
            # pandas does not know every encoding; that of these files is only told by what is in them.
            reader = opened("ascii")
        with reader:
            columns = [
                {"name": column.name, "label": column.label, "format": column.format, "length": column.length}
                for column in reader.columns
            ]
            # It cannot read nothing.
            frame = reader.read() if reader.row_count else None
    rows = [] if frame is None else frame.itertuples(index=False, name=None)
    return {"columns": columns, "rows": [[cell(value) for value in row] for row in rows]}


def by_pyreadstat(path):
    import pyreadstat

    if path.endswith(".xpt"):
        data, meta = pyreadstat.read_xport(path, disable_datetime_conversion=True, output_format="dict")
    else:
        data, meta = pyreadstat.read_sas7bdat(
            path, disable_datetime_conversion=True, user_missing=True, output_format="dict"
        )
    names = meta.column_names
    columns = [
        {
            "name": name,
            "label": meta.column_names_to_labels[name] or "",
            "format": meta.original_variable_types[name] or "",
            "length": meta.variable_storage_width[name],
        }
        for name in names
    ]
    as_cell = [cell if meta.readstat_variable_types[name] == "string" else number for name in names]
    rows = [
        [make(value) for make, value in zip(as_cell, row)] for row in zip(*(data[name] for name in names))
    ]
    return {"columns": columns, "rows": rows, "label": meta.file_label, "encoding": meta.file_encoding}


if __name__ == "__main__":
    reader, *paths = sys.argv[1:]
    for path in paths:
        print(json.dumps({"pandas": by_pandas, "pyreadstat": by_pyreadstat}[reader](path)))
