//! The 15 scenarios give the same table with sessions on three hosts as in one session.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{examples, run_on};
use crate::hosts::Hosts;
use crate::hosts::ssh;
use crate::program::{feedrate, folder};

const CLAIMS: &str = "20000";

/// Returns the combined table of each scenario, by the lines below its title.
fn tables(listing: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(listing).expect("a listing");
    let mut tables: Vec<(String, String)> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        let line = line.trim();
        if let Some((number, _)) = line.strip_prefix("Scenario ").and_then(|rest| rest.split_once(": ")) {
            tables.push((number.to_owned(), String::new()));
            is_inside = true;
            continue;
        }
        // A table ends with the line beneath it.
        if let Some((_, table)) = tables.last_mut().filter(|_| is_inside) {
            let has_numbers = line.chars().any(|letter| letter.is_ascii_digit());
            if line.is_empty() && table.chars().any(|letter| letter.is_ascii_digit()) {
                is_inside = false;
            } else if has_numbers {
                table.push_str(line);
                table.push('\n');
            }
        }
    }
    tables
}

#[test]
fn all_scenarios_give_the_same_table_with_sessions_on_three_hosts() {
    let Some(hosts) = Hosts::new("sessions on three hosts") else {
        return;
    };
    let ssh = ssh::start(&hosts);
    let folder = folder();
    let folder = folder.path();
    let size = format!("size={CLAIMS}");
    let here = format!("folder={}", folder.display());
    let make = Command::new(feedrate())
        .arg("run")
        .arg(examples().join("claims.sas"))
        .current_dir(folder)
        .args(["--let", &size, "--let", &here, "--log", "claims.log"])
        .output()
        .expect("feedrate runs");
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
    let program = examples().join("scenarios.sas");
    let alone = Command::new(feedrate())
        .arg("run")
        .arg(&program)
        .current_dir(folder)
        .args(["--let", &size, "--let", &here, "--let", "scenario=2"])
        .args(["--log", "alone.log", "--listing", "alone.lst"])
        .output()
        .expect("feedrate runs");
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    let mut command = run_on(&hosts, &ssh, folder, &program);
    command
        .args(["--let", &size, "--let", &here, "--let", "scenario=all"])
        .args(["--let", "grid=yes", "--let", "port=17000"])
        .args(["--log", "hosts.log", "--listing", "hosts.lst"]);
    let ran = command.output().expect("feedrate runs");
    let log = fs::read_to_string(folder.join("hosts.log")).expect("a log");
    let errors: Vec<&str> = log.lines().filter(|line| line.contains("ERROR")).take(10).collect();
    assert!(
        ran.status.success(),
        "{:?} {}",
        errors,
        String::from_utf8_lossy(&ran.stderr)
    );
    let expected = tables(&folder.join("alone.lst"));
    let [(_, expected)] = expected.as_slice() else {
        panic!("one scenario was run: {expected:?}");
    };
    assert!(expected.lines().count() > 10, "{expected}");
    let tables = tables(&folder.join("hosts.lst"));
    let numbers: Vec<String> = (1..=15).map(|number| number.to_string()).collect();
    let found: Vec<&String> = tables.iter().map(|(number, _)| number).collect();
    assert_eq!(found, numbers.iter().collect::<Vec<_>>());
    for (number, table) in &tables {
        assert_eq!(table, expected, "scenario {number}");
    }
    for host in hosts.all() {
        let name = host.name();
        assert!(log.contains(&format!("runs on host {name}")), "{name} had no session");
        host.assert_nothing_left();
    }
    assert!(log.contains("encrypted tcp"), "pipes between hosts are encrypted");
}
