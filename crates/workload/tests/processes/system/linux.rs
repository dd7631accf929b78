//! Linux.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use feedrate_workload::Target;

/// The targets with which a write far behind any volume's end fails as one without space.
pub const TELLING_OF_NO_SPACE: [Target; 2] = [Target::Grow, Target::Reserve];

/// The end of a killed process, in words.
pub const KILLED: &str = "signal: 9";

/// The processes of which a process is the parent, those that ended and were not waited for too.
pub fn children_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|process| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            // The fields behind the name, which may hold anything: the state and then the parent.
            let fields = stat.rsplit(") ").next().unwrap_or_default();
            fields.split(' ').nth(1) == Some(&parent.to_string())
        })
        .collect()
}

/// Returns whether a process is gone, or has ended.
pub fn is_gone(process: u32) -> bool {
    !Path::new(&format!("/proc/{process}/fd/0")).exists()
}

/// Kills a process.
pub fn kill(process: u32) {
    let status = Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "kill");
}

/// A name of a file that is no text.
pub fn no_text() -> OsString {
    OsStr::from_bytes(b"\xff").to_owned()
}
