//! Tests of log files and their content.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use feedrate_workload::load::{Entry, LoadSeries, SeriesPart};

use super::*;
use crate::output::live_logs::LiveLogs;
use crate::output::logs::LogError;

fn begun(made_up: &MadeUp) -> LiveLogs {
    LiveLogs::begin(&made_up.jobs, &made_up.plan, &Arc::default())
}

fn written(made_up: &MadeUp) -> Result<Vec<PathBuf>, LogError> {
    begun(made_up).finish(&made_up.report(ended()))
}

/// Waits until a file has a text.
fn wait_for(path: &Path, text: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while !std::fs::read_to_string(path).is_ok_and(|found| found == text) {
        assert!(Instant::now() < until, "{}", path.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn entry(value: u64) -> Entry {
    Entry {
        at: Duration::from_millis(20),
        value,
        is_write: false,
        is_trim: false,
        block_bytes: 4096,
        offset: 0,
        priority: Default::default(),
    }
}

#[test]
fn clones_have_logs_of_their_own_unless_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = |name: &str| Some(folder.path().join(name).display().to_string());
    let mut made_up = several();
    let options = &mut made_up.jobs.jobs[0].options;
    options.reports.write_bw_log = prefix("bw");
    options.reports.write_lat_log = prefix("all");
    for (number, load) in made_up.outcome.batches[0].loads.iter_mut().enumerate() {
        load.series.bandwidth = vec![entry(number as u64)];
        load.series.completion = vec![entry(7)];
    }
    let names = |made_up: &MadeUp| {
        let written = written(made_up).unwrap();
        let names = written.iter().map(|path| path.file_name().unwrap().to_owned());
        names.map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
    };
    let own = [
        "bw_bw.1.log",
        "all_slat.1.log",
        "all_clat.1.log",
        "all_lat.1.log",
        "bw_bw.2.log",
        "all_slat.2.log",
        "all_clat.2.log",
        "all_lat.2.log",
    ];
    assert_eq!(names(&made_up), own);
    made_up.jobs.jobs[0].options.reports.per_job_logs = false;
    let shared = ["bw_bw.log", "all_slat.log", "all_clat.log", "all_lat.log"];
    assert_eq!(names(&made_up), shared);
    // A second run replaces them.
    assert_eq!(names(&made_up), shared);
    let text = std::fs::read_to_string(folder.path().join("bw_bw.log")).unwrap();
    assert_eq!(text, "20, 0, 0, 4096, 0\n20, 1, 0, 4096, 0\n");
}

#[test]
fn a_log_that_cannot_be_written_is_named() {
    let mut made_up = several();
    made_up.jobs.jobs[0].options.reports.write_iops_log = Some("/no/such/folder/x".to_owned());
    let error = written(&made_up).unwrap_err();
    assert!(error.to_string().contains("/no/such/folder/x_iops.1.log"), "{error}");
}

#[test]
fn entries_are_in_files_while_jobs_run_and_in_the_order_of_clones_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("x_bw.log");
    let part_of_second = folder.path().join("x_bw.log.2.part");
    for is_compressed in [false, true] {
        let mut made_up = several();
        let reports = &mut made_up.jobs.jobs[0].options.reports;
        reports.write_bw_log = Some(folder.path().join("x").display().to_string());
        reports.per_job_logs = false;
        reports.log_store_compressed = is_compressed;
        let live = begun(&made_up);
        let sink = live.sink().unwrap();
        let hand_on = |load: usize, value: u64| {
            let series = LoadSeries {
                bandwidth: vec![entry(value)],
                ..LoadSeries::default()
            };
            let start = Instant::now();
            sink.take(Box::new(SeriesPart { load, start, series })).unwrap();
        };
        for (load, value) in [(1, 20), (0, 10), (1, 21), (0, 11)] {
            hand_on(load, value);
        }
        if !is_compressed {
            wait_for(&log, "20, 10, 0, 4096, 0\n20, 11, 0, 4096, 0\n");
            wait_for(&part_of_second, "20, 20, 0, 4096, 0\n20, 21, 0, 4096, 0\n");
        }
        drop(sink);
        // The last entries are in the outcome.
        made_up.outcome.batches[0].loads[0].series.bandwidth = vec![entry(12)];
        live.finish(&made_up.report(ended())).unwrap();
        assert!(!part_of_second.exists());
        let lines: String = [10, 11, 12, 20, 21]
            .map(|value| format!("20, {value}, 0, 4096, 0\n"))
            .concat();
        if is_compressed {
            // Streams one after the other, of which each that is whole can be read.
            let mut inflated = Vec::new();
            let file = std::fs::File::open(folder.path().join("x_bw.log.fz")).unwrap();
            crate::output::compressed_log::inflate(file, &mut inflated).unwrap();
            assert_eq!(String::from_utf8(inflated).unwrap(), lines);
        } else {
            assert_eq!(std::fs::read_to_string(&log).unwrap(), lines);
        }
    }
}

#[test]
fn a_log_that_cannot_be_written_while_jobs_run_is_named_at_the_end() {
    let mut made_up = several();
    made_up.jobs.jobs[0].options.reports.write_bw_log = Some("/no/such/folder/x".to_owned());
    let live = begun(&made_up);
    let series = LoadSeries {
        bandwidth: vec![entry(1)],
        ..LoadSeries::default()
    };
    let start = Instant::now();
    let part = SeriesPart { load: 0, start, series };
    live.sink().unwrap().take(Box::new(part)).unwrap();
    let error = live.finish(&made_up.report(ended())).unwrap_err();
    assert!(error.to_string().contains("/no/such/folder/x_bw.1.log"));
}

#[test]
fn times_since_1970_are_those_of_the_start_of_each_job() {
    let folder = tempfile::tempdir().unwrap();
    let mut made_up = several();
    let reports = &mut made_up.jobs.jobs[0].options.reports;
    reports.write_bw_log = Some(folder.path().join("x").display().to_string());
    reports.log_unix_epoch = true;
    let live = begun(&made_up);
    let now = || clock::unix_milliseconds(SystemTime::now());
    let before = now();
    let start = Instant::now();
    let after = now();
    let series = LoadSeries {
        bandwidth: vec![entry(1)],
        ..LoadSeries::default()
    };
    let part = SeriesPart { load: 0, start, series };
    live.sink().unwrap().take(Box::new(part)).unwrap();
    made_up.outcome.batches[0].loads[0].series.bandwidth = vec![entry(2)];
    live.finish(&made_up.report(ended())).unwrap();
    let text = std::fs::read_to_string(folder.path().join("x_bw.1.log")).unwrap();
    let times: Vec<u64> = (text.lines())
        .map(|line| line.split(',').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!((times.len(), times[0]), (2, times[1]));
    // A thread may wait long between two clocks.
    let minute = 60_000;
    assert!((before - minute..=after + minute).contains(&times[0]), "{times:?}");
}
