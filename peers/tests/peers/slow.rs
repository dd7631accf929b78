//! A write that is under way, for a test to spoil.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::feedrate;

/// Starts `feedrate measure --do write` at 20 MB a second, and returns when 4 MiB are written.
pub fn slow_write(file: &Path, options: &str) -> Child {
    let mut child = Command::new(feedrate())
        .arg("measure")
        .arg(file)
        .args(["--do", "write", "--rate", "20M"])
        .args(options.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("feedrate runs");
    let patience = Instant::now() + Duration::from_secs(30);
    while fs::metadata(file).map_or(0, |metadata| metadata.len()) < 4 << 20 {
        let ended = child.try_wait().expect("a child of ours");
        assert!(ended.is_none(), "{options}: ended early with {ended:?}");
        assert!(Instant::now() < patience, "{options}: nothing is written");
        thread::sleep(Duration::from_millis(5));
    }
    child
}
