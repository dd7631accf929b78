//! Results of each kind, and what is none.

use std::fs;
use std::path::Path;

use feedrate_document::text::{self, TextOptions};
use feedrate_study::analysis::simulated::{BUFFERS, SIZES, Simulation, of_buffers};
use feedrate_study::analysis::{Analysis, Failure};
use serde_json::{Value, json};

use super::testing::{measured, measurement, of_study, repeats};
use super::*;

/// Returns the samples that are compared: place, figure, values.
fn compared(result: &ResultFile) -> Vec<(String, &str, &[f64])> {
    let samples = result.samples.iter().filter(|sample| sample.better.is_some());
    samples
        .map(|sample| (sample.place(), sample.figure.as_str(), sample.values.as_slice()))
        .collect()
}

pub(super) fn check() -> Value {
    let setting = json!({"direct": true, "discipline": "as-sas", "page": 65536, "buffers": 16, "depth": 1});
    let trial = |rate: f64| json!({"figures": {"megabytes_per_second": rate, "cache_share": 0.0}});
    let confirmed =
        json!({"pattern": "mixed", "streams": 2, "setting": setting, "trials": [trial(100.0), trial(110.0)]});
    json!({
        "feedrate": {"version": "0.1.0", "format": "check", "format_version": 1},
        "started_at": "2026-03-01T10:00:00Z",
        "options": {"folders": ["/data"], "require_mb_per_core": 100.0, "effort": "quick"},
        "fingerprint": {"machine_id": "0123"},
        "folders": [{
            "folder": "/data",
            "confirmed": [confirmed],
            "details": [], "scaling": [],
            "verdict": {"best": {"setting": setting, "streams": 2}},
            "steps": {"settings": [{"setting": setting, "steps": [
                {"step": "sort", "repeats": [{"usage": {"real_seconds": 3.0}, "cache_share": 0.5}]},
            ]}]},
        }],
    })
}

pub(super) fn fio() -> Value {
    let flow = json!({"bw_bytes": 1_000_000, "iops": 10.0, "io_bytes": 5});
    json!({
        "fio version": "fio-3.36",
        "timestamp": 1_772_359_200,
        "global options": {"direct": "1", "filename": "/data/x"},
        "jobs": [{"jobname": "r", "error": 0, "job_runtime": 1500, "read": flow, "job options": {"bs": "64k"}}],
    })
}

pub(super) fn command() -> Value {
    json!({
        "feedrate": {"version": "0.1.0", "format": "profile-command", "format_version": 1},
        "command": ["sleep", "1"], "started_at": "2026-03-01T10:00:00Z", "exit_code": 0, "signal": null,
        "is_interrupted": false, "seconds": 1.5, "totals": {"read_bytes": 0, "written_bytes": 7, "cache_share": null},
    })
}

#[test]
fn each_kind_has_its_compared_figures() {
    let program = measured("r.json", &repeats("lib/p.sas", "2026-03-01T10:00:00Z", &[2.0, 4.0]));
    assert_eq!(
        compared(&program),
        [
            ("whole run".to_owned(), "seconds", &[2.0, 4.0][..]),
            ("step 1 DATA".to_owned(), "seconds", &[1.0, 2.0]),
            ("step 2 SORT".to_owned(), "seconds", &[1.0, 2.0]),
        ]
    );
    assert_eq!((program.title.as_str(), program.runs()), ("p.sas", 2));
    assert_eq!(program.cache_share(&program.samples[0]), Some(0.25));
    assert_eq!(program.conditions.get("page cache"), Some("as-left"));

    let rates = measured("m.json", &measurement(&[100.0, 120.0]));
    assert_eq!(
        compared(&rates),
        [("whole run".to_owned(), "megabytes_per_second", &[100.0, 120.0][..])]
    );
    assert_eq!(rates.conditions.get("volume"), Some("4567"));

    let check = measured("c.json", &check());
    let places: Vec<String> = compared(&check).into_iter().map(|(place, ..)| place).collect();
    assert_eq!(
        places,
        [
            "pattern=mixed, setting=direct 64K x 16 as-sas, streams=2",
            "pattern=mixed, setting=the best, streams=2",
            "setting=direct 64K x 16 as-sas, step sort",
        ]
    );

    let fio = measured("f.json", &fio());
    assert_eq!(
        compared(&fio),
        [("whole run".to_owned(), "megabytes_per_second", &[1.0][..])]
    );
    assert_eq!(fio.conditions.get("option of job 1 bs"), Some("64k"));
    assert_eq!(fio.conditions.get("option filename"), None);
    assert_eq!(fio.time_text(), "2026-03-01 10:00:00Z");

    let command = measured("p.json", &command());
    assert_eq!(compared(&command), [("whole run".to_owned(), "seconds", &[1.5][..])]);
    assert_eq!(command.title, "sleep 1");
}

#[test]
fn runs_that_failed_do_not_count() {
    let mut document = repeats("p.sas", "2026-03-01T10:00:00Z", &[2.0, 4.0]);
    document["runs"][1]["ended"] = json!("errors");
    assert_eq!(compared(&measured("r.json", &document))[0].2, [2.0]);
    document["runs"][0]["ended"] = json!("interrupted");
    let refused = document::measured(Path::new("r.json"), &document).unwrap_err();
    assert!(refused.contains("no run in it did its work"), "{refused}");
    let mut failed = command();
    failed["exit_code"] = json!(3);
    assert!(document::measured(Path::new("p.json"), &failed).is_err());
    let mut stopped = measurement(&[100.0, 120.0]);
    stopped["runs"][1]["stopped"] = json!(true);
    assert_eq!(compared(&measured("m.json", &stopped))[0].2, [100.0]);
}

#[test]
fn a_study_is_the_same_from_its_json() {
    for text in [BUFFERS, SIZES] {
        let mut data = Simulation {
            text,
            blocks: 7,
            noise: 0.02,
            wander: 0.5,
        }
        .data(3, of_buffers);
        data.warm_ups = 4;
        data.failures.push(Failure {
            cell: "method=direct".to_owned(),
            reason: "exit code 2".to_owned(),
        });
        let report = |data: &Data| {
            let document = feedrate_study::document(data, &Analysis::of(data));
            text::render(&document, &TextOptions::default())
        };
        let written = serde_json::to_string(&feedrate_study::result::of(&data, &Analysis::of(&data))).unwrap();
        let document: Value = serde_json::from_str(&written).unwrap();
        let back = feedrate_study::result::data(&document).unwrap();
        assert_eq!(report(&back), report(&data));
        let again = serde_json::to_string(&feedrate_study::result::of(&back, &Analysis::of(&back))).unwrap();
        assert_eq!(again, written);
        let (first, second) = (of_study("a", data), measured("b", &document));
        assert_eq!(first.samples, second.samples);
        assert_eq!(first.conditions, second.conditions);
    }
}

#[test]
fn what_is_no_result_is_told_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    for (text, said) in [
        ("", "neither a store of a study nor JSON"),
        ("SQLite format 3\0 and no more", "it is no store of a study"),
        ("\u{0}\u{1}\u{2}", "neither a store"),
        ("[1, 2]", "neither a store"),
        ("{", "no whole JSON"),
        (
            "{\"feedrate\": {\"format\": \"run\"}, \"usage\": {\"real_sec",
            "no whole JSON",
        ),
        ("{\"jobs\": 1e999}", "no whole JSON"),
        (&"{\"a\":".repeat(10_000), "no whole JSON"),
        ("{\"jobs\": 3}", "neither feedrate's nor fio's"),
        ("{\"jobs\": []}", "no run in it did its work"),
        (
            "{\"feedrate\": {\"format\": \"predict\"}}",
            "`feedrate predict` is no result",
        ),
        ("{\"feedrate\": {\"format\": \"study\"}}", "missing"),
        (
            "{\"feedrate\": {\"format\": \"study\", \"format_version\": 99}}",
            "a later version",
        ),
        ("{\"feedrate\": {\"format\": \"run\"}}", "no run in it did its work"),
        (
            "{\"feedrate\": {\"format\": \"repeats\", \"version\": 7}, \"runs\": {}}",
            "no run in it",
        ),
    ] {
        let file = folder.path().join("result");
        fs::write(&file, text).unwrap();
        let error = read(&file).unwrap_err().to_string();
        assert!(error.contains(said), "{text:.40}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let folder_error = read(folder.path()).unwrap_err().to_string();
    assert!(folder_error.contains("it is no file"), "{folder_error}");
    let missing = read(&folder.path().join("none")).unwrap_err().to_string();
    assert!(missing.contains("no such file"), "{missing}");
}

#[test]
fn a_file_without_a_time_has_that_of_its_last_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut document = fio();
    document["timestamp"] = Value::Null;
    let file = folder.path().join("f.json");
    fs::write(&file, document.to_string()).unwrap();
    assert!(read(&file).unwrap().time.is_some());
}

#[test]
fn conditions_are_compared_where_they_are_stated() {
    let first = measured("a", &measurement(&[1.0]));
    let mut document = measurement(&[1.0, 2.0, 3.0]);
    let alike = measured("b", &document);
    assert_eq!(first.conditions.unlike(&alike.conditions), []);
    document["settings"]["depth"] = json!(8);
    document["fingerprint"] = json!({"machine_id": "9999", "kernel": "6.2"});
    let other = measured("b", &document);
    let unlike = first.conditions.unlike(&other.conditions);
    let told: Vec<String> = unlike.iter().map(UnlikeCondition::text).collect();
    assert_eq!(told, ["machine: 0123 and 9999", "setting depth: 4 and 8"]);
    assert_eq!(
        first.conditions.notes(&other.conditions),
        [
            "the kernels are 6.1 and 6.2",
            "not stated in both results, and so not compared: volume"
        ]
    );
}

#[test]
fn names_tell_results_apart() {
    let of = |files: &[&str]| {
        let results: Vec<ResultFile> = files.iter().map(|file| measured(file, &fio())).collect();
        short_names(&results)
    };
    assert_eq!(of(&["x/a.json", "b.feedrate"]), ["a", "b"]);
    assert_eq!(of(&["x/a.json", "a.feedrate"]), ["a.json", "a.feedrate"]);
    assert_eq!(of(&["x/a.json", "y/a.json"]), ["x/a.json", "y/a.json"]);
}
