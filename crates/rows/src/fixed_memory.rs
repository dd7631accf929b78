//! Memory that a step needs regardless of its number of observations, requested from MEMSIZE= before it is allocated.

use feedrate_dataset::{DataSetName, Schema};
use feedrate_options::MemoryGrant;
use feedrate_program::{DataStep, Lag};

use crate::environment::session::Environment;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};

/// The number of pages of a data set that are queued, in flight or current. If a row is longer than a page would
/// otherwise be, each page holds one row.
const ROWS_ON_THEIR_WAY: u64 = 4;

/// Returns what is left of a grant after the values of a step and the rows that it writes were taken from it.
pub(crate) fn granted(step: &DataStep, mut memory: MemoryGrant) -> StepResult<MemoryGrant> {
    let remedy = "make its variables fewer or shorter";
    let values = 8 * u64::from(step.vector.numbers) + u64::from(step.vector.text_bytes);
    memory.take(values, ("The variables of the step", "need"), remedy)?;
    let queues = step.lags.iter().map(queue_bytes).sum();
    let remedy = "look fewer observations back";
    memory.take(queues, ("What LAG and DIF keep", "needs"), remedy)?;
    for write in &step.writes {
        let row = write.schema.row_length();
        take_rows(&mut memory, &write.data_set.to_string(), row).map_err(|fault| {
            let site = step.sites.get(write.site.0 as usize).copied();
            match site {
                Some(site) => fault.at(site),
                None => fault,
            }
        })?;
    }
    Ok(memory)
}

/// Takes memory for the rows of a data set that is read or created.
///
/// # Errors
///
/// Fails if less is left.
pub fn take_rows(memory: &mut MemoryGrant, name: &str, row_bytes: u32) -> StepResult<()> {
    let bytes = ROWS_ON_THEIR_WAY * u64::from(row_bytes);
    let what = format!("What is on its way of data set {name}, a row of which has {row_bytes} bytes,");
    let remedy = "make its variables fewer or shorter";
    let taken = memory.take(bytes, (&what, "needs"), remedy);
    taken.map_err(Box::<Fault>::from)
}

/// Checks that MEMSIZE= suffices for the rows of data sets that a procedure copies.
///
/// # Errors
///
/// Fails if it does not.
pub fn check_row_memory<'n>(
    environment: &Environment<'_>,
    data_sets: impl IntoIterator<Item = (&'n DataSetName, &'n Schema)>,
) -> StepResult<()> {
    let mut memory = MemoryGrant::new(environment.options.memory_bytes);
    let mut data_sets = data_sets.into_iter();
    data_sets.try_for_each(|(name, schema)| take_rows(&mut memory, &name.to_string(), schema.row_length()))
}

impl Core<'_, '_> {
    /// Takes memory for the rows of a data set from what is left for the step.
    ///
    /// # Errors
    ///
    /// Fails if less is left.
    pub fn take_rows(&mut self, name: &str, row_bytes: u32) -> StepResult<()> {
        take_rows(&mut self.memory, name, row_bytes)
    }
}

/// Returns the bytes of the queue of a LAG or DIF.
fn queue_bytes(lag: &Lag) -> u64 {
    u64::from(lag.distance) * u64::from(lag.text_length.unwrap_or(8))
}
