//! Pairs of runs in turn.

use std::sync::atomic::Ordering;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;
use feedrate_bench::fio::Fio;
use feedrate_bench::race::show;

use crate::arguments::Arguments;
use crate::case::{Case, Work};
use crate::jobs::{self, Program};
use crate::measurement::Measurement;
use crate::{ours, theirs};

/// How often a hot read is tried again of which storage served some: machines with little memory, or
/// a kernel that reclaims it early, may drop a part of the file at any time.
const TRIES: usize = 10;

/// Two runs right after one another: feedrate's and fio's.
pub type Pair = (Measurement, Measurement);

/// Measures the pairs of a case. The order is ABBA: who goes first changes from pair to pair, so that
/// neither a drift nor what a run leaves behind favours one of them. One pair before them is not
/// counted.
pub fn measure(
    case: &Case,
    arguments: &Arguments,
    feedrate: &Feedrate,
    fio: &Fio,
    file: &TestFile,
    stop: &Stop,
) -> Result<Vec<Pair>, String> {
    let seconds = arguments.time.as_secs_f64();
    let once = |is_ours: bool, seconds: f64| -> Result<Measurement, String> {
        if stop.load(Ordering::Relaxed) {
            return Err("interrupted".into());
        }
        if !case.is_cached() {
            file.mark()?;
        } else if case.only_reads() {
            file.warm(file.size())?;
        } else {
            file.settle(case.bytes_of(file.size()))?;
        }
        match (case.work, is_ours) {
            (Work::Transfers(kind), true) => ours::run(feedrate, case, kind, file, seconds, stop),
            (Work::Transfers(kind), false) => {
                theirs::run(fio, case, kind, file, seconds, arguments.fio_batch, stop)
            }
            (Work::Jobs(jobs), _) => {
                let program = if is_ours {
                    Program::Feedrate(feedrate)
                } else {
                    Program::Fio(fio)
                };
                jobs::run(program, case, jobs, file, seconds, stop)
            }
        }
    };
    let run = |is_ours: bool, seconds: f64| -> Result<Measurement, String> {
        for _ in 0..TRIES {
            let measurement = once(is_ours, seconds)?;
            if !case.is_hot() || measurement.is_hot() {
                return Ok(measurement);
            }
        }
        Err(format!(
            "{}: the page cache does not hold the file; free some memory, or give a smaller --size",
            case.name
        ))
    };
    run(true, 0.2)?;
    run(false, 0.2)?;
    let mut pairs = Vec::with_capacity(arguments.pairs as usize);
    for index in 0..arguments.pairs {
        show(&format!(
            "{}: pair {} of {}",
            case.name,
            index + 1,
            arguments.pairs
        ));
        pairs.push(if index % 2 == 0 {
            let first = run(true, seconds)?;
            (first, run(false, seconds)?)
        } else {
            let first = run(false, seconds)?;
            (run(true, seconds)?, first)
        });
    }
    show("");
    Ok(pairs)
}
