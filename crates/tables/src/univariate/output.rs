//! The data sets of OUTPUT statements.

use feedrate_rows::{Runtime, StepResult};
use feedrate_stats::univariate::student;
use feedrate_values::missing::{MISSING, of_operation};

use super::order_statistics::OrderStatistics;
use super::request::{Univariate, UnivariateFigure};
use crate::aggregate::{Combination, Statistic};

/// Returns Student's t for the tested location, and its probability; missing if undefined.
pub(super) fn student_of(univariate: &Univariate, combination: Combination<'_>, variable: usize) -> (f64, f64) {
    let figure = |statistic| combination.figures.of(variable, statistic);
    let (n, error) = (figure(Statistic::N), figure(Statistic::Error));
    let from = univariate.locations.get(variable).copied().unwrap_or(0.0);
    let test = student(figure(Statistic::Mean) - from, error * n.sqrt(), n);
    test.map_or((MISSING, MISSING), |test| (test.statistic, test.probability))
}

/// Writes an observation of a combination of class values, which are in the vector, to each data set.
pub(super) fn output(
    univariate: &Univariate,
    combination: Combination<'_>,
    found: &[OrderStatistics],
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    let none = OrderStatistics::default();
    for (number, output) in (0..).zip(&univariate.outputs) {
        for &(slot, figure, variable) in &output.figures {
            let found = found.get(variable).unwrap_or(&none);
            let value = number_of(univariate, combination, found, figure, variable);
            runtime.core.values.set_number(slot, value);
        }
        runtime.output(&[number])?;
    }
    Ok(())
}

fn number_of(
    univariate: &Univariate,
    combination: Combination<'_>,
    found: &OrderStatistics,
    figure: UnivariateFigure,
    variable: usize,
) -> f64 {
    let student = || student_of(univariate, combination, variable);
    let normality = || {
        let tests = &found.normality;
        tests.shapiro.or(tests.kolmogorov)
    };
    let number = match figure {
        UnivariateFigure::Statistic(Statistic::Mode) => found.modes.mode(),
        UnivariateFigure::Statistic(statistic) => {
            return combination.figures.of(variable, statistic);
        }
        UnivariateFigure::Observations => Some(combination.observations),
        UnivariateFigure::Percentile(percent) => return found.percentile(percent),
        UnivariateFigure::QuartileRange => Some(found.percentile(75.0) - found.percentile(25.0)),
        UnivariateFigure::Student => Some(student().0),
        UnivariateFigure::StudentProbability => Some(student().1),
        UnivariateFigure::Sign => found.sign.map(|test| test.statistic),
        UnivariateFigure::SignProbability => found.sign.map(|test| test.probability),
        UnivariateFigure::SignedRank => found.signed_rank.map(|test| test.statistic),
        UnivariateFigure::SignedRankProbability => found.signed_rank.map(|test| test.probability),
        UnivariateFigure::Normality => normality().map(|test| test.statistic),
        UnivariateFigure::NormalityProbability => normality().map(|test| test.probability),
    };
    of_operation(number.unwrap_or(MISSING))
}
