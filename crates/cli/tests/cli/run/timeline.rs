//! The page of a run: its content, and its destination.

use std::fs;

use super::place_with;
use crate::json::parse;
use crate::test_folder::TestFolder;

const STEPS: &str = "data a; do i = 1 to 20000; output; end; run;
proc sort data=a; by descending i; run;
proc print data=a (obs=1); run;
";

/// A program that fails in its second step, and has a third that is only checked.
const FAILS: &str = "data a; i = 1; run;
data b; set a; array q{2} c d; q{9} = 1; run;
proc print data=a; run;
";

fn page(dir: &TestFolder) -> String {
    let page = fs::read_to_string(dir.path("page.html")).expect("the page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    page
}

#[test]
fn a_page_tells_the_steps_of_the_run_beside_all_else() {
    let dir = place_with(&[("p.sas", STEPS)]);
    let line = "run p.sas --work work --json figures --timeline page.html";
    for _ in 0..2 {
        // The earlier page is replaced.
        assert!(dir.succeed(line).contains("20000"), "the listing");
    }
    let page = page(&dir);
    assert!(page.contains("<h1>Timeline of p.sas</h1>"));
    for step in ["DATA (line 1): ", "SORT (line 2): ", "PRINT (line 3): "] {
        assert_eq!(page.matches(step).count(), 1, "{step}");
    }
    assert!(page.contains(" in 3 steps of 1 session<") && page.contains(">client<"));
    assert!(!page.contains("<script") && !page.contains("://"));
    let record = fs::read_to_string(dir.path("figures")).expect("the figures");
    let record = parse(&record);
    let moment = |value: &serde_json::Value, key: &str| value[key].as_u64().expect("a moment");
    let mut before = moment(&record, "began_microseconds");
    for step in record["steps"].as_array().expect("steps") {
        for key in ["began_microseconds", "ended_microseconds"] {
            assert!(before <= moment(step, key), "{key}: {step}");
            before = moment(step, key);
        }
    }
    assert!(before <= moment(&record, "ended_microseconds"));
}

#[test]
fn a_run_that_fails_has_its_page() {
    let dir = place_with(&[("p.sas", FAILS)]);
    let ran = dir.run("run p.sas --work work --timeline page.html");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let page = page(&dir);
    assert!(page.contains(", ended with errors<"));
    assert!(page.contains("It failed."));
    assert!(page.contains("1 step did not run because of errors"));
}

#[test]
fn a_log_that_cannot_be_written_keeps_no_page_back() {
    let dir = place_with(&[("p.sas", STEPS)]);
    dir.fail("run p.sas --work work --log /dev/full --timeline page.html");
    assert!(page(&dir).contains(", ended with errors<"));
}

#[test]
fn an_interrupted_run_has_its_page() {
    let dir = place_with(&[("p.sas", super::ENDLESS)]);
    let run = dir.start("run p.sas --work work --timeline page.html");
    crate::test_folder::until("it writes", || super::names_in(&dir, "lib").len() == 1);
    run.signal(rustix::process::Signal::TERM);
    assert_eq!(run.end().1.code, Some(143));
    assert!(page(&dir).contains(", interrupted<"));
}

#[test]
fn what_cannot_be_is_told_before_the_program_runs() {
    let dir = place_with(&[("p.sas", super::TEN), ("mine", "my own words")]);
    for (to, says) in [
        ("none/page.html", "there is no folder none"),
        ("lib", "is a folder; name a file"),
        ("mine", "exists and was not written by feedrate"),
        ("x --log x", "--log and --timeline go to the same place"),
        ("x --json x", "--timeline and --json go to the same place"),
        ("x --listing x", "--timeline and --listing go to the same place"),
        ("-", "--timeline names standard output, where the listing goes too"),
    ] {
        let said = dir.fail(&format!("run p.sas --work work --timeline {to}"));
        assert!(said.contains(says), "{to}: {said}");
    }
    assert!(!dir.path("lib/a.sas7bdat").exists());
    let kept = fs::read_to_string(dir.path("mine")).expect("the file");
    assert_eq!(kept, "my own words");
    let page = dir.succeed("run p.sas --work work --listing listing --timeline -");
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
}
