//! Studies that are carried out to their ends, in parts or with other levels.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::{ECHO, left_in_data, levels, place_with, runs};
use crate::json::parse;
use crate::test_folder::{PROGRAM, ProgramOutput};

/// Returns how often the cells with a level were run.
fn count(runs: &[Value], level: &str) -> usize {
    let has = |run: &&Value| levels(run).contains(level);
    runs.iter().filter(has).count()
}

fn figure(run: &Value, name: &str) -> Option<f64> {
    let figures = run["figures"].as_array().expect("figures");
    let figure = figures.iter().find(|figure| figure["name"] == name)?;
    figure["value"].as_f64()
}

#[test]
fn a_study_of_a_program_is_carried_out_to_its_end() {
    let dir = place_with(
        r#"title = "A program"
repeats = 2
cache = "cold"
[run]
program = "sub/it's a.sas"
[[factor]]
name = "rows"
levels = [100, 3000]
let = "rows"
covariate = true
[[factor]]
name = "method"
levels = ["cached", "direct"]
[[factor]]
name = "sysparm"
levels = ["--x"]
argument = "--sysparm"
"#,
    );
    fs::create_dir(dir.path("sub")).expect("a folder");
    let program = "data a; do i = 1 to &rows; x = \"&sysparm\"; output; end; run;\n\
                   data b; set a end=e; if e and (i ne &rows or x ne '--x') then abort; run;\n";
    fs::write(dir.path("sub/it's a.sas"), program).expect("a program");
    let report = dir.succeed("study s.toml --folder data --html report.html");
    assert!(
        report.starts_with("A program\n=========\n8 runs of 4 cells"),
        "{report}"
    );
    assert!(left_in_data(&dir).is_empty());
    assert_eq!(dir.names(), ["data", "report.html", "s.feedrate", "s.toml", "sub"]);
    let runs = runs(&dir, "s.feedrate");
    assert_eq!(runs.len(), 8);
    assert_eq!(count(&runs, "method=direct"), 4);
    assert_eq!(count(&runs, "rows=3000"), 4);
    for run in &runs {
        assert!(figure(run, "seconds") > Some(0.0), "{run}");
        assert!(figure(run, "written_bytes") > Some(0.0), "{run}");
        let mut figures = run["figures"].as_array().expect("figures").iter();
        assert!(figures.any(|figure| figure["step"].is_string()), "{run}");
    }
    // Nothing is left to do.
    assert!(!dir.run("study s.toml --folder data").stderr.contains("run 1 of"));
    // Another program does not go into the same store.
    fs::write(dir.path("sub/it's a.sas"), format!("{program};")).expect("a program");
    let ran = dir.run("study s.toml --folder data");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("has changed since"), "{}", ran.stderr);
}

#[test]
fn job_files_and_synthetic_jobs_have_their_factors() {
    let job = r#"title = "A job"
repeats = 1
[run]
job = "j.fio"
[[factor]]
name = "page_size"
levels = ["4k", "64k"]
[[factor]]
name = "streams"
levels = [2]
[[factor]]
name = "rw"
job_option = "rw"
levels = ["write", "randread"]
"#;
    let dir = place_with(job);
    fs::write(dir.path("j.fio"), "[a]\nrw=read\nsize=128k\n").expect("a job");
    dir.succeed("study s.toml --folder data");
    let of_job = runs(&dir, "s.feedrate");
    let writing = of_job
        .iter()
        .find(|run| levels(run).contains("rw=write"))
        .expect("one that writes");
    assert_eq!(figure(writing, "written_bytes"), Some(262_144.0));
    let synthetic = "title = 'A measure'\nrepeats = 1\n[run]\nmeasure = '{folder}/x --do write --size 256K'\n\
                     [[factor]]\nname = 'method'\nlevels = ['direct']\n[[factor]]\nname = 'buffers'\nlevels = [1, 4]\n";
    fs::write(dir.path("m.toml"), synthetic).expect("a study");
    dir.succeed("study m.toml --folder data");
    assert_eq!(runs(&dir, "m.feedrate").len(), 2);
    assert!(left_in_data(&dir).is_empty());
}

#[test]
fn cells_levels_and_repeats_can_be_chosen_and_added() {
    let dir = place_with(ECHO);
    dir.succeed("study s.toml --folder data --only n=2 --only way=5");
    assert_eq!(runs(&dir, "s.feedrate").len(), 2);
    dir.succeed("study s.toml --folder data");
    let all = runs(&dir, "s.feedrate");
    assert_eq!(all.len(), 8);
    for run in &all {
        let rate = figure(run, "rate").expect("a rate");
        let levels = levels(run);
        assert_eq!(rate >= 20.0, levels.contains("n=2"), "{run}");
        assert_eq!(rate % 10.0 == 5.0, levels.contains("way=5"), "{run}");
    }
    dir.succeed("study s.toml --folder data --add-repeats 2 --only n=1");
    let all = runs(&dir, "s.feedrate");
    assert_eq!((all.len(), count(&all, "n=1")), (12, 8));
    // Each cell has so many more than it had, whatever others have.
    dir.succeed("study s.toml --folder data --add-repeats 1 --only n=2");
    assert_eq!(count(&runs(&dir, "s.feedrate"), "n=2"), 6);
    dir.succeed("study s.toml --folder data --levels n=1,3 --only n=3 --repeats 1");
    let all = runs(&dir, "s.feedrate");
    assert_eq!((all.len(), count(&all, "n=3")), (16, 2));
}

#[test]
fn runs_that_fail_are_told_and_the_others_are_done() {
    let dir = place_with(&ECHO.replace("echo rate", "test {n} = 1 || exit 7; echo rate"));
    let ran = dir.run("study s.toml --folder data --json -");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("n=2, way=0 failed: exit code 7"), "{}", ran.stderr);
    let result = parse(&ran.stdout);
    assert_eq!(result["feedrate"]["format"], "study");
    assert_eq!(result["runs"].as_array().map(Vec::len), Some(4));
}

#[test]
fn the_figures_of_a_command_are_not_those_of_its_profile() {
    let dir = place_with(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['sh', '-c', 'echo 5 MB; echo 6 MB/s >&2']\n\
         [[measure]]\nname = 'a'\npattern = '([0-9.]+) MB$'\n[[measure]]\nname = 'b'\npattern = '([0-9.]+) MB/s'\n",
    );
    dir.succeed("study s.toml --folder data");
    let runs = runs(&dir, "s.feedrate");
    assert_eq!(figure(&runs[0], "a"), Some(5.0));
    assert_eq!(figure(&runs[0], "b"), Some(6.0));
}

#[test]
fn readers_that_have_gone_are_no_failure() {
    let dir = place_with(ECHO);
    let line = format!(
        "{0} study s.toml --folder data 2>&- | true; {0} report s.feedrate >&- 2>&-",
        PROGRAM
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]);
    let ran = ProgramOutput::of(dir.prepare(shell));
    assert_eq!(ran.stderr, "");
    assert_eq!(runs(&dir, "s.feedrate").len(), 8);
}
