//! The figures that are summarized of a step, and of a whole run.

use feedrate_pageio::Direction;
use feedrate_stats::Summary;
use feedrate_stats::quantile::quantile;
use serde::Serialize;
use serde_json::Value;

use feedrate_session::record::{FileRecord, Record, StepRecord};

/// The figures of one run of a step, or of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    pub(super) seconds: f64,
    pub(super) waited_seconds: f64,
    /// Bytes of files that were read and written.
    pub(super) moved_bytes: u64,
    /// Bytes of files that were read.
    pub(super) read_bytes: u64,
    /// The share of these that the page cache served, where it is known.
    pub(super) cache_share: Option<f64>,
}

/// The summary of several runs of a step, or of a program.
#[derive(Clone, Debug, Serialize)]
pub struct RepeatedFigures {
    /// Its elapsed seconds; absent if no run counts.
    pub seconds: Option<Summary>,
    /// The median over the runs of the bytes of files that it moved.
    pub moved_bytes: Option<u64>,
    /// The median over the runs of these bytes per second, in MB (10^6 bytes); absent if nothing was moved.
    pub megabytes_per_second: Option<f64>,
    /// The median over the runs of the share, 0 to 1, that the page cache served of what was read; absent if nothing
    /// was read or if it is unknown of a run.
    pub cache_share: Option<f64>,
    /// The median over the runs of the share, 0 to 1, of the time that was waited for storage.
    pub waited_share: Option<f64>,
}

impl Figures {
    pub(super) fn of_step(step: &StepRecord) -> Self {
        let data_sets = step.read.iter().chain(&step.made);
        let files = data_sets.filter_map(|data_set| data_set.file.as_ref());
        let files = files
            .chain(step.updated.iter().filter_map(|it| it.file.as_ref()))
            .chain(step.others.iter().map(|other| &other.file))
            .chain(&step.utility)
            .filter(|file| file.pipe.is_none());
        let (mut moved_bytes, mut read_bytes) = (0u64, 0u64);
        for FileRecord { bytes, direction, .. } in files {
            moved_bytes = moved_bytes.saturating_add(*bytes);
            if *direction == Direction::Read {
                read_bytes = read_bytes.saturating_add(*bytes);
            }
        }
        Self {
            seconds: step.usage.real_seconds,
            // The sum of no waits is -0.
            waited_seconds: step.waited_seconds + 0.0,
            moved_bytes,
            read_bytes,
            cache_share: step.cache_share,
        }
    }

    /// Returns those of a step of a session, of which there is only the JSON.
    fn of_session_step(step: &Value) -> Self {
        let list = |key: &str| step[key].as_array().map(Vec::as_slice).unwrap_or_default();
        let data_sets = ["read", "made", "others"].map(list);
        let files = data_sets.into_iter().flatten().map(|it| &it["file"]);
        let files = files
            .chain([&step["updated"]["file"]])
            .chain(list("utility"))
            .filter(|file| file["pipe"].is_null());
        let (mut moved_bytes, mut read_bytes) = (0u64, 0u64);
        for file in files {
            let bytes = file["bytes"].as_u64().unwrap_or(0);
            moved_bytes = moved_bytes.saturating_add(bytes);
            if file["direction"] == "read" {
                read_bytes = read_bytes.saturating_add(bytes);
            }
        }
        Self {
            seconds: step["usage"]["real_seconds"].as_f64().unwrap_or(0.0),
            waited_seconds: step["waited_seconds"].as_f64().unwrap_or(0.0) + 0.0,
            moved_bytes,
            read_bytes,
            cache_share: step["cache_share"].as_f64(),
        }
    }

    /// Returns those of a run: its own seconds, and what its steps and those of its sessions have moved and waited.
    pub(super) fn of_run(run: &Record) -> Self {
        let of_sessions = run
            .sessions
            .iter()
            .flat_map(|session| &session.steps)
            .map(|step| Self::of_session_step(&step.value()));
        let own = run.steps.iter().map(Self::of_step);
        let steps: Vec<Self> = own.chain(of_sessions).collect();
        let read_bytes = steps.iter().map(|step| step.read_bytes).sum();
        // The share of a step counts by its bytes, and must be known of all.
        let cached: Option<f64> = steps
            .iter()
            .filter(|step| step.read_bytes > 0)
            .map(|step| Some(step.cache_share? * step.read_bytes as f64))
            .sum();
        Self {
            seconds: run.usage.real_seconds,
            waited_seconds: steps.iter().fold(0.0, |sum, step| sum + step.waited_seconds),
            moved_bytes: steps.iter().map(|step| step.moved_bytes).sum(),
            read_bytes,
            cache_share: cached.filter(|_| read_bytes > 0).map(|bytes| bytes / read_bytes as f64),
        }
    }
}

impl RepeatedFigures {
    pub(super) fn of(runs: &[Figures]) -> Self {
        let seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
        let rate = |run: &Figures| {
            let is_rate = run.moved_bytes > 0 && run.seconds > 0.0;
            is_rate.then(|| run.moved_bytes as f64 / 1e6 / run.seconds)
        };
        let waited = |run: &Figures| (run.seconds > 0.0).then(|| (run.waited_seconds / run.seconds).min(1.0));
        let moved = median(runs, |run| Some(run.moved_bytes as f64));
        Self {
            seconds: Summary::of(&seconds),
            moved_bytes: moved.map(|bytes| bytes.round() as u64),
            megabytes_per_second: median(runs, rate),
            cache_share: median(runs, |run| run.cache_share),
            waited_share: median(runs, waited),
        }
    }
}

/// Returns the median of a figure; `None` if there are no runs, or one has no such figure.
pub(super) fn median(runs: &[Figures], figure: impl Fn(&Figures) -> Option<f64>) -> Option<f64> {
    let mut values = runs.iter().map(figure).collect::<Option<Vec<f64>>>()?;
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seconds: f64, cache_share: Option<f64>) -> Figures {
        Figures {
            seconds,
            waited_seconds: seconds / 4.0,
            moved_bytes: 8_000_000,
            read_bytes: 4_000_000,
            cache_share,
        }
    }

    #[test]
    fn medians_are_over_the_runs() {
        let figures = RepeatedFigures::of(&[run(4.0, Some(0.5)), run(1.0, Some(1.0)), run(2.0, Some(0.0))]);
        let seconds = figures.seconds.unwrap();
        assert_eq!((seconds.min, seconds.median, seconds.max), (1.0, 2.0, 4.0));
        assert_eq!(seconds.interval, None);
        assert_eq!(figures.megabytes_per_second, Some(4.0));
        assert_eq!(figures.cache_share, Some(0.5));
        assert_eq!(figures.waited_share, Some(0.25));
        assert_eq!(figures.moved_bytes, Some(8_000_000));
    }

    #[test]
    fn steps_of_sessions_count_for_the_run() {
        let file = |bytes: u64, direction: &str, pipe: Value| {
            let file = serde_json::json!({"bytes": bytes, "direction": direction, "pipe": pipe});
            serde_json::json!({"name": "X.A", "file": file})
        };
        let step = serde_json::json!({
            "usage": {"real_seconds": 2.0},
            "waited_seconds": 0.5,
            "cache_share": 0.25,
            "read": [file(600, "read", Value::Null), file(70, "read", serde_json::json!({}))],
            "made": [file(20, "write", Value::Null), {"name": "X.V", "file": null}],
            "updated": file(3, "write", Value::Null),
            "others": [file(200, "read", Value::Null)],
            "utility": [{"bytes": 1000, "direction": "write"}],
        });
        let figures = Figures::of_session_step(&step);
        let expected = Figures {
            seconds: 2.0,
            waited_seconds: 0.5,
            moved_bytes: 1823,
            read_bytes: 800,
            cache_share: Some(0.25),
        };
        assert_eq!(figures, expected);
    }

    #[test]
    fn what_is_unknown_of_a_run_is_unknown_of_all() {
        let figures = RepeatedFigures::of(&[run(1.0, Some(1.0)), run(2.0, None)]);
        assert_eq!(figures.cache_share, None);
        let idle = RepeatedFigures::of(&[Figures::default()]);
        assert_eq!((idle.megabytes_per_second, idle.waited_share), (None, None));
        let none = RepeatedFigures::of(&[]);
        assert!(none.seconds.is_none() && none.moved_bytes.is_none());
    }
}
