//! The ranks of observations in memory.

use feedrate_rows::StepResult;
use feedrate_stats::correlation::{CoMoments, mean_ranks};
use feedrate_stats::quantile::Definition as QuantileDefinition;
use feedrate_values::missing::MISSING;

use super::request::Corr;

/// The ranks of the values of all variables.
pub(super) struct RankResults {
    /// The median of each variable.
    pub medians: Vec<f64>,
    /// The moments of the ranks of pairs of variables.
    pub moments: Vec<CoMoments>,
}

/// Ranks observations in memory.
pub(super) fn ranked(
    corr: &Corr,
    rows: &[f64],
    pairs: &[(usize, usize)],
    check_stop: impl Fn() -> StepResult<()>,
) -> StepResult<RankResults> {
    let mut columns = columns(rows, corr.variables.len());
    let medians = columns.iter().map(median).collect();
    for column in &mut columns {
        check_stop()?;
        column.rank();
    }
    let moments = pairs.iter().map(|&(row, column)| {
        check_stop()?;
        Ok(of_ranks(&columns[row], &columns[column]))
    });
    Ok(RankResults {
        medians,
        moments: moments.collect::<StepResult<_>>()?,
    })
}

/// The values of a variable.
struct Column {
    values: Vec<f64>,
    /// True if no value is missing.
    is_complete: bool,
}

impl Column {
    /// Replaces complete values by their ranks. Ranks are the same for every pair of complete variables; for pairs
    /// with others, ranks of ranks equal the ranks of the values.
    fn rank(&mut self) {
        if self.is_complete {
            self.values = mean_ranks(&self.values).ranks;
        }
    }
}

/// Returns the values of each variable.
fn columns(rows: &[f64], variables: usize) -> Vec<Column> {
    let of_variable = |variable: usize| {
        let values = rows.iter().skip(variable).step_by(variables.max(1));
        let values: Vec<f64> = values.copied().collect();
        Column {
            is_complete: !values.iter().any(|value| value.is_nan()),
            values,
        }
    };
    (0..variables).map(of_variable).collect()
}

/// Returns the moments of the ranks of two variables, over the observations with nonmissing values of both.
fn of_ranks(first: &Column, second: &Column) -> CoMoments {
    let mut moments = CoMoments::new(2);
    if first.is_complete && second.is_complete {
        for (&a, &b) in first.values.iter().zip(&second.values) {
            moments.add(&[a, b], 1.0, 1.0);
        }
        return moments;
    }
    let both = first.values.iter().zip(&second.values);
    let both = both.filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (first, second): (Vec<f64>, Vec<f64>) = both.unzip();
    let (first, second) = (mean_ranks(&first).ranks, mean_ranks(&second).ranks);
    for (a, b) in first.into_iter().zip(second) {
        moments.add(&[a, b], 1.0, 1.0);
    }
    moments
}

fn median(column: &Column) -> f64 {
    let there = column.values.iter().copied().filter(|v| !v.is_nan());
    let mut there: Vec<f64> = there.collect();
    there.sort_by(f64::total_cmp);
    let median = QuantileDefinition::Averaged.percentile(50.0, there.len(), |index| there[index]);
    median.unwrap_or(MISSING)
}
