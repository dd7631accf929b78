//! Ctrl-C and SIGTERM: the run ends soon, shows its results so far, and removes its files.

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use crate::test_folder::{TestFolder, until_written};

const LONG: &str = "measure new --do write --size 16M --time 30 --rate 50M";

#[test]
fn an_interrupted_run_prints_its_figures_and_tidies_up() {
    for (signal, code, name) in [(Signal::INT, 130, "SIGINT"), (Signal::TERM, 143, "SIGTERM")] {
        let dir = TestFolder::new();
        let run = dir.start(LONG);
        until_written(&dir.path("new"));
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert!(ran.stdout.contains(&format!("Interrupted by {name}")), "{}", ran.stdout);
        assert!(ran.stdout.contains("MB/s"), "{}", ran.stdout);
        assert_eq!(dir.names(), Vec::<String>::new());
    }
}

#[test]
fn an_interrupted_run_gives_clean_json() {
    let dir = TestFolder::new();
    let run = dir.start(&format!("{LONG} --json - --repeats 3 --run-as processes"));
    until_written(&dir.path("new"));
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    let result: Value = serde_json::from_str(&ran.stdout).expect("clean JSON");
    assert_eq!(result["interrupted_by"], "SIGINT");
    assert_eq!(result["runs"][0]["stopped"], true);
    assert_eq!(dir.names(), Vec::<String>::new());
}

#[test]
fn a_file_that_was_there_before_stays() {
    let dir = TestFolder::new();
    dir.succeed("measure old --do write --size 1M");
    let run = dir.start("measure old --do mix --write-to new --time 30 --rate 50M");
    until_written(&dir.path("new"));
    run.signal(Signal::TERM);
    assert_eq!(run.end().1.code, Some(143));
    assert_eq!(dir.names(), ["old"]);
}

#[test]
fn who_waits_for_jobs_in_a_pipe_ends_at_once() {
    let dir = TestFolder::new();
    let made = Command::new("mkfifo").arg(dir.path("jobs")).status();
    assert!(made.expect("mkfifo").success());
    for signal in [Signal::INT, Signal::TERM] {
        for line in ["fio jobs", "sqlio -Fjobs", "translate --from fio --to sqlio jobs"] {
            let run = dir.start(line);
            // It is opened once the program waits for input.
            let writer = File::options().write(true).open(dir.path("jobs"));
            let writer = writer.expect("the pipe opens");
            run.signal(signal);
            let (status, ran) = run.end();
            assert_eq!(status.signal(), Some(signal.as_raw()), "{line}: {}", ran.stderr);
            drop(writer);
        }
        let mut command = dir.command("fio -");
        command.stdin(Stdio::piped());
        let run = dir.background(command);
        run.signal(signal);
        assert_eq!(run.end().0.signal(), Some(signal.as_raw()));
    }
}

#[test]
fn a_job_of_fio_that_is_interrupted_tells_what_it_has() {
    let dir = TestFolder::new();
    let run = dir.start("fio --name=a --rw=write --size=16m --rate=10m --output-format=json");
    until_written(&dir.path("a.0.0"));
    run.signal(Signal::TERM);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(143), "{}", ran.stderr);
    let result: Value = serde_json::from_str(&ran.stdout).expect("clean JSON");
    assert!(result["jobs"][0]["write"]["io_bytes"].as_u64() < Some(16 << 20));
}
