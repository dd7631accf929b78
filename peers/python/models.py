"""Whether what PROC REG and PROC GLM have made of ALL is what statsmodels makes of it: models.py FOLDER."""

import sys

import numpy as np
import pandas as pd
import pyreadstat
import statsmodels.api as sm
from patsy import dmatrix
from scipy import stats
from statsmodels.formula.api import ols, wls
from statsmodels.stats.anova import anova_lm

compared = 0


def read(name):
    return pyreadstat.read_sas7bdat(f"{sys.argv[1]}/{name}.sas7bdat")[0]


def check(what, got, want, tolerance=1e-8):
    global compared
    compared += 1
    if np.isnan(got) and np.isnan(want):
        return
    assert abs(got - want) <= tolerance * max(abs(want), 1e-3), (what, got, want)


def whole(design, columns):
    return design.dropna(subset=columns)


def design_of(frame, number):
    return frame[frame["design"] == number].reset_index(drop=True)


def regressions(everything, number):
    design = design_of(everything, number)
    rows = whole(design, ["y", "x", "z"])
    estimates = design_of(read("estimates"), number)
    models = {
        "both": (["Intercept", "x", "z"], sm.add_constant(rows[["x", "z"]])),
        "through": (["x", "z"], rows[["x", "z"]]),
        "MODEL3": (["Intercept", "x"], sm.add_constant(rows[["x"]])),
    }
    assert list(estimates["_MODEL_"]) == list(models)
    fits = {}
    for (_, row), (name, (columns, matrix)) in zip(estimates.iterrows(), models.items()):
        fit = fits[name] = sm.OLS(rows["y"], matrix).fit()
        check((number, name, "rmse"), row["_RMSE_"], np.sqrt(fit.mse_resid))
        for column, want in zip(columns, fit.params):
            check((number, name, column), row[column], want)
        assert row["y"] == -1 and row["_DEPVAR_"] == "y" and row["_TYPE_"] == "PARMS"
    through = design_of(read("through"), number)
    assert len(through) == len(design)
    there = design[["x", "z"]].notna().all(axis=1)
    want = fits["through"].predict(design.loc[there, ["x", "z"]])
    for got, value in zip(through.loc[there, "p"], want):
        check((number, "p"), got, value)
    assert through.loc[~there, "p"].isna().all()
    influence(number, design, rows, fits["MODEL3"])


def influence(number, design, rows, fit):
    got = design_of(read("influence"), number)
    assert len(got) == len(design)
    found = fit.get_influence()
    frame = fit.get_prediction().summary_frame(alpha=0.05)
    wants = {
        "p": fit.fittedvalues,
        "r": fit.resid,
        "stdp": frame["mean_se"],
        "stdi": np.sqrt(fit.mse_resid * (1 + found.hat_matrix_diag)),
        "stdr": np.sqrt(fit.mse_resid * (1 - found.hat_matrix_diag)),
        "h": found.hat_matrix_diag,
        "student": found.resid_studentized_internal,
        "rstudent": found.resid_studentized_external,
        "cookd": found.cooks_distance[0],
        "dffits": found.dffits[0],
        "press": found.resid_press,
        "lclm": frame["mean_ci_lower"],
        "uclm": frame["mean_ci_upper"],
        "lcl": frame["obs_ci_lower"],
        "ucl": frame["obs_ci_upper"],
    }
    for name, want in wants.items():
        for index, value in zip(rows.index, np.asarray(want)):
            check((number, name, index), got.loc[index, name], value, 1e-7)


def weighted_regression(everything, number):
    design = design_of(everything, number)
    rows = whole(design, ["y", "x", "z"])
    rows = rows[rows["w"] > 0]
    fit = sm.WLS(rows["y"], sm.add_constant(rows[["x", "z"]]), weights=rows["w"]).fit()
    (_, row), = design_of(read("weighted"), number).iterrows()
    for column, want in zip(["Intercept", "x", "z"], fit.params):
        check((number, "weighted", column), row[column], want)
    got = design_of(read("of_weighted"), number)
    matrix = np.asarray(sm.add_constant(rows[["x", "z"]]))
    inner = np.linalg.inv(matrix.T @ (matrix * rows["w"].to_numpy()[:, None]))
    variance = np.einsum("ij,jk,ik->i", matrix, inner, matrix)
    leverage = rows["w"].to_numpy() * variance
    error = np.sqrt(fit.mse_resid * (1 - leverage) / rows["w"].to_numpy())
    student = np.asarray(fit.resid) / error
    wants = {
        "h": leverage,
        "stdp": np.sqrt(fit.mse_resid * variance),
        "student": student,
        "cookd": student**2 * leverage / (1 - leverage) / 3,
    }
    for name, want in wants.items():
        for index, value in zip(rows.index, want):
            check((number, "weighted", name, index), got.loc[index, name], value, 1e-7)


def sequential(fit):
    """What each term explains beside those before it. anova_lm forgets the weights of type I."""
    data = fit.model.data
    design = getattr(data, "model_spec", None) or data.design_info
    left, before = None, None
    table = {}
    for term, columns in design.term_slices.items():
        part = fit.model.wexog[:, : columns.stop]
        residuals = fit.model.wendog - part @ np.linalg.lstsq(part, fit.model.wendog, rcond=None)[0]
        left = residuals @ residuals
        if before is not None:
            table[term.name()] = (columns.stop - columns.start, before - left)
        before = left
    return table


def source_of(name):
    """A term of patsy as GLM names it, its factors sorted."""
    return "*".join(sorted(part.split("(")[-1].split(",")[0].strip(") ") for part in name.split(":")))


def tests(number, got, formula, rows, weights=None):
    """Types I and III; that of sums to zero is type III where no cell is empty."""
    make = ols if weights is None else wls
    extra = {} if weights is None else {"weights": weights}
    fit = make(formula, rows, **extra).fit()
    third = anova_lm(fit, typ=3).drop(index=["Intercept", "Residual"])
    third = {name: (row["df"], row["sum_sq"]) for name, row in third.iterrows()}
    for kind, wanted in ((1, sequential(fit)), (3, third)):
        own = got[got["HypothesisType"] == kind]
        assert len(own) == len(wanted), (number, kind, list(own["Source"]), list(wanted))
        for name, (degrees, squares) in wanted.items():
            matching = [row for _, row in own.iterrows() if "*".join(sorted(row["Source"].split("*"))) == source_of(name)]
            assert len(matching) == 1, (number, kind, name, list(own["Source"]))
            row = matching[0]
            what = (number, kind, name)
            assert row["DF"] == degrees, what
            ratio = squares / degrees / fit.mse_resid
            check((*what, "ss"), row["SS"], squares, 1e-7)
            check((*what, "f"), row["FValue"], ratio, 1e-7)
            check((*what, "p"), row["ProbF"], stats.f.sf(ratio, degrees, fit.df_resid), 1e-6)
    return fit


def means_by(fit, rows, factor, others, covariates):
    """The levels of a factor, and for each the row of the model averaged over the levels of others."""
    result = {}
    grid = [{}]
    for other in others:
        grid = [{**cell, other: level} for cell in grid for level in sorted(rows[other].unique())]
    for level in sorted(rows[factor].unique()):
        frame = pd.DataFrame([{**cell, factor: level, **covariates} for cell in grid])
        result[level] = model_rows(fit, frame).mean(axis=0)
    return result


def model_rows(fit, frame):
    data = fit.model.data
    # Versions of statsmodels name it otherwise.
    design = getattr(data, "model_spec", None) or data.design_info
    return np.asarray(dmatrix(design, frame))


def estimate(fit, row):
    test = fit.t_test(row)
    return float(np.squeeze(test.effect)), float(np.squeeze(test.sd)), float(np.squeeze(test.pvalue))


def designs(everything, number):
    design = design_of(everything, number)
    rows = whole(design, ["y", "x"])
    formula = "y ~ C(a, Sum) * C(letter, Sum) + x"
    fit = tests(number, design_of(read("anova"), number), formula, rows)
    means = means_by(fit, rows, "a", ["letter"], {"x": rows["x"].mean()})
    got = design_of(read("lsmeans"), number)
    assert len(got) == len(means)
    for (_, row), (level, function) in zip(got.iterrows(), means.items()):
        value, error, probability = estimate(fit, function)
        assert float(row["a"]) == level
        check((number, "mean", level), row["LSMean"], value)
        check((number, "error", level), row["StdErr"], error)
        check((number, "probability", level), row["Probt"], probability, 1e-6)
    differences = design_of(read("differences"), number)
    functions = list(means.values())
    for i, (_, row) in enumerate(differences.iterrows()):
        for j, function in enumerate(functions):
            if i != j:
                _, _, probability = estimate(fit, functions[i] - function)
                check((number, "difference", i, j), row[f"_{j + 1}"], probability, 1e-6)
    got = design_of(read("of_glm"), number)
    there = design["x"].notna()
    values = model_rows(fit, design[there])
    covariance = fit.normalized_cov_params
    for index, row in zip(design[there].index, values):
        variance = row @ np.asarray(covariance) @ row
        check((number, "p", index), got.loc[index, "p"], row @ np.asarray(fit.params))
        check((number, "h", index), got.loc[index, "h"], variance)
        check((number, "stdp", index), got.loc[index, "stdp"], np.sqrt(fit.mse_resid * variance))
    parameters(number, rows, fit)


def tukey(everything, number):
    """Differences of levels that have not as many observations: Tukey and Kramer."""
    rows = whole(design_of(everything, number), ["y", "x"])
    fit = ols("y ~ C(letter) + x", rows).fit()
    functions = list(means_by(fit, rows, "letter", [], {"x": rows["x"].mean()}).values())
    got = design_of(read("tukey"), number)
    assert len(got) == len(functions)
    for i, (_, row) in enumerate(got.iterrows()):
        for j, function in enumerate(functions):
            if i != j:
                value, error, _ = estimate(fit, functions[i] - function)
                range_ = np.sqrt(2) * abs(value / error)
                want = stats.studentized_range.sf(range_, len(functions), fit.df_resid)
                check((number, "tukey", i, j), row[f"_{j + 1}"], want, 1e-6)


def parameters(number, rows, fit):
    """In GLM's solution the last level of each class is 0, as with treatment contrasts to it."""
    last = {name: sorted(rows[name].unique())[-1] for name in ("a", "letter")}
    formula = f"y ~ C(a, Treatment({float(last['a'])})) * C(letter, Treatment('{last['letter']}')) + x"
    other = ols(formula, rows).fit()
    got = design_of(read("parameters"), number).set_index("Parameter")
    check((number, "intercept"), got.loc["Intercept", "Estimate"], other.params.iloc[0], 1e-7)
    check((number, "slope"), got.loc["x", "Estimate"], other.params["x"], 1e-7)
    check((number, "slope error"), got.loc["x", "StdErr"], other.bse["x"], 1e-7)
    assert got.loc["x", "Biased"] == "" and got.loc["Intercept", "Biased"] == "B"
    assert abs(other.rsquared - fit.rsquared) < 1e-9


def weighted_designs(everything, number):
    design = design_of(everything, number)
    rows = whole(design, ["y", "x"])
    rows = rows[rows["w"] > 0].reset_index(drop=True)
    formula = "y ~ C(a, Sum) + C(letter, Sum) + x + x:C(a, Sum)"
    fit = tests(number, design_of(read("weighted_anova"), number), formula, rows, rows["w"])
    at = {"x": np.average(rows["x"], weights=rows["w"])}
    got = design_of(read("weighted_means"), number)
    wanted = [*means_by(fit, rows, "a", ["letter"], at).items(), *means_by(fit, rows, "letter", ["a"], at).items()]
    assert len(got) == len(wanted)
    for (_, row), (level, function) in zip(got.iterrows(), wanted):
        value, error, _ = estimate(fit, function)
        assert level in (row["a"], row["letter"]) and row["_NAME_"] == "y"
        check((number, "weighted mean", level), row["LSMEAN"], value)
        check((number, "weighted error", level), row["STDERR"], error)


everything = read("all")
numbers = sorted(everything["design"].unique())
for number in numbers:
    regressions(everything, number)
    weighted_regression(everything, number)
    designs(everything, number)
    weighted_designs(everything, number)
    tukey(everything, number)
print(f"{compared} figures agree")
