//! The correlations of all pairs of variables in a BY group.

use feedrate_rows::StepResult;
use feedrate_stats::correlation::{CoMoments, Correlation, mean_ranks};
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::gather::{Gathered, GatheredRows, Simple};
use super::request::Corr;
use super::spilled;

/// The results of a BY group.
#[derive(Debug)]
pub(super) struct Correlations<'m> {
    pub corr: &'m Corr,
    pub simple: Vec<Simple>,
    /// The standard deviation of each variable.
    pub deviations: Vec<f64>,
    pub medians: Option<Vec<f64>>,
    /// By row and column variables.
    pub pearson: Option<Matrix>,
    pub spearman: Option<Matrix>,
    pub covariances: Vec<Covariance>,
}

/// The correlations of row variables with column variables, row by row.
#[derive(Debug)]
pub(super) struct Matrix {
    pub cells: Vec<Correlation>,
}

/// A covariance, and the variances over the same observations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Covariance {
    pub covariance: f64,
    pub of_row: f64,
    pub of_column: f64,
    pub observations: f64,
}

impl<'m> Correlations<'m> {
    pub(super) fn of(
        corr: &'m Corr,
        mut gathered: Gathered<'m, '_>,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Self> {
        let pairs = || {
            let rows = corr.rows.iter();
            rows.flat_map(|&row| corr.columns.iter().map(move |&column| (row, column)))
        };
        let (mut pearson, mut covariances) = (Vec::new(), Vec::new());
        for (row, column) in pairs() {
            let mut pair = gathered.pair(row, column);
            pearson.push(correlation(&mut pair, row == column));
            covariances.push(Covariance {
                covariance: pair.covariance(0, 1),
                of_row: pair.covariance(0, 0),
                of_column: pair.covariance(1, 1),
                observations: pair.observations(),
            });
        }
        let deviations = (0..corr.variables.len()).map(|variable| {
            let mut pair = gathered.pair(variable, variable);
            pair.covariance(0, 0).sqrt()
        });
        let deviations = deviations.collect();
        let (mut spearman, mut medians) = (None, None);
        if corr.spearman {
            let pairs: Vec<_> = pairs().collect();
            let ranked = match gathered.take_rows()? {
                GatheredRows::Memory(rows) => ranked(corr, &rows, &pairs, check_stop)?,
                GatheredRows::Spilled(rows) => {
                    let there: Vec<f64> = gathered.simple.iter().map(|own| own.n).collect();
                    spilled::ranked(&rows, &there, &pairs, gathered.spilling)?
                }
            };
            let cells = ranked.moments.into_iter().zip(pairs);
            let cells = cells.map(|(mut moments, (row, column))| correlation(&mut moments, row == column));
            spearman = Some(Matrix { cells: cells.collect() });
            medians = Some(ranked.medians);
        }
        Ok(Self {
            corr,
            simple: gathered.simple,
            deviations,
            medians,
            pearson: corr.pearson.then_some(Matrix { cells: pearson }),
            spearman,
            covariances,
        })
    }
}

/// The ranks of the values of all variables.
pub(super) struct Ranked {
    /// The median of each variable.
    pub medians: Vec<f64>,
    /// The moments of the ranks of pairs of variables.
    pub moments: Vec<CoMoments>,
}

/// Ranks observations in memory.
fn ranked(
    corr: &Corr,
    rows: &[f64],
    pairs: &[(usize, usize)],
    check_stop: impl Fn() -> StepResult<()>,
) -> StepResult<Ranked> {
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
    Ok(Ranked {
        medians,
        moments: moments.collect::<StepResult<_>>()?,
    })
}

impl Matrix {
    /// Returns the number of observations of the correlations; `None` if it differs between pairs.
    pub(super) fn observations(&self) -> Option<f64> {
        let first = self.cells.first()?.observations;
        let mut others = self.cells.iter();
        others.all(|cell| cell.observations == first).then_some(first)
    }
}

fn correlation(pair: &mut CoMoments, is_same: bool) -> Correlation {
    let found = pair.correlation(0, 1);
    match is_same && !found.coefficient.is_nan() {
        true => Correlation::new(1.0, found.observations),
        false => found,
    }
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
    median.unwrap_or(feedrate_values::missing::MISSING)
}
