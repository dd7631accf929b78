//! The job of claims through pipes beside the same through disk, and pipes beside socat.

mod bytes;
mod comparison;
mod ending;
mod job;
mod race;
mod raw_rate;
mod socat;
mod transport;
mod way;

use std::path::PathBuf;

use clap::Args;
use feedrate_bench::harness::arguments::{Heats, Margin, Patience, Place, Rounds};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::cases::named;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::volume;
use feedrate_machine::MemoryGroup;
use serde::Serialize;

use bytes::Transmission;
use comparison::Comparison;
use job::Claims;
use race::Race;
use raw_rate::Raw;
use socat::{Carrier, Socat};
pub use transport::{End, be_an_end};
use way::PipeRoute;

/// Race the job of claims through pipes with the same through disk, and pipes with socat
///
/// A DATA step computes on claims and PROC TABULATE counts them, cold, with memory limited so that the data set
/// between them does not fit; then the same bytes are sent through pipes and through socat. The folder needs room for
/// four times the claims, which is looked for before anything is made.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The cases to be run, in this order
    #[arg(long, value_name = "CASE", value_delimiter = ',',
          value_parser = named(CASES, |case| (case.name, "")),
          default_values = CASES.iter().map(|case| case.name))]
    cases: Vec<&'static Case>,

    /// Claims; each has 128 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(10_000..=1_000_000_000))]
    claims: u64,

    /// CPUCOUNT of the session that tabulates, one comparison for each
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', default_values = ["1", "2"],
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    cpus: Vec<u32>,

    /// The pipes that are held against disk
    #[arg(long, value_name = "WAY", value_delimiter = ',', default_values = ["pipe", "tcp"])]
    through: Vec<PipeRoute>,

    /// MiB of memory that all processes of a job may have together, what the page cache holds for them included;
    /// 0 for no limit; a limit wants root [default: an eighth of the claims, and at least 128]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
    memory: Option<u64>,

    /// MB that are sent through pipes and through socat
    #[arg(long, value_name = "MB", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    bytes: u64,

    #[command(flatten)]
    rounds: Rounds<10>,

    #[command(flatten)]
    heats: Heats<3>,

    #[command(flatten)]
    margin: Margin,

    #[command(flatten)]
    patience: Patience<10>,

    /// The time through a pipe must be below this share of that through disk, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 57.5)]
    below: f64,

    /// socat's program
    #[arg(long, value_name = "PROGRAM", default_value = "socat")]
    socat: PathBuf,
}

/// A case.
#[derive(Clone, Debug)]
struct Case {
    name: &'static str,
    /// Bytes of files that it may need at once.
    room: fn(&Arguments) -> u64,
    /// Its race, which adds to the figures.
    race: fn(&Arguments, &mut Bench, &mut Figures) -> Result<(), String>,
}

const CASES: &[Case] = &[
    Case {
        name: "claims",
        // The claims, a data set between the steps that is a quarter longer, and a file for raw transfers.
        room: |arguments| 4 * 128 * arguments.claims,
        race: race_claims,
    },
    Case {
        name: "bytes",
        room: |arguments| arguments.bytes * 1_100_000,
        race: race_bytes,
    },
];

impl Arguments {
    /// Returns the bytes of memory that the processes of a job of claims may have.
    fn memory_bytes(&self) -> Option<u64> {
        let eighth = || ((self.claims * 128 / 8) >> 20).max(128);
        match self.memory.unwrap_or_else(eighth) {
            0 => None,
            mebibytes => Some(mebibytes << 20),
        }
    }

    /// Returns the bytes of files that may be needed at once.
    fn room(&self) -> u64 {
        let cases = self.cases.iter();
        cases.map(|case| (case.room)(self)).max().unwrap_or_default()
    }
}

/// The figures, for other programs.
#[derive(Debug, Serialize)]
struct Figures {
    claims: u64,
    memory_bytes: Option<u64>,
    below: f64,
    comparisons: Vec<Comparison>,
    sent: Vec<Transmission>,
}

/// Runs all cases. Returns true if none failed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("pipes", &arguments.place)?;
    let mut bench = bench.with_patience(arguments.patience.time());
    bench.need_room(arguments.room(), "give fewer --claims or --bytes")?;
    let mut figures = Figures {
        claims: arguments.claims,
        memory_bytes: arguments.memory_bytes(),
        below: arguments.below / 100.0,
        comparisons: Vec::new(),
        sent: Vec::new(),
    };
    for case in &arguments.cases {
        (case.race)(arguments, &mut bench, &mut figures)?;
    }
    let of_claims = figures.comparisons.iter().map(|it| it.verdict);
    let of_bytes = figures.sent.iter().map(|sent| sent.verdict);
    let verdicts: Vec<_> = of_claims.chain(of_bytes).collect();
    bench.end(&verdicts, &figures)
}

fn race_claims(arguments: &Arguments, bench: &mut Bench, figures: &mut Figures) -> Result<(), String> {
    if let Some(bytes) = arguments.memory_bytes() {
        // A limit that cannot be had is to be known now, and not after the claims are made.
        MemoryGroup::new(bytes).map_err(|error| format!("{error}; or give --memory 0"))?;
    }
    let feedrate = Feedrate::find(&arguments.place, &[])?;
    show("making the claims");
    let claims = Claims::make(arguments.claims, arguments.memory_bytes(), &feedrate, bench)?;
    let raw = Raw::make(claims.bytes, &feedrate, bench)?;
    let head = comparison::head(arguments.claims, claims.bytes, arguments.memory_bytes());
    let lines = format!(
        "rounds: {}, heats: {}, folder: {}\n{head}",
        arguments.rounds.rounds,
        arguments.heats.heats,
        arguments.place.folder.display()
    );
    bench.head(vec![feedrate.version.clone()], &lines);
    let race = Race {
        feedrate: &feedrate,
        claims: &claims,
        raw: &raw,
        bench,
        heats: arguments.heats.heats,
        rounds: arguments.rounds.rounds,
    };
    let mut first_table = None;
    for &cpus in &arguments.cpus {
        let disk = race.heats(PipeRoute::Disk, cpus, &mut first_table)?;
        for &through in &arguments.through {
            let piped = race.heats(through, cpus, &mut first_table)?;
            let pairs = race.pairs(piped, disk)?;
            let comparison = Comparison::of((piped, disk), pairs, figures.below)?;
            println!("{}", comparison.rows(figures.below));
            figures.comparisons.push(comparison);
        }
    }
    // The next case is to have the room.
    volume::remove(&bench.folder().join("claims"))?;
    volume::remove(&bench.folder().join("raw"))
}

fn race_bytes(arguments: &Arguments, bench: &mut Bench, figures: &mut Figures) -> Result<(), String> {
    let socat = Socat::find(&arguments.socat)?;
    let feedrate = Feedrate::find(&arguments.place, &[])?;
    bench.head(vec![feedrate.version.clone(), socat.version.clone()], "");
    let course = bytes::Course::make(arguments.bytes, &feedrate, &socat, bench)?;
    let number = [arguments.heats.heats, arguments.rounds.rounds];
    for carrier in [Carrier::Unix, Carrier::Tcp] {
        let sent = course.race(carrier, number, arguments.margin.share())?;
        println!("{}", sent.rows());
        figures.sent.push(sent);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use feedrate_bench::harness::arguments::parsed;

    use super::*;

    fn arguments(words: &[&str]) -> Arguments {
        parsed(words).unwrap()
    }

    #[test]
    fn memory_is_an_eighth_of_the_claims_unless_it_is_told() {
        let mebibytes = |words: &[&str]| arguments(words).memory_bytes().map(|bytes| bytes >> 20);
        assert_eq!(mebibytes(&[]), Some(152));
        assert_eq!(mebibytes(&["--claims", "10000"]), Some(128));
        assert_eq!(mebibytes(&["--memory", "64"]), Some(64));
        assert_eq!(mebibytes(&["--memory", "0"]), None);
    }

    #[test]
    fn room_is_that_of_the_largest_case() {
        assert_eq!(arguments(&["--claims", "10000000"]).room(), 5_120_000_000);
        let bytes = arguments(&["--cases", "bytes", "--bytes", "100"]);
        assert_eq!(bytes.room(), 110_000_000);
    }
}
