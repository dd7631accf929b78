//! `feedrate tune`.

use std::collections::BTreeSet;
use std::fs;

use crate::json::{keys, parse};
use crate::test_folder::TestFolder;

const PROGRAM: &str = "\
data a;
  do i = 1 to 20000; x = mod(i * 7919, 100003); output; end;
run;
proc sort data=a out=b;
  by x;
run;
";

const QUICKLY: &str = "--pages 64K --buffers 32 --rounds 6 --work .";

fn folder() -> TestFolder {
    let dir = TestFolder::new();
    fs::write(dir.path("p.sas"), PROGRAM).expect("the program");
    dir
}

#[test]
fn small_steps_stay_cached_and_no_program_is_written() {
    let dir = folder();
    let told = dir.succeed(&format!("tune p.sas {QUICKLY} --verifications 6 --json t.json"));
    assert!(
        told.contains("ADVICE  nothing pays: keep the program as it is"),
        "{told}"
    );
    assert_eq!(told.matches("stays cached: it moves").count(), 2, "{told}");
    assert!(told.contains("a pipe for WORK.A could take"), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    let result = parse(&fs::read_to_string(dir.path("t.json")).unwrap());
    let mut found = BTreeSet::new();
    keys(&result, "", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!("keys", found.join("\n"));
    assert_eq!(result["parts"][1]["steps"][0], "2 SORT");
    assert!(result["overlap"]["interval"]["low"].is_f64());
    // The store and that of the comparison stay; the runs leave nothing.
    let mut names = dir.names();
    names.retain(|name| !name.starts_with("p.tune.verify-"));
    assert_eq!(names, ["p.sas", "p.tune.feedrate", "t.json"]);
    assert_eq!(dir.names().len(), 4);
    // All runs are in the store, so nothing is run again.
    let again = dir.run(&format!("tune p.sas {QUICKLY} --verifications 0"));
    assert!(!again.stderr.contains("run 1 of"), "{}", again.stderr);
    assert!(dir.succeed("report p.tune.feedrate").contains("The cells: time"));
}

#[test]
fn what_cannot_be_tuned_is_told_before_anything_is_run() {
    let dir = folder();
    fs::write(dir.path("mine.sas"), "data mine; run;\n").expect("a program");
    fs::write(dir.path("includes.sas"), "%include 'p.sas';\n").expect("a program");
    fs::write(dir.path("nothing.sas"), "%put hello;\n").expect("a program");
    fs::write(dir.path("wrong.sas"), "data a; set nowhere; run;\n").expect("a program");
    let told: Vec<String> = [
        "tune none.sas",
        "tune p.sas --out p.sas",
        "tune p.sas --out mine.sas",
        "tune p.sas --pages 5K",
        "tune p.sas --buffers 0",
        "tune p.sas -o BUFNO=8",
        "tune p.sas --json p.tune.feedrate",
        "tune includes.sas",
        "tune p.sas --memory lots",
        "tune nothing.sas --work .",
        "tune wrong.sas --work .",
    ]
    .into_iter()
    .map(|line| {
        let output = dir.run(line);
        assert_eq!(output.code, Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
        let last = output.stderr.lines().last().unwrap_or_default();
        let folder = dir.path("").to_string_lossy().into_owned();
        let last = last.replace(&folder, "");
        // The folder of the data has the number of the process in its name.
        let last = last.split(" in .feedrate-study").next().unwrap_or_default();
        format!("{line}\n    {last}")
    })
    .collect();
    insta::assert_snapshot!("errors", told.join("\n"));
    assert_eq!(fs::read_to_string(dir.path("mine.sas")).unwrap(), "data mine; run;\n");
}
