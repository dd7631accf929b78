//! A campaign against feedrate: it is killed, its calls fail, the power goes, many work at once, files are damaged and
//! streams forged; and then it is seen whether anything was lost, crashed, hung, or was left behind.
//!
//! Not a test: what is tried is drawn, and how far it gets in its time depends on the machine.

mod acts;
mod arguments;
mod between;
mod calls;
mod campaign;
mod cut;
mod damage;
mod disk;
mod errors;
mod forged;
mod indexes;
mod kills;
mod power;
mod process;
mod recording;
mod round;
mod slow;
mod socket;
mod stock;
mod strace;
mod table;
mod together;
mod verdict;
mod xport;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use clap::Parser;
use feedrate_bench::{program, race};

use arguments::Arguments;
use round::{Tools, cannot};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(what) => {
            race::show("");
            eprintln!("attack: {what}");
            ExitCode::from(2)
        }
    }
}

/// Runs all kinds; says whether nothing was found.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let mut folder = race::folder(&arguments.folder, "feedrate-attack-")?;
    let path = folder.path().canonicalize();
    let path = path.map_err(|error| format!("cannot find the folder: {error}"))?;
    let feedrate = match arguments.feedrate() {
        Some(program) => program
            .canonicalize()
            .map_err(|error| cannot("find", &program, &error))?,
        None => program::release_build(&["sql"])?,
    };
    let seed = arguments
        .seed
        .unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    println!("{}", table::head(&program::version(&feedrate)?, seed));
    let tools = Tools {
        has_sql: runs_well(
            &feedrate,
            &path,
            "proc sql; select 1 as x from work.a; quit;",
        )?,
        has_lock_wait: runs_well(&feedrate, &path, "libname d '.' filelockwait=1;")?,
        feedrate,
        patience: arguments.patience(),
        stop,
    };
    let tallies = campaign::run(arguments, seed, &tools, &path)?;
    print!("{}", table::table(&tallies));
    let has_failed = tallies.iter().any(campaign::Tally::has_failed);
    if has_failed && arguments.keep {
        folder.disable_cleanup(true);
    }
    if tallies.iter().all(|tally| tally.left_out.is_some()) {
        return Err("nothing could be tried".into());
    }
    // A round may miss what it was to harm; that all do means that nothing does harm, and not that all is well.
    let missed = |tally: &&campaign::Tally| tally.tries == 0 && tally.rounds > 9;
    if let Some(tally) = tallies.iter().find(missed) {
        let (kind, rounds) = (tally.kind.name(), tally.rounds);
        return Err(format!("{kind}: none of {rounds} rounds did any harm"));
    }
    Ok(!has_failed)
}

/// Whether a program knows a statement.
fn runs_well(feedrate: &Path, folder: &Path, statement: &str) -> Result<bool, String> {
    let path = folder.join("asked.sas");
    let text = format!("data a; x = 1; run;\n{statement}\n");
    fs::write(&path, text).map_err(|error| cannot("write", &path, &error))?;
    let status = Command::new(feedrate)
        .arg("run")
        .arg(&path)
        .arg("--work")
        .arg(folder)
        .current_dir(env::temp_dir())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let status = status.map_err(|error| cannot("run", feedrate, &error))?;
    Ok(status.code() == Some(0))
}
