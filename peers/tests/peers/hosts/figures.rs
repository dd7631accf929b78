//! The times that the launchers take, for documents. These tests assert nothing, so they are run by hand:
//! `cargo test -p feedrate-peers --test peers hosts::figures -- --ignored --nocapture`

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::launcher::Launcher;
use super::slurm::Slurm;
use super::{Hosts, ssh};

const RUNS: usize = 20;
const BYTES: u64 = 100_000_000;

#[test]
#[ignore = "it shows how fast the launchers are on this machine"]
fn figures_of_launchers() {
    let timed = |what: &str, began: Instant| println!("{what:>8} ready after {:.2?}", began.elapsed());
    let began = Instant::now();
    let Some(hosts) = Hosts::new("the launchers' figures") else {
        return;
    };
    timed("hosts", began);
    let began = Instant::now();
    let ssh = ssh::start(&hosts);
    timed("ssh", began);
    let began = Instant::now();
    let slurm = Slurm::start(&hosts);
    timed("slurm", began);
    for (name, launcher) in [("enter", hosts.enter()), ("ssh", &ssh), ("srun", slurm.launcher())] {
        let median = median_of_true(launcher);
        println!(
            "{name:>8} true {median:.2?}, {:.0} MB/s to the host, {:.0} MB/s from it",
            rate(|| to_host(launcher)),
            rate(|| from_host(launcher))
        );
    }
    let began = Instant::now();
    drop(hosts);
    timed("the end", began);
}

fn median_of_true(launcher: &Launcher) -> Duration {
    let once = |_| {
        let began = Instant::now();
        let status = launcher.command("n2", &["true"]).status();
        assert!(status.expect("a launcher runs").success());
        began.elapsed()
    };
    let mut times: Vec<_> = (0..RUNS).map(once).collect();
    times.sort();
    (times[RUNS / 2 - 1] + times[RUNS / 2]) / 2
}

/// MB per second, with the start of the program and its end.
fn rate(transfer: impl Fn()) -> f64 {
    let began = Instant::now();
    transfer();
    BYTES as f64 / 1e6 / began.elapsed().as_secs_f64()
}

fn zeros() -> Vec<String> {
    ["head", "-c", &BYTES.to_string(), "/dev/zero"]
        .map(str::to_owned)
        .into()
}

fn to_host(launcher: &Launcher) {
    let words = zeros();
    let mut source = Command::new(&words[0])
        .args(&words[1..])
        .stdout(Stdio::piped())
        .spawn()
        .expect("head runs");
    let output = launcher
        .command("n2", &["wc", "-c"])
        .stdin(source.stdout.take().expect("it was asked for"))
        .output()
        .expect("a launcher runs");
    source.wait().expect("a child of ours");
    let counted = String::from_utf8_lossy(&output.stdout);
    assert_eq!(counted.trim(), BYTES.to_string());
}

fn from_host(launcher: &Launcher) {
    let words = zeros();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let mut child = launcher
        .command("n2", &words)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a launcher runs");
    let mut stdout = child.stdout.take().expect("it was asked for");
    let moved = io::copy(&mut stdout, &mut io::sink()).expect("a pipe is read");
    child.wait().expect("a child of ours");
    assert_eq!(moved, BYTES);
}
