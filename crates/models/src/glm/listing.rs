//! The tables of a model: class levels, analysis of variance, and parameters.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};
use feedrate_stats::distribution::student;
use feedrate_stats::glm::Test;

use super::fitted::ResponseModel;
use super::levels::ClassLevels;
use super::request::{Glm, GlmListing};
use crate::linear::number::{Decimals, count, probability, ratio, share};
use crate::linear::tables::{analysis_of_variance, labelled, with_limits, with_test};

/// The number of observations of a response, and their frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ObservationCounts {
    pub used: f64,
    pub frequencies: f64,
}

/// Lists the classes and their levels.
pub(super) fn classes(levels: &[ClassLevels<'_>], width: usize, out: &mut dyn Listing) {
    if levels.is_empty() {
        return;
    }
    let mut table = Results::new("ClassLevels", "Class Level Information")
        .text("Class", "Class")
        .number("Levels", "Levels")
        .text("Values", "Values");
    for levels in levels {
        let labels: Vec<&str> = levels.labels().collect();
        let number = count(labels.len() as f64);
        let room = width.saturating_sub(50).max(20);
        table.push(vec![
            Cell::text(levels.name()),
            number,
            Cell::text(shortened(&labels, room)),
        ]);
    }
    table.show(width, out);
}

/// Returns the levels in a line; if they do not fit, the last one after an ellipsis.
fn shortened(labels: &[&str], room: usize) -> String {
    let all = labels.join(" ");
    let Some((last, others)) = labels.split_last().filter(|_| all.len() > room) else {
        return all;
    };
    let mut text = String::new();
    for label in others {
        if !text.is_empty() && text.len() + label.len() + last.len() + 5 > room {
            break;
        }
        text.push_str(label);
        text.push(' ');
    }
    format!("{text}... {last}")
}

/// Lists the numbers of observations.
pub(super) fn observations(
    glm: &Glm,
    read: ObservationCounts,
    counted: &[ObservationCounts],
    width: usize,
    out: &mut dyn Listing,
) {
    let mut table = Results::new("NObs", "").text("Label", "").number("N", "");
    let mut row = |label: String, n: f64| table.push(vec![Cell::text(label), count(n)]);
    let has_frequencies = glm.frequency.is_some();
    row("Number of Observations Read".to_owned(), read.used);
    if has_frequencies {
        row("Sum of Frequencies Read".to_owned(), read.frequencies);
    }
    let is_same = counted.iter().all(|other| Some(other) == counted.first());
    for (response, counted) in glm.responses.iter().zip(counted) {
        let of = match is_same {
            true => String::new(),
            false => format!(" for {}", response.name),
        };
        row(format!("Number of Observations Used{of}"), counted.used);
        if has_frequencies {
            row(format!("Sum of Frequencies Used{of}"), counted.frequencies);
        }
        if is_same {
            break;
        }
    }
    table.show(width, out);
}

impl ResponseModel<'_, '_> {
    /// Lists the title of a response's tables.
    pub(super) fn head(&self, out: &mut dyn Listing) {
        let response = &self.glm.responses[self.fitting.response];
        out.heading(&format!("Dependent Variable: {}", labelled(response)));
    }

    /// Lists the analysis of variance.
    pub(super) fn analysis(&self, listing: &GlmListing, width: usize, out: &mut dyn Listing) {
        self.overall(width, out);
        self.fit_statistics(width, out);
        let fit = &self.fitting.fit;
        if self.glm.is_anova {
            return self.effects("Anova SS", 1.0, &fit.type_one(), width, out);
        }
        if listing.type_one {
            self.effects("Type I SS", 1.0, &fit.type_one(), width, out);
        }
        if listing.type_three {
            self.effects("Type III SS", 3.0, &fit.type_three(), width, out);
        }
    }

    /// Returns whether the sums of squares do not depend on the order of the effects, as those of balanced data.
    pub(super) fn is_balanced(&self) -> bool {
        let fit = &self.fitting.fit;
        let total = fit.analysis().total_squares;
        let (first, third) = (fit.type_one(), fit.type_three());
        let mut pairs = first.iter().zip(&third);
        pairs.all(|(first, third)| (first.squares - third.squares).abs() <= 1e-9 * total)
    }

    fn overall(&self, width: usize, out: &mut dyn Listing) {
        let analysis = self.fitting.fit.analysis();
        let decimals = Decimals::of(10, std::iter::once(analysis.total_squares));
        let headings = ["Source", "Sum of\nSquares", "Mean Square"];
        let mut table = analysis_of_variance("OverallANOVA", "", headings);
        let empty = || Cell::number(f64::NAN, "");
        table.push(test_row("Model", &analysis.model, decimals));
        table.push(vec![
            Cell::text("Error"),
            count(analysis.error_degrees),
            decimals.cell(analysis.error_squares),
            decimals.cell(analysis.mean_square_error),
            empty(),
            empty(),
        ]);
        let total = match self.glm.intercept {
            true => "Corrected Total",
            false => "Uncorrected Total",
        };
        table.push(vec![
            Cell::text(total),
            count(analysis.total_degrees),
            decimals.cell(analysis.total_squares),
            empty(),
            empty(),
            empty(),
        ]);
        table.show_with_keys(&self.key_cells(), width, out);
    }

    fn fit_statistics(&self, width: usize, out: &mut dyn Listing) {
        let analysis = self.fitting.fit.analysis();
        let error = analysis.mean_square_error.sqrt();
        let mean = format!("{} Mean", self.response());
        let mut table = Results::new("FitStatistics", "")
            .number("RSquare", "R-Square")
            .number("CV", "Coeff Var")
            .number("RootMSE", "Root MSE")
            .number("DepMean", &mean);
        let seven = |value: f64| Decimals::of(7, std::iter::once(value)).cell(value);
        table.push(vec![
            share(analysis.r_square, 6),
            seven(analysis.coefficient_of_variation),
            seven(error),
            seven(analysis.mean),
        ]);
        table.show_with_keys(&self.key_cells(), width, out);
    }

    fn effects(&self, heading: &str, of_type: f64, tests: &[Test], width: usize, out: &mut dyn Listing) {
        if tests.is_empty() {
            return;
        }
        let decimals = Decimals::of(10, tests.iter().map(|test| test.squares));
        let mut table = analysis_of_variance("ModelANOVA", "", ["Source", heading, "Mean Square"]);
        for (effect, test) in self.glm.effects.iter().zip(tests) {
            table.push(test_row(&effect.name, test, decimals));
        }
        let [dependent] = self.key_cells();
        let of_type = Cell::number(of_type, format!("{of_type}"));
        table.show_with_keys(&[dependent, ("HypothesisType", of_type)], width, out);
    }

    /// Lists the parameters, with confidence limits if `has_limits`.
    pub(super) fn parameters(&self, has_limits: bool, width: usize, out: &mut dyn Listing) {
        let fit = &self.fitting.fit;
        let parameters = fit.parameters();
        let table = Results::new("ParameterEstimates", "")
            .text("Parameter", "Parameter")
            .number("Estimate", "Estimate")
            .text("Biased", "");
        let mut table = with_test(table);
        if has_limits {
            table = with_limits(table, self.glm.alpha);
        }
        let estimates = Decimals::of(10, parameters.iter().map(|known| known.estimate));
        let errors = Decimals::of(9, parameters.iter().map(|known| known.standard_error));
        let t = student::two_sided_quantile(self.glm.alpha, fit.error_degrees());
        for (column, known) in fit.columns().iter().zip(&parameters) {
            let mut row = vec![
                Cell::text(self.parameter(column)),
                estimates.cell(known.estimate),
                Cell::text(if known.biased { "B" } else { "" }),
                errors.cell(known.standard_error),
                ratio(known.t),
                probability(known.probability),
            ];
            if has_limits {
                let half = t * known.standard_error;
                row.push(estimates.cell(known.estimate - half));
                row.push(estimates.cell(known.estimate + half));
            }
            table.push(row);
        }
        table.show_with_keys(&self.key_cells(), width, out);
        if parameters.iter().any(|known| known.biased) {
            out.line(
                b"NOTE: Columns of the model depend on others, so other parameters fit as well. Estimates with the \
                  letter B",
            );
            out.line(b"      are those of one of the solutions, and cannot be estimated by themselves.");
            out.line(b"");
        }
    }
}

/// Returns the row of a test.
pub(super) fn test_row(name: &str, test: &Test, decimals: Decimals) -> Vec<Cell> {
    vec![
        Cell::text(name),
        count(test.degrees),
        decimals.cell(test.squares),
        decimals.cell(test.mean_square),
        ratio(test.f),
        probability(test.probability),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_levels_are_cut_to_the_last() {
        assert_eq!(shortened(&["a", "b", "c"], 20), "a b c");
        let many: Vec<String> = (1..100).map(|level| level.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(shortened(&many, 20), "1 2 3 4 5 6 7 ... 99");
    }
}
