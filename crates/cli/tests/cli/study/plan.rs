//! The plan, and what is refused before the first run.

use std::fs;

use super::{ECHO, place_with};

#[test]
fn the_plan_says_what_is_run_and_runs_nothing() {
    let text = format!(
        "{ECHO}\n[[factor]]\nname = \"sw\"\nlevels = [10]\nfile = \"/proc/sys/vm/swappiness\"\n\
         [[factor]]\nname = \"hand\"\nlevels = [\"low\"]\nprompt = \"Set it to {{level}}\"\n"
    );
    let dir = place_with(&text);
    let plan = dir.succeed("study s.toml --plan --folder data --only n=2");
    insta::assert_snapshot!("plan", plan);
    assert_eq!(dir.names(), ["data", "s.toml"]);
}

#[test]
fn mistakes_are_one_line() {
    let dir = place_with(ECHO);
    fs::write(dir.path("no.toml"), ECHO.replace("repeats", "repaets")).expect("a study");
    fs::write(dir.path("theirs"), "years of work").expect("a file");
    let mut told: Vec<String> = [
        "study none.toml",
        "study no.toml",
        "study s.toml --only n=3",
        "study s.toml --only m=3",
        "study s.toml --levels m=3",
        "study s.toml --levels n",
        "study s.toml --set rows=3",
        "study s.toml --repeats 0",
        "study s.toml --repeats 2 --add-repeats 2",
        "study s.toml --add-repeats 2",
        "study s.toml --time-budget 5",
        "study s.toml --folder none",
        "study s.toml --store data",
        "study s.toml --store theirs",
        "study s.toml --store st --json st",
        "study s.toml --store st --html ./data/../st",
    ]
    .iter()
    .map(|line| format!("{line}\n  {}", dir.fail(line)))
    .collect();
    told.push(String::new());
    insta::assert_snapshot!("errors", told.join("\n"));
    assert_eq!(dir.names(), ["data", "no.toml", "s.toml", "theirs"]);
    assert_eq!(
        fs::read_to_string(dir.path("theirs")).expect("the file"),
        "years of work"
    );
}

#[test]
fn a_study_that_does_not_fit_on_the_volume_is_refused() {
    let dir = place_with(&format!("space = \"900000000 * 1G\"\n{ECHO}"));
    let told = dir.fail("study s.toml");
    assert!(told.contains("and the volume of . has "), "{told}");
}
