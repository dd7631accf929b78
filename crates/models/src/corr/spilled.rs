//! The ranks of observations that do not fit into memory.

use feedrate_procedure::records::ranked::{RankedValues, RanksInOrder, Segment};
use feedrate_procedure::records::spilled::{SpilledRecords, number};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;
use feedrate_stats::correlation::CoMoments;
use feedrate_stats::quantile::Definition as QuantileDefinition;
use feedrate_values::missing::MISSING;

use super::ranks::RankResults;

/// Ranks spilled observations. `there` is the number of nonmissing values of each variable.
pub(super) fn ranked(
    rows: &SpilledRecords,
    there: &[f64],
    pairs: &[(usize, usize)],
    spilling: SpillSetting<'_>,
) -> StepResult<RankResults> {
    let variables = there.len();
    let mut values = RankedValues::new(spilling, false);
    let count = each(rows, variables, spilling, |place, row| {
        for (variable, &value) in row.iter().enumerate().filter(|(_, own)| !own.is_nan()) {
            values.push(variable, 0, place, value)?;
        }
        Ok(())
    })?;
    let mut medians: Vec<Median> = there.iter().map(|&n| Median::of(n as usize)).collect();
    let mut ranks = values.finish(mean_ranks, |variable, value| medians[variable].take(value))?;
    let is_complete = |&(row, column): &(usize, usize)| there[row] == count as f64 && there[column] == count as f64;
    let mut moments = vec![CoMoments::new(2); pairs.len()];
    // Ranks of variables without missing values are the same for every pair.
    if pairs.iter().any(is_complete) {
        let mut row = vec![MISSING; variables];
        for place in 0..count {
            ranks.of(place, |variable, rank| row[variable] = rank)?;
            for (pair, moments) in pairs.iter().zip(&mut moments).filter(|(it, _)| is_complete(it)) {
                moments.add(&[row[pair.0], row[pair.1]], 1.0, 1.0);
            }
        }
    }
    drop(ranks);
    for (pair, moments) in pairs.iter().zip(&mut moments).filter(|(it, _)| !is_complete(it)) {
        add_of_pair(rows, variables, *pair, spilling, moments)?;
    }
    Ok(RankResults {
        medians: medians.into_iter().map(Median::median).collect(),
        moments,
    })
}

/// Adds the ranks of a pair of variables over the observations with nonmissing values of both.
fn add_of_pair(
    rows: &SpilledRecords,
    variables: usize,
    (first, second): (usize, usize),
    spilling: SpillSetting<'_>,
    moments: &mut CoMoments,
) -> StepResult<()> {
    let mut values = RankedValues::new(spilling, false);
    let mut count = 0;
    each(rows, variables, spilling, |_, row| {
        let both = [row[first], row[second]];
        if both.iter().any(|value| value.is_nan()) {
            return Ok(());
        }
        for (variable, value) in both.into_iter().enumerate() {
            values.push(variable, 0, count, value)?;
        }
        count += 1;
        Ok(())
    })?;
    let mut ranks: RanksInOrder<'_> = values.finish(mean_ranks, |_, _| {})?;
    let mut both = [MISSING; 2];
    for place in 0..count {
        ranks.of(place, |variable, rank| both[variable] = rank)?;
        moments.add(&both, 1.0, 1.0);
    }
    Ok(())
}

/// Returns what gives tied values the mean of their ranks.
fn mean_ranks(_: Segment) -> impl FnMut(u64) -> f64 {
    let mut before = 0;
    move |count| {
        let rank = before as f64 + (count as f64 + 1.0) / 2.0;
        before += count;
        rank
    }
}

/// Calls `take` with each observation, numbered from 0. Returns their number.
fn each(
    rows: &SpilledRecords,
    variables: usize,
    spilling: SpillSetting<'_>,
    mut take: impl FnMut(u64, &[f64]) -> StepResult<()>,
) -> StepResult<u64> {
    let mut reader = rows.read(spilling)?;
    let (mut record, mut row) = (Vec::new(), Vec::with_capacity(variables));
    let mut place = 0;
    while reader.next(&mut record)? {
        spilling.check_stop()?;
        row.clear();
        row.extend(record.chunks_exact(size_of::<f64>()).map(number));
        take(place, &row)?;
        place += 1;
    }
    Ok(place)
}

/// The median of values that come in ascending order.
struct Median {
    n: usize,
    taken: usize,
    /// The values on both sides of the middle.
    middle: [f64; 2],
}

impl Median {
    fn of(n: usize) -> Self {
        Self {
            n,
            taken: 0,
            middle: [MISSING; 2],
        }
    }

    fn take(&mut self, value: f64) {
        if self.taken == (self.n.max(1) - 1) / 2 {
            self.middle[0] = value;
        }
        if self.taken == self.n / 2 {
            self.middle[1] = value;
        }
        self.taken += 1;
    }

    fn median(self) -> f64 {
        let of = |index: usize| match index < self.n / 2 {
            true => self.middle[0],
            false => self.middle[1],
        };
        let median = QuantileDefinition::Averaged.percentile(50.0, self.n, of);
        median.unwrap_or(MISSING)
    }
}
