//! Premature ends: jobs that are killed, all that are stopped, and logs that cannot be written.

use std::fs;

use rustix::process::Signal;

use super::{SOUND, read, row};
use crate::run::sessions::children_of;
use crate::run::sessions::ends::is_gone;
use crate::run::{names_in, place_with};
use crate::test_folder::{Background, TestFolder, kill, until};

/// A program that tells its process, and writes into WORK and a library for far longer than a test.
const ENDLESS: &str = "libname x 'lib'; data kept; y = 1; run; %put process &sysjobid.;\n\
                       data x.a_&sysjobid; do i = 1 to 1e12; output; end; run;\n";

/// Starts two endless jobs and further ones, and waits until both write. Returns the processes of both.
fn start(dir: &TestFolder, others: &str) -> (Background, [u32; 2]) {
    let run = dir.start(&format!("run endless.sas*2 {others} --work work --json figures"));
    let process = |name: &str| -> Option<u32> {
        let log = fs::read_to_string(dir.path(name)).ok()?;
        let line = log.lines().find_map(|line| line.strip_prefix("process "));
        line?.parse().ok()
    };
    let logs = ["endless-1.log", "endless-2.log"];
    until("both write", || {
        names_in(dir, "lib").len() == 2 && logs.iter().all(|log| process(log).is_some())
    });
    (run, logs.map(|log| process(log).expect("it tells")))
}

#[test]
fn a_signal_stops_all_and_leaves_nothing() {
    for (signal, code) in [
        (Signal::INT, Some(130)),
        (Signal::TERM, Some(143)),
        (Signal::KILL, None),
    ] {
        let dir = place_with(&[("endless.sas", ENDLESS)]);
        let (run, _) = start(&dir, "");
        let jobs = children_of(run.id());
        assert_eq!(jobs.len(), 2);
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, code, "{}", ran.stderr);
        until("the jobs have ended", || jobs.iter().all(|job| is_gone(*job)));
        assert_eq!(names_in(&dir, "lib"), [""; 0]);
        until("WORK is removed", || names_in(&dir, "work").is_empty());
        if code.is_some() {
            for job in ["endless-1", "endless-2"] {
                assert_eq!(row(&ran.stdout, job).last(), Some(&"interrupted"));
                let log = read(&dir, &format!("{job}.log"));
                assert!(log.contains("ERROR: The program was interrupted"), "{log}");
            }
            let figures = crate::json::parse(&read(&dir, "figures"));
            assert_eq!(figures["ended"], "interrupted");
            assert_eq!(figures["jobs"][1]["record"]["ended"], "interrupted");
        }
    }
}

#[test]
fn a_job_that_is_killed_is_named_and_the_others_go_on() {
    let waits = "data _null_; infile 'go'; input x; run;";
    let dir = place_with(&[("endless.sas", ENDLESS), ("waits.sas", waits)]);
    let pipe = std::process::Command::new("mkfifo").arg(dir.path("go")).status();
    assert!(pipe.expect("mkfifo").success());
    let (run, [first, second]) = start(&dir, "waits.sas");
    kill(first, Signal::KILL);
    until("its draft and its WORK are removed", || {
        is_gone(first) && names_in(&dir, "work").len() == 1
    });
    kill(second, Signal::TERM);
    until("it has ended", || is_gone(second));
    fs::write(dir.path("go"), "1\n").expect("it reads");
    let (_, ran) = run.end();
    assert_eq!((ran.code, &*ran.stderr), (Some(2), ""), "{}", ran.stdout);
    let killed = row(&ran.stdout, "endless-1");
    assert_eq!(killed[3..], ["unknown", "unknown", "unknown", "unknown", "died"]);
    assert_eq!(row(&ran.stdout, "endless-2").last(), Some(&"interrupted"));
    assert_eq!(row(&ran.stdout, "waits").last(), Some(&"clean"));
    let how = format!("its process {first} died: signal: 9 (SIGKILL)");
    let told = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(&format!("warning: endless-1: {how}")), "{told}");
    let log = read(&dir, "endless-1.log");
    assert!(
        log.contains(&format!("\nERROR: The job endless-1 ended: {how}")),
        "{log}"
    );
    let figures = crate::json::parse(&read(&dir, "figures"));
    let job = &figures["jobs"][0];
    assert_eq!(
        (&job["ended"], &job["record"]["ended"]),
        (&"died".into(), &"died".into())
    );
    assert!(job["user_cpu_seconds"].as_f64().is_some(), "{job}");
    // The step that it completed.
    assert_eq!(job["record"]["steps"][0]["made"][0]["name"], "WORK.KEPT");
    assert_eq!(figures["megabytes_per_second"], serde_json::Value::Null);
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}

#[test]
fn a_log_that_cannot_be_written_ends_its_job_alone() {
    let list = "sound.sas\nendless.sas --log /dev/full\n";
    let dir = place_with(&[("sound.sas", SOUND), ("endless.sas", ENDLESS), ("jobs", list)]);
    let ran = dir.run("run --jobs jobs --work work");
    assert_eq!((ran.code, &*ran.stderr), (Some(2), ""), "{}", ran.stdout);
    assert_eq!(row(&ran.stdout, "sound").last(), Some(&"clean"));
    assert_eq!(row(&ran.stdout, "endless").last(), Some(&"errors"));
    assert!(
        ran.stdout.contains("endless: its log cannot be written: "),
        "{}",
        ran.stdout
    );
    assert_eq!(names_in(&dir, "lib"), [""; 0]);
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}
