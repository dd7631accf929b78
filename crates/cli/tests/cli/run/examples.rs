//! Tests that the programs of `examples/` do what they say.

use std::fs;
use std::path::{Path, PathBuf};

use super::place_with;
use crate::test_folder::TestFolder;

/// Queries of the claims, each on one line of the log.
const ASK: &str = "libname x 'lib';
data _null_;
  set x.simclaims500 end=last;
  charged + charge;
  if paid > charge or paid < 0 or thru_dt < from_dt or year(from_dt) ne 2003 then wrong + 1;
  if last then put charged= hex16. wrong=;
run;
proc contents data=x.simclaims500; run;
proc freq data=x.simclaims500; tables mem_id*mem_sex*region / noprint out=members; run;
proc freq data=members; tables mem_id / noprint out=of_one; run;
data _null_; set of_one(where=(count > 1)); put 'ERROR: a member changed'; run;";

/// Returns the path of an example.
pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// Creates a folder with the program and its empty folders.
pub fn place_with_examples(names: &[&str]) -> TestFolder {
    let dir = place_with(&[("ask.sas", ASK)]);
    for name in names {
        fs::copy(example(name), dir.path(name)).expect("a program");
    }
    dir
}

/// Returns what the log shows of claims that are made with these arguments.
fn told(dir: &TestFolder, arguments: &str) -> String {
    dir.succeed(&format!(
        "run claims.sas --let size=500 --let folder=lib --let year=2003 --let members=40 {arguments}"
    ));
    let ran = dir.run("run ask.sas");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let contents = ran.stdout.lines();
    assert_eq!(
        contents
            .filter(|line| line.contains("Observation Length    128"))
            .count(),
        1,
        "{}",
        ran.stdout
    );
    let mut lines = ran.stderr.lines();
    let line = lines.find(|line| line.starts_with("charged="));
    line.expect("a line that tells").to_owned()
}

#[test]
fn claims_have_128_bytes_and_come_from_their_seed() {
    let dir = place_with_examples(&["claims.sas"]);
    let first = told(&dir, "");
    assert!(first.ends_with("wrong=0"), "{first}");
    assert_eq!(told(&dir, "--let seed=196"), first);
    assert_ne!(told(&dir, "--let seed=197"), first);
}
