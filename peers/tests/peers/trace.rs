//! The trace of a run, as strace saw it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{feedrate, only_run, peer};

/// The calls of a run of `feedrate measure`, and its figures.
pub struct Trace {
    /// One call a line, from its name on.
    pub calls: Vec<String>,
    /// The figures that feedrate itself has of the run.
    pub figures: Value,
}

impl Trace {
    /// Runs `feedrate measure FILE` under strace, which looks for `calls`, separated by commas.
    pub fn of(file: &Path, options: &str, calls: &str) -> Self {
        let folder = file.parent().expect("a file in a folder");
        let (log, json) = (folder.join("trace"), folder.join("figures"));
        let _ = fs::remove_file(&json);
        let mut arguments = vec!["-f".to_owned(), "-s0".into(), "-e".into()];
        arguments.extend([format!("trace={calls}"), "-o".into()]);
        arguments.push(log.display().to_string());
        arguments.push(feedrate().display().to_string());
        arguments.extend(["measure".into(), file.display().to_string()]);
        arguments.extend(options.split_whitespace().map(str::to_owned));
        arguments.extend(["--json".into(), json.display().to_string()]);
        let output = peer("strace", arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{options}: {errors}");
        let text = fs::read_to_string(&log).expect("strace wrote its log");
        Self {
            calls: whole_calls(&text),
            figures: only_run(&fs::read_to_string(&json).expect("feedrate wrote JSON")),
        }
    }

    /// The calls of a name.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.calls
            .iter()
            .map(String::as_str)
            .filter(move |call| call.starts_with(&format!("{name}(")))
    }

    /// The opening of a file.
    pub fn opening(&self, file: &Path) -> Vec<&str> {
        let path = format!("\"{}\"", file.display());
        self.named("openat").filter(|call| call.contains(&path)).collect()
    }
}

/// The calls without the thread's number, those that another thread interrupted put together again.
pub fn whole_calls(text: &str) -> Vec<String> {
    let mut unfinished: Vec<(&str, &str)> = Vec::new();
    let mut calls = Vec::new();
    for line in text.lines() {
        let (thread, call) = line.split_once(' ').unwrap_or(("", line));
        let call = call.trim_start();
        if let Some(start) = call.strip_suffix(" <unfinished ...>") {
            unfinished.push((thread, start));
        } else if let Some((_, rest)) = call.split_once(" resumed>") {
            let index = unfinished.iter().position(|(by, _)| *by == thread);
            let start = index.map_or("", |index| unfinished.swap_remove(index).1);
            calls.push(format!("{start}{rest}"));
        } else {
            calls.push(call.to_owned());
        }
    }
    calls
}

/// The number of segments of a `preadv2` or `pwritev2`, and the bytes that it moved.
pub fn segments_and_bytes(call: &str) -> (u64, u64) {
    let parsed = || {
        let (_, after) = call.rsplit_once("], ")?;
        let segments = after.split(',').next()?.parse().ok()?;
        let bytes = call.rsplit_once("= ")?.1.trim().parse().ok()?;
        Some((segments, bytes))
    };
    parsed().unwrap_or_else(|| panic!("not a call with segments: {call}"))
}

/// A transfer at a place: whether it wrote, its offset, and the bytes that it moved. `None` for other calls.
pub fn transfer(call: &str) -> Option<(bool, u64, u64)> {
    let (name, rest) = call.split_once('(')?;
    let (arguments, moved) = rest.rsplit_once(" = ")?;
    let arguments = arguments.trim_end().strip_suffix(')')?;
    let (is_write, behind_offset) = match name {
        "pread64" => (false, 0),
        "pwrite64" => (true, 0),
        "preadv2" => (false, 1),
        "pwritev2" => (true, 1),
        _ => return None,
    };
    let offset = arguments.rsplit(", ").nth(behind_offset)?;
    Some((is_write, offset.parse().ok()?, moved.trim().parse().ok()?))
}
