//! Many programs at once.

mod ends;
mod lists;

use std::fs;

use serde_json::Value;

use super::{names_in, place_with};
use crate::json::{keys, parse};
use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder};

/// A program that writes and reads a data set of WORK, and lists it.
const SOUND: &str = "data a; do i = 1 to 20000; output; end; run;\n\
                     proc print data=a (obs=2); run;\n";

/// A program with a warning.
const WARNS: &str = "data _null_; put 'WARNING: of the program'; run;\n%let x = %y;\n";

/// A program with an error.
const FAILS: &str = "data b; set nosuch; run;\n";

fn read(dir: &TestFolder, name: &str) -> String {
    fs::read_to_string(dir.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the row of a job in the table.
fn row<'t>(table: &'t str, name: &str) -> Vec<&'t str> {
    let mut rows = table.lines().map(|line| line.split_whitespace().collect());
    let row = rows.find(|row: &Vec<&str>| row.first() == Some(&name));
    row.unwrap_or_else(|| panic!("no {name} in {table}"))
}

#[test]
fn each_has_its_log_and_listing_and_its_row() {
    let dir = place_with(&[("a.sas", SOUND), ("b.sas", SOUND)]);
    let table = dir.succeed("run a.sas b.sas*2 --work work");
    assert!(table.starts_with("3 jobs\n======\n"), "{table}");
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
    for name in ["a", "b-1", "b-2"] {
        let row = row(&table, name);
        assert_eq!((row.len(), row[7]), (8, "clean"), "{table}");
        let program = format!("{}.sas", &name[..1]);
        let log = read(&dir, &format!("{name}.log"));
        assert!(log.starts_with("NOTE: feedrate "), "{log}");
        assert!(log.contains(&format!(" runs {program}.\n")), "{log}");
        assert!(log.contains("The data set WORK.A has 20000 obs"), "{log}");
        assert!(log.contains(&format!("NOTE: {program} used:")), "{log}");
        let listing = read(&dir, &format!("{name}.lst"));
        assert!(listing.contains(&format!(": listing of {program}\n")));
        assert!(listing.contains("  2  2\n"), "{listing}");
    }
    for fact in ["Average time  ", "Completion time  ", "All together  "] {
        assert!(table.contains(fact), "{table}");
    }
    let latencies: Vec<&str> = table.lines().skip_while(|line| *line != "Latencies").collect();
    let first = latencies
        .iter()
        .position(|line| line.starts_with("b      a step           4 "));
    let first = first.unwrap_or_else(|| panic!("no class b in {table}"));
    assert!(
        latencies[first + 1].starts_with("       first row        2 "),
        "{table}"
    );
    assert_eq!(names_in(&dir, "work"), [""; 0]);
    // An earlier log is replaced.
    dir.succeed("run a.sas b.sas*2 --work work");
}

#[test]
fn the_code_is_that_of_the_worst_and_the_others_go_on() {
    let programs = [("sound.sas", SOUND), ("warns.sas", WARNS), ("fails.sas", FAILS)];
    let dir = place_with(&programs);
    let ran = dir.run("run sound.sas warns.sas");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(row(&ran.stdout, "warns")[7], "warnings");
    let ran = dir.run("run fails.sas sound.sas warns.sas");
    assert_eq!((ran.code, &*ran.stderr), (Some(2), ""));
    assert_eq!(row(&ran.stdout, "fails").last(), Some(&"errors"));
    assert_eq!(row(&ran.stdout, "sound")[7], "clean");
    assert!(ran.stdout.contains("of the 2 of 3 jobs that completed"));
    let told = ran.stdout.replace("\n         ", " ");
    let error = "warning: fails: File WORK.NOSUCH.DATA does not exist";
    assert!(told.contains(error), "{told}");
    assert!(told.contains("(fails.log)"), "{told}");
    assert!(read(&dir, "fails.log").contains("ERROR: File WORK.NOSUCH.DATA"));
}

#[test]
fn settings_of_the_command_line_are_those_of_all() {
    let program = "%put &=x &sysparm bufno %sysfunc(getoption(bufno));";
    let dir = place_with(&[("a.sas", program), ("b.sas", program)]);
    dir.succeed("run a.sas b.sas -o bufno=7 --let x=12 --sysparm mine --log-dir logs/today");
    for name in ["a", "b"] {
        let log = read(&dir, &format!("logs/today/{name}.log"));
        assert!(log.contains("\nX=12 mine bufno 7\n"), "{log}");
    }
    assert!(!dir.path("a.log").exists());
}

#[test]
fn one_document_has_the_records_of_all() {
    let dir = place_with(&[("a.sas", SOUND), ("fails.sas", FAILS), ("s.sas", WITH_SESSION)]);
    let ran = dir.run("run a.sas fails.sas s.sas --work work --json - --timeline page.html");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let all = parse(&ran.stdout);
    let mut found = std::collections::BTreeSet::new();
    keys(&all, "", &mut found);
    let of_records = ".jobs[].record.";
    let found: Vec<String> = found.into_iter().filter(|key| !key.starts_with(of_records)).collect();
    insta::assert_snapshot!(found.join("\n"));

    // The record of a job has the keys of a run of its program.
    let alone = parse(&dir.run("run a.sas --work work --json -").stdout);
    let [mut of_job, mut of_run] = [Default::default(), Default::default()];
    keys(&all["jobs"][0]["record"], "", &mut of_job);
    keys(&alone, "", &mut of_run);
    assert_eq!(of_job, of_run);

    let released = all["released_microseconds"].as_u64().expect("a moment");
    for job in all["jobs"].as_array().expect("jobs") {
        let record = &job["record"];
        assert!(record["began_microseconds"].as_u64() >= Some(released));
        assert!(record["ended_microseconds"].as_u64() <= all["ended_microseconds"].as_u64());
        assert_eq!(job["ended"], record["ended"], "{job}");
        let seconds = |value: &Value| value.as_f64().expect("seconds");
        assert!(seconds(&job["seconds"]) <= seconds(&all["completion_seconds"]));
    }
    let [a, fails, session] = [0, 1, 2].map(|job| &all["jobs"][job]);
    assert_eq!(a["read_bytes"], a["record"]["steps"][1]["read"][0]["file"]["bytes"]);
    assert_eq!(a["written_bytes"], a["record"]["steps"][0]["made"][0]["file"]["bytes"]);
    let error = fails["first_error"].as_str().expect("an error");
    assert!(error.starts_with("File WORK.NOSUCH.DATA does not"), "{error}");
    let of_session = &session["record"]["sessions"][0];
    assert_eq!(of_session["name"], "T");
    assert_eq!(
        session["written_bytes"],
        of_session["steps"][0]["made"][0]["file"]["bytes"]
    );
    assert_eq!(names_in(&dir, "work"), [""; 0]);

    let page = read(&dir, "page.html");
    assert!(page.contains("<h1>Timeline of 3 jobs</h1>"));
    for lane in [">a<", ">fails<", ">s<", ">s.T<"] {
        assert!(page.contains(lane), "{lane}");
    }
}

/// A program that lets a session make a data set.
const WITH_SESSION: &str = "rsubmit process=t sascmd='!sascmd' wait=yes;\n\
                            data a; do i = 1 to 10; output; end; run;\nendrsubmit;\n";

#[test]
fn what_cannot_be_is_told_before_any_runs() {
    let makes = "libname x 'lib'; data x.a; y = 1; run;";
    let dir = place_with(&[("a.sas", makes), ("b.sas", SOUND), ("mine.log", "my own words")]);
    for (line, says) in [
        ("a.sas - b.sas", "a program on standard input runs alone"),
        ("a.sas none.sas", "cannot read the program none.sas"),
        ("a.sas x*.sas", "x*.sas matches no file"),
        ("a.sas*0", "from 1 to 1024"),
        ("a.sas*1000 b.sas*25", "1025 jobs are more than the 1024"),
        ("a.sas b.sas --log x", "--log names one file"),
        ("a.sas b.sas --listing x", "--listing names one file"),
        ("a.sas b.sas -o bufno=x", "--option bufno=x: "),
        ("a.sas b.sas --let x", "--let x: "),
        ("a.sas b.sas --work none", "--work none: "),
        ("a.sas --log-dir logs", "--log-dir is for several programs"),
        (
            "a.sas b.sas --json a.log",
            "--json and the log of a go to the same place",
        ),
        (
            "a.sas b.sas --json j --timeline j",
            "--json and --timeline go to the same",
        ),
        ("a.sas b.sas --log-dir b.sas", "--log-dir b.sas: "),
        ("a.sas --jobs list", "cannot be used with"),
    ] {
        let said = dir.fail(&format!("run {line}"));
        assert!(said.contains(says), "{line}: {said}");
    }
    fs::write(dir.path("a.log"), "my own words").expect("a file");
    let said = dir.fail("run a.sas b.sas");
    assert!(said.contains("a.log exists and was not written by feedrate"), "{said}");
    assert_eq!(read(&dir, "a.log"), "my own words");
    assert_eq!(names_in(&dir, "lib"), [""; 0]);
}

#[test]
fn too_few_open_files_are_told_before_any_runs() {
    let dir = place_with(&[("a.sas", SOUND)]);
    let line = "ulimit -n 100; exec \"$0\" run 'a.sas*20'";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", line, PROGRAM]);
    let said = ProgramOutput::of(dir.prepare(shell)).failed(line);
    assert!(
        said.contains("20 jobs need 132 open files, and the system allows 100"),
        "{said}"
    );
    assert!(!dir.path("a-1.log").exists());
}
