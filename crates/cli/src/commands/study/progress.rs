//! The progress of a study, and the questions to the person who sets a factor by hand.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use feedrate_study::conduct::{Observer, Progress};
use feedrate_study::store::Ending;
use feedrate_study::{Error, Result};
use indicatif::ProgressBar;

use crate::progress::{TICK, moving_line};
use crate::say;
use crate::system::streams;

/// The line with the current run: it moves on a terminal; in a pipe, each run has a line.
#[derive(Debug)]
pub struct StudyLine {
    bar: Option<ProgressBar>,
    stop: Arc<AtomicBool>,
}

impl StudyLine {
    /// Shows the progress of a study, until it is dropped.
    pub fn show(stop: Arc<AtomicBool>) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = moving_line();
            bar.enable_steady_tick(TICK);
            bar
        });
        Self { bar, stop }
    }

    /// Writes a line beside the moving one.
    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say::line(text)),
            None => say::line(text),
        }
    }
}

impl Drop for StudyLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for StudyLine {
    fn begins(&mut self, progress: &Progress<'_>) {
        let left = progress
            .left
            .map_or_else(String::new, |left| format!(", about {} left", rounded(left.time)));
        let kind = if progress.block.is_warm_up { "warm-up" } else { "block" };
        let text = format!(
            "run {} of {} ({kind} {}): {}{left}",
            progress.number, progress.runs, progress.block.number, progress.cell
        );
        match &self.bar {
            Some(bar) => bar.set_message(say::one_line(&text)),
            None => say::line(text),
        }
    }

    fn ended(&mut self, _: &str, _: f64, _: &Ending) {}

    fn note(&mut self, text: &str) {
        self.line(&format!("feedrate: {text}"));
    }

    fn by_hand(&mut self, prompt: &str) -> Result<()> {
        if !io::stdin().is_terminal() {
            return Err(Error::Refused(format!(
                "somebody has to do this by hand: {prompt}; run the study on a terminal"
            )));
        }
        self.line(&format!("{prompt}, and press Enter"));
        loop {
            if self.stop.load(Ordering::Acquire) {
                return Err(Error::Interrupted);
            }
            if let Some(length) = streams::line_within(TICK) {
                return match length {
                    Ok(0) | Err(_) => Err(Error::Refused("nobody answers any more".to_owned())),
                    Ok(_) => Ok(()),
                };
            }
        }
    }
}

/// Returns a time as people say it: `40 s`, `12 min`, `3 h 20 min`.
pub fn rounded(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 99.5 {
        return format!("{:.0} s", seconds.max(1.0));
    }
    let minutes = (seconds / 60.0).round() as u64;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_as_people_say_them() {
        let shown =
            [0.2, 40.4, 99.0, 100.0, 3_540.0, 12_000.0].map(|seconds| rounded(Duration::from_secs_f64(seconds)));
        assert_eq!(shown, ["1 s", "40 s", "99 s", "2 min", "59 min", "3 h 20 min"]);
    }
}
