"""Whether what PROC UNIVARIATE has made of ALL is what numpy and scipy make of it: univariate.py FOLDER."""

import sys

import numpy as np
import pyreadstat
from scipy import stats

compared = 0


def read(name):
    return pyreadstat.read_sas7bdat(f"{sys.argv[1]}/{name}.sas7bdat")[0]


def check(what, got, want, tolerance=1e-9):
    global compared
    compared += 1
    assert abs(got - want) <= tolerance * max(abs(want), 1e-3), (what, got, want)


def signed_rank(differences):
    """S, and its probability: of all sign patterns for few values, by Student's t for more."""
    differences = differences[differences != 0]
    n = len(differences)
    ranks = stats.rankdata(np.abs(differences))
    s = ranks[differences > 0].sum() - n * (n + 1) / 4
    if n <= 20:
        chances = {0: 1.0}
        for rank in ranks:
            following = {}
            for total, chance in chances.items():
                for other in (total, total + rank):
                    following[other] = following.get(other, 0) + chance / 2
            chances = following
        return s, sum(p for total, p in chances.items() if abs(total - ranks.sum() / 2) >= abs(s) - 1e-9)
    _, counts = np.unique(np.abs(differences), return_counts=True)
    variance = n * (n + 1) * (2 * n + 1) / 24 - sum(t**3 - t for t in counts) / 48
    return s, 2 * stats.t.sf(abs(s) * np.sqrt((n - 1) / (n * variance - s * s)), n - 1)


def location(what, values, mu, row, names):
    m, pm, s, ps = (row[name] for name in names)
    above, below = (values > mu).sum(), (values < mu).sum()
    check((what, "M"), m, (above - below) / 2)
    check((what, "p of M"), pm, stats.binomtest(int(above), int(above + below)).pvalue)
    want, probability = signed_rank(values - mu)
    check((what, "S"), s, want)
    check((what, "p of S"), ps, probability)


def normality(values):
    fit = (values.mean(), values.std(ddof=1))
    return stats.shapiro(values) if len(values) <= 2000 else stats.kstest(values, "norm", args=fit)


every = read("all")
figures = read("figures").set_index("g")
for g, group in every.groupby("g"):
    row = figures.loc[g]
    for name in ("x", "e", "k"):
        values = group[name].dropna().to_numpy()
        n = len(values)
        check((g, name, "n"), row[name + "n"], n)
        check((g, name, "nmiss"), row[name + "miss"], len(group) - n)
        check((g, name, "nobs"), row[name + "obs"], len(group))
        check((g, name, "mean"), row[name + "mean"], values.mean())
        check((g, name, "std"), row[name + "std"], values.std(ddof=1))
        check((g, name, "skewness"), row[name + "skew"], stats.skew(values, bias=False), 1e-8)
        if n > 3:
            check((g, name, "kurtosis"), row[name + "kurt"], stats.kurtosis(values, bias=False), 1e-8)
        t = stats.ttest_1samp(values, 0.5)
        check((g, name, "t"), row[name + "t"], t.statistic)
        check((g, name, "p of t"), row[name + "pt"], t.pvalue)
        location((g, name), values, 0.5, row, [name + part for part in ("m", "pm", "s", "ps")])
        test = normality(values)
        check((g, name, "normality"), row[name + "w"], test.statistic, 1e-7)
        if n <= 2000:
            check((g, name, "p of normality"), row[name + "pw"], test.pvalue, 1e-5)
        for letter, percent in zip("abcdf", (0, 2.5, 33.3, 97.5, 100)):
            want = np.percentile(values, percent, method="averaged_inverted_cdf")
            check((g, name, percent), row[f"{name}_{letter}"], want)
        unique, counts = np.unique(values, return_counts=True)
        if counts.max() > 1:
            check((g, name, "mode"), row[name + "mode"], unique[np.argmax(counts)])

often = read("often").set_index("g")
for g, group in every.groupby("g"):
    group = group[group["often"] >= 1].dropna(subset=["k"])
    values = np.repeat(group["k"].to_numpy(), group["often"].to_numpy().astype(int))
    if g not in often.index or len(np.unique(values)) < 3:
        continue
    row = often.loc[g]
    check((g, "n"), row["n"], len(values))
    check((g, "mean"), row["mean"], values.mean())
    for name, percent in (("q1", 25), ("median", 50), ("q3", 75)):
        check((g, name), row[name], np.percentile(values, percent, method="averaged_inverted_cdf"))
    location((g, "often"), values, 0, row, ["m", "pm", "s", "ps"])
    check((g, "often", "normality"), row["w"], normality(values).statistic, 1e-7)

methods = {2: "closest_observation", 3: "inverted_cdf", 4: "weibull", 5: "averaged_inverted_cdf"}
for definition in range(1, 6):
    rows = read(f"def{definition}").set_index("g")
    for g, group in every.groupby("g"):
        for name in ("x", "k"):
            values = np.sort(group[name].dropna().to_numpy())
            for letter, percent in zip("abcdf", (0.5, 10, 37.5, 50, 99.9)):
                if definition == 1:
                    place = len(values) * percent / 100
                    j, share = int(np.floor(place)), place - np.floor(place)
                    low, high = values[max(j, 1) - 1], values[min(j, len(values) - 1)]
                    want = (1 - share) * low + share * high
                elif definition == 2:
                    place = len(values) * percent / 100
                    j, share = int(np.floor(place + 1e-9)), place - np.floor(place + 1e-9)
                    up = share > 0.5 or abs(share - 0.5) < 1e-9 and j % 2 == 1
                    want = values[min(max(j + up, 1), len(values)) - 1]
                else:
                    want = np.percentile(values, percent, method=methods[definition])
                check((definition, g, name, percent), rows.loc[g, name + letter], want)

assert compared > 600, compared
print(compared, "figures agree")
