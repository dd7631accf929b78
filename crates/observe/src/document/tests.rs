//! The document of an observation that has everything.

#![cfg(unix)]

use feedrate_document::text::{self, TextOptions};
use feedrate_document::{Block, Header, html};
use feedrate_machine::DeviceNumber;

use super::*;
use crate::counters::{Counters, StorageBytes};
use crate::device_seen::{DeviceMoved, DeviceSeen};
use crate::file_seen::FileSeen;
use crate::observation::{LeftRunning, Sampling, Totals, Waits};
use crate::process_seen::ProcessSeen;
use crate::series::Sample;
use crate::system::Movement;

const COUNTERS: Counters = Counters {
    read_bytes: 123_456_789_012,
    written_bytes: 12_345_678_901,
    read_calls: 1_883_800,
    write_calls: 188_380,
    storage: Some(StorageBytes {
        read: 23_456_789_012,
        written: 12_345_678_901,
        cancelled: 1_000_000,
    }),
    user_ticks: 0,
    system_ticks: 0,
};

const MOVED: DeviceMoved = DeviceMoved {
    read_bytes: 23_456_789_012,
    written_bytes: 12_345_678_901,
    reads: 91_628,
    writes: 23_547,
    busy_seconds: 101.5,
    request_seconds: 1234.5,
};

fn file(path: &str, flags: u32) -> FileSeen {
    let mut file = FileSeen::new(path.as_bytes(), DeviceNumber::new(254, 1), 7, 0.05);
    file.note_flags(flags);
    file.note_size(61_728_394_506);
    file.exists_at_end = true;
    file.first_cached_bytes = Some(0);
    file.last_cached_bytes = Some(6_172_839_450);
    for _ in 0..10 {
        file.motion.add(Movement::Forward(6_000_000_000), flags);
    }
    file.pattern = file.motion.pattern();
    file
}

fn process(process: u32, name: &str, is_hidden: bool) -> ProcessSeen {
    ProcessSeen {
        process,
        parent: 1,
        name: name.to_owned(),
        first_seen_seconds: 0.0,
        last_seen_seconds: 239.351,
        counters: COUNTERS,
        is_hidden,
    }
}

/// An observation that has everything.
pub(crate) fn observation() -> Observation {
    let mut mapped = FileSeen::new(b"/data/index.map", DeviceNumber::new(254, 1), 8, 1.0);
    mapped.is_mapped = true;
    mapped.note_size(5_000_000);
    let mut work = file(
        "/saswork/SAS_work1A2B00003C4D_server.example.com/SAS_utilE5F600003C4D_server/ut00000001.utl",
        (libc::O_WRONLY | libc::O_DIRECT | libc::O_DSYNC) as u32,
    );
    work.is_deleted = true;
    let mut small = FileSeen::new(b"/usr/lib/locale/C", DeviceNumber::new(254, 1), 9, 1.0);
    small.is_mapped = true;
    let sample = |index: u32| Sample {
        until_seconds: f64::from(index + 1) * 100.0,
        seconds: 100.0,
        moved: COUNTERS,
        user_cpu_seconds: 50.0,
        system_cpu_seconds: 5.0,
        // The second device was found later.
        devices: vec![MOVED; 1 + index as usize],
    };
    let device = |name: &str, moved| DeviceSeen {
        name: name.to_owned(),
        number: DeviceNumber::new(254, 1),
        disks: vec!["sda".to_owned()],
        has_files: true,
        moved,
    };
    Observation {
        feedrate: Header {
            version: "1.0.0",
            ..Header::new("profile-command", 1)
        },
        command: ["sas", "-sysin", "mix.sas"].map(str::to_owned).to_vec(),
        process: 15436,
        started_at: "2026-11-21T05:44:25Z".to_owned(),
        exit_code: Some(1),
        signal: None,
        is_interrupted: false,
        seconds: 239.351,
        user_cpu_seconds: 101.26,
        system_cpu_seconds: 12.5,
        peak_memory_bytes: 2_147_483_648,
        totals: Totals {
            counters: COUNTERS,
            mean_read_bytes: Some(65_536.2),
            mean_write_bytes: Some(65_536.2),
            cache_share: Some(0.81),
        },
        waits: Waits {
            block_io_seconds: Some(83.2),
            looks: 1234,
            looks_running: 700,
            looks_waiting: 400,
        },
        samples: vec![sample(0), sample(1)],
        files: vec![file("/data/sales.sas7bdat", libc::O_RDONLY as u32), work, mapped, small],
        files_not_listed: 1200,
        devices: vec![device("nvme0n1p2", Some(MOVED)), device("dm-3", None)],
        file_systems: Vec::new(),
        processes: vec![process(15436, "sas", false), process(15437, "sudo", true)],
        processes_seen: 2,
        most_processes_at_once: 2,
        left_running: vec![LeftRunning {
            process: 15438,
            name: "daemon".to_owned(),
        }],
        sampling: Sampling {
            counter_looks: 1234,
            counter_cpu_seconds: 0.1,
            file_looks: 1000,
            file_cpu_seconds: 0.1,
            core_share: 0.0008,
        },
        cannot_see: vec!["Transfers one by one.".to_owned()],
    }
}

#[test]
fn the_text_fits_80_columns() {
    let shown = text::render(&document(&observation()), &TextOptions::default());
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(shown);
}

#[test]
fn values_over_time_are_plots_of_the_page() {
    let document = document(&observation());
    let plots = document.blocks.iter().filter_map(|block| match block {
        Block::Plot(plot) => Some(plot),
        _ => None,
    });
    let plots: Vec<_> = plots.collect();
    let titles: Vec<&str> = plots.iter().map(|plot| plot.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Read and written by calls",
            "Read from and written to storage",
            "Devices",
            "Requests with the devices",
            "Processor"
        ]
    );
    let points = &plots[0].series[0].points;
    assert_eq!(points.len(), 2);
    assert_eq!((points[0].x, points[1].x), (50.0, 150.0));
    assert!((points[0].y - 1_234_567_890.12).abs() < 1e-3);
    let late = &plots[3].series[1].points;
    assert!(late[0].y.is_nan() && late[1].y > 0.0);
    let shown = html::render(&document, &html::HtmlOptions::default());
    assert!(titles.iter().all(|title| shown.contains(title)));
}

#[test]
fn the_keys_of_the_result_are_known() {
    let text = serde_json::to_string_pretty(&observation()).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn a_command_that_did_nothing_has_a_document() {
    let mut nothing = observation();
    nothing.totals.counters = Counters::default();
    nothing.totals.mean_read_bytes = None;
    nothing.totals.cache_share = None;
    nothing.seconds = 0.0;
    nothing.waits = Waits::default();
    nothing.samples.clear();
    nothing.files.clear();
    nothing.files_not_listed = 0;
    nothing.devices.clear();
    nothing.processes_seen = 1;
    (nothing.exit_code, nothing.signal) = (None, Some(15));
    nothing.is_interrupted = true;
    let shown = text::render(&document(&nothing), &TextOptions::default());
    assert!(shown.contains("interrupted, by signal 15"), "{shown}");
    assert!(shown.contains("nothing read"), "{shown}");
    assert!(!shown.contains("NaN") && !shown.contains("inf"), "{shown}");
}
