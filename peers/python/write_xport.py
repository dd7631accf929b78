"""Writes a transport file through pyreadstat: write_xport.py VERSION MEMBER CONTENTS FILE.

CONTENTS is JSON as describe.py prints it; the version is 5 or 8.
"""

import json
import struct
import sys

import pandas
import pyreadstat


def value(cell):
    return struct.unpack("<d", struct.pack("<Q", cell))[0] if isinstance(cell, int) else cell


if __name__ == "__main__":
    version, member, source, path = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        contents = json.load(file)
    columns = contents["columns"]
    names = [column["name"] for column in columns]
    frame = pandas.DataFrame([[value(cell) for cell in row] for row in contents["rows"]], columns=names)
    pyreadstat.write_xport(
        frame,
        path,
        file_format_version=int(version),
        table_name=member,
        column_labels={column["name"]: column["label"] for column in columns if column["label"]},
        variable_format={column["name"]: column["format"] for column in columns if column["format"]},
    )
