//! feedrate and fio side by side: the same transfers of the same file, measured in turn.
//!
//! Not a test: a disk's rate wanders, so this takes many pairs and minutes, and may stay undecided.

mod arguments;
mod case;
mod comparison;
mod jobs;
mod measurement;
mod ours;
mod pairs;
mod report;
mod table;
mod theirs;

use std::fs;
use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;
use feedrate_bench::fio::Fio;
use feedrate_bench::race;
use feedrate_stats::Verdict;

use arguments::Arguments;
use comparison::Comparison;
use report::Report;

fn main() -> ExitCode {
    race::exit_code("raw", run(&Arguments::parse()))
}

/// Runs all cases; says whether none failed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let cases = case::chosen(arguments.only.as_deref())?;
    let fio = Fio::find(&arguments.fio)?;
    let feedrate = Feedrate::find(arguments.feedrate.as_deref(), &[])?;
    let folder = race::folder(&arguments.folder, "feedrate-raw-")?;
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
