//! Files of other formats that cannot be written, or are incomplete: the earlier file is unchanged.

use std::fs;
use std::process::Command;

use rustix::process::Signal;

use super::{expect_error, names_in, place_with};
use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until, until_written};

/// Returns the engines of this build, each with the extension of its files.
fn engines() -> Vec<(&'static str, &'static str)> {
    let mut engines = vec![("csv", "csv")];
    if cfg!(any(feature = "open", feature = "sql")) {
        engines.extend([("parquet", "parquet"), ("arrow", "arrow")]);
    }
    engines
}

/// Creates a folder with a file of ten observations in `lib`, and returns its content.
fn place_of_ten(engine: &str, file: &str) -> (TestFolder, Vec<u8>) {
    let ten = format!("libname x {engine} 'lib'; data x.a; do i = 1 to 10; output; end; run;");
    // Numbers that are not compressible.
    let endless = format!("libname x {engine} 'lib'; data x.a; do i = 1 to 1e12; r = ranuni(1); output; end; run;");
    let dir = place_with(&[("ten.sas", &ten), ("endless.sas", &endless)]);
    dir.succeed("run ten.sas");
    let old = fs::read(dir.path(file)).expect("the file");
    (dir, old)
}

#[test]
fn no_space_leaves_what_was_there() {
    for (engine, extension) in engines() {
        let file = format!("lib/a.{extension}");
        let (dir, old) = place_of_ten(engine, &file);
        let mut shell = Command::new("sh");
        // 2,000 blocks, of 512 bytes or of 1,024, depending on the shell.
        shell.args(["-c", "ulimit -f 2000; exec \"$@\"", "sh", PROGRAM]);
        shell.args("run endless.sas --work work".split_whitespace());
        let ran = ProgramOutput::of(dir.prepare(shell));
        expect_error(
            &ran,
            "data set X.A is not written, and what was there before is unchanged",
        );
        assert_eq!(names_in(&dir, "lib"), [format!("a.{extension}")]);
        assert!(fs::read(dir.path(&file)).expect("the file") == old);
    }
}

#[test]
fn a_signal_or_a_kill_leaves_what_was_there() {
    for (engine, extension) in engines() {
        for (signal, code) in [
            (Signal::INT, Some(130)),
            (Signal::TERM, Some(143)),
            (Signal::KILL, None),
        ] {
            let file = format!("lib/a.{extension}");
            let (dir, old) = place_of_ten(engine, &file);
            let run = dir.start("run endless.sas --work work --log log");
            let drafts = || {
                let mut names = names_in(&dir, "lib");
                names.retain(|name| name.ends_with(".tmp"));
                names
            };
            until("the draft is there", || !drafts().is_empty());
            for draft in drafts() {
                until_written(&dir.path("lib").join(draft));
            }
            run.signal(signal);
            let (_, ran) = run.end();
            assert_eq!(ran.code, code, "{}", ran.stderr);
            assert!(fs::read(dir.path(&file)).expect("the file") == old);
            if code.is_none() {
                assert_eq!(drafts().len(), 1);
                // The next session removes it.
                let ran = dir.run("run ten.sas");
                assert!(ran.stderr.contains("Removed 1 unfinished file"));
            }
            assert_eq!(names_in(&dir, "lib"), [format!("a.{extension}")]);
        }
    }
}
