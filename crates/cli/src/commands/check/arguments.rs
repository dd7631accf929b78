//! The arguments of `feedrate check`.

use std::path::PathBuf;

use clap::Args;
use feedrate_check::endurance::SteadyWindow;
use feedrate_workload::size;

use crate::arguments::DisciplineName;
use crate::hosts::HostArguments;

/// Check whether a volume feeds the machine's cores
///
/// Measures each DIR cold and durably with its own files, which it always removes, and judges the throughput of a mixed
/// stream for each physical core. Beside that it runs programs of the SAS language and says what held them. Several
/// folders are checked each alone and then all together. Exit code 0: the requirement is met; 1: it is not; 2: it could
/// not be measured.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Folders on the volumes to be checked
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// The rate that a physical core needs, in MB/s (10^6 bytes), reading and writing added up
    #[arg(long, value_name = "MB/S", default_value_t = 100.0, value_parser = rate)]
    pub require: f64,

    /// Take 20 seconds a folder instead of two minutes
    #[arg(long, conflicts_with = "thorough")]
    pub quick: bool,

    /// Try all settings, in 20 minutes a folder
    #[arg(long)]
    pub thorough: bool,

    /// Streams at once [default: one for each physical core]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub streams: Option<u16>,

    /// Bytes of each stream's files, such as 4G [default: by the volume's speed]
    #[arg(long, value_name = "SIZE", value_parser = size::parse_positive)]
    pub size: Option<u64>,

    /// Judge by this discipline alone
    #[arg(long, value_name = "WHO WAITS")]
    pub discipline: Option<DisciplineName>,

    /// Run each stream as a process of its own, as SAS sessions are
    #[arg(long)]
    pub processes: bool,

    /// After that, run the mixed stream at the best setting for so many hours a folder, such as 2 or 0.5, and judge by
    /// what lasts: burst credits, caches that fill, throttling and garbage collection show as changes over time
    #[arg(long, value_name = "NUMBER", value_parser = hours)]
    pub hours: Option<f64>,

    /// End that as soon as the rate is steady by a rule of fio's: bw:10% (no second so far from the mean) or
    /// bw_slope:0.01% (the slope a second); after a comma the minutes for which it must hold [hours: at most 8 unless
    /// --hours says so]
    #[arg(
        long,
        value_name = "RULE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "bw_slope:0.01%,10",
        value_parser = SteadyWindow::parse
    )]
    pub until_steady: Option<SteadyWindow>,

    /// Write all of the result as JSON to a file (- for standard output, and then nothing else goes
    /// there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the report as one HTML file with plots
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Hosts, and how they are reached.
    #[command(flatten)]
    pub hosts: HostArguments,
}

fn rate(text: &str) -> Result<f64, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|rate| (0.001..=1_000_000.0).contains(rate))
        .ok_or_else(|| "give a number of MB/s from 0.001 to 1,000,000, such as 100".to_owned())
}

fn hours(text: &str) -> Result<f64, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|hours| (0.001..=1000.0).contains(hours))
        .ok_or_else(|| "give a number of hours from 0.001 to 1,000, such as 2 or 0.5".to_owned())
}
