//! The 15 scenarios of `examples/scenarios.sas`: sessions and pipes as users run them.

use std::fs;
use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

use super::errors;
use super::examples::place_with_examples;
use crate::test_folder::TestFolder;

/// The claims of each run.
const SIZE: u32 = 3000;

/// The same table in one session, without sessions and pipes.
const DIRECT: &str = "libname x 'lib';
data t; set x.simclaims3000; quarter=compress(put(from_dt,qtrr.))||' Q'; run;
title 'Scenario 0: directly';
proc tabulate data=t format=12.; class mem_sex region quarter; table quarter*region,mem_sex all; run;";

/// Creates a folder with claims, and returns the table that all scenarios should have.
fn dir() -> (TestFolder, String) {
    let dir = place_with_examples(&["claims.sas", "scenarios.sas"]);
    dir.succeed(&format!("run claims.sas --let size={SIZE} --let folder=lib"));
    fs::write(dir.path("direct.sas"), DIRECT).expect("a program");
    let listing = dir.succeed("run direct.sas --log log");
    (dir, table(&listing))
}

/// Returns the table below the title of a scenario.
#[track_caller]
fn table(listing: &str) -> String {
    let lines = listing.lines();
    let after = lines.skip_while(|line| !line.trim_start().starts_with("Scenario "));
    let table: Vec<_> = after
        .skip(1)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty())
        .collect();
    assert!(table.len() > 30, "no table in: {listing}");
    table.join("\n")
}

/// Returns the first of eight consecutive ports that are not in use. They are below those that the system gives to
/// connections, of which one could take a port before the program does.
fn ports() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let is_free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let of_process = u16::try_from(std::process::id() % 2500).expect("a small number");
    let mut candidates = std::iter::repeat_with(|| {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        12_000 + 8 * ((of_process + next % 2500) % 2500)
    });
    candidates
        .find(|&first| (first..first + 8).all(is_free))
        .expect("there is no end of candidates")
}

/// Runs the program, and returns its log and its listing.
#[track_caller]
fn run(dir: &TestFolder, arguments: &str, code: i32) -> (String, String) {
    let run = dir.start(&format!(
        "run scenarios.sas --log log --listing listing --work work --let folder=lib --let work=work \
         --let size={SIZE} --let port={} {arguments}",
        ports()
    ));
    let (status, ran) = run.end();
    let read = |name: &str| fs::read_to_string(dir.path(name)).unwrap_or_default();
    let log = read("log");
    assert_eq!(status.code(), Some(code), "{arguments}: {}{log}", ran.stderr);
    (log, read("listing"))
}

/// Runs scenarios, each of which must have the table.
#[track_caller]
fn all_give_the_table(scenarios: impl IntoIterator<Item = u32>, more: &str) {
    let (dir, expected) = dir();
    for scenario in scenarios {
        let (log, listing) = run(&dir, &format!("--let scenario={scenario} {more}"), 0);
        assert_eq!(errors(&log), [""; 0], "scenario {scenario}: {log}");
        assert_eq!(table(&listing), expected, "scenario {scenario}");
        let told = format!("NOTE: Scenario {scenario} v");
        assert!(log.contains(&told), "scenario {scenario}: {log}");
        let left: Vec<_> = super::names_in(&dir, "lib");
        assert_eq!(left, ["simclaims3000.sas7bdat"], "scenario {scenario}");
        assert_eq!(super::names_in(&dir, "work"), [""; 0], "scenario {scenario}");
    }
}

#[test]
fn scenarios_on_disk_give_the_same_table() {
    all_give_the_table(1..=5, "");
}

#[test]
fn piped_scenarios_give_the_same_table() {
    all_give_the_table(6..=9, "");
}

#[test]
fn scenarios_divided_by_hand_give_the_same_table() {
    all_give_the_table(10..=12, "");
}

#[test]
fn scenarios_divided_by_hand_and_piped_give_the_same_table() {
    all_give_the_table(13..=15, "");
}

#[test]
fn pipes_over_tcp_give_the_same_table() {
    all_give_the_table([6, 14], "--let host=localhost");
}

#[test]
fn scenarios_one_after_the_other_share_their_ports() {
    let (dir, expected) = dir();
    let mut command = dir.command("run scenarios.sas --log log --listing listing");
    command.args(["--let", "scenario=6 14 own 13", "--let", "folder=lib"]);
    command.args(["--let", &format!("size={SIZE}"), "--let", "ways=2"]);
    command.args(["--let", &format!("port={}", ports())]);
    let (status, ran) = dir.background(command).end();
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert_eq!(status.code(), Some(0), "{}{log}", ran.stderr);
    let listing = fs::read_to_string(dir.path("listing")).expect("the listing");
    let titles: Vec<_> = listing
        .match_indices("Scenario ")
        .map(|(dir, _)| &listing[dir..])
        .collect();
    assert_eq!(titles.len(), 4, "{listing}");
    for each in titles {
        assert_eq!(table(each), expected);
    }
    assert!(listing.contains("Seconds of the scenarios"), "{listing}");
}

#[test]
fn what_is_missing_or_in_the_way_is_told() {
    let dir = place_with_examples(&["claims.sas", "scenarios.sas"]);
    let (log, _) = run(&dir, "--let scenario=7", 2);
    let missing = format!("ERROR: There is no SIMCLAIMS{SIZE} in lib. Make it: feedrate run claims.sas");
    assert!(log.contains(&missing), "{log}");

    dir.succeed(&format!("run claims.sas --let size={SIZE} --let folder=lib"));
    fs::write(dir.path("theirs.sas"), "libname x 'lib'; data x.q0; mine = 1; run;").expect("it");
    dir.succeed("run theirs.sas");
    let (log, _) = run(&dir, "--let scenario=7", 2);
    assert!(log.contains("ERROR: lib has data sets Q0, COUNTS0"), "{log}");
    assert_eq!(super::names_in(&dir, "lib").len(), 2, "theirs stays");
}
