//! A campaign against feedrate: it is killed, its calls fail, the power goes, many work at once, files are damaged and
//! streams forged; and then it is seen whether anything was lost, crashed, hung, or was left behind.
//!
//! Not a test: the attempts are drawn, and how far it gets in its time depends on the machine.

mod campaign;
mod data;
mod kinds;
mod process;
mod round;
mod stream;
mod trace;
mod verdict;

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use feedrate_bench::harness::arguments::Place;
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::cases::named;
use feedrate_bench::process::program;
use feedrate_bench::volume::{self, cannot};
use serde::Serialize;

use campaign::{Plan, Tally};
use kinds::{KINDS, Kind};
use round::Tools;

/// Attack data sets and pipes: kills, failing calls, power cuts, many processes, damaged files, forged streams
///
/// Runs feedrate over and over, does it harm in ways drawn from a seed, and looks whether every data set reads as it
/// did before or as it was to be, whether anything crashed or hung, and what was left behind. The folder should be on a
/// real disk. Exits with 0 when nothing failed, 1 when something did, and 2 when nothing could be tried.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The kinds of attack, which share the time
    #[arg(long, value_name = "KIND", value_delimiter = ',',
          value_parser = named(KINDS, |kind| (kind.name, kind.help)),
          default_values = KINDS.iter().map(|kind| kind.name))]
    only: Vec<&'static Kind>,

    /// For how many minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 1.0)]
    minutes: f64,

    /// So many rounds of each kind, however long they take, in place of minutes
    #[arg(long, value_name = "NUMBER")]
    rounds: Option<u64>,

    /// The source of all that is drawn; the same seed draws the same rounds [default: another each time; it is told]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Only the round of this number, of each kind
    #[arg(long, value_name = "NUMBER")]
    round: Option<u64>,

    /// Seconds after which a run that has not ended hangs
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,

    /// Leave the files of rounds in which something failed
    #[arg(long)]
    keep: bool,
}

/// The figures, for other programs.
#[derive(Serialize)]
struct Figures<'a> {
    seed: u64,
    kinds: &'a [Tally],
}

/// Runs all kinds. Returns true if nothing was found.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut bench = Bench::begin("attack", &arguments.place)?;
    let feedrate = match arguments.place.feedrate() {
        Some(program) => program.canonicalize().map_err(cannot("find", &program))?,
        None => program::release_build(&["sql"])?,
    };
    let seed = arguments.seed;
    let plan = Plan {
        time: Duration::try_from_secs_f64(60.0 * arguments.minutes).map_err(|_| "--minutes is no time".to_owned())?,
        rounds: arguments.rounds,
        round: arguments.round,
        seed: seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000)),
        keep: arguments.keep,
    };
    bench.head(vec![program::version(&feedrate)?], &format!("seed {}", plan.seed));
    let knows = |statement| runs_well(&feedrate, bench.folder(), statement);
    let tools = Tools {
        has_sql: knows("proc sql; select 1 as x from work.a; quit;")?,
        has_lock_wait: knows("libname d '.' filelockwait=1;")?,
        feedrate,
        patience: Duration::from_secs(arguments.patience),
        bench: &bench,
    };
    let tallies = campaign::run(&arguments.only, plan, &tools, bench.folder())?;
    print!("{}", campaign::table(&tallies));
    let has_failed = tallies.iter().any(Tally::has_failed);
    let figures = Figures {
        seed: plan.seed,
        kinds: &tallies,
    };
    bench.end(&[], &figures)?;
    if has_failed && arguments.keep {
        bench.keep_folder();
    }
    check_tries(&tallies)?;
    Ok(!has_failed)
}

/// Refuses a campaign that tried nothing.
fn check_tries(tallies: &[Tally]) -> Result<(), String> {
    if tallies.iter().all(|tally| tally.left_out.is_some()) {
        return Err("nothing could be tried".into());
    }
    // A round may miss what it was to harm; that all do means that nothing does harm, and not that all is well.
    let missed = |tally: &&Tally| tally.tries == 0 && tally.rounds > 9;
    match tallies.iter().find(missed) {
        Some(tally) => {
            let (kind, rounds) = (tally.kind, tally.rounds);
            Err(format!("{kind}: none of {rounds} rounds did any harm"))
        }
        None => Ok(()),
    }
}

/// Returns true if a program knows a statement.
fn runs_well(feedrate: &Path, folder: &Path, statement: &str) -> Result<bool, String> {
    let path = folder.join("asked.sas");
    volume::write(&path, format!("data a; x = 1; run;\n{statement}\n"))?;
    let status = Command::new(feedrate)
        .arg("run")
        .arg(&path)
        .arg("--work")
        .arg(folder)
        .current_dir(env::temp_dir())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let status = status.map_err(cannot("run", feedrate))?;
    Ok(status.code() == Some(0))
}
