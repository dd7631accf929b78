//! feedrate and fio side by side: the same transfers of the same file, measured in turn.
//!
//! Not a test: a disk's rate wanders, so this takes many pairs and minutes, and may stay undecided.

mod arguments;
mod case;
mod child;
mod comparison;
mod conditions;
mod feedrate;
mod file;
mod fio;
mod measurement;
mod pairs;
mod program;
mod report;
mod table;

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use feedrate_stats::Verdict;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use arguments::Arguments;
use child::Stop;
use comparison::Comparison;
use conditions::Conditions;
use feedrate::Feedrate;
use file::TestFile;
use fio::Fio;
use report::Report;

fn main() -> ExitCode {
    match race(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(what) => {
            eprintln!("raw: {what}");
            ExitCode::from(2)
        }
    }
}

/// Runs all cases; says whether none failed.
fn race(arguments: &Arguments) -> Result<bool, String> {
    let stop = listen()?;
    let cases = case::chosen(arguments.only.as_deref())?;
    let fio = Fio::find(arguments)?;
    let feedrate = Feedrate::find(arguments)?;
    let folder = tempfile::Builder::new()
        .prefix("feedrate-raw-")
        .tempdir_in(&arguments.folder)
        .map_err(|error| {
            let folder = arguments.folder.display();
            format!("cannot make a folder in {folder}: {error}")
        })?;
    let file = TestFile::make(folder.path(), arguments.size, &feedrate, &stop)?;
    let before = Conditions::now();
    println!("{}", table::head(arguments, &feedrate, &fio, &before));

    let mut comparisons = Vec::new();
    for case in cases {
        let measured = pairs::measure(&case, arguments, &feedrate, &fio, &file, &stop)?;
        let comparison = Comparison::of(case, measured, arguments.margin)?;
        print!("{}", table::rows(&comparison));
        comparisons.push(comparison);
    }
    let after = Conditions::now();
    println!("{}", table::foot(&comparisons, &before, &after));

    let failed = comparisons
        .iter()
        .flat_map(|comparison| &comparison.figures)
        .any(|figure| figure.verdict == Some(Verdict::Failed));
    if let Some(path) = &arguments.json {
        let conditions = [before, after];
        let size = file.size();
        let report = Report::of(arguments, &feedrate, &fio, size, conditions, &comparisons);
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(!failed)
}

/// From now on a signal stops the run, which then removes its files.
fn listen() -> Result<Stop, String> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
    }
    Ok(stop)
}
