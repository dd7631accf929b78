//! The correlations of all pairs of variables in a BY group.

use feedrate_rows::StepResult;
use feedrate_stats::correlation::{CoMoments, Correlation};

use super::gather::{GatheredRows, GroupObservations, Simple};
use super::ranks::ranked;
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
        mut gathered: GroupObservations<'m, '_>,
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
                GatheredRows::Memory(rows) => ranked(corr, &rows, &pairs, gathered.threads, check_stop)?,
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
