//! fio's own tests, of the release that feedrate follows, with feedrate in fio's place: all that apply pass. The lists
//! below say which do not, and why.
//!
//! `FEEDRATE_FIO_TESTS` names the folder with fio's scripts, which `.ci/run` gets; nothing of them is kept here.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{feedrate, folder};

/// Tests by their numbers, and why they are not held against feedrate.
type Exclusions = &'static [(&'static [u32], &'static str)];

/// Of `run-fio-tests.py`: these are not run. The rest of its 39 are.
const JOBS_APART: Exclusions = &[
    (&[2, 6], "they write and read several GiB in small blocks: minutes"),
    (&[9], "it takes a minute, and four processors"),
    (
        &[1000, 1001, 1002, 1005, 1009],
        "they are of pieces of fio's own code, which must be built",
    ),
    (&[1003, 1006, 1010, 1011], "they are run by themselves, below"),
    (&[1004], "it takes minutes, and looks into what fio says with --debug"),
    (&[1007, 1008], "zoned devices are not supported"),
];

/// All of them.
const JOBS: [u32; 39] = {
    let mut all = [0; 39];
    let mut index = 0;
    while index < 39 {
        all[index] = if index < 26 {
            index as u32 + 1
        } else {
            index as u32 + 974
        };
        index += 1;
    }
    all
};

/// Where fio's tests are.
fn tests() -> PathBuf {
    match env::var_os("FEEDRATE_FIO_TESTS") {
        Some(folder) => folder.into(),
        None => panic!("FEEDRATE_FIO_TESTS names the folder with fio's tests; .ci/run makes it"),
    }
}

fn numbers(apart: Exclusions) -> Vec<u32> {
    apart.iter().flat_map(|(numbers, _)| *numbers).copied().collect()
}

/// A program called `fio` in a folder: feedrate.
fn fio_in(folder: &Path) -> PathBuf {
    let program = folder.join("fio");
    symlink(feedrate(), &program).expect("a link");
    program
}

/// Runs a script of fio's in a folder. Gives which of its tests passed, and all that it said.
fn run(script: &str, arguments: &[&str], folder: &Path) -> (BTreeMap<u32, bool>, String) {
    let python = env::var_os("FEEDRATE_PEERS_PYTHON").unwrap_or_else(|| "python3".into());
    // Scripts that it calls are run by the Python that is found first.
    let beside = Path::new(&python).parent().map(Path::to_owned);
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(beside.into_iter().chain(env::split_paths(&path)));
    let output = Command::new(&python)
        .env("PATH", path.expect("folders of programs have plain names"))
        .arg(tests().join("t").join(script))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("Python runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (said.lines().filter_map(verdict).collect(), said)
}

/// The number of a test, and whether it passed: `Test 1 PASSED`, with more before or behind it.
fn verdict(line: &str) -> Option<(u32, bool)> {
    let mut words = line.trim_matches('*').split_whitespace();
    if words.next()? != "Test" {
        return None;
    }
    let number = words.next()?.parse().ok()?;
    let verdict = words.next()?;
    let passed = verdict.starts_with("PASSED");
    (passed || verdict.starts_with("FAILED")).then_some((number, passed))
}

/// Asserts that of all tests of a script those passed that apply. Of the others it says which did.
fn assert_all_but(apart: Exclusions, all: impl IntoIterator<Item = u32>, ran: (BTreeMap<u32, bool>, String)) {
    let (verdicts, said) = ran;
    let apart = numbers(apart);
    for number in all {
        let passed = verdicts.get(&number);
        if !apart.contains(&number) {
            assert_eq!(passed, Some(&true), "test {number}: {said}");
        } else if passed == Some(&true) {
            let line = format!("test {number} of fio's passes by now: take it off the list\n");
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }
}

#[test]
fn jobs_of_fios_tests_pass() {
    let place = folder();
    let root = tests();
    let fio = fio_in(place.path());
    let apart = numbers(JOBS_APART);
    let applying: Vec<u32> = JOBS.into_iter().filter(|number| !apart.contains(number)).collect();
    assert_eq!(applying.len() + apart.len(), JOBS.len());
    let mut arguments = vec!["--skip-req", "--fio-root"];
    let words = [
        root.to_str().expect("a plain name"),
        "--fio",
        fio.to_str().expect("a plain name"),
        "--artifact-root",
        "made",
        "--run-only",
    ];
    arguments.extend(words);
    let wanted: Vec<String> = applying.iter().map(u32::to_string).collect();
    arguments.extend(wanted.iter().map(String::as_str));
    let ran = run("run-fio-tests.py", &arguments, place.path());
    assert_all_but(JOBS_APART, JOBS, ran);
}

#[test]
fn zones_of_fios_tests_are_visited_as_they_should() {
    let place = folder();
    let fio = fio_in(place.path());
    let fio = fio.to_str().expect("a plain name");
    assert_all_but(&[], 1..=21, run("strided.py", &[fio], place.path()));
}

#[test]
fn readonly_holds_in_fios_tests() {
    let place = folder();
    let fio = fio_in(place.path());
    let fio = fio.to_str().expect("a plain name");
    let ran = run("readonly.py", &["-f", fio], place.path());
    assert_all_but(&[], 1..=9, ran);
}

#[test]
fn latencies_of_fios_tests_are_found() {
    let place = folder();
    let linked = fio_in(place.path());
    // Of runs as long as the script has them it looks at all latencies, which takes minutes.
    let wrapper = place.path().join("short");
    let text = format!(
        "#!/bin/sh\nfor word; do\n  shift\n  case $word in --runtime=*) word=--runtime=400ms ;; esac\n  \
         set -- \"$@\" \"$word\"\ndone\nexec '{}' \"$@\"\n",
        linked.display()
    );
    fs::write(&wrapper, text).expect("a script");
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let wrapper = wrapper.to_str().expect("a plain name");
    let ran = run("latency_percentiles.py", &["-f", wrapper], place.path());
    assert_all_but(&[], 1..=22, ran);
    let fio = linked.to_str().expect("a plain name");
    assert_all_but(&[], [1], run("jsonplus2csv_test.py", &["-f", fio], place.path()));
}
