//! What every race needs: a folder that goes with it, a way to stop it, and a line of progress.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_stats::PairedRatio;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tempfile::TempDir;

use crate::child::Stop;

/// From now on a signal stops the race, which then removes its files.
pub fn listen() -> Result<Stop, String> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
    }
    Ok(stop)
}

/// Makes a folder in another, with a name that begins with `prefix`. It is removed with all that is
/// in it when the value goes.
pub fn folder(within: &Path, prefix: &str) -> Result<TempDir, String> {
    tempfile::Builder::new()
        .prefix(prefix)
        .tempdir_in(within)
        .map_err(|error| format!("cannot make a folder in {}: {error}", within.display()))
}

/// Shows what is being done to a person who watches; an empty text removes it.
pub fn show(doing: &str) {
    let mut errors = io::stderr();
    if errors.is_terminal() {
        // Nothing is lost with it.
        let _ = errors.write_all(format!("\r\x1b[K{doing}").as_bytes());
    }
}

/// Returns the exit code of a race: 0 if nothing failed, 1 if something did, and 2, with a line of `name` on standard
/// error, if nothing could be measured.
pub fn exit_code(name: &str, outcome: Result<bool, String>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(what) => {
            show("");
            eprintln!("{name}: {what}");
            ExitCode::from(2)
        }
    }
}

/// Returns a ratio with its interval, for which 6 rounds are needed.
pub fn ratio(ratio: &PairedRatio) -> String {
    let number = |value: f64| match value {
        ..10.0 => format!("{value:.3}"),
        _ => format!("{value:.2}"),
    };
    match &ratio.interval {
        Some(interval) => format!(
            "{} [{}, {}]",
            number(ratio.ratio),
            number(interval.low),
            number(interval.high)
        ),
        None => format!("{} [needs 6]", number(ratio.ratio)),
    }
}

/// Who runs when in a round: a Latin square of Williams and its mirror. In twice as many rounds as
/// there are competitors everyone comes twice in each place and, where their number is odd, twice
/// right after each other, so that neither a drift nor what a run leaves behind favours anyone.
pub fn order(round: usize, number: usize) -> Vec<usize> {
    // 0, 1, n-1, 2, n-2, …: the differences between neighbours are all different.
    let zigzag = |place: usize| match place % 2 {
        0 => (number - place / 2) % number,
        _ => place.div_ceil(2),
    };
    let mut order: Vec<_> = (0..number)
        .map(|place| (zigzag(place) + round / 2) % number)
        .collect();
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn ten_rounds_of_five_are_balanced() {
        let (mut places, mut neighbours) = (HashMap::new(), HashMap::new());
        for round in 0..10 {
            let order = order(round, 5);
            for (place, &who) in order.iter().enumerate() {
                *places.entry((place, who)).or_insert(0) += 1;
            }
            for pair in order.windows(2) {
                *neighbours.entry((pair[0], pair[1])).or_insert(0) += 1;
            }
        }
        assert_eq!((places.len(), neighbours.len()), (25, 20));
        assert!(
            places
                .values()
                .chain(neighbours.values())
                .all(|&times| times == 2)
        );
    }
}
