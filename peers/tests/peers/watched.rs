//! Jobs that end by what they do: they are steady when fio's are, alone or as a group, and find the depths that fio
//! finds.

use std::path::Path;
use std::process::Output;
use std::thread;

use serde_json::Value;

use crate::program::{feedrate, folder, number, peer};

/// Returns what both print for the same arguments: fio, and feedrate.
fn both(arguments: &[String]) -> [Value; 2] {
    let common = ["--output-format=json", "--thread"].map(str::to_owned);
    let arguments: Vec<_> = common.iter().chain(arguments).cloned().collect();
    let document = |output: Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let start = text
            .find('{')
            .unwrap_or_else(|| panic!("no JSON of {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
        let document: Value = serde_json::from_str(&text[start..]).expect("JSON");
        document["jobs"][0].clone()
    };
    let ours = [vec!["fio".to_owned()], arguments.clone()].concat();
    let program = feedrate().display().to_string();
    thread::scope(|scope| {
        let ours = scope.spawn(move || peer(&program, ours));
        let theirs = document(peer("fio", &arguments));
        [theirs, document(ours.join().expect("it runs"))]
    })
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A job of null transfers at a rate, and for how long it runs and at what rate it is found, where it becomes steady.
fn steady(options: &str, wanted: Option<(u64, f64)>) {
    let null = "--name=peer --ioengine=null --rw=read --bs=4k --size=1g --time_based --runtime=4";
    for job in both(&words(&format!("{null} {options}"))) {
        let of_job = |path: &str| number(&job, path);
        let Some((seconds, rate)) = wanted else {
            assert_eq!(of_job("/steadystate/attained"), 0, "{options}: {job:#}");
            assert!(of_job("/read/runtime") >= 3900, "{options}: {job:#}");
            continue;
        };
        assert_eq!(of_job("/steadystate/attained"), 1, "{options}: {job:#}");
        let late = of_job("/read/runtime").abs_diff(seconds * 1000);
        // fio looks at whole seconds of its own, and begins at the first after its ramp.
        assert!(late < 1100, "{options}: {job:#}");
        let found = of_job("/steadystate/data/iops_mean") as f64;
        assert!((found / rate - 1.0).abs() < 0.2, "{options}: {job:#}");
        let samples = job.pointer("/steadystate/data/iops").and_then(Value::as_array);
        let duration = of_job("/steadystate/duration") as usize;
        assert_eq!(samples.map(Vec::len), Some(duration), "{options}: {job:#}");
    }
}

#[test]
fn jobs_are_steady_when_those_of_fio_are() {
    let cases = [
        ("--rate_iops=100 --steadystate=iops:50% --ss_dur=2", Some((2, 100.0))),
        (
            "--rate_iops=100 --steadystate=bw_slope:50% --ss_dur=2",
            Some((2, 100.0)),
        ),
        (
            "--rate_iops=100 --steadystate=iops:50% --ss_dur=1 --ss_ramp=1",
            Some((2, 100.0)),
        ),
        (
            "--numjobs=2 --group_reporting --rate_iops=100 --steadystate=iops:50% --ss_dur=2",
            Some((2, 200.0)),
        ),
        // Nothing is less than nothing.
        ("--rate_iops=100 --steadystate=iops:0 --ss_dur=2", None),
        // One ends before it was looked at for so long.
        ("--rate_iops=100 --steadystate=iops:50% --ss_dur=6", None),
    ];
    thread::scope(|scope| {
        for (options, wanted) in cases {
            scope.spawn(move || steady(options, wanted));
        }
    });
}

/// A search for the depth that keeps a latency, with its depth, its error, and whether its last window alone is told.
fn search(file: &Path, options: &str, depth: u64, error: u64, is_last_alone: bool) {
    let job = format!(
        "--name=peer --filename={} --invalidate=0 --rw=randread --norandommap --bs=64k --size=1m --time_based \
         --runtime=1 --ioengine=libaio --iodepth=12 --latency_window=50000 {options}",
        file.display()
    );
    for job in both(&words(&job)) {
        assert_eq!(number(&job, "/latency_depth"), depth, "{options}: {job:#}");
        assert_eq!(number(&job, "/error"), error, "{options}: {job:#}");
        let told = number(&job, "/read/runtime");
        let is_one_window = (40..200).contains(&told);
        assert_eq!(is_one_window, is_last_alone, "{options}: {job:#}");
    }
}

#[test]
fn depths_that_keep_a_latency_are_those_of_fio() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, vec![1; 1 << 20]).expect("a file to read");
    let all = "--latency_target=10s --latency_percentile=90";
    search(&file, all, 12, 0, true);
    // It goes on until its time is up.
    search(&file, &format!("{all} --latency_run=1"), 12, 0, false);
    let none = "--latency_target=1";
    search(&file, &format!("{none} --latency_percentile=90"), 1, 0, false);
    // Each block has to keep it, and the first does not.
    search(&file, &format!("{none} --latency_percentile=100"), 1, 110, false);
}
