//! The tables of a regression.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};
use feedrate_stats::distribution::student;

use super::fit::Fit;
use super::gather::GroupObservations;
use crate::linear::number::{count, nothing, probability, ratio, share, statistic};
use crate::linear::tables::{analysis_of_variance, labelled, with_limits, with_test};

/// Lists the numbers of observations.
pub(super) fn observations(gathered: &GroupObservations, has_frequencies: bool, width: usize, out: &mut dyn Listing) {
    let mut table = Results::new("NObs", "").text("Label", "").number("N", "");
    let mut row = |label: &str, n: f64| table.push(vec![Cell::text(label), count(n)]);
    row("Number of Observations Read", gathered.read);
    row("Number of Observations Used", gathered.used);
    if has_frequencies {
        row("Sum of Frequencies Read", gathered.frequencies_read);
        row("Sum of Frequencies Used", gathered.frequencies);
    } else if gathered.read > gathered.used {
        let left_out = gathered.read - gathered.used;
        row("Number of Observations with Missing Values", left_out);
    }
    table.show(width, out);
}

impl Fit<'_> {
    /// Lists the title of the regression's tables.
    pub(super) fn head(&self, out: &mut dyn Listing) {
        let response = &self.reg.variables[self.response];
        let model = &self.model.label;
        out.heading(&format!("Model: {model}\nDependent Variable: {}", labelled(response)));
    }

    /// Returns the columns that identify the model in data sets of tables.
    fn key_cells(&self) -> [(&'static str, Cell); 2] {
        [
            ("Model", Cell::text(&self.model.label)),
            ("Dependent", Cell::text(&self.reg.variables[self.response].name)),
        ]
    }

    pub(super) fn list(&self, width: usize, out: &mut dyn Listing) {
        self.analysis_of_variance(width, out);
        self.fit_statistics(width, out);
        self.estimates(width, out);
    }

    fn analysis_of_variance(&self, width: usize, out: &mut dyn Listing) {
        let analysis = self.analysis();
        let headings = ["Source", "Sum of\nSquares", "Mean\nSquare"];
        let mut table = analysis_of_variance("ANOVA", "Analysis of Variance", headings);
        table.push(vec![
            Cell::text("Model"),
            count(analysis.degrees),
            statistic(analysis.squares),
            statistic(analysis.squares / analysis.degrees),
            ratio(analysis.f),
            probability(analysis.probability),
        ]);
        table.push(vec![
            Cell::text("Error"),
            count(analysis.error_degrees),
            statistic(analysis.error_squares),
            statistic(self.mean_square_error()),
            Cell::number(f64::NAN, ""),
            Cell::number(f64::NAN, ""),
        ]);
        let total = match self.model.intercept {
            true => "Corrected Total",
            false => "Uncorrected Total",
        };
        table.push(vec![
            Cell::text(total),
            count(analysis.total_degrees),
            statistic(analysis.total_squares),
            Cell::number(f64::NAN, ""),
            Cell::number(f64::NAN, ""),
            Cell::number(f64::NAN, ""),
        ]);
        table.show_with_keys(&self.key_cells(), width, out);
    }

    fn fit_statistics(&self, width: usize, out: &mut dyn Listing) {
        let analysis = self.analysis();
        let error = self.mean_square_error().sqrt();
        let mut table = Results::new("FitStatistics", "")
            .text("Label1", "")
            .number("nValue1", "")
            .text("Label2", "")
            .number("nValue2", "");
        table.push(vec![
            Cell::text("Root MSE"),
            statistic(error),
            Cell::text("R-Square"),
            share(analysis.r_square, 4),
        ]);
        table.push(vec![
            Cell::text("Dependent Mean"),
            statistic(self.mean),
            Cell::text("Adj R-Sq"),
            share(analysis.adjusted_r_square, 4),
        ]);
        table.push(vec![
            Cell::text("Coeff Var"),
            statistic(100.0 * error / self.mean),
            Cell::text(""),
            Cell::number(f64::NAN, ""),
        ]);
        table.show_with_keys(&self.key_cells(), width, out);
        if !self.model.intercept {
            out.line(b"NOTE: The model has no intercept: R-Square is about zero, not about the mean.");
            out.line(b"");
        }
        if self.least.rank() < self.least.coefficients().len() {
            for line in [
                "NOTE: The model is not of full rank: other parameters fit as well. A regressor that is a sum of those",
                "      before it has the parameter 0 (DF 0), and DF B marks estimates that depend on this choice.",
            ] {
                out.line(line.as_bytes());
            }
            out.line(b"");
        }
    }

    /// Returns the table of parameters without its rows.
    fn table_of_estimates(&self, has_labels: bool) -> Results {
        let model = self.model;
        let mut table = Results::new("ParameterEstimates", "Parameter Estimates").text("Variable", "Variable");
        if has_labels {
            table = table.text("Label", "Label");
        }
        table = with_test(table.number("DF", "DF").number("Estimate", "Parameter\nEstimate"));
        for (is_shown, name, heading) in [
            (model.standardized, "StandardizedEst", "Standardized\nEstimate"),
            (model.tolerance, "Tolerance", "Tolerance"),
            (model.inflation, "VarianceInflation", "Variance\nInflation"),
        ] {
            if is_shown {
                table = table.number(name, heading);
            }
        }
        match model.limits {
            true => with_limits(table, model.alpha),
            false => table,
        }
    }

    fn estimates(&self, width: usize, out: &mut dyn Listing) {
        let model = self.model;
        let regressors = model.regressors.iter();
        let regressors = regressors.map(|place| &self.reg.variables[*place]);
        let has_labels = regressors.clone().any(|variable| !variable.label.is_empty());
        let mut table = self.table_of_estimates(has_labels);
        let t = student::two_sided_quantile(model.alpha, self.error_degrees());
        let intercept = model.intercept.then_some(("Intercept", "Intercept"));
        let regressors = regressors.map(|variable| (variable.name.as_str(), variable.label.as_str()));
        let names = intercept.into_iter().chain(regressors);
        for ((name, label), parameter) in names.zip(self.parameters()) {
            let mut row = vec![Cell::text(name)];
            if has_labels {
                row.push(Cell::text(label));
            }
            row.push(match (parameter.dependent, parameter.biased) {
                (true, _) => count(0.0),
                (false, true) => Cell::number(1.0, "B"),
                (false, false) => count(1.0),
            });
            row.extend([
                statistic(parameter.estimate),
                statistic(parameter.error),
                ratio(parameter.t),
                probability(parameter.probability),
            ]);
            if model.standardized {
                row.push(statistic(parameter.standardized));
            }
            if model.tolerance {
                row.push(match parameter.inflation.is_nan() {
                    true => nothing(),
                    false => statistic(parameter.inflation.recip()),
                });
            }
            if model.inflation {
                // The variance inflation of the intercept is 0 by convention.
                let inflation = match parameter.inflation.is_nan() && !parameter.dependent {
                    true => 0.0,
                    false => parameter.inflation,
                };
                row.push(statistic(inflation));
            }
            if model.limits {
                let half = t * parameter.error;
                row.push(statistic(parameter.estimate - half));
                row.push(statistic(parameter.estimate + half));
            }
            table.push(row);
        }
        table.show_with_keys(&self.key_cells(), width, out);
    }
}
