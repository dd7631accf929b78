//! Results for the tests of the commands that show them, and studies that make them.

use std::fs;

use serde_json::{Value, json};

use crate::test_folder::TestFolder;

/// A study whose runs take no time.
pub const STUDY: &str = "title = 'Words'\n[run]\ncommand = ['echo', '{word}']\n[[factor]]\nname = 'word'\n\
                         levels = ['one', 'two']\n";

/// Returns the JSON of `feedrate measure` with the given rates.
pub fn measurement(started_at: &str, depth: u32, rates: &[f64]) -> Value {
    let run = |&rate: &f64| {
        json!({"megabytes_per_second": rate, "stopped": false, "seconds": 2.0, "cache_share": 0.0,
               "operations_per_second": rate, "cpu": {"seconds_per_gigabyte": 0.1}})
    };
    json!({
        "feedrate": {"version": "0.1.0", "format": "measure", "format_version": 1},
        "started_at": started_at,
        "settings": {"do": "read", "order": "sequential", "method": "direct", "depth": depth},
        "fingerprint": {"machine_id": "0123", "kernel": "6.1", "volumes": [{"volume_id": "4567"}]},
        "runs": rates.iter().map(run).collect::<Vec<_>>(),
    })
}

/// Six rates around one.
pub fn around(rate: f64) -> Vec<f64> {
    [1.0, 1.01, 1.02, 0.99, 1.005, 1.015]
        .map(|factor| factor * rate)
        .to_vec()
}

/// Writes a result into a folder.
pub fn write(dir: &TestFolder, name: &str, document: &Value) {
    fs::write(dir.path(name), document.to_string()).expect("a file");
}

pub fn text_of(dir: &TestFolder, name: &str) -> String {
    fs::read_to_string(dir.path(name)).expect("a file")
}
