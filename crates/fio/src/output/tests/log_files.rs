//! Tests of log files and their content.

use feedrate_workload::load::Entry;

use super::*;
use crate::output::logs;

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
        let written = logs::write(&made_up.report(ended()), &std::sync::Arc::default()).unwrap();
        let names = written
            .iter()
            .map(|path| path.file_name().unwrap().to_owned());
        names
            .map(|name| name.into_string().unwrap())
            .collect::<Vec<_>>()
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
    let error = logs::write(&made_up.report(ended()), &std::sync::Arc::default()).unwrap_err();
    assert!(
        error.to_string().contains("/no/such/folder/x_iops.1.log"),
        "{error}"
    );
}
