"""Whether MERGED is ALLA and ALLB in the order of SERIALNO, those of equal values in the order of the two:
interleave.py FOLDER."""

import sys

import numpy as np
import pandas as pd
import pyreadstat


def read(name):
    return pyreadstat.read_sas7bdat(f"{sys.argv[1]}/{name}.sas7bdat")[0]


first, second, merged = read("alla"), read("allb"), read("merged")
first["source"], second["source"] = 1.0, 0.0
both = pd.concat([first, second]).sort_values("serialno", kind="stable", na_position="first")
keys = both["serialno"].to_numpy()
changes = keys[1:] != keys[:-1]
both["begins"] = np.r_[True, changes].astype(float)
both["ends"] = np.r_[changes, True].astype(float)
assert sorted(both.columns) == sorted(merged.columns), (both.columns, merged.columns)
for column in merged.columns:
    assert np.array_equal(both[column].to_numpy(), merged[column].to_numpy()), column
print(len(merged))
