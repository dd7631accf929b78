//! Histories of results whose course is known.

use std::sync::atomic::AtomicBool;
use std::{fs, path::Path};

use feedrate_document::html::{self, HtmlOptions};
use feedrate_document::text::{self, TextOptions};
use serde_json::{Value, json};

use super::*;
use crate::compare::Verdict;
use crate::measured::testing::{measurement, repeats};

/// Returns the runs of a program on a day of March, whose times are multiples of the given one.
fn of_day(day: u32, seconds: f64) -> Value {
    let times = [1.0, 1.01, 1.02, 0.99, 1.005, 1.015].map(|factor| factor * seconds);
    repeats("p.sas", &format!("2026-03-{day:02}T10:00:00Z"), &times)
}

fn written(documents: &[(&str, Value)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, document) in documents {
        fs::write(folder.path().join(name), document.to_string()).unwrap();
    }
    folder
}

fn history(folder: &Path) -> History {
    read(folder, 0.03, &AtomicBool::new(false)).unwrap()
}

#[test]
fn the_last_is_slower_than_all_before() {
    let folder = written(&[
        ("z.json", of_day(1, 10.0)),
        ("b.json", of_day(2, 10.5)),
        ("a.json", of_day(3, 12.0)),
    ]);
    let history = history(folder.path());
    let [course] = &history.courses[..] else {
        panic!("{:?}", history.courses)
    };
    assert_eq!(course.outcome, Some(Outcome::Slower));
    assert_eq!(course.points.len(), 3);
    assert!(course.points[2].file.ends_with("a.json"));
    assert_eq!(history.tally().verdict(), Verdict::Fail);
}

#[test]
fn a_last_one_that_is_not_the_slowest_is_not_slower() {
    let folder = written(&[
        ("a.json", of_day(1, 10.0)),
        ("b.json", of_day(2, 13.0)),
        ("c.json", of_day(3, 10.1)),
        ("d.json", of_day(4, 12.5)),
    ]);
    let history = history(folder.path());
    assert_eq!(history.courses[0].outcome, Some(Outcome::Unclear));
    assert_eq!(history.tally().verdict(), Verdict::Unknown);
}

#[test]
fn other_programs_and_conditions_are_courses_of_their_own() {
    let mut cold = of_day(3, 30.0);
    cold["runs"][0]["cold"] = json!({"evicted_bytes": 1});
    let folder = written(&[
        ("a.json", of_day(1, 10.0)),
        ("b.json", of_day(2, 10.0)),
        ("c.json", cold),
        ("m.json", measurement(&[100.0, 101.0])),
        ("broken.json", json!([1])),
    ]);
    fs::write(folder.path().join("notes.txt"), "{ no JSON").unwrap();
    fs::create_dir(folder.path().join("within")).unwrap();
    fs::write(folder.path().join("within/d.json"), of_day(4, 99.0).to_string()).unwrap();
    let mut history = history(folder.path());
    assert_eq!((history.results, history.skipped), (4, 2));
    assert_eq!(history.courses.len(), 3);
    history.folder = "results".into();
    let document = document(&history);
    insta::assert_snapshot!(text::render(&document, &TextOptions::default()));
    let page = html::render(&document, &HtmlOptions::default());
    assert!(page.contains("hours before the last result"), "a plot");
    let json = serde_json::to_value(json(&history)).unwrap();
    assert_eq!(json["skipped"], 2);
    assert_eq!(json["courses"].as_array().unwrap().len(), 3);
}

#[test]
fn a_folder_without_results_is_told() {
    let folder = written(&[("a.json", json!({"a": 1}))]);
    let told = read(folder.path(), 0.03, &AtomicBool::new(false))
        .unwrap_err()
        .to_string();
    assert!(told.contains("none of its 1 files is a result"), "{told}");
    assert!(read(Path::new("/nowhere"), 0.03, &AtomicBool::new(false)).is_err());
}
