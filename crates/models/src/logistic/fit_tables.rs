//! The tables of a fit: its convergence, its statistics, its tests and its parameters.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};
use feedrate_stats::distribution::chi_square::ChiSquare;
use feedrate_stats::logistic::{Parameter, Progress};
use feedrate_values::missing::MISSING;

use super::listed_model::ModelListing;
use super::number::{count, estimate, fixed};
use crate::number::probability;

impl ModelListing<'_> {
    /// Returns the convergence status, as text and as a number.
    pub(super) fn convergence(&self) -> (String, f64) {
        let options = &self.logistic.options;
        match self.plan.ended() {
            Progress::Converged | Progress::Again => {
                let criterion = match options.function {
                    Some(limit) if self.plan.function_converged => format!("FCONV={limit:E}"),
                    _ => format!("GCONV={:E}", options.gradient),
                };
                (format!("Convergence criterion ({criterion}) satisfied."), 0.0)
            }
            Progress::CompleteSeparation => ("Complete separation of data points detected.".to_owned(), 1.0),
            Progress::QuasiCompleteSeparation => ("Quasi-complete separation of data points detected.".to_owned(), 2.0),
            Progress::NotConverged => ("Convergence was not attained.".to_owned(), 3.0),
        }
    }

    /// Returns the table of the fit statistics.
    pub(super) fn fit_statistics(&self) -> Results {
        let (fit, has_slopes) = (self.fit, self.has_slopes());
        let (only, both) = match self.logistic.options.intercept {
            true => ("Intercept\nOnly", "Intercept and\nCovariates"),
            false => ("Without\nCovariates", "With\nCovariates"),
        };
        let (only_name, both_name) = match self.logistic.options.intercept {
            true => ("InterceptOnly", "InterceptAndCovariates"),
            false => ("WithoutCovariates", "WithCovariates"),
        };
        let mut table = Results::new("FitStatistics", "Model Fit Statistics")
            .text("Criterion", "Criterion")
            .number(only_name, only);
        if has_slopes {
            table = table.number(both_name, both);
        }
        let deviances = (fit.null_deviance(), fit.deviance());
        for (name, (without, with)) in [("AIC", fit.akaike()), ("SC", fit.schwarz()), ("-2 Log L", deviances)] {
            let mut row = vec![Cell::text(name), Cell::number(without, fixed(without, 3))];
            if has_slopes {
                row.push(Cell::number(with, fixed(with, 3)));
            }
            table.push(row);
        }
        table
    }

    /// Returns the table of the tests that all slopes are 0.
    pub(super) fn global_tests(&self) -> Results {
        let title = "Testing Global Null Hypothesis: BETA=0";
        let mut table = Results::new("GlobalTests", title)
            .text("Test", "Test")
            .number("ChiSq", "Chi-Square")
            .number("DF", "DF")
            .number("ProbChiSq", "Pr > ChiSq");
        for (name, test) in [
            ("Likelihood Ratio", self.fit.likelihood_ratio()),
            ("Score", self.fit.score()),
            ("Wald", self.fit.wald()),
        ] {
            let row = [Cell::text(name)].into_iter().chain(test_cells(test));
            table.push(row.collect());
        }
        table
    }

    /// Returns the table of the tests of the effects.
    pub(super) fn effects(&self) -> Results {
        let mut table = Results::new("ModelANOVA", "Type 3 Analysis of Effects")
            .text("Effect", "Effect")
            .number("DF", "DF")
            .number("WaldChiSq", "Wald\nChi-Square")
            .number("ProbChiSq", "Pr > ChiSq");
        let intercepts = self.fit.intercepts();
        for (place, effect) in self.logistic.effects.iter().enumerate() {
            let columns = self.plan.design.columns_of(place);
            let columns: Vec<usize> = columns.map(|column| intercepts + column).collect();
            let test = self.fit.wald_of(&columns);
            let [chi_square, degrees, p] = test_cells(test);
            table.push(vec![Cell::text(&effect.name), degrees, chi_square, p]);
        }
        table
    }

    /// Returns the table of the parameters.
    pub(super) fn parameters(&self) -> Results {
        let logistic = self.logistic;
        let parameters = self.fit.parameters();
        let intercepts = self.fit.intercepts();
        let of_levels = logistic.effects.iter();
        let most = of_levels.map(|effect| effect.effect.classes().len()).max();
        let most = most.unwrap_or(0).max(usize::from(intercepts > 1));
        let title = "Analysis of Maximum Likelihood Estimates";
        let table = Results::new("ParameterEstimates", title).text("Variable", "Parameter");
        let table = (0..most).fold(table, |table, place| table.text(&format!("ClassVal{place}"), ""));
        let mut table = table
            .number("DF", "DF")
            .number("Estimate", "Estimate")
            .number("StdErr", "Standard\nError")
            .number("WaldChiSq", "Wald\nChi-Square")
            .number("ProbChiSq", "Pr > ChiSq");
        let mut row = |name: &str, levels: Vec<String>, parameter: &Parameter| {
            let is_there = !parameter.standard_error.is_nan();
            let degrees = if is_there { 1.0 } else { 0.0 };
            let mut cells = vec![Cell::text(name)];
            cells.extend((0..most).map(|place| Cell::text(levels.get(place).cloned().unwrap_or_default())));
            let missing = |value: f64| if value.is_nan() { MISSING } else { value };
            cells.extend([
                Cell::number(degrees, count(degrees)),
                Cell::number(parameter.estimate, estimate(parameter.estimate)),
                Cell::number(missing(parameter.standard_error), estimate(parameter.standard_error)),
                Cell::number(missing(parameter.chi_square), fixed(parameter.chi_square, 4)),
                Cell::number(missing(parameter.probability), probability(parameter.probability)),
            ]);
            table.push(cells);
        };
        if logistic.options.intercept {
            for (place, parameter) in parameters.iter().take(intercepts).enumerate() {
                let level = self.plan.categories[place];
                let levels = match intercepts {
                    1 => Vec::new(),
                    _ => vec![self.census.response.level(level).text.clone()],
                };
                row("Intercept", levels, parameter);
            }
        }
        for (place, effect) in logistic.effects.iter().enumerate() {
            let classes = effect.effect.classes();
            let columns = self.plan.design.columns_of(place);
            let levels = self.plan.design.levels_of(place);
            for (column, levels) in columns.zip(levels) {
                let texts = classes.iter().zip(levels).map(|(&class, &rank)| {
                    let level = self.plan.classes[class].0[rank as usize];
                    self.census.classes[class].level(level).text.clone()
                });
                let parameter = &parameters[intercepts + column];
                row(&effect.name, texts.collect(), parameter);
            }
        }
        table
    }

    /// Lists the association of predictions and responses.
    pub(super) fn association(&self, out: &mut dyn Listing) {
        let Some(association) = &self.after.association else {
            return;
        };
        let found = association.concordance();
        let percent = |part: f64| 100.0 * part / found.pairs;
        let tied = found.pairs - found.concordant - found.discordant;
        let title = "Association of Predicted Probabilities and Observed Responses";
        let mut table = Results::new("Association", title)
            .text("Label1", "")
            .number("nValue1", "")
            .text("Label2", "")
            .number("nValue2", "");
        for (first, value, second, other) in [
            (
                "Percent Concordant",
                percent(found.concordant),
                "Somers' D",
                found.somers_d,
            ),
            ("Percent Discordant", percent(found.discordant), "Gamma", found.gamma),
            ("Percent Tied", percent(tied), "Tau-a", found.tau_a),
        ] {
            table.push(vec![
                Cell::text(first),
                Cell::number(value, fixed(value, 1)),
                Cell::text(second),
                Cell::number(other, fixed(other, 3)),
            ]);
        }
        table.push(vec![
            Cell::text("Pairs"),
            Cell::number(found.pairs, count(found.pairs)),
            Cell::text("c"),
            Cell::number(found.area, fixed(found.area, 3)),
        ]);
        table.show(self.line_size, out);
    }
}

/// Returns the statistic of a test, its degrees of freedom and its probability.
pub(super) fn test_cells(test: ChiSquare) -> [Cell; 3] {
    [
        Cell::number(test.statistic, fixed(test.statistic, 4)),
        Cell::number(test.degrees, count(test.degrees)),
        Cell::number(test.probability, probability(test.probability)),
    ]
}
