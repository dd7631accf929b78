//! The time that was saved by running steps at the same time.

use feedrate_document::format;

use super::Run;
use super::span::{Span, seconds_into};

/// The times of a run, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Overlap {
    /// The duration of the run.
    pub(super) elapsed_seconds: f64,
    /// The sum of the durations of all steps.
    pub(super) steps_seconds: f64,
    /// The same without their waits for pipes.
    pub(super) worked_seconds: f64,
    /// The time in which at least one step ran.
    pub(super) ran_seconds: f64,
}

impl Overlap {
    pub(super) fn of(run: &Run, spans: &[Span<'_>]) -> Self {
        Self {
            elapsed_seconds: seconds_into(run, run.ended_microseconds),
            steps_seconds: spans.iter().map(Span::own_seconds).sum(),
            worked_seconds: spans.iter().map(Span::worked_seconds).sum(),
            ran_seconds: covered(spans),
        }
    }

    /// Returns the seconds of work that was done while other work was done. Negative if steps waited for each other for
    /// longer than that.
    pub(super) fn won_seconds(&self) -> f64 {
        let won = self.worked_seconds - self.ran_seconds;
        // The clock counts microseconds, and less than one is rounding.
        if won.abs() < 1e-6 { 0.0 } else { won }
    }

    /// Formats the time saved.
    pub(super) fn won(&self) -> String {
        let won = self.won_seconds();
        if won == 0.0 {
            return "none".to_owned();
        }
        if won < 0.0 {
            return format!(
                "none: steps waited for pipes {} longer than others worked meanwhile",
                format::seconds(-won)
            );
        }
        format!(
            "{}, {} of the work",
            format::seconds(won),
            format::percent(won / self.worked_seconds)
        )
    }

    /// Explains the time saved, with its numbers.
    pub(super) fn in_words(&self) -> String {
        format!(
            "The overlap won is the time in which each step worked, which is its seconds without its waits for \
             pipes ({} in all), less the time in which at least one step ran ({}). By so much longer would the same \
             work have taken, one step after the other, if no step were faster alone. What it would have cost to \
             pass data on through files is not in it.",
            format::seconds(self.worked_seconds),
            format::seconds(self.ran_seconds)
        )
    }
}

/// Returns the time that at least one step covers.
fn covered(spans: &[Span<'_>]) -> f64 {
    let mut times: Vec<_> = spans.iter().map(|span| (span.began, span.ended)).collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut covered = 0.0;
    let mut until = f64::NEG_INFINITY;
    for (began, ended) in times {
        covered += (ended - began.max(until)).max(0.0);
        until = until.max(ended);
    }
    covered
}
