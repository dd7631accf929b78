//! Programs for more and more users. No test depends on speed: limits are so wide, or so narrow, that all keep them or
//! none.

use std::fs;

use super::{names_in, place_with};
use crate::json::{keys, parse};
use crate::test_folder::TestFolder;

const WRITES: &str = "data a; do i = 1 to 20000; output; end; run; data _null_; set a; run;\n";
const SORTS: &str = "data b; do i = 1 to 9000; x = mod(i * 7919, 10007); output; end; run; proc sort; by x; run;\n";

fn mix() -> TestFolder {
    let dir = place_with(&[("writes.sas", WRITES), ("sorts.sas", SORTS)]);
    fs::write(dir.path("mix.jobs"), "writes.sas *2\nsorts.sas\n").expect("a list");
    dir
}

#[test]
fn the_users_that_are_borne_are_told_for_each_class() {
    let dir = mix();
    let command = "run --jobs mix.jobs --work work --ramp=4 --repeats 3 --response 1h --slowdown sorts=9999x";
    let ran = dir.run(&format!("{command} --html page.html --json figures --log-dir logs"));
    // With a result of its own elsewhere, standard output has the report.
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let table = &ran.stdout;
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    assert!(table.starts_with("Users of 3 jobs of mix.jobs\n===="), "{table}");
    let told = table.replace("\n      ", " ");
    assert!(
        told.contains("PASS  At least 4 users are served within the limits; how many more"),
        "{table}"
    );
    assert!(table.contains("No more than 4 users were to run."), "{table}");
    assert!(
        ran.stderr.contains("1 user, run 1 of 3 at most\none user took "),
        "{}",
        ran.stderr
    );
    let record = parse(&fs::read_to_string(dir.path("figures")).unwrap());
    assert_eq!(record["feedrate"]["format"], "ramp");
    let levels = record["levels"].as_array().unwrap();
    let users: Vec<_> = levels.iter().map(|level| level["users"].as_u64().unwrap()).collect();
    assert_eq!(users, [1, 2, 4]);
    let last = &levels[2];
    let runs = last["seconds"].as_array().unwrap().len() as u64;
    let (writes, sorts) = (&last["classes"][0], &last["classes"][1]);
    assert_eq!(writes["programs"].as_u64(), Some(8 * runs));
    assert_eq!(sorts["programs"].as_u64(), Some(4 * runs));
    // Two steps of each program, of which one reads a data set.
    assert_eq!(writes["step_seconds"]["count"].as_u64(), Some(16 * runs));
    assert_eq!(writes["first_row_seconds"]["count"].as_u64(), Some(8 * runs));
    assert!(
        fs::read_to_string(dir.path("page.html"))
            .unwrap()
            .contains("Response time by users")
    );
    let logs = names_in(&dir, "logs");
    assert!(logs.contains(&"sorts-with-1-user.log".to_owned()), "{logs:?}");
    assert_eq!(
        logs.len(),
        9,
        "of the programs of the first user, once for each number: {logs:?}"
    );
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}

#[test]
fn the_keys_of_a_ramp_stay_what_they_are() {
    let dir = mix();
    let text = dir.succeed("run --jobs mix.jobs --work work --ramp=2 --repeats 2 --response 1h --json -");
    let mut found = std::collections::BTreeSet::new();
    keys(&parse(&text), "", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn a_limit_that_none_keeps_and_a_program_that_fails_serve_nobody() {
    let dir = mix();
    let ran = dir.run("run writes.sas --work work --ramp --response 0.001");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("FAIL  Not even one user is served"),
        "{}",
        ran.stdout
    );
    fs::write(dir.path("fails.sas"), "data b; set nosuch; run;").unwrap();
    let ran = dir.run("run fails.sas writes.sas --work work --ramp --log-dir logs");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    let told = ran.stdout.replace("\n      ", " ");
    assert!(
        told.contains("With 1 user not all programs completed: fails: File WORK.NOSUCH"),
        "{told}"
    );
    assert!(
        fs::read_to_string(dir.path("logs/fails-with-1-user.log"))
            .unwrap()
            .contains("ERROR: File WORK.NOSUCH")
    );
    // Without a folder of logs nothing is left beside the programs.
    assert!(!dir.path("writes.log").exists() && !dir.path("fails.log").exists());
}

#[test]
fn too_little_time_ends_it_with_what_it_has() {
    let dir = mix();
    let ran = dir.run("run writes.sas --work work --ramp --response 1h --time-budget 0.001s --json figures");
    assert_eq!(ran.code, Some(2), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("UNDECIDED  For no number of users"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("the time budget did not suffice"), "{}", ran.stdout);
    let record = parse(&fs::read_to_string(dir.path("figures")).unwrap());
    assert_eq!(record["ended"], "time");
    assert_eq!(record["levels"].as_array().unwrap().len(), 1);
}

#[test]
fn a_signal_ends_it_with_what_it_has_and_leaves_nothing() {
    let dir = place_with(&[("endless.sas", super::ENDLESS)]);
    let run = dir.start("run endless.sas --work work --ramp --json figures");
    crate::test_folder::until("it works", || !names_in(&dir, "work").is_empty());
    run.signal(rustix::process::Signal::TERM);
    let ended = run.end().1;
    assert_eq!(ended.code, Some(143), "{}", ended.stderr);
    assert!(ended.stdout.contains("UNKNOWN  No run ended"), "{}", ended.stdout);
    let record = parse(&fs::read_to_string(dir.path("figures")).unwrap());
    assert_eq!(record["ended"], "interrupted");
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}

#[test]
fn wrong_limits_are_told_in_a_line() {
    let dir = mix();
    let told = |arguments: &str| {
        let ran = dir.run(&format!("run writes.sas sorts.sas {arguments}"));
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{arguments}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        ran.stderr.replace("feedrate: ", "")
    };
    let all = [
        "--ramp --response sort=3s",
        "--ramp --response 3x",
        "--ramp --slowdown 0.5x",
        "--ramp --response 3s --response 4s",
        "--ramp --require 0",
        "--ramp --repeats 1",
        "--ramp=0",
        "--ramp --timeline t.html",
        "--ramp --batch",
        "--ramp --log x.log",
        "--response 3s",
        "--html page.html",
    ];
    insta::assert_snapshot!(
        all.map(|arguments| format!("{arguments}\n    {}", told(arguments)))
            .concat()
    );
}

#[test]
fn a_foreign_file_where_a_log_may_go_is_told_before_anything_runs() {
    let dir = mix();
    for name in ["sorts-with-1-user.log", "writes-1-with-4-users.log"] {
        fs::create_dir_all(dir.path("logs")).unwrap();
        let file = dir.path("logs").join(name);
        fs::write(&file, "a diary\n").unwrap();
        let ran = dir.run("run --jobs mix.jobs --work work --ramp=4 --response 1h --log-dir logs");
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "nothing runs: {}", ran.stderr);
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), "a diary\n");
        fs::remove_file(file).unwrap();
    }
    // Its own logs are replaced.
    for _ in 0..2 {
        let ran = dir.run("run writes.sas --work work --ramp=1 --repeats 2 --response 1h --log-dir logs");
        assert!(
            ran.stdout.contains("No more than 1 user was to run."),
            "{}{}",
            ran.stdout,
            ran.stderr
        );
    }
    // A limit that is wrong leaves no folder.
    dir.run("run writes.sas --work work --ramp --response nosuch=1h --log-dir other");
    assert!(!dir.path("other").exists());
}

#[test]
fn programs_that_write_nothing_break_a_rate() {
    let dir = place_with(&[("null.sas", "data _null_; x = 1; run;\n")]);
    let ran = dir.run("run null.sas --work work --ramp=4 --require 100 --repeats 2 --html page.html --json figures");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("FAIL  Not even one user is served"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains(" -0"), "{}", ran.stdout);
    assert!(
        fs::read_to_string(dir.path("page.html"))
            .unwrap()
            .contains("Rate by users")
    );
    let record = parse(&fs::read_to_string(dir.path("figures")).unwrap());
    assert_eq!(record["levels"].as_array().unwrap().len(), 1);
}

#[test]
fn different_programs_of_one_name_are_classes_of_their_own() {
    let dir = mix();
    for folder in ["d1", "d2"] {
        fs::create_dir(dir.path(folder)).unwrap();
        fs::copy(dir.path("writes.sas"), dir.path(folder).join("m.sas")).unwrap();
    }
    let ran = dir.run("run d1/m.sas d2/m.sas --work work --ramp=1 --repeats 3 --response m-2=1h");
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    for class in ["  m-1", "  m-2"] {
        assert!(ran.stdout.contains(class), "{}", ran.stdout);
    }
}
