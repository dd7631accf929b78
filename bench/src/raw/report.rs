//! All figures, for other programs.

use std::path::Path;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::fio::Fio;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::case::Work;
use crate::comparison::Comparison;
use crate::{jobs, ours, theirs};

/// The whole of a race.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    feedrate: &'a str,
    fio: &'a str,
    /// Before and after.
    conditions: [Conditions; 2],
    pairs: u32,
    seconds_of_a_run: f64,
    file_bytes: u64,
    margin: f64,
    cases: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    /// Or the job file, where one is given to both.
    feedrate_options: String,
    fio_options: String,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

impl<'a> Report<'a> {
    /// Puts it together.
    pub fn of(
        arguments: &Arguments,
        feedrate: &'a Feedrate,
        fio: &'a Fio,
        file_bytes: u64,
        conditions: [Conditions; 2],
        comparisons: &'a [Comparison],
    ) -> Self {
        let seconds = arguments.time.as_secs_f64();
        let entry = |comparison: &'a Comparison| {
            let case = &comparison.case;
            let file_bytes = case.bytes_of(file_bytes);
            let [feedrate_options, fio_options] = match case.work {
                Work::Transfers(kind) => [
                    ours::options(case, kind, file_bytes, seconds),
                    theirs::options(case, kind, file_bytes, seconds, arguments.fio_batch),
                ]
                .map(|options| options.join(" ")),
                Work::Jobs(jobs) => {
                    let text = jobs::text(case, jobs, Path::new("data"), file_bytes, seconds);
                    [text.clone(), text]
                }
            };
            Entry {
                feedrate_options,
                fio_options,
                comparison,
            }
        };
        Self {
            feedrate: &feedrate.version,
            fio: &fio.version,
            conditions,
            pairs: arguments.pairs,
            seconds_of_a_run: seconds,
            file_bytes,
            margin: arguments.margin,
            cases: comparisons.iter().map(entry).collect(),
        }
    }
}
