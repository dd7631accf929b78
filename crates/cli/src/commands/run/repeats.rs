//! `--repeats`: a program several times, one run after the other.

use feedrate_runs::repeats::{RepeatsRecord, document};
use feedrate_session::{Ending, record::Record};

use super::once::{OwnProgram, RunResults, exit_of};
use super::output::RepeatedLog;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{joined, print_to_stderr};

/// Runs a program as often as the arguments say, prints the summary, and returns the exit of the worst run. A run that
/// ends with errors, or is interrupted, is the last.
///
/// # Errors
///
/// Returns a message if an output cannot be opened or written.
pub(super) fn run(program: &OwnProgram, repeats: u32, interrupt: &Interrupt) -> Result<Exit, String> {
    let stop = interrupt.stop();
    let outputs = &program.outputs;
    let log = RepeatedLog::new(outputs.log(&stop)?, outputs.has_log_file(), repeats);
    let mut runs: Vec<Record> = Vec::new();
    let mut worst = Ending::Clean;
    for number in 1..=repeats {
        let results = RunResults {
            listing: number == 1,
            ..RunResults::ALL
        };
        let (record, ending) = program.run(log.begin_run(number), results, interrupt)?;
        let is_failed = record.error.is_some();
        runs.push(record);
        if ending != Ending::Clean {
            worst = ending;
        }
        if is_failed || matches!(ending, Ending::Errors | Ending::Aborted(_) | Ending::Interrupted) {
            log.show_last_run();
            break;
        }
    }
    drop(log);
    let first = runs.first().cloned();
    let failure = runs.last().and_then(|run| run.error.clone());
    let record = RepeatsRecord::of(program.loaded.name(), repeats, runs);
    let printed = print_to_stderr(&document(&record), &stop);
    let delivered = first.map_or(Ok(()), |first| outputs.deliver_of_runs(&record, &first, &stop));
    joined([failure.map_or(Ok(()), Err), printed, delivered])?;
    Ok(exit_of(worst, interrupt))
}
