//! `feedrate compare`: verdicts, exit codes, and what is refused.

use crate::json::parse;
use crate::results::{STUDY, around, measurement, text_of, write};
use crate::test_folder::TestFolder;

fn with_measurements() -> TestFolder {
    let dir = TestFolder::new();
    let day = "2026-03-01T10:00:00Z";
    write(&dir, "a.json", &measurement(day, 4, &around(100.0)));
    write(&dir, "same.json", &measurement(day, 4, &around(100.5)));
    write(&dir, "slow.json", &measurement(day, 4, &around(80.0)));
    write(&dir, "deep.json", &measurement(day, 8, &around(140.0)));
    write(&dir, "one.json", &measurement(day, 4, &[50.0]));
    dir
}

#[test]
fn the_exit_code_tells_whether_something_got_slower() {
    let dir = with_measurements();
    for (line, code, said) in [
        ("a.json same.json", 0, "PASS  nothing got slower"),
        ("slow.json a.json", 0, "PASS  nothing got slower"),
        ("a.json slow.json", 1, "FAIL  1 of 1 figure got slower"),
        ("a.json slow.json --tolerance 30", 0, "PASS  nothing got slower"),
        ("a.json one.json", 2, "UNKNOWN  too few runs to tell anything"),
        (
            "a.json deep.json --unlike",
            0,
            "warning: unlike in setting depth: 4 and 8",
        ),
    ] {
        let ran = dir.run(&format!("compare {line}"));
        assert_eq!(ran.code, Some(code), "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(said), "{line}: {}", ran.stdout);
    }
}

#[test]
fn the_report_has_the_change_with_its_interval() {
    let dir = with_measurements();
    insta::assert_snapshot!(dir.run("compare a.json slow.json").stdout);
    let ran = dir.run("compare a.json slow.json --json r.json --html r.html --markdown -");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stdout.contains("**FAIL** 1 of 1 figure got slower"),
        "{}",
        ran.stdout
    );
    assert_eq!(parse(&text_of(&dir, "r.json"))["verdict"], "fail");
    assert!(text_of(&dir, "r.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn unlike_results_are_refused() {
    let dir = with_measurements();
    std::fs::write(dir.path("s.toml"), STUDY).expect("a study");
    dir.succeed("study s.toml --repeats 1");
    dir.succeed("study s.toml --repeats 1 --levels word=one,three --store t.feedrate");
    for (line, said) in [
        (
            "a.json deep.json",
            "a.json and deep.json are unlike in setting depth: 4 and 8; compare others",
        ),
        ("a.json s.feedrate", "kind of result: measure and study"),
        ("s.feedrate t.feedrate", "levels of word: one, two and one, three"),
        ("a.json s.feedrate --unlike", "no figure in common"),
        ("a.json none.json", "none.json: no such file"),
        ("a.json", "<AFTER>"),
        ("a.json same.json --tolerance 300", "percent from 0 to 100"),
        ("a.json same.json --tolerance NaN", "percent from 0 to 100"),
    ] {
        let told = dir.fail(&format!("compare {line}"));
        assert!(told.contains(said), "{line}: {told}");
    }
}
