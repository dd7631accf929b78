//! Measurements that work.

use std::fs;

use crate::test_folder::TestFolder;

const MIB: usize = 1 << 20;

/// The labels of every report.
const LABELS: [&str; 9] = [
    "Moved",
    "Transfers",
    "Engine",
    "Depth",
    "In page cache",
    "Processor",
    "Calls",
    "Over time",
    "Others",
];

#[test]
fn a_file_is_read_and_the_report_tells_all() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    let report = dir.succeed("measure data --cold");
    for label in LABELS {
        assert!(report.contains(&format!("\n{label}")), "{label}: {report}");
    }
    let widest = report.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{report}");
    let words: Vec<&str> = report.split_whitespace().collect();
    let report = words.join(" ");
    assert!(
        report.contains("MB/s") && report.contains("MB is 10^6 bytes"),
        "{report}"
    );
    assert!(report.contains("as SAS: one transfer at a time"), "{report}");
    assert!(report.contains("caches in controllers and arrays are not"), "{report}");
    assert!(report.contains("p99.99"), "{report}");
}

#[test]
fn what_is_read_stays_as_it_was() {
    let dir = TestFolder::new();
    let path = dir.file("theirs", MIB + 17);
    let before = fs::read(&path).expect("the file");
    dir.succeed("measure theirs --page 4K --order random --depth 4");
    assert_eq!(fs::read(&path).expect("the file"), before);
    assert_eq!(dir.names(), ["theirs"]);
}

#[test]
fn a_new_file_is_written_marked_and_measured_again() {
    let dir = TestFolder::new();
    let report = dir.succeed("measure new --do write --size 1M --durable");
    assert!(report.contains("fdatasync"), "{report}");
    assert_eq!(fs::metadata(dir.path("new")).expect("the file").len(), MIB as u64);
    for line in [
        "measure new --do write --size 2M --target reserve",
        "measure new --do write --size 1M --target overwrite --method write-through",
        "measure new --do write-back --order random --page 4K",
        "measure new --do mix --reads 60",
        "measure new --do mix --write-to other --compressible 50",
        "measure new other --cold",
    ] {
        dir.succeed(line);
    }
    assert_eq!(dir.names(), ["new", "other"]);
}

#[test]
fn what_is_written_for_a_time_keeps_its_length() {
    let dir = TestFolder::new();
    let length = || std::fs::metadata(dir.path("f")).expect("it is there").len();
    dir.succeed("measure f --do write --size 8M");
    dir.succeed("measure f --do write --size 8M --time 0.05 --rate 20M");
    assert_eq!(length(), 8 << 20);
    dir.succeed("measure f --do write --size 8M --time 0.05 --rate 20M --target grow");
    assert!(length() < 8 << 20);
}

#[test]
fn a_mix_on_one_file_keeps_its_length() {
    let dir = TestFolder::new();
    dir.succeed("measure both --do write --size 1M");
    dir.succeed("measure both --do mix --page 8K");
    assert_eq!(fs::metadata(dir.path("both")).expect("the file").len(), MIB as u64);
}

#[test]
fn a_figure_that_may_mislead_says_so() {
    let dir = TestFolder::new();
    let report = dir.succeed("measure new --do write --size 1M");
    assert!(report.contains("does not include reaching the device"), "{report}");
    // It was just written, so it is in the page cache.
    let report = dir.succeed("measure new");
    assert!(report.contains("warning:") && report.contains("--cold"), "{report}");
}

#[test]
fn repeats_give_a_median_with_its_interval() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    let report = dir.succeed("measure data --repeats 6");
    assert!(report.contains("Median"), "{report}");
    assert!(
        report.contains("95 % interval") && !report.contains("none:"),
        "{report}"
    );
    let report = dir.succeed("measure data --repeats 2");
    assert!(report.contains("none: it takes 6 repeats"), "{report}");
}

#[test]
fn several_streams_are_shown_beside_each_other() {
    let dir = TestFolder::new();
    dir.file("one", MIB);
    dir.file("two", MIB / 2);
    let report = dir.succeed("measure one two");
    assert!(report.contains("2 threads; the first done after"), "{report}");
    assert!(report.contains("Stream"), "{report}");
}

#[test]
fn a_partial_last_page_is_left_out() {
    let dir = TestFolder::new();
    dir.file("odd", 10_000);
    let report = dir.succeed("measure odd --page 4K");
    assert!(report.contains("8 KiB in"), "{report}");
}

#[test]
fn results_can_replace_results() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    for _ in 0..2 {
        let report = dir.succeed("measure data --json result.json");
        assert!(report.contains("Moved"), "{report}");
    }
    assert_eq!(dir.names(), ["data", "result.json"]);
}
