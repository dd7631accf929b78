//! The ranks of observations in memory.

use feedrate_procedure::threads::results_on_threads;
use feedrate_rows::StepResult;
use feedrate_stats::correlation::{CoMoments, mean_ranks, ranks_of_ordered};
use feedrate_stats::ordered::OrderedValues;
use feedrate_stats::quantile::Definition as QuantileDefinition;
use feedrate_values::missing::MISSING;

use super::request::Corr;

/// The most variables that are ranked at a time, which limits the memory of their orders.
const MOST_AT_A_TIME: usize = 3;

/// The number of observations whose moments are accumulated together. They are merged in order, so that the result does
/// not depend on the number of threads.
const TOGETHER: usize = 1 << 16;

/// The ranks of the values of all variables.
pub(super) struct RankResults {
    /// The median of each variable.
    pub medians: Vec<f64>,
    /// The moments of the ranks of pairs of variables.
    pub moments: Vec<CoMoments>,
}

/// Ranks observations in memory, on up to `threads` threads.
pub(super) fn ranked(
    corr: &Corr,
    rows: &[f64],
    pairs: &[(usize, usize)],
    threads: usize,
    check_stop: impl Fn() -> StepResult<()>,
) -> StepResult<RankResults> {
    let variables = corr.variables.len();
    let at_a_time = threads.min(MOST_AT_A_TIME);
    let columns = results_on_threads(at_a_time, variables, |variable| {
        Column::new(rows.iter().skip(variable).step_by(variables).copied().collect())
    });
    check_stop()?;
    let (ranks, places) = complete_ranks(&columns);
    let mut complete = moments_of(&ranks, threads);
    check_stop()?;
    let of_pairs = results_on_threads(at_a_time, pairs.len(), |pair| {
        let (first, second) = pairs[pair];
        let is_complete = places[first].is_some() && places[second].is_some();
        (!is_complete).then(|| of_ranks(&columns[first].values, &columns[second].values))
    });
    let moments = of_pairs.into_iter().zip(pairs).map(|(moments, &(first, second))| {
        moments.unwrap_or_else(|| {
            let both = places[first].into_iter().chain(places[second]);
            complete.of_variables(&both.collect::<Vec<_>>())
        })
    });
    Ok(RankResults {
        moments: moments.collect(),
        medians: columns.iter().map(|column| column.median).collect(),
    })
}

/// The values of a variable.
struct Column {
    /// Its ranks if no value is missing, otherwise its values. Ranks are the same for every pair of complete variables;
    /// for pairs with others, ranks of ranks equal the ranks of the values.
    values: Vec<f64>,
    is_complete: bool,
    median: f64,
}

impl Column {
    fn new(values: Vec<f64>) -> Self {
        let there = values.iter().copied().enumerate().filter(|(_, value)| !value.is_nan());
        let ordered = OrderedValues::new(there);
        let median = QuantileDefinition::Averaged.percentile(50.0, ordered.len(), |index| ordered.value(index));
        let is_complete = ordered.len() == values.len();
        Self {
            values: match is_complete {
                true => ranks_of_ordered(&ordered).ranks,
                false => values,
            },
            is_complete,
            median: median.unwrap_or(MISSING),
        }
    }
}

/// Returns the ranks of complete variables, and for each variable its index among them.
fn complete_ranks(columns: &[Column]) -> (Vec<&[f64]>, Vec<Option<usize>>) {
    let (mut ranks, mut places) = (Vec::new(), Vec::new());
    for column in columns {
        places.push(column.is_complete.then_some(ranks.len()));
        if column.is_complete {
            ranks.push(&column.values[..]);
        }
    }
    (ranks, places)
}

/// Returns the moments of columns.
fn moments_of(columns: &[&[f64]], threads: usize) -> CoMoments {
    let rows = columns.first().map_or(0, |column| column.len());
    let parts = results_on_threads(threads, rows.div_ceil(TOGETHER), |part| {
        let mut moments = CoMoments::new(columns.len());
        let mut row = vec![0.0; columns.len()];
        for index in part * TOGETHER..((part + 1) * TOGETHER).min(rows) {
            for (value, column) in row.iter_mut().zip(columns) {
                *value = column[index];
            }
            moments.add(&row, 1.0, 1.0);
        }
        moments
    });
    let mut moments = CoMoments::new(columns.len());
    for part in &parts {
        moments.merge(part);
    }
    moments
}

/// Returns the moments of the ranks of two variables, over the observations with nonmissing values of both.
fn of_ranks(first: &[f64], second: &[f64]) -> CoMoments {
    let both = first.iter().zip(second);
    let both = both.filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (first, second): (Vec<f64>, Vec<f64>) = both.unzip();
    let (first, second) = (mean_ranks(&first).ranks, mean_ranks(&second).ranks);
    moments_of(&[&first, &second], 1)
}
