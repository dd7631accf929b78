//! fio's outputs: what its users read, and what their programs parse.
//!
//! A [`Report`] is what there is to tell; [`header`] tells what will be run, [`print()`] what came of it, in the
//! [`Formats`] asked for. Layout, keys, units and the form of numbers are those of fio 3.33. What fio does not tell
//! stands in JSON under the key `feedrate`, at the top and in each job, and otherwise in [`mod@account`], which the
//! caller prints where it does not disturb parsers.
//!
//! | room | what is in it |
//! |---|---|
//! | [`logs`] | log files of bandwidth, operations and latencies |
//! | [`live`] | the status line while jobs run |
//! | [`disks`] | what the devices below did meanwhile |

mod account;
mod clock;
pub mod disks;
mod formats;
mod groups;
mod head;
mod histogram_log;
mod json;
pub mod live;
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

/// The version of fio whose outputs these are.
pub(crate) const VERSION: &str = "fio-3.33";

/// What there is to tell of a run.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The jobs.
    pub jobs: &'a Jobs,
    /// Which job each load is of.
    pub plan: &'a Plan,
    /// What came of the loads.
    pub outcome: &'a ScheduleOutcome,
    /// What the devices below did meanwhile.
    pub disks: &'a [DiskUse],
    /// When it ended.
    pub ended: SystemTime,
    /// How long it took, layout of the files included.
    pub elapsed: Duration,
    /// How it meets what was required, where something was.
    pub judgement: Option<&'a Judgement>,
}

/// A document of JSON that says why there are no results.
pub fn failure(why: &str) -> String {
    json::failure(why).text()
}

/// Prints what came of a run, in the order that fio prints formats in: `terse`, `json`, `normal`.
///
/// # Errors
/// When `out` cannot be written to.
pub fn print(report: &Report<'_>, formats: Formats, out: &mut dyn Write) -> io::Result<()> {
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
