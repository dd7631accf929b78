//! fio's outputs, for its users and their programs.
//!
//! A [`RunResults`] has the results; [`header`] describes what will be run, and [`print()`] writes the results in the
//! [`Formats`] requested. Layout, keys, units and the form of numbers are those of fio 3.33. Results that fio does not
//! have are in JSON under the key `feedrate`, at the top and in each job, and otherwise in [`mod@account`], which the
//! caller prints where parsers do not read it.
//!
//! | module | contents |
//! |---|---|
//! | [`aggregate_log`] | the logs of all jobs together |
//! | [`compressed_log`] | logs in fio's compressed form |
//! | [`logs`] | log files of bandwidth, operations and latencies |
//! | [`live_logs`] | writes them while jobs run |
//! | [`intervals`] | lines of intervals while jobs run |
//! | [`live`] | the status line while jobs run |
//! | [`disks`] | the work of the devices below meanwhile |

mod account;
pub mod aggregate_log;
mod clock;
pub mod compressed_log;
mod direction;
pub mod disks;
mod formats;
mod groups;
mod head;
mod histogram_log;
pub mod intervals;
mod json;
pub mod live;
pub mod live_logs;
mod log;
mod log_files;
mod log_lines;
pub mod logs;
mod normal;
mod number;
mod percentiles;
mod shares;
mod spread;
mod terse;
#[cfg(test)]
mod tests;
mod unit;
mod written_files;

use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use feedrate_workload::load::ScheduleOutcome;

pub use account::account;
pub use formats::Formats;
pub use head::header;

use crate::job::Jobs;
use crate::plan::Plan;
use crate::require::Judgement;
use disks::DiskUse;
use groups::Group;
use unit::Unit;

/// The version of fio with these outputs.
pub(crate) const VERSION: &str = "fio-3.33";

/// The results of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunResults<'a> {
    /// The jobs.
    pub jobs: &'a Jobs,
    /// The job of each load.
    pub plan: &'a Plan,
    /// The outcomes of the loads.
    pub outcome: &'a ScheduleOutcome,
    /// The work of the devices below meanwhile.
    pub disks: &'a [DiskUse],
    /// The time when it ended.
    pub ended: SystemTime,
    /// The time that it took, including the layout of files.
    pub elapsed: Duration,
    /// The judgement by the requirement, if there is one.
    pub judgement: Option<&'a Judgement>,
}

/// Returns a JSON document with the reason why there are no results.
pub fn failure(why: &str) -> String {
    json::failure(why).text()
}

/// Prints the results of a run, in fio's order of formats: `terse`, `json`, `normal`.
///
/// # Errors
///
/// Returns the error of writing to `out`.
pub fn print(report: &RunResults<'_>, formats: Formats, out: &mut dyn Write) -> io::Result<()> {
    let units = Unit::all(report);
    let groups = Group::all(&units);
    if formats.terse {
        for unit in &units {
            out.write_all(terse::line(report, unit, &groups).as_bytes())?;
        }
    }
    if formats.json || formats.json_plus {
        let document = json::document(report, &units, &groups, formats.json_plus);
        out.write_all(document.text().as_bytes())?;
    }
    if formats.normal {
        writeln!(out)?;
        for unit in &units {
            out.write_all(normal::text(report, unit, &groups).as_bytes())?;
        }
        for group in &groups {
            out.write_all(group.text().as_bytes())?;
        }
        out.write_all(disks::text(report.disks).as_bytes())?;
    }
    out.flush()
}
