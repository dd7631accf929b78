"""Whether what PROC LOGISTIC has made of ALL is what statsmodels makes of it: logistic.py FOLDER."""

import sys

import numpy as np
import pandas as pd
import pyreadstat
import statsmodels.api as sm
import statsmodels.formula.api as smf
from statsmodels.miscmodels.ordinal_model import OrderedModel

compared = 0


def read(name):
    return pyreadstat.read_sas7bdat(f"{sys.argv[1]}/{name}.sas7bdat")[0]


def check(what, got, want, tolerance=1e-7):
    global compared
    got, want = np.atleast_1d(np.asarray(got, float)), np.atleast_1d(np.asarray(want, float))
    compared += len(want)
    assert got.shape == want.shape, (what, got.shape, want.shape)
    assert (np.isnan(got) == np.isnan(want)).all(), what
    worst = np.nanmax(np.abs(got - want) / np.maximum(np.abs(want), 1e-3))
    assert worst <= tolerance, (what, worst)


def fit(rows, columns, weights=None, intercept=True):
    predictors = rows[columns]
    if intercept:
        predictors = sm.add_constant(predictors)
    model = sm.GLM(rows["y"], predictors, family=sm.families.Binomial(), freq_weights=weights)
    return model.fit(tol=1e-14)


every = read("all")
used = every.dropna(subset=["x1", "y"])
columns = ["x1", "x2", "x3"]

often = used[used["often"] >= 1]
model = fit(often, columns, often["often"].to_numpy())
names = ["Intercept", *columns]
for name in ("both", "alone"):
    row = read(name).iloc[0]
    check((name, "estimates"), row[names], model.params)
    check((name, "likelihood"), row["_LNLIKE_"], model.llf)
predicted = read("predicted")
logits = sm.add_constant(every[columns]) @ model.params
check("linear predictors", predicted["xbeta"], logits)
check("probabilities", predicted["p"], 1 / (1 + np.exp(-logits)))

bare = fit(used, ["x1", "x3"], intercept=False)
check("without an intercept", read("bare").iloc[0][["x1", "x3"]], bare.params)

for (_, row), (part, rows) in zip(read("groups").iterrows(), used[used["x3"] < 4].groupby("part")):
    assert row["part"] == part
    check(("group", part), row[names], fit(rows, columns).params)

formula = smf.glm("y ~ x1 * C(arm) + x2", used, family=sm.families.Binomial()).fit(tol=1e-14)
want = every.assign(p=np.nan)
there = every["x1"].notna()
want.loc[there, "p"] = formula.predict(every[there])
check("classes by effects", read("classes")["p"], want["p"])
check("classes by a reference", read("codings")["p"], want["p"])

rows = every[every["part"] == 1].dropna(subset=["x1"])
scaled = pd.DataFrame({"x1": rows["x1"], "x2": (rows["x2"] - 10100) / 100})
ordered = OrderedModel(rows["grade"].astype(int), scaled, distr="logit")
ordered = ordered.fit(method="newton", disp=False, tol=1e-12, maxiter=100)
cumulated = np.cumsum(ordered.predict(scaled).to_numpy(), axis=1)[:, :2]
grades = read("grades").dropna(subset=["x1"])
check("grades", grades["p"], cumulated.reshape(-1), 1e-5)

assert compared > 100_000, compared
print(compared, "figures agree")
