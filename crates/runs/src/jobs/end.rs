//! The end of a job.

use std::time::Instant;

use feedrate_machine::ProcessCounters;
use serde_json::Value;

use super::devices::DeviceReadings;

/// The end of a job.
pub(super) struct JobEnd {
    /// When.
    pub(super) at: Instant,
    /// `clean`, `warnings`, `errors`, `interrupted`, `died` or `not started`.
    pub(super) ended: &'static str,
    /// Why, if its log does not tell.
    pub(super) because: Option<String>,
    /// The resources that its process used since it was released.
    pub(super) used: ProcessCounters,
    /// The counters of the devices at its end.
    pub(super) devices: DeviceReadings,
}

impl JobEnd {
    /// Creates the end of a job whose program never ran.
    pub(super) fn never_ran(why: String) -> Self {
        Self {
            at: Instant::now(),
            ended: "not started",
            because: Some(why),
            used: ProcessCounters::default(),
            devices: DeviceReadings::default(),
        }
    }
}

/// Returns how a process ended that was not to end: `how` is its exit code or signal.
pub(super) fn of_death(process: u32, how: &str, last_of_errors: &[String]) -> String {
    let mut text = format!("its process {process} died: {how}");
    for line in last_of_errors {
        text.push_str("; ");
        text.push_str(line);
    }
    if how.contains("SIGKILL") {
        text.push_str("; where nobody else did, the system ended it for want of memory: give it less by -o memsize=");
    }
    text
}

/// Returns how a program ended, by its record.
pub(super) fn of_record(record: &Value) -> &'static str {
    match record["ended"].as_str() {
        Some("clean") => "clean",
        Some("warnings") => "warnings",
        Some("interrupted") => "interrupted",
        _ => "errors",
    }
}
