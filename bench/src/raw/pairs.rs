//! Pairs of runs in turn.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;

use crate::arguments::Arguments;
use crate::case::{Case, Kind};
use crate::child::Stop;
use crate::feedrate::Feedrate;
use crate::file::TestFile;
use crate::fio::Fio;
use crate::measurement::Measurement;

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
    let once = |ours: bool, seconds: f64| -> Result<Measurement, String> {
        if stop.load(Ordering::Relaxed) {
            return Err("interrupted".into());
        }
        match case.kind {
            Kind::HotRead => file.warm()?,
            _ => file.mark()?,
        }
        if ours {
            feedrate.run(case, file, seconds, stop)
        } else {
            fio.run(case, file, seconds, stop)
        }
    };
    let run = |ours: bool, seconds: f64| -> Result<Measurement, String> {
        for _ in 0..TRIES {
            let measurement = once(ours, seconds)?;
            if case.kind != Kind::HotRead || measurement.is_hot() {
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
        show(case, index, arguments.pairs);
        pairs.push(if index % 2 == 0 {
            let ours = run(true, seconds)?;
            (ours, run(false, seconds)?)
        } else {
            let theirs = run(false, seconds)?;
            (run(true, seconds)?, theirs)
        });
    }
    show(case, arguments.pairs, arguments.pairs);
    Ok(pairs)
}

/// Progress, for a person who watches.
fn show(case: &Case, done: u32, of: u32) {
    let mut errors = io::stderr();
    if errors.is_terminal() {
        let line = if done < of {
            format!("\r\x1b[K{}: pair {} of {of}", case.name, done + 1)
        } else {
            "\r\x1b[K".to_owned()
        };
        // Nothing is lost with it.
        let _ = errors.write_all(line.as_bytes());
    }
}
