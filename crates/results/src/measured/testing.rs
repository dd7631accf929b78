//! Results for tests.

use std::path::Path;

use feedrate_study::analysis::Data;
use serde_json::{Value, json};

use super::{ResultFile, data, document};

/// Returns the JSON of a program's runs with the given times, half of which its second step took.
pub(crate) fn repeats(program: &str, started_at: &str, seconds: &[f64]) -> Value {
    let runs = seconds.iter().map(|&seconds| {
        let usage =
            |seconds: f64| json!({"real_seconds": seconds, "user_cpu_seconds": 0.5, "system_cpu_seconds": 0.25});
        let file = json!({"direction": "read", "bytes": 4_000_000, "cache_share": 0.25, "pipe": null});
        json!({
            "feedrate": {"version": "0.1.0", "format": "run", "format_version": 1},
            "ended": "clean",
            "cold": null,
            "usage": usage(seconds),
            "steps": [
                {"name": "DATA", "usage": usage(seconds / 2.0), "waited_seconds": 0.1, "read": [{"file": file}]},
                {"name": "SORT", "usage": usage(seconds / 2.0), "waited_seconds": 0.1},
            ],
        })
    });
    json!({
        "feedrate": {"version": "0.1.0", "format": "repeats", "format_version": 1},
        "program": program,
        "started_at": started_at,
        "runs": runs.collect::<Vec<_>>(),
    })
}

/// Returns the JSON of a measurement with the given rates.
pub(crate) fn measurement(rates: &[f64]) -> Value {
    let run = |&rate: &f64| {
        json!({"megabytes_per_second": rate, "stopped": false, "seconds": 2.0, "cache_share": 0.0,
               "cpu": {"seconds_per_gigabyte": 0.1}, "read": {"megabytes_per_second": rate}})
    };
    json!({
        "feedrate": {"version": "0.1.0", "format": "measure", "format_version": 1},
        "started_at": "2026-03-01T10:00:00Z",
        "settings": {"do": "read", "order": "sequential", "method": "direct", "depth": 4, "repeats": rates.len(),
                     "streams": [{"seed": rates.len(), "source": "data", "bytes": 4096}]},
        "fingerprint": {"machine_id": "0123", "kernel": "6.1", "volumes": [{"volume_id": "4567"}]},
        "runs": rates.iter().map(run).collect::<Vec<_>>(),
    })
}

/// Returns the result of a document, with the name of its file.
pub(crate) fn measured(file: &str, document: &Value) -> ResultFile {
    document::measured(Path::new(file), document).unwrap()
}

/// Returns the result of a study.
pub(crate) fn of_study(file: &str, data: Data) -> ResultFile {
    data::measured(Path::new(file), data)
}
