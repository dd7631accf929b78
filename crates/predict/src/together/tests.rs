//! Predictions of several jobs, without storage.

use feedrate_document::text::{self, TextOptions};
use serde_json::json;

use super::*;

fn job(computing: f64) -> Job {
    serde_json::from_value(json!({
        "feedrate": {"version": "1", "format": "job", "format_version": 1}, "program": "p",
        "derived_from": "profile", "assumptions": [], "files": [], "steps": [{
            "name": "DATA", "line": 1, "seconds": null, "uses": [],
            "parts": [{"think_seconds": computing, "bytes": []}]}],
    }))
    .unwrap()
}

pub(super) fn mixed(profiles: &[f64]) -> MixedJob {
    MixedJob {
        class: "m".to_owned(),
        job: job(0.001),
        copies: 1,
        profiles: profiles.iter().map(|&computing| job(computing)).collect(),
    }
}

fn shown(prediction: &MixPrediction) -> String {
    let text = text::render(&document(prediction), &TextOptions::default());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn ends_contain_the_error_of_the_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let predicted = |profiles: &[f64]| {
        let jobs = [mixed(profiles)];
        let mut mix = JobMix::new(&jobs, folder.path(), &stop, &|_| {});
        predict(&mut mix, &jobs, 1, &|_| {}).unwrap()
    };
    // With one degree of freedom, the quantile is 12.7: 0.5 s to either side of the mean make 6.35 s.
    let several = predicted(&[0.0, 1.0]);
    let [of_job] = &several.jobs[..] else {
        panic!("{:?}", several.jobs)
    };
    assert_eq!(of_job.profiles, Some(2));
    let error = of_job.profile_error_seconds.unwrap();
    assert!((error - 6.353).abs() < 1e-3, "{error}");
    for seconds in [&of_job.response_seconds, &several.completion_seconds] {
        // One run has no spread of its own.
        assert!((seconds.high - seconds.median - error).abs() < 1e-6, "{seconds:?}");
    }
    let text = shown(&several);
    assert!(
        text.contains("Low to high") && text.contains("moved apart by the error"),
        "{text}"
    );

    // The ends of a job that is given are those of its runs.
    let given = predicted(&[]);
    assert_eq!(given.jobs[0].profile_error_seconds, None);
    assert_eq!(given.completion_seconds.high, given.completion_seconds.median);
    let text = shown(&given);
    assert!(
        text.contains("Least to most") && !text.contains("error of the profiles"),
        "{text}"
    );
}

#[test]
fn a_ramp_contains_the_error_of_the_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let share = |profiles: &[f64]| {
        let jobs = [mixed(profiles)];
        let mut mix = JobMix::new(&jobs, folder.path(), &stop, &|_| {});
        let (run, _) = mix.measure(1).unwrap();
        assert_eq!(run.error_share, run.classes[0].error_share);
        run.error_share
    };
    assert!(share(&[0.010, 0.011]) > 0.0);
    assert_eq!(share(&[0.010, 0.010]), 0.0);
    assert_eq!(share(&[]), 0.0);
    let note = mixed(&[0.0, 1.0]).error_note().unwrap();
    assert!(
        note.starts_with("m: its 2 profiles differ") && note.contains("moved apart by it"),
        "{note}"
    );
    assert_eq!(mixed(&[]).error_note(), None);
    assert_eq!(mixed(&[1.0, 1.0]).error_note(), None);
}
