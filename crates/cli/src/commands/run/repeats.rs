//! `--repeats`: a program several times, one run after the other.

use feedrate_runs::repeats::{self, RepeatsRecord};
use feedrate_session::{Ending, record::Record};

use super::arguments::RunArguments;
use super::output::RepeatedLog;
use super::{Loaded, Wanted, exit_of, run_once};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::print_to_stderr;

/// Runs a program as often as the arguments say, prints the summary, and returns the exit of the worst run. A run that
/// ends with errors, or is interrupted, is the last.
///
/// # Errors
///
/// Returns a message if an output cannot be opened or written.
pub(super) fn run(
    arguments: &RunArguments,
    loaded: &Loaded,
    interrupt: &Interrupt,
) -> Result<Exit, String> {
    let stop = interrupt.stop();
    let log = RepeatedLog::new(
        loaded.outputs.log(&stop)?,
        loaded.outputs.has_log_file(),
        arguments.repeats,
    );
    let mut runs: Vec<Record> = Vec::new();
    let mut worst = Ending::Clean;
    for number in 1..=arguments.repeats {
        let of_run = log.begin_run(number);
        let wanted = Wanted {
            listing: number == 1,
            ..Wanted::ALL
        };
        let (record, ending) = run_once(arguments, loaded, interrupt, of_run, wanted)?;
        let is_failed = record.error.is_some();
        runs.push(record);
        if ending != Ending::Clean {
            worst = ending;
        }
        if is_failed || matches!(ending, Ending::Errors | Ending::Interrupted) {
            log.show_last_run();
            break;
        }
    }
    drop(log);
    let first = runs.first().cloned();
    let failure = runs.last().and_then(|run| run.error.clone());
    let record = RepeatsRecord::of(loaded.name(), arguments.repeats, runs);
    let printed = print_to_stderr(&repeats::document(&record), &stop);
    let delivered = first.map_or(Ok(()), |first| {
        loaded.outputs.deliver_of_runs(&record, &first, &stop)
    });
    let failures: Vec<String> = failure
        .into_iter()
        .chain(printed.err())
        .chain(delivered.err())
        .collect();
    if !failures.is_empty() {
        return Err(failures.join("; "));
    }
    Ok(exit_of(worst, interrupt))
}
