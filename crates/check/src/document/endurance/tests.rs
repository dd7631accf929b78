//! The report of a run whose course is known.

use feedrate_document::{html, text};

use crate::endurance::course::Course;
use crate::endurance::{CoursePoint, Endurance, EnduranceRequest, Latency, RunCounts, RunEnd};
use crate::options::Options;
use crate::result::CheckResult;
use crate::setting::Setting;
use crate::testing;

/// A result whose best setting ran for ten minutes at these rates of all streams.
fn result(require: f64, rate: impl Fn(usize) -> f64) -> CheckResult {
    result_of(require, 600, RunEnd::Time, rate)
}

/// The same for so many seconds of ten minutes, or of as many seconds if its time was over.
fn result_of(require: f64, length: usize, ended_by: RunEnd, rate: impl Fn(usize) -> f64) -> CheckResult {
    let mut options = Options::new(vec!["/data".into()]);
    options.require_mb_per_core = require;
    let machine = testing::machine(2);
    let best = Setting::direct_as_sas(64 << 10, 16);
    let mut folder = testing::folder(&machine, &options, &[(best, 400.0, 0.1)], (0.7, 1.0));
    let mut course = Course::default();
    for second in 0..length {
        let rate = rate(second) * (1.0 + 0.0004 * ((second * 7919) % 101) as f64);
        let latency = Some(Latency {
            p50: 1e5 / rate,
            p99: 4e5 / rate,
        });
        course.push(CoursePoint {
            at_seconds: second as f64,
            seconds: 1.0,
            bytes: (rate * 1e6) as u64,
            lowest: rate,
            highest: rate,
            read_microseconds: latency,
            write_microseconds: latency,
            other_load: None,
        });
    }
    let asked = EnduranceRequest {
        seconds: match ended_by {
            RunEnd::Time => length as f64,
            _ => 600.0,
        },
        until_steady: None,
    };
    let counts = RunCounts {
        ended_by,
        seconds: length as f64,
        rounds: length as u64,
        file_bytes: 8 << 30,
    };
    folder.findings.endurance = Endurance::of(asked, best, 2, &course, counts);
    folder.judge(&options, &machine);
    testing::result(machine, options, vec![folder])
}

fn shown(result: &CheckResult) -> String {
    text::render(&super::super::document(result), &text::TextOptions::default())
}

fn words(result: &CheckResult) -> String {
    shown(result).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_verdict_is_on_what_lasts() {
    let result = result(100.0, |second| if second < 150 { 400.0 } else { 120.0 });
    assert!(!result.verdict.meets && result.folders[0].verdict.as_ref().unwrap().best.meets);
    let shown = shown(&result);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let from = shown.find("Levels over time").unwrap();
    let table: Vec<_> = shown[from..].lines().take(16).collect();
    insta::assert_snapshot!(format!(
        "{}\n…\n{}",
        &shown[..from].lines().take(14).collect::<Vec<_>>().join("\n"),
        table.join("\n")
    ));
    let page = html::render(&super::super::document(&result), &html::HtmlOptions::default());
    assert!(page.contains("Rate per core over time"));
}

#[test]
fn a_run_that_keeps_its_level_says_so() {
    let result = result(100.0, |_| 390.0);
    assert!(result.verdict.meets);
    let words = words(&result);
    assert!(words.contains("PASS"), "{words}");
    assert!(words.contains("Over 10 min 00 s the rate kept its level."), "{words}");
}

#[test]
fn what_does_not_last_is_not_sure() {
    let result = result(100.0, |second| if second < 500 { 400.0 } else { 120.0 });
    let verdict = result.folders[0].verdict.as_ref().unwrap();
    assert!(!verdict.judged().meets && !verdict.judged().certain);
    let said = words(&result);
    assert!(said.contains("Not steady over 10 min 00 s"), "{said}");
    assert!(said.contains("measure for more hours"), "{said}");
    let decays = self::result(100.0, |second| 400.0 - 0.3 * second as f64);
    let said = words(&decays);
    assert!(said.contains("the rate falls by 4"), "{said}");
}

#[test]
fn dips_are_told_with_their_period() {
    let result = result(100.0, |second| if second % 50 >= 47 { 80.0 } else { 400.0 });
    let said = words(&result);
    assert!(said.contains("every 50.0 s for 3.00 s (12 times)"), "{said}");
}

#[test]
fn a_run_that_is_too_short_is_no_evidence() {
    let cut = result_of(100.0, 5, RunEnd::Interruption, |_| 500.0);
    let verdict = cut.folders[0].verdict.as_ref().unwrap();
    assert!(!cut.folders[0].findings.endurance.as_ref().unwrap().is_steady);
    // The repeats are what passes, not these seconds.
    assert!(verdict.judged().meets && !verdict.judged().certain);
    assert_eq!(verdict.judged().mb_per_core, verdict.best.mb_per_core);
    let said = words(&cut);
    for text in [
        "The run was interrupted after 5.00 s of 10 min 00 s, which is too short to tell what lasts.",
        "Not sure: the run was interrupted after 5.00 s",
        "measure for longer with --hours",
    ] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(!said.contains("kept its level") && !said.contains("Sure:") && !said.contains("repeat with --thorough"));
    // Less than the best it can show.
    let slow = result_of(100.0, 5, RunEnd::Interruption, |_| 50.0);
    assert!(!slow.folders[0].verdict.as_ref().unwrap().judged().meets);
    let few = result_of(100.0, 40, RunEnd::Time, |_| 390.0);
    let said = words(&few);
    assert!(
        said.contains("The run of 40.0 s has 40 points, and it takes 60 to tell what lasts"),
        "{said}"
    );
    // An end after most of the time is one.
    let late = result_of(100.0, 400, RunEnd::Interruption, |_| 390.0);
    assert!(words(&late).contains("the rate kept its level"));
}

#[test]
fn a_wide_level_says_so() {
    let said = words(&result(100.0, |second| {
        if (second * second * 7919) % 1009 < 200 {
            57.0
        } else {
            500.0
        }
    }));
    assert!(said.contains("had one level, of points that differ widely"), "{said}");
    assert!(said.contains("Its points have from 57"), "{said}");
    assert!(!said.contains("kept its level"), "{said}");
}

#[test]
fn the_share_that_was_measured_is_with_the_verdict() {
    let mut result = result(100.0, |_| 390.0);
    result.folders[0].findings.endurance.as_mut().unwrap().measured_seconds = 66.0;
    let said = words(&result);
    assert!(
        said.contains("Of that time 11 % was measured, the rest passed between rounds."),
        "{said}"
    );
}

#[test]
fn cores_are_those_that_the_lasting_rate_feeds() {
    let result = result(100.0, |second| if second < 150 { 400.0 } else { 120.0 });
    let said = words(&result);
    assert!(
        said.contains("The lasting rate, 122 MB/s to 2 streams, feeds 1 core with 100 MB/s each."),
        "{said}"
    );
    assert!(!said.contains("feeds 4 cores"), "{said}");
}
