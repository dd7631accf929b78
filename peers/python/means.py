"""Whether what PROC MEANS has made of ALL is what pandas and numpy make of it: means.py FOLDER."""

import itertools
import sys

import numpy as np
import pandas as pd
import pyreadstat

compared = 0


def read(name):
    return pyreadstat.read_sas7bdat(f"{sys.argv[1]}/{name}.sas7bdat")[0]


def check(what, got, want, tolerance=1e-11):
    global compared
    compared += 1
    want = np.nan if want is None else float(want)
    if np.isnan(got) and np.isnan(want):
        return
    assert abs(got - want) <= tolerance * max(abs(want), 1e-3), (what, got, want)


def moments(values):
    n, mean = len(values), np.mean(values.astype(np.longdouble)) if len(values) else np.nan
    return n, mean, [np.sum((values.astype(np.longdouble) - mean) ** power) for power in (2, 3, 4)]


PERCENTS = {"Median": 50, "P1": 1, "P5": 5, "P10": 10, "Q1": 25, "Q3": 75, "P90": 90, "P95": 95, "P99": 99}


def statistics(values):
    n, mean, (second, third, fourth) = moments(values)
    figures = {"N": n, "Sum": values.sum() if n else None}
    figures["Mean"] = mean if n else None
    figures["Min"] = values.min() if n else None
    figures["Max"] = values.max() if n else None
    figures["Range"] = np.ptp(values) if n else None
    figures["CSS"] = second if n else None
    figures["USS"] = np.sum(values.astype(np.longdouble) ** 2) if n else None
    variance = second / (n - 1) if n > 1 else None
    figures["Var"] = variance
    figures["StdDev"] = deviation = None if variance is None else np.sqrt(variance)
    figures["CV"] = None if variance is None or mean == 0 else 100 * deviation / mean
    figures["StdErr"] = error = None if variance is None else deviation / np.sqrt(n)
    figures["T"] = mean / error if error else None
    figures["Skew"] = n / (n - 1) / (n - 2) * third / deviation**3 if n > 2 and second > 0 else None
    kurtosis = None
    if n > 3 and second > 0:
        kurtosis = n * (n + 1) / (n - 1) / (n - 2) / (n - 3) * fourth / deviation**4
        kurtosis -= 3 * (n - 1) ** 2 / (n - 2) / (n - 3)
    figures["Kurt"] = kurtosis
    for name, percent in PERCENTS.items():
        figures[name] = np.percentile(values, percent, method="averaged_inverted_cdf") if n else None
    figures["QRange"] = figures["Q3"] - figures["Q1"] if n else None
    unique, counts = np.unique(values, return_counts=True)
    figures["Mode"] = unique[np.argmax(counts)] if n and counts.max() > 1 else None
    return figures


LOOSE = {"Skew": 1e-7, "Kurt": 1e-7, "CSS": 1e-9, "Var": 1e-9, "StdDev": 1e-9, "CV": 1e-9, "StdErr": 1e-9, "T": 1e-9}


def classes(everything):
    result = read("classes")
    present = everything[everything["number"].notna() & (everything["letter"] != "")]
    expected_rows = 0
    for type_number, keys in enumerate([[], ["letter"], ["number"], ["number", "letter"]]):
        rows = result[result["_TYPE_"] == type_number]
        groups = [((), present)] if not keys else list(present.groupby(keys, sort=True))
        expected_rows += len(groups)
        assert len(rows) == len(groups), (type_number, len(rows), len(groups))
        for (key, group), (_, row) in zip(groups, rows.iterrows()):
            for name, value in zip(keys, key):
                assert row[name] == value, (type_number, row[name], value)
            assert row["_FREQ_"] == len(group)
            for variable in "xyz":
                values = group[variable].dropna().to_numpy()
                check("nmiss", row[f"{variable}_NMiss"], len(group) - len(values))
                for name, want in statistics(values).items():
                    what = (type_number, key, variable, name)
                    check(what, row[f"{variable}_{name}"], want, LOOSE.get(name, 1e-11))
    assert len(result) == expected_rows


def missing(everything):
    result = read("missing")
    groups = everything.groupby(["number", "letter"], dropna=False).x
    wanted = groups.agg(["count", "mean"]).sort_index(na_position="first").reset_index()
    assert len(result) == len(wanted), (len(result), len(wanted))
    wanted = wanted.sort_values(["number", "letter"], na_position="first", kind="stable")
    for (_, row), (_, want) in zip(result.iterrows(), wanted.iterrows()):
        assert row["letter"] == want["letter"]
        check("number", row["number"], want["number"])
        check("n", row["x_N"], want["count"])
        check("mean", row["x_Mean"], want["mean"])


def weighted_percentile(values, weights, percent):
    order = np.argsort(values, kind="stable")
    values, sums = values[order], np.cumsum(weights[order])
    at = sums[-1] * percent / 100
    place = np.searchsorted(sums, at * (1 - 1e-12))
    if abs(sums[place] - at) <= 1e-12 * at and place + 1 < len(values):
        return (values[place] + values[place + 1]) / 2
    return values[place]


def weighted(everything):
    result = read("weighted")
    counted = everything[everything["weight"].notna() & (everything["often"] >= 1) & (everything["letter"] != "")]
    groups = list(counted.groupby("letter", sort=True))
    assert len(result) == len(groups)
    for (key, group), (_, row) in zip(groups, result.iterrows()):
        assert row["letter"] == key
        check("freq", row["_FREQ_"], group["often"].sum())
        for variable in "xyz":
            part = group[group[variable].notna()]
            values = part[variable].to_numpy(dtype=np.longdouble)
            often = part["often"].to_numpy(dtype=np.longdouble)
            weights = often * np.maximum(part["weight"].to_numpy(), 0)
            n, whole = often.sum(), weights.sum()
            mean = (weights * values).sum() / whole
            css = (weights * (values - mean) ** 2).sum()
            wants = {
                "N": n,
                "SumWgt": whole,
                "Sum": (weights * values).sum(),
                "Mean": mean,
                "CSS": css,
                "USS": (weights * values**2).sum(),
                "Var": css / (n - 1),
                "StdErr": np.sqrt(css / (n - 1) / whole),
            }
            positive = weights > 0
            for name, percent in (("Median", 50), ("Q1", 25)):
                wants[name] = weighted_percentile(values[positive], weights[positive], percent)
            for name, want in wants.items():
                check((key, variable, name), row[f"{variable}_{name}"], want, LOOSE.get(name, 1e-11))


METHODS = [
    "interpolated_inverted_cdf",
    "closest_observation",
    "inverted_cdf",
    "weibull",
    "averaged_inverted_cdf",
]


def definitions(everything):
    for number, method in enumerate(METHODS, start=1):
        result = read(f"def{number}")
        groups = list(everything.groupby("number", sort=True))
        assert len(result) == len(groups)
        for (key, group), (_, row) in zip(groups, result.iterrows()):
            for variable, (name, percent) in itertools.product(
                "xz", {"P1": 1, "P10": 10, "Q1": 25, "Median": 50, "P75": 75, "P99": 99}.items()
            ):
                values = group[variable].dropna().to_numpy()
                want = np.percentile(values, percent, method=method) if len(values) else None
                check((number, key, variable, name), row[f"{variable}_{name}"], want)


everything = read("all")
assert isinstance(everything, pd.DataFrame) and everything["x"].isna().any()
classes(everything)
missing(everything)
weighted(everything)
definitions(everything)
print(f"{compared} figures agree")
