//! Runs loads, and prints messages when they are done.

use std::io::Write;

use feedrate_workload::Control;
use feedrate_workload::load::{self, Schedule, ScheduleOutcome, Watch};

use super::{LoadError, account as accounts, totals};

/// Runs loads, all of which must succeed.
pub(crate) fn run(schedule: &Schedule, control: &Control, watch: &mut dyn Watch) -> Result<ScheduleOutcome, LoadError> {
    let outcome = load::run(schedule, control, watch)?;
    let error = outcome.loads().find_map(|load| load.error.clone());
    match error {
        Some(error) => Err(LoadError::Transfer(error.text)),
        None => Ok(outcome),
    }
}

/// Prints the account of loads, if it is requested.
pub(crate) fn account(outcome: &ScheduleOutcome, is_wanted: bool, out: &mut dyn Write) -> Result<(), LoadError> {
    match outcome.batches.first() {
        Some(batch) if is_wanted => Ok(out.write_all(accounts::account(batch).as_bytes())?),
        _ => Ok(()),
    }
}

/// Prints to `notes` what was requested and not available. Returns [`LoadError::Interrupted`] for a test that was
/// stopped, once all is printed.
pub(crate) fn end(
    outcome: &ScheduleOutcome,
    stopped: bool,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), LoadError> {
    for note in totals::notes(outcome) {
        writeln!(notes, "note: {note}")?;
    }
    if stopped {
        out.flush()?;
        return Err(LoadError::Interrupted);
    }
    Ok(())
}
