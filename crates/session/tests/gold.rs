//! Programs with the log and the listing that they must give.
//!
//! Each `programs/NAME.sas` runs, and its log and listing are held against `NAME.log` and `NAME.lst`. What
//! differs from run to run (times, rates, paths) is replaced first. `UPDATE_GOLD=1 cargo test` writes
//! both anew; read the difference before it goes in. Those called `sql-…` run in builds with PROC SQL,
//! and those called `open-…` in builds with libraries of Parquet and Arrow files. Each is a test of its own:
//! `cargo test -p feedrate-session --test gold merge` runs those with `merge` in their names.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

#[path = "session/steady.rs"]
mod steady;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};
use libtest_mimic::{Arguments, Failed, Trial};
use steady::steady_line;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut programs: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sas"))
        .collect();
    programs.sort();
    assert!(programs.len() > 10, "programs are missing");
    let tests = programs.into_iter().map(|program| {
        let name = program.file_stem().unwrap().to_str().unwrap().to_owned();
        let is_built = (cfg!(feature = "sql") || !name.starts_with("sql-"))
            && (cfg!(feature = "open") || !name.starts_with("open-"));
        Trial::test(name, move || check(&program)).with_ignored_flag(!is_built)
    });
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit_code()
}

/// Holds the log and the listing of a program against its gold, or writes them there.
fn check(program: &Path) -> Result<(), Failed> {
    let name = program.file_name().unwrap().to_str().unwrap();
    let (log, listing) = run(name, &fs::read_to_string(program)?);
    for (extension, is) in [("log", log), ("lst", listing)] {
        let gold = program.with_extension(extension);
        let should = fs::read_to_string(&gold).unwrap_or_default();
        if is == should {
            continue;
        }
        if std::env::var_os("UPDATE_GOLD").is_none() {
            return Err(first_difference(&gold, &should, &is).into());
        }
        fs::write(&gold, is)?;
    }
    Ok(())
}

/// Runs a program; gives its log and its listing.
fn run(name: &str, text: &str) -> (String, String) {
    let work = tempfile::tempdir().unwrap();
    // A folder for the files of programs, which find its path in SYSPARM.
    let files = tempfile::tempdir().unwrap();
    let files_path = files.path().to_str().unwrap();
    let (mut log, mut listing) = (Vec::new(), Vec::new());
    let mut options = SystemOptions::default();
    // However little a program moves, what it moves is part of the gold.
    options.set("IOTABLE", Some("ALL")).unwrap();
    let mut session = Session::new(Setup {
        log: Box::new(&mut log),
        listing: Box::new(&mut listing),
        work: Some(work.path().to_owned()),
        options,
        sysparm: files_path.to_owned(),
        stop: Arc::default(),
    });
    session.run(name, text).unwrap();
    drop(session);
    let left: Vec<_> = fs::read_dir(work.path()).unwrap().collect();
    assert!(left.is_empty(), "{name} left {left:?}");
    let steady = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        text.lines()
            .map(|line| steady_line(&line.replace(files_path, "(files)"), work.path()) + "\n")
            .collect()
    };
    (steady(log), steady(listing))
}

fn first_difference(gold: &Path, should: &str, is: &str) -> String {
    let (mut before, mut after) = (should.lines(), is.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (before.next(), after.next()) {
            (None, None) => return format!("{}: differs in its line ends", gold.display()),
            (a, b) if a == b => {}
            (a, b) => {
                let shown = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                return format!(
                    "{} line {number}:\n  gold: {}\n  now:  {}",
                    gold.display(),
                    shown(a),
                    shown(b)
                );
            }
        }
    }
}
