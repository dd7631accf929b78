//! The job of claims through pipes beside the same through disk, and pipes beside socat, measured in turn.
//!
//! Not a test: a disk's rate wanders, so this takes many pairs and minutes, and may stay undecided.

mod arguments;
mod bytes;
mod claims;
mod comparison;
mod ending;
mod pairs;
mod raw_rate;
mod record;
mod socat;
mod table;
mod transport;
mod way;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::child::Stop;
use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::{race, volume};
use feedrate_machine::MemoryGroup;
use feedrate_stats::Verdict;
use serde::Serialize;

use arguments::{Arguments, Case};
use bytes::Sent;
use claims::Claims;
use comparison::Comparison;
use pairs::Course;
use raw_rate::Raw;
use socat::{Carrier, Socat};
use way::Through;

/// All figures, for other programs.
#[derive(Debug, Serialize)]
struct Report<'a> {
    versions: &'a [String],
    /// Before and after.
    conditions: [Conditions; 2],
    claims: u64,
    memory_bytes: Option<u64>,
    below: f64,
    comparisons: &'a [Comparison],
    sent: &'a [Sent],
}

fn main() -> ExitCode {
    if let Some(done) = transport::be_an_end() {
        return match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(what) => {
                eprintln!("pipes: {what}");
                ExitCode::from(2)
            }
        };
    }
    race::exit_code("pipes", run(&Arguments::parse()))
}

/// Runs all cases; says whether none failed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let folder = race::folder(&arguments.folder, "feedrate-pipes-")?;
    let path = folder.path().canonicalize();
    let path = path.map_err(|error| format!("cannot find the folder: {error}"))?;
    volume::check_room(&path, arguments.room(), "give fewer --claims or --bytes")?;
    let feedrate = || Feedrate::find(arguments.feedrate.path().as_deref(), &[]);
    let mut versions = vec![feedrate()?.version];
    let before = Conditions::now();
    let (mut comparisons, mut sent) = (Vec::new(), Vec::new());
    for case in &arguments.cases {
        match case {
            Case::Claims => {
                let folder = path.join("claims-race");
                comparisons = race_claims(arguments, feedrate()?, &folder, &stop)?;
                // The next case is to have the room.
                fs::remove_dir_all(&folder)
                    .map_err(|error| format!("cannot remove the claims: {error}"))?;
            }
            Case::Bytes => {
                let socat = Socat::find(&arguments.socat)?;
                sent = race_bytes(arguments, &feedrate()?, &socat, &path.join("bytes"), &stop)?;
                versions.push(socat.version);
            }
        }
    }
    let after = Conditions::now();
    println!("{}", before.until(&after));
    if let Some(path) = &arguments.json {
        let report = Report {
            versions: &versions,
            conditions: [before, after],
            claims: arguments.claims,
            memory_bytes: arguments.memory_bytes(),
            below: arguments.below / 100.0,
            comparisons: &comparisons,
            sent: &sent,
        };
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let verdicts = comparisons.iter().map(|comparison| comparison.verdict);
    let mut verdicts = verdicts.chain(sent.iter().map(|sent| sent.verdict));
    Ok(verdicts.all(|verdict| verdict != Verdict::Failed))
}

fn race_claims(
    arguments: &Arguments,
    feedrate: Feedrate,
    folder: &Path,
    stop: &Stop,
) -> Result<Vec<Comparison>, String> {
    if let Some(bytes) = arguments.memory_bytes() {
        // What cannot be had is to be known now, and not after the claims are made.
        MemoryGroup::new(bytes).map_err(|error| format!("{error}; or give --memory 0"))?;
    }
    race::show("making the claims");
    let bounds = (arguments.memory_bytes(), arguments.patience());
    let claims = Claims::make(folder, arguments.claims, bounds, &feedrate, stop)?;
    let raw = Raw::make(&folder.join("raw"), claims.bytes, &feedrate, stop)?;
    race::show("");
    let versions = [feedrate.version.as_str()];
    let conditions = Conditions::now();
    println!(
        "{}",
        table::head(arguments, &versions, claims.bytes, &conditions)
    );
    let course = Course {
        feedrate,
        claims,
        raw,
        heats: arguments.heats,
        pairs: arguments.pairs,
        stop: stop.clone(),
    };
    let below = arguments.below / 100.0;
    let mut first_table = None;
    let mut comparisons = Vec::new();
    for &cpus in &arguments.cpus {
        let disk = course.heats(Through::Disk, cpus, &mut first_table)?;
        for &through in &arguments.through {
            let piped = course.heats(through, cpus, &mut first_table)?;
            let pairs = course.pairs(piped, disk)?;
            let comparison = Comparison::of((piped, disk), pairs, below)?;
            println!("{}", table::comparison(&comparison, below));
            comparisons.push(comparison);
        }
    }
    Ok(comparisons)
}

fn race_bytes(
    arguments: &Arguments,
    feedrate: &Feedrate,
    socat: &Socat,
    folder: &Path,
    stop: &Stop,
) -> Result<Vec<Sent>, String> {
    let course = bytes::Course::make(
        folder,
        arguments.bytes,
        (feedrate, socat),
        arguments.patience(),
        stop,
    )?;
    let margin = f64::from(arguments.margin) / 100.0;
    let mut all = Vec::new();
    for carrier in [Carrier::Unix, Carrier::Tcp] {
        let sent = course.race(carrier, (arguments.heats, arguments.pairs), margin)?;
        println!("{}", table::sent(&sent));
        all.push(sent);
    }
    Ok(all)
}
