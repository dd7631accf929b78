//! `--cold`: inputs go out of the page cache before the program first uses them, and not later.

use std::fs;

use serde_json::Value;

use super::{errors, names_in, place_with};
use crate::json::{keys, parse};
use crate::test_folder::TestFolder;

/// Makes inputs: a data set with an index, and a file of lines.
const MAKE: &str = "libname x 'lib';
data x.a(index=(i)); length t $100; do i = 1 to 20000; output; end; run;
data _null_; set x.a(obs=100); file 'lines'; put i; run;
";

/// Uses each of them, a data set of its own, and one of them again.
const USE: &str = "libname x 'lib';
proc means data=x.a; run;
data _null_; infile 'lines'; input j; run;
data _null_; do i = 5, 7000; set x.a key=i; end; stop; run;
data own; set x.a; run;
proc means data=own; run;
";

fn place(program: &str) -> TestFolder {
    let dir = place_with(&[("make.sas", MAKE), ("p.sas", program)]);
    dir.succeed("run make.sas --work work");
    dir
}

/// Returns for each use of a data set or an index its name, and what was in the cache before.
fn resident_before(steps: &Value) -> Vec<(&str, u64)> {
    let steps = steps.as_array().expect("steps");
    let uses = steps.iter().flat_map(|step| {
        let lists = ["read", "others"].map(|key| step[key].as_array().expect("a list"));
        lists.into_iter().flatten()
    });
    uses.map(|used| {
        let bytes = &used["file"]["resident_before_bytes"];
        let name = used["name"].as_str().expect("a name");
        (name, bytes.as_u64().expect("the owner may know"))
    })
    .collect()
}

/// Returns the names of the files that were made cold, without their folders.
fn cold_files(record: &Value) -> Vec<&str> {
    let files = record["cold"]["files"].as_array().expect("files");
    let paths = files.iter().map(|file| file["path"].as_str().expect("a path"));
    paths
        .map(|path| path.rsplit_once('/').map_or(path, |(_, name)| name))
        .collect()
}

#[test]
fn each_input_is_cold_at_its_first_use_alone() {
    let dir = place(USE);
    let before = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    let ran = dir.run("run p.sas --cold --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(fs::read(dir.path("lib/a.sas7bdat")).ok(), Some(before));
    let record = parse(&ran.stdout);
    let uses = resident_before(&record["steps"]);
    let names: Vec<&str> = uses.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["X.A", "X.A", "X.A.INDEX", "X.A", "WORK.OWN"]);
    let is_cold: Vec<bool> = uses.iter().map(|(_, bytes)| *bytes == 0).collect();
    assert_eq!(is_cold, [true, false, true, false, false], "{uses:?}");

    assert_eq!(cold_files(&record), ["a.sas7bdat", "lines", "a.sas7bdat.index"]);
    for file in record["cold"]["files"].as_array().expect("files") {
        assert_eq!(file["resident_after_bytes"], 0, "{file}");
        assert_eq!(file["resident_before_bytes"], file["file_bytes"], "{file}");
    }
    let note = "lib/a.sas7bdat was sent out of the page cache before its first use.";
    assert!(ran.stderr.contains(note), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("NOTE: --cold: ").count(), 3);

    let mut found = std::collections::BTreeSet::new();
    keys(&record["cold"], "cold", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn without_it_nothing_goes() {
    let dir = place(USE);
    let ran = dir.run("run p.sas --work work --json -");
    let record = parse(&ran.stdout);
    assert_eq!(record["cold"], Value::Null);
    let uses = resident_before(&record["steps"]);
    assert!(uses.iter().all(|(_, bytes)| *bytes > 0), "{uses:?}");
    assert!(!ran.stderr.contains("--cold"), "{}", ran.stderr);
}

#[test]
fn what_a_program_changes_in_place_keeps_its_content() {
    let change = "libname x 'lib';
proc append base=x.a data=more; run;
";
    let more = "data more; length t $100; do i = 20001 to 20010; output; end; run;\n";
    let count = "proc contents data=x.a; run;\n";
    let dir = place(&format!("{more}{change}{count}"));
    let ran = dir.run("run p.sas --cold --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(cold_files(&parse(&ran.stdout)), ["a.sas7bdat", "a.sas7bdat.index"]);
    assert!(ran.stderr.contains("X.A has 20010 observations"), "{}", ran.stderr);
}

#[test]
fn sessions_share_what_is_cold() {
    let dir = place(
        "signon a; signon b;
rsubmit a wait=no; libname x 'lib'; proc means data=x.a; run; endrsubmit;
rsubmit b wait=no; libname x 'lib'; proc means data=x.a; run; data x.made; set x.a; run; endrsubmit;
waitfor _all_ a b; signoff _all_;
libname x 'lib';
proc means data=x.made; run;
proc means data=x.a; run;
",
    );
    let ran = dir.run("run p.sas --cold --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    assert_eq!(cold_files(&record), ["a.sas7bdat"], "{}", ran.stderr);
    let sessions = record["sessions"].as_array().expect("sessions");
    let processes: Vec<&Value> = sessions.iter().map(|session| &session["process"]).collect();
    assert!(processes.contains(&&record["cold"]["files"][0]["process"]));
    let of_sessions = sessions.iter().flat_map(|session| resident_before(&session["steps"]));
    let cold = of_sessions.filter(|(_, bytes)| *bytes == 0).count();
    assert_eq!(cold, 1, "{record}");
    let own = resident_before(&record["steps"]);
    assert!(own.iter().all(|(_, bytes)| *bytes > 0), "{own:?}");
    let taken = &record["cold"]["taken_for_made"];
    assert_eq!(taken.as_array().map(Vec::len), Some(0), "{taken}");
}

#[test]
fn programs_that_run_at_once_share_what_is_cold() {
    let dir = place("libname x 'lib'; proc means data=x.a; run;");
    let ran = dir.run("run p.sas*3 --cold --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    let jobs = record["jobs"].as_array().expect("jobs");
    let mut cold: Vec<usize> = jobs.iter().map(|job| cold_files(&job["record"]).len()).collect();
    cold.sort_unstable();
    assert_eq!(cold, [0, 0, 1]);
}

#[test]
fn an_input_that_stays_in_memory_is_an_error() {
    let Ok(memory) = tempfile::tempdir_in("/dev/shm") else {
        eprintln!("left out: no files can be made in memory here");
        return;
    };
    let dir = place("libname x 'memory'; data y; set x.a; run; data z; w = 1; run;");
    fs::copy(dir.path("lib/a.sas7bdat"), memory.path().join("a.sas7bdat")).expect("a copy");
    std::os::unix::fs::symlink(memory.path(), dir.path("memory")).expect("a link");
    let ran = dir.run("run p.sas --cold --work work");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let errors = errors(&ran.stderr);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("a.sas7bdat cannot be made cold for --cold: ")
            && errors[0].contains(" bytes stay in the page cache"),
        "{errors:?}"
    );
    assert!(!ran.stderr.contains("WORK.Y has"), "{}", ran.stderr);
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}

#[test]
fn every_repeat_is_cold() {
    let dir = place("libname x 'lib'; proc means data=x.a; run;");
    let ran = dir.run("run p.sas --cold --repeats 3 --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    for run in record["runs"].as_array().expect("runs") {
        assert_eq!(resident_before(&run["steps"]), [("X.A", 0)]);
        assert_eq!(cold_files(run), ["a.sas7bdat"]);
    }
}

#[test]
fn what_is_changed_meanwhile_and_what_is_of_the_future_is_told() {
    let dir = place(
        "libname x 'lib';
data _null_; file 'own'; do i = 1 to 9; put i; end; run;
data _null_; infile 'own'; input j; run;
data _null_; file 'lines' mod; put '1'; run;
data _null_; infile 'lines'; input j; run;
proc means data=x.a; run;
",
    );
    let file = fs::OpenOptions::new().write(true).open(dir.path("lib/a.sas7bdat"));
    let hour = std::time::Duration::from_secs(3600);
    let time = std::time::SystemTime::now() + hour;
    file.and_then(|file| file.set_modified(time)).expect("a time");
    let ran = dir.run("run p.sas --cold --work work --json -");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    assert_eq!(cold_files(&record), ["a.sas7bdat"]);
    assert_eq!(record["cold"]["files"][0]["changed_in_future"], true);
    let taken = record["cold"]["taken_for_made"].as_array().expect("a list");
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert!(taken[0].as_str().is_some_and(|path| path.ends_with("lines")));
    assert_eq!(
        ran.stderr.matches("lines was changed after the program began").count(),
        1
    );
    assert_eq!(ran.stderr.matches("was last changed in the future").count(), 1);
}
