//! `--repeats`: a program several times, one run after the other.

use std::collections::BTreeSet;
use std::fs;

use rustix::process::Signal;

use super::{ENDLESS, TEN, errors, names_in, place_with};
use crate::json::{keys, parse};
use crate::test_folder::until;

/// Fails in its second run, because of what the first has left.
const ONCE: &str = "libname x 'lib';
%macro once; %if %sysfunc(exist(x.done)) %then %do; data y; set x.missing; run; %end; %mend;
%once
data x.done; y = 1; run;
";

#[test]
fn each_run_begins_anew_and_the_steps_are_summarized() {
    let program = format!("{TEN}\ndata once; set x.a; run;\nproc print data=x.a(obs=1); run;\n");
    let dir = place_with(&[("p.sas", &program)]);
    let ran = dir.run("run p.sas --repeats 6 --work work --json record");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout.matches("Obs").count(), 1, "{}", ran.stdout);
    assert_eq!(ran.stderr.matches("NOTE: feedrate ").count(), 1, "{}", ran.stderr);
    let (_, table) = ran.stderr.split_once("\np.sas: 6 runs\n").expect("a table");
    for row in ["DATA (1)", "DATA (2)", "PRINT (3)", "Whole run"] {
        assert!(table.contains(&format!("\n{row} ")), "{table}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(names_in(&dir, "work"), [""; 0]);

    let record = parse(&fs::read_to_string(dir.path("record")).expect("the figures"));
    assert_eq!(record["feedrate"]["format"], "repeats");
    assert_eq!(record["requested"], 6);
    assert_eq!(record["counted"], 6);
    assert_eq!(record["runs"].as_array().map(Vec::len), Some(6));
    for run in record["runs"].as_array().expect("runs") {
        assert_eq!(run["ended"], "clean");
        assert_eq!(run["steps"].as_array().map(Vec::len), Some(3));
    }
    let step = &record["steps"][1];
    assert_eq!((&step["name"], &step["line"]), (&"DATA".into(), &2.into()));
    assert_eq!(step["seconds"]["count"], 6);
    assert!(step["seconds"]["interval"]["low"].is_number());
    let mut found = BTreeSet::new();
    keys(&record, "", &mut found);
    // Those of a run are known.
    let found: Vec<String> = found.into_iter().filter(|key| !key.starts_with(".runs[]")).collect();
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn a_log_file_has_all_runs_and_may_be_replaced() {
    let dir = place_with(&[("p.sas", TEN)]);
    for _ in 0..2 {
        let ran = dir.run("run p.sas --repeats 3 --work work --log log --listing lst");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("\np.sas: 3 runs\n"), "{}", ran.stderr);
        let log = fs::read_to_string(dir.path("log")).expect("the log");
        assert!(log.starts_with("NOTE: feedrate "), "{log}");
        let runs: Vec<&str> = log.split("\n---- Run ").collect();
        assert_eq!(runs.len(), 3, "{log}");
        assert!(runs[1].starts_with("2 of 3 ----\n"), "{log}");
        assert!(runs[2].starts_with("3 of 3 ----\n"), "{log}");
        for run in runs {
            assert!(run.contains("X.A has 10 observations"), "{log}");
        }
    }
}

#[test]
fn a_run_with_errors_is_the_last_and_its_log_is_shown() {
    let dir = place_with(&[("p.sas", ONCE)]);
    let ran = dir.run("run p.sas --repeats 4 --work work --json -");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    assert_eq!(record["ended"], "errors");
    assert_eq!(record["counted"], 1);
    assert_eq!(record["runs"].as_array().map(Vec::len), Some(2));
    let (_, second) = ran
        .stderr
        .split_once("\n---- Run 2 of 4 ----\n\nNOTE: feedrate ")
        .expect("the log of the second run");
    assert_eq!(errors(second).len(), 1, "{second}");
    let (_, table) = second.split_once("\np.sas: 2 of 4 runs\n").expect("a table");
    assert!(table.contains("warning: Run 2 ended with errors"), "{table}");
}

#[test]
fn no_run_follows_an_interrupt() {
    let dir = place_with(&[("p.sas", ENDLESS)]);
    let run = dir.start("run p.sas --repeats 3 --work work --json record");
    until("the draft is there", || {
        names_in(&dir, "lib").iter().any(|name| name.ends_with(".tmp"))
    });
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    let record = parse(&fs::read_to_string(dir.path("record")).expect("the figures"));
    assert_eq!(record["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(record["ended"], "interrupted");
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}

#[test]
fn several_programs_are_refused() {
    let dir = place_with(&[("p.sas", TEN)]);
    let refused = dir.fail("run p.sas*2 --repeats 2");
    assert!(refused.contains("--repeats is for one program"), "{refused}");
    for number in ["0", "1001"] {
        dir.fail(&format!("run p.sas --repeats {number}"));
    }
    assert_eq!(dir.names(), ["lib", "p.sas", "work"]);
}

#[test]
fn what_sessions_move_counts_for_the_whole_run() {
    let dir = place_with(&[(
        "p.sas",
        "signon a; rsubmit a; data x; do i = 1 to 9; output; end; run; proc means data=x; run; endrsubmit; signoff a;",
    )]);
    let ran = dir.run("run p.sas --repeats 2 --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    let moved = record["total"]["moved_bytes"].as_u64();
    let bytes = |kind: usize, list: &str| {
        let file = &record["runs"][0]["sessions"][0]["steps"][kind][list][0]["file"];
        file["bytes"].as_u64().expect("bytes")
    };
    assert_eq!(moved, Some(bytes(0, "made") + bytes(1, "read")));
    assert!(record["total"]["cache_share"].is_number(), "{}", record["total"]);
}
