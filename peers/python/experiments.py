"""Whether the analyses of studies are those of statsmodels and SciPy: experiments.py FILE."""

import json
import sys

import numpy as np
import pandas as pd
from scipy.stats import studentized_range
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

compared = 0


def check(what, got, want, tolerance=1e-7):
    global compared
    got, want = np.atleast_1d(got).astype(float), np.atleast_1d(want).astype(float)
    assert got.shape == want.shape, (what, got, want)
    compared += len(got)
    assert (np.abs(got - want) <= tolerance * np.maximum(np.abs(want), 1e-4)).all(), (what, got, want)


def covariance(number, design):
    rows = pd.DataFrame(design["rows"])
    rows["log_time"], rows["log_size"] = np.log(rows["time"]), np.log(rows["size"])
    block = " + C(block)" if rows["block"].nunique() > 1 else ""
    together = f"log_time ~ C(setting) + log_size{block}"
    fit = ols(together, rows).fit()
    slope = fit.t_test("log_size = 1")
    low, high = fit.conf_int().loc["log_size"]
    check((number, "slope"), design["slope"], [fit.params["log_size"], low, high, slope.pvalue])
    apart = ols(f"{together} + C(setting):log_size", rows).fit()
    test = anova_lm(fit, apart).iloc[1]
    check((number, "parallel"), design["parallel"], [test["df_diff"], test["F"], test["Pr(>F)"]])
    settings = rows["setting"].nunique()
    critical = studentized_range.isf(0.05, settings, fit.df_resid) / np.sqrt(2)
    assert len(design["ratios"]) == settings * (settings - 1)
    for ratio in design["ratios"]:
        # Without a covariate for each setting, least squares means differ as the parameters do.
        contrast = pd.Series(0.0, index=fit.params.index)
        for setting, sign in ((ratio["setting"], 1.0), (ratio["baseline"], -1.0)):
            if setting > 0:
                contrast[f"C(setting)[T.{setting}]"] += sign
        difference = fit.t_test(contrast.to_numpy())
        t = abs(difference.tvalue.item())
        bounds = np.exp(difference.conf_int()[0])
        value = np.exp(difference.effect.item())
        check((number, ratio, "one"), ratio["ratio"], [value, *bounds, difference.pvalue.item()])
        check((number, ratio, "all"), ratio["of_all"][0], value)
        half = critical * difference.sd.item()
        widened = np.exp(difference.effect.item() + np.array([-half, half]))
        # SciPy integrates to about nine digits.
        check((number, ratio, "all, Tukey and Kramer"), ratio["of_all"][1:3], widened, 1e-5)
        p = studentized_range.sf(t * np.sqrt(2), settings, fit.df_resid)
        check((number, ratio, "Tukey and Kramer"), ratio["of_all"][3], p, 1e-4)


def factorial(number, design):
    rows = pd.DataFrame(design["rows"])
    factors = range(len(rows["levels"][0]))
    for factor in factors:
        rows[f"f{factor}"] = rows["levels"].str[factor]
    rows["log_value"] = np.log(rows["value"])
    terms = [(factor,) for factor in factors]
    terms += [(a, b) for a in factors for b in factors if a < b]
    names = [":".join(f"C(f{factor}, Sum)" for factor in term) for term in terms]
    fit = ols(f"log_value ~ C(block, Sum) + {' + '.join(names)}", rows).fit()
    table = anova_lm(fit, typ=3)
    assert [tuple(effect["factors"]) for effect in design["effects"]] == terms, number
    for name, effect in zip(names, design["effects"]):
        want = table.loc[name]
        check(
            (number, name),
            effect["test"],
            [want["df"], want["F"], want["PR(>F)"], fit.df_resid],
        )


with open(sys.argv[1]) as file:
    designs = json.load(file)
for number, design in enumerate(designs["covariance"]):
    covariance(number, design)
for number, design in enumerate(designs["factorial"]):
    factorial(number, design)
print(f"{compared} figures agree")
