use std::time::Duration;

use feedrate_document::Header;
use feedrate_document::html::{self, HtmlOptions};
use feedrate_document::text::{self, TextOptions};

use super::super::conduct::{Ramp, RampEnd, RampOptions};
use super::super::level::{ClassRun, Level, MixRun};
use super::super::limit::{LimitRequest, limits_of};
use super::*;
use crate::latencies::StepTimes;

fn run(users: u32, factor: f64) -> MixRun {
    let class = |seconds: f64| {
        let seconds = seconds * factor * f64::from(users.max(2)) / 2.0;
        let mut times = StepTimes::default();
        times.add_step(seconds / 2.0, Some(seconds / 100.0));
        times.add_step(seconds / 3.0, None);
        ClassRun {
            seconds: vec![seconds; users as usize],
            bytes: Some(100_000_000),
            times,
            failure: None,
            error_share: 0.0,
        }
    };
    MixRun {
        seconds: factor * 12.0 * f64::from(users),
        classes: vec![class(10.0), class(0.123_4)],
        megabytes_per_second: Some(1234.5),
        megabytes_per_second_and_core: Some(617.25),
        processor_share: Some(0.25),
        waited_share: Some(0.012_34 * f64::from(users)),
        space_bytes: Some(1),
        memory_bytes: Some(1),
        error_share: 0.0,
    }
}

fn level(users: u32, runs: usize) -> Level {
    let factors = [1.0, 1.01, 0.99, 1.005, 1.0, 0.995];
    Level {
        users,
        runs: factors[..runs].iter().map(|factor| run(users, *factor)).collect(),
    }
}

fn record(levels: Vec<Level>, ended: RampEnd) -> RampRecord {
    let classes = ["data_sort_indexcreate", "means"].map(str::to_owned).to_vec();
    let request = |kind, class: Option<&str>, bound| LimitRequest {
        kind,
        class: class.map(str::to_owned),
        bound,
    };
    let requests = [
        request(LimitKind::Response, Some("data_sort_indexcreate"), 35.0),
        request(LimitKind::Slowdown, None, 20.0),
        request(LimitKind::Rate, None, 100.0),
    ];
    let options = RampOptions {
        most_users: 64,
        repeats: 6,
        budget: None,
        limits: limits_of(&requests, &classes).unwrap(),
    };
    let ramp = Ramp {
        classes,
        levels,
        ended,
        elapsed: Duration::from_secs(95),
    };
    let started_at = "2026-11-21T05:44:25Z".to_owned();
    RampRecord {
        feedrate: Header {
            version: "1.0.0",
            ..Header::new("ramp", 1)
        },
        ..RampRecord::of("night.jobs", started_at, &ramp, &options, &[2, 1])
    }
}

fn shown(record: &RampRecord) -> String {
    let shown = text::render(&document(record), &TextOptions::default());
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    shown
}

#[test]
fn the_page_says_how_many_users_and_why_not_more() {
    let levels = vec![
        level(1, 3),
        level(2, 2),
        level(4, 2),
        level(6, 6),
        level(7, 4),
        level(8, 2),
    ];
    insta::assert_snapshot!(shown(&record(levels, RampEnd::Found)));
}

#[test]
fn a_ramp_that_ended_early_says_why_and_what_is_open() {
    let told = shown(&record(vec![level(1, 3), level(2, 2)], RampEnd::Time));
    assert!(
        told.contains("At least 2 users are served within the limits; how many more"),
        "{told}"
    );
    assert!(told.contains("the time budget did not suffice"), "{told}");
    let told = shown(&record(vec![level(1, 1)], RampEnd::Interrupted));
    assert!(told.contains("UNDECIDED"), "{told}");
    assert!(told.contains("It was interrupted"), "{told}");
    assert!(told.contains("Intervals begin at three runs"), "{told}");
    let told = shown(&record(Vec::new(), RampEnd::Interrupted));
    assert!(told.contains("UNKNOWN  No run ended"), "{told}");
    let mut failing = level(1, 1);
    failing.runs[0].classes[1].failure = Some("means: data set WORK.NOSUCH does not exist".to_owned());
    let told = shown(&record(vec![failing], RampEnd::Found));
    assert!(told.contains("FAIL  Not even one user"), "{told}");
    assert!(told.contains("not all programs completed: means: data set"), "{told}");
}

#[test]
fn a_program_that_fails_blames_neither_processors_nor_storage() {
    let mut failing = level(2, 1);
    failing.runs[0].processor_share = Some(1.0);
    failing.runs[0].waited_share = Some(0.9);
    failing.runs[0].classes[0].failure = Some("sort: no space left on device".to_owned());
    let record = record(vec![level(1, 3), failing], RampEnd::Found);
    assert_eq!(record.users.limited_by, None);
    assert!(
        record
            .classes
            .iter()
            .all(|class| class.users.as_ref().unwrap().limited_by.is_none())
    );
    let told = shown(&record);
    assert!(told.contains("not all programs completed: sort: no space"), "{told}");
    assert!(
        !told.contains("limit: they were busy") && !told.contains("Storage limits"),
        "{told}"
    );
}

#[test]
fn the_charts_have_intervals_and_limits() {
    let levels = vec![level(1, 3), level(2, 2), level(4, 2), level(8, 2)];
    let record = record(levels, RampEnd::Found);
    let response = plot(&record, LimitKind::Response);
    assert_eq!(response.references.len(), 1);
    assert_eq!(response.references[0].label, "Limit of data_sort_indexcreate");
    assert!(response.series[0].points.iter().all(|point| point.interval.is_some()));
    let slowdown = plot(&record, LimitKind::Slowdown);
    assert_eq!(slowdown.references[0].label, "Limit");
    assert_eq!(
        slowdown.series[0].points.len(),
        3,
        "one user is what the others are relative to"
    );
    let rate = plot(&record, LimitKind::Rate);
    assert_eq!((rate.series.len(), rate.series[0].points.len()), (1, 4));
    assert_eq!((&*rate.references[0].label, rate.references[0].value), ("Limit", 100.0));
    let page = html::render(&document(&record), &HtmlOptions::default());
    for title in ["Response time by users", "Slowdown by users", "Rate by users"] {
        assert!(page.contains(title), "{title}");
    }
}

#[test]
fn a_rate_below_its_limit_is_told_with_its_unit_once() {
    let mut slow = level(2, 2);
    for (run, rate) in slow.runs.iter_mut().zip([20.0, 21.0]) {
        run.megabytes_per_second_and_core = Some(rate);
    }
    let told = shown(&record(vec![level(1, 3), slow], RampEnd::Found)).replace("\n      ", " ");
    assert!(
        told.contains("With 2 users all programs: 20.5 MB/s per core ("),
        "{told}"
    );
    assert!(
        told.contains(" MB/s per core), beyond the limit of 100 MB/s per core"),
        "{told}"
    );
    assert_eq!(told.matches("MB/s per").count(), 4, "{told}");
}

#[test]
fn one_user_is_no_users() {
    let mut record = record(vec![level(1, 3)], RampEnd::Found);
    record.most_users = 1;
    let told = shown(&record);
    assert!(told.contains("No more than 1 user was to run."), "{told}");
    record.ended = "space";
    let told = shown(&record);
    assert!(told.contains("It ended with 1 user because"), "{told}");
}
