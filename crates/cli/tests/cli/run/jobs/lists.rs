//! Lists of jobs.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use super::{SOUND, read, row};
use crate::run::{names_in, place_with};

/// A program that tells its settings.
const TELLS: &str = "%put &=x bufno %sysfunc(getoption(bufno)) &sysparm;";

#[test]
fn each_line_has_settings_of_its_own() {
    let list = "# all jobs\n\
                tells.sas *2 -o bufno=3 --let x=1   # twice\n\
                \"two words.sas\" --sysparm 'of mine' --name named\n\
                \n\
                t*.sas --work ../work --log ../lib/other.log --listing /dev/null\n";
    let dir = place_with(&[]);
    fs::create_dir(dir.path("list")).expect("a folder");
    for (name, text) in [("jobs", list), ("tells.sas", TELLS), ("two words.sas", TELLS)] {
        fs::write(dir.path("list").join(name), text).expect("a file");
    }
    // Two programs match the pattern, and would share their log.
    let said = dir.fail("run --jobs list/jobs -o bufno=9 --let x=0");
    assert!(said.contains("the log of tells-3 and the log of two words"), "{said}");

    fs::write(dir.path("list/jobs"), list.replace("t*.sas", "te*.sas")).expect("a list");
    let table = dir.succeed("run --jobs list/jobs -o bufno=9 --let x=0");
    assert!(table.starts_with("4 jobs of list/jobs\n"), "{table}");
    for (name, log, says) in [
        ("tells-1", "list/tells-1.log", "X=1 bufno 3"),
        ("tells-2", "list/tells-2.log", "X=1 bufno 3"),
        ("named", "list/named.log", "X=0 bufno 9 of mine"),
        ("tells-3", "lib/other.log", "X=0 bufno 9"),
    ] {
        assert_eq!(row(&table, name).last(), Some(&"clean"));
        let log = read(&dir, log);
        assert!(log.contains(&format!("\n{says}\n")), "{log}");
    }
    assert!(!dir.path("list/tells-3.lst").exists());
}

#[test]
fn a_list_may_come_from_standard_input() {
    let dir = place_with(&[("a.sas", SOUND)]);
    let mut command = dir.command("run --jobs - --work work");
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    let mut input = child.stdin.take().expect("its input");
    input.write_all(b"a.sas *3\n").expect("it reads");
    drop(input);
    assert!(child.wait().expect("it ends").success());
    assert!(dir.path("a-3.log").exists());
}

#[test]
fn what_is_wrong_in_a_list_is_told_with_its_line() {
    let dir = place_with(&[("a.sas", SOUND)]);
    for (list, says) in [
        ("", "jobs: it has no job"),
        ("a.sas\na.sas 'x\n", "jobs: line 2: a quote is not closed"),
        ("\na.sas b.sas\n", "jobs:2: b.sas is no *N"),
        ("a.sas *2000", "jobs:1: *2000: after * comes how often"),
        ("a.sas --batch", "jobs:1: unexpected argument '--batch' found"),
        ("-o bufno=3", "jobs:1: the following required arguments"),
        ("a.sas --name ../x", "jobs:1: --name ../x: "),
        ("a.sas -o bufno=x", "jobs:1: --option bufno=x: "),
        ("a.sas --let 1x=2", "jobs:1: --let 1x=2: "),
        ("a.sas --work none", "jobs:1: --work none: "),
        ("none.sas", "jobs:1: cannot read the program none.sas"),
        ("b*.sas", "jobs:1: b*.sas matches no file"),
        ("a.sas --log -", "cannot go to standard output"),
    ] {
        fs::write(dir.path("jobs"), list).expect("a list");
        let said = dir.fail("run --jobs jobs");
        assert!(said.contains(says), "{list}: {said}");
    }
    assert!(dir.fail("run --jobs none").contains("cannot read none: no such file"));
    fs::write(dir.path("jobs"), b"a\xff.sas").expect("a list");
    assert!(dir.fail("run --jobs jobs").contains("no text in UTF-8"));
    assert_eq!(names_in(&dir, "work"), [""; 0]);
    assert!(!dir.path("a.log").exists());
}
