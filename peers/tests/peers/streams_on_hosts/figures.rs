//! The times that several hosts take, for documents. These tests assert nothing of the figures, so they are run by
//! hand: `cargo test -p feedrate-peers --test peers streams_on_hosts::figures -- --ignored --nocapture`

use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use super::{result, shared};
use crate::hosts::launcher::Launcher;
use crate::hosts::slurm::Slurm;
use crate::hosts::{Hosts, ssh};
use crate::program::feedrate;

/// The runs of which figures are medians.
const RUNS: usize = 5;

/// The sessions that are begun and ended one after the other.
const SESSIONS: usize = 10;

/// The lines of a session's log.
const LINES: usize = 200_000;

#[test]
#[ignore = "it shows how fast several hosts start on this machine"]
fn figures_of_several_hosts() {
    println!("hosts  launcher  start, s  clock known to, us  began late by, us");
    for count in [3, 20] {
        let Some(hosts) = Hosts::with_count("the figures of several hosts", count) else {
            return;
        };
        let ssh = ssh::start(&hosts);
        let slurm = Slurm::start(&hosts);
        for (name, launcher) in launchers(&hosts, &ssh, &slurm) {
            let runs: Vec<_> = (0..RUNS).map(|_| start(&hosts, launcher)).collect();
            let [start, clock, late] = [0, 1, 2].map(|figure| {
                let mut values: Vec<f64> = runs.iter().map(|run| run[figure]).collect();
                values.sort_by(f64::total_cmp);
                (values[RUNS / 2], values[RUNS - 1])
            });
            println!(
                "{count:>5}  {name:<8}  {:>8.2}  {:>8.0} to {:>6.0}  {:>8.0} to {:>6.0}",
                start.0, clock.0, clock.1, late.0, late.1
            );
        }
    }
}

#[test]
#[ignore = "it shows how fast sessions are on this machine"]
fn figures_of_sessions() {
    let Some(hosts) = Hosts::new("the figures of sessions") else {
        return;
    };
    let ssh = ssh::start(&hosts);
    let slurm = Slurm::start(&hosts);
    println!("launcher  a session, ms  lines of its log a second");
    for (name, launcher) in launchers(&hosts, &ssh, &slurm) {
        let begun = "signon n2; signoff n2;\n".repeat(SESSIONS);
        let lines = format!(
            "signon n2; rsubmit n2; data _null_; do i = 1 to {LINES}; put i; end; run; endrsubmit; signoff n2;"
        );
        let nothing = seconds(&hosts, launcher, "");
        let session = (seconds(&hosts, launcher, &begun) - nothing) / SESSIONS as f64;
        let lines = LINES as f64 / (seconds(&hosts, launcher, &lines) - nothing - session);
        println!("{name:<8}  {:>13.0}  {lines:>25.0}", session * 1e3);
    }
}

fn launchers<'l>(hosts: &'l Hosts, ssh: &'l Launcher, slurm: &'l Slurm) -> [(&'static str, &'l Launcher); 3] {
    [("none", hosts.enter()), ("ssh", ssh), ("srun", slurm.launcher())]
}

/// Returns the seconds that a measurement on all hosts takes beside the measuring, and how many microseconds the clocks
/// are known to and runs began late by, at most.
fn start(hosts: &Hosts, launcher: &Launcher) -> [f64; 3] {
    let file = shared(hosts).join("{host}.dat");
    let names: Vec<_> = hosts.all().iter().map(|host| host.name()).collect();
    let mut command = Command::new(feedrate());
    command
        .arg("measure")
        .arg(file)
        .args([
            "--do", "write", "--size", "1M", "--rate", "1M", "--time", "1", "--json", "-",
        ])
        .args(["--hosts", &names.join(","), "--launch", launcher.template()])
        .arg("--host-program")
        .arg(feedrate());
    let began = Instant::now();
    let result = result(command);
    let seconds = began.elapsed().as_secs_f64();
    let round = &result["rounds"][0];
    let most = |values: &Value, figure: &dyn Fn(&Value) -> Option<f64>| {
        let values = values.as_array().expect("hosts").iter();
        values.filter_map(figure).fold(0.0, f64::max)
    };
    [
        seconds - round["seconds"].as_f64().expect("seconds"),
        most(&result["hosts"], &|host| {
            Some(host["clock"]["uncertainty_nanoseconds"].as_f64()? / 1e3)
        }),
        most(&round["hosts"], &|host| host["late_microseconds"].as_f64()),
    ]
}

/// Returns the seconds of a program.
fn seconds(hosts: &Hosts, launcher: &Launcher, program: &str) -> f64 {
    let file = shared(hosts).join("program.sas");
    std::fs::write(&file, program).expect("a file of ours");
    let log = shared(hosts).join("program.log");
    let mut command = Command::new(feedrate());
    command
        .arg("run")
        .arg(&file)
        .arg("--log")
        .arg(&log)
        .args(["-o", &format!("launch={}", launcher.template())])
        .args(["-o", "hosts=n2"])
        .args(["-o", &format!("hostprogram={}", feedrate().display())]);
    let began = Instant::now();
    let status = command.status().expect("feedrate runs");
    let seconds = began.elapsed().as_secs_f64();
    let log = std::fs::read_to_string(&log).unwrap_or_default();
    assert!(status.success(), "{log}");
    seconds
}
