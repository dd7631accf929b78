//! Gathers the observations of a BY group.

use feedrate_procedure::records::spilled::{SpilledRecords, SpillingRecords};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;
use feedrate_stats::correlation::{CoMoments, Pairwise};

use super::request::Corr;

/// The memory of an observation beside its values and ranks while three variables are ranked, in bytes: the orders.
const RANKED_BYTES: usize = 6 * size_of::<f64>();

/// The gathered observations.
#[derive(Debug)]
pub(super) struct GroupObservations<'m, 'r> {
    corr: &'m Corr,
    pub spilling: SpillSetting<'r>,
    /// The number of threads that rank them, at most.
    pub threads: usize,
    /// The moments of observations without missing values.
    pub complete: CoMoments,
    /// The pairwise moments of the other observations.
    pub incomplete: Option<Pairwise>,
    /// The simple statistics of each variable.
    pub simple: Vec<Simple>,
    /// All observations, if ranks are needed.
    rows: Rows<'r>,
}

/// Observations, row by row.
#[derive(Debug)]
enum Rows<'r> {
    Memory(Vec<f64>),
    Spilling(Box<SpillingRecords<'r>>),
}

/// All observations, row by row.
#[derive(Debug)]
pub(super) enum GatheredRows {
    Memory(Vec<f64>),
    Spilled(SpilledRecords),
}

/// The sums of the values of a variable.
#[derive(Clone, Debug)]
pub(super) struct Simple {
    pub n: f64,
    pub weight: f64,
    pub sum: f64,
    pub least: f64,
    pub greatest: f64,
}

impl<'m, 'r> GroupObservations<'m, 'r> {
    /// Returns an empty gatherer, with the memory limit of `spilling` for observations, which up to `threads` threads
    /// rank.
    pub(super) fn new(corr: &'m Corr, spilling: SpillSetting<'r>, threads: usize) -> Self {
        let none = Simple {
            n: 0.0,
            weight: 0.0,
            sum: 0.0,
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
        };
        Self {
            corr,
            spilling,
            threads,
            complete: CoMoments::new(corr.variables.len()),
            incomplete: None,
            simple: vec![none; corr.variables.len()],
            rows: Rows::Memory(Vec::new()),
        }
    }

    /// Adds an observation.
    pub(super) fn take(&mut self, row: &[f64], weight: f64) -> StepResult<()> {
        let is_complete = !row.iter().any(|value| value.is_nan());
        let is_left_out = weight.is_nan() || weight <= 0.0 && self.corr.only_weighted;
        if is_left_out || !is_complete && self.corr.only_complete {
            return Ok(());
        }
        // A negative weight is treated as 0.
        let weight = weight.max(0.0);
        for (simple, &value) in self.simple.iter_mut().zip(row) {
            if !value.is_nan() {
                simple.n += 1.0;
                simple.weight += weight;
                simple.sum += weight * value;
                simple.least = simple.least.min(value);
                simple.greatest = simple.greatest.max(value);
            }
        }
        match is_complete {
            true => self.complete.add(row, weight, 1.0),
            false => {
                let variables = row.len();
                let pairs = self.incomplete.get_or_insert_with(|| Pairwise::new(variables));
                pairs.add(row, weight, 1.0);
            }
        }
        if self.corr.spearman {
            self.keep(row)?;
        }
        Ok(())
    }

    /// Keeps an observation, in memory or spilled.
    fn keep(&mut self, row: &[f64]) -> StepResult<()> {
        if let Rows::Memory(rows) = &mut self.rows {
            rows.extend_from_slice(row);
            let count = rows.len() / row.len().max(1);
            let each = 2 * size_of_val(row) + RANKED_BYTES;
            if count.saturating_mul(each) <= self.spilling.memory {
                return Ok(());
            }
            let mut spilling = SpillingRecords::begin(self.spilling.share(4), size_of_val(row))?;
            for row in rows.chunks_exact(row.len().max(1)) {
                spilling.push(&bytes_of(row))?;
            }
            self.rows = Rows::Spilling(Box::new(spilling));
            return Ok(());
        }
        match &mut self.rows {
            Rows::Spilling(rows) => rows.push(&bytes_of(row)),
            Rows::Memory(_) => Ok(()),
        }
    }

    /// Returns the observations.
    pub(super) fn take_rows(&mut self) -> StepResult<GatheredRows> {
        let none = Rows::Memory(Vec::new());
        Ok(match std::mem::replace(&mut self.rows, none) {
            Rows::Memory(rows) => GatheredRows::Memory(rows),
            Rows::Spilling(rows) => GatheredRows::Spilled(rows.finish()?),
        })
    }

    /// Returns the moments of a pair of variables.
    pub(super) fn pair(&mut self, first: usize, second: usize) -> CoMoments {
        let mut pair = self.complete.of_variables(&[first, second]);
        let (low, high) = (first.min(second), first.max(second));
        let others = self.incomplete.as_mut();
        if let Some(others) = others.and_then(|others| others.pair(low, high)) {
            match first <= second {
                true => pair.merge(others),
                false => pair.merge(&others.of_variables(&[1, 0])),
            }
        }
        pair
    }
}

fn bytes_of(row: &[f64]) -> Vec<u8> {
    row.iter().flat_map(|value| value.to_le_bytes()).collect()
}
