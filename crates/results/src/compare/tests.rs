//! Comparisons of results whose difference is known.

use feedrate_document::text::{self, TextOptions};
use feedrate_study::analysis::simulated::{BUFFERS, Simulation, of_buffers};
use serde_json::json;

use super::*;
use crate::measured::testing::{measured, measurement, of_study, repeats};

/// Compares all figures of two results.
fn compare(before: &ResultFile, after: &ResultFile) -> Comparison {
    Comparison::of(before, after, &Selection::default(), 0.03).unwrap()
}

const TIMES: [f64; 6] = [10.0, 10.1, 10.2, 9.9, 10.05, 10.15];

fn program(file: &str, factor: f64) -> ResultFile {
    let times: Vec<f64> = TIMES.iter().map(|time| time * factor).collect();
    measured(file, &repeats("p.sas", "2026-03-01T10:00:00Z", &times))
}

#[test]
fn slower_steps_fail_and_equal_ones_pass() {
    let outcomes = |factor: f64| {
        let comparison = compare(&program("a", 1.0), &program("b", factor));
        let outcomes: Vec<Outcome> = comparison.changes.iter().map(|change| change.outcome).collect();
        (outcomes, comparison.tally().verdict())
    };
    assert_eq!(outcomes(1.2), (vec![Outcome::Slower; 3], Verdict::Fail));
    assert_eq!(outcomes(1.01), (vec![Outcome::Equal; 3], Verdict::Pass));
    assert_eq!(outcomes(0.8), (vec![Outcome::Faster; 3], Verdict::Pass));
}

#[test]
fn lower_rates_are_slower() {
    let rates = |factor: f64| measurement(&TIMES.map(|rate| rate * factor));
    let outcome = |factor: f64| {
        let (first, second) = (measured("a", &rates(1.0)), measured("b", &rates(factor)));
        compare(&first, &second).changes[0].outcome
    };
    assert_eq!(outcome(0.8), Outcome::Slower);
    assert_eq!(outcome(1.2), Outcome::Faster);
}

#[test]
fn cells_of_studies_are_matched_by_their_levels() {
    let study = |seed: u64, levels: &str, factor: f64| {
        let text = BUFFERS.replace("[1, 32, 128, 256]", levels);
        let simulated = Simulation {
            text: Box::leak(text.into_boxed_str()),
            blocks: 6,
            noise: 0.005,
            wander: 0.0,
        };
        let time = |levels: &[&str]| match levels {
            ["direct", "32"] => factor * of_buffers(levels),
            _ => of_buffers(levels),
        };
        simulated.data(seed, time)
    };
    let before = of_study("a.feedrate", study(1, "[1, 32, 128, 256]", 1.0));
    let after = of_study("b.feedrate", study(2, "[1, 32, 128, 256]", 1.5));
    let comparison = compare(&before, &after);
    assert_eq!(comparison.unlike, []);
    let slower = comparison
        .changes
        .iter()
        .filter(|change| change.outcome == Outcome::Slower);
    let places: Vec<String> = slower.map(|change| change.first.place()).collect();
    assert_eq!(places, ["buffers=32, method=direct"]);

    let data = study(2, "[1, 32, 128, 256, 512]", 1.0);
    let comparison = compare(&before, &of_study("b.feedrate", data));
    assert_eq!(comparison.unlike[0].name, "levels of buffers");
    assert_eq!(comparison.only_second.len(), 2, "{:?}", comparison.only_second);
    assert_eq!(comparison.only_first, []);
}

#[test]
fn the_report_says_what_changed_and_how_the_two_are_unlike() {
    let mut other = repeats("p.sas", "2026-03-02T10:00:00Z", &TIMES.map(|time| time * 1.2));
    for run in other["runs"].as_array_mut().unwrap() {
        run["cold"] = json!({"evicted_bytes": 1});
        run["steps"][0]["read"][0]["file"]["cache_share"] = json!(0.0);
        run["steps"][1]["usage"]["real_seconds"] = json!(5.0);
    }
    let (before, after) = (program("a.json", 1.0), measured("b.json", &other));
    let comparison = compare(&before, &after);
    let document = document(&comparison, &before, &after);
    insta::assert_snapshot!(text::render(&document, &TextOptions::default()));
    let json = serde_json::to_value(compared(&comparison, &before, &after)).unwrap();
    assert_eq!(json["verdict"], "fail");
    assert_eq!(json["counts"]["slower"], 2);
    assert_eq!(json["unlike"][0]["name"], "page cache");
    assert_eq!(json["figures"][0]["outcome"], "slower");
    assert_eq!(json["figures"][0]["name"], "seconds");
}

#[test]
fn single_runs_are_not_compared() {
    let one = |file: &str, time: f64| measured(file, &repeats("p.sas", "2026-03-01T10:00:00Z", &[time]));
    let comparison = compare(&one("a", 1.0), &one("b", 9.0));
    assert_eq!(comparison.tally().verdict(), Verdict::NotCompared);
    assert_eq!(comparison.changes[0].ratio.interval, None);
}

#[test]
fn values_of_zero_have_no_ratio() {
    let comparison = compare(&program("a", 1.0), &program("b", 0.0));
    assert!(comparison.changes.is_empty());
}
