//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use feedrate_workload::size;

/// Race feedrate and fio on the same file, in alternating pairs
///
/// Exits with 0 when nothing failed (something may be undecided), 1 when something did, and 2 when
/// nothing could be measured.
#[derive(Debug, Parser)]
#[command(name = "raw", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; the file is made in a new folder in it, and removed
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// Bytes of the file
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size::parse_positive)]
    pub size: u64,

    /// How many pairs of each case; fewer than 6 decide nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub pairs: u32,

    /// Seconds of each run; over the file again and again until they are over
    #[arg(long, value_name = "SECONDS", default_value = "1.5", value_parser = seconds)]
    pub time: Duration,

    /// How far from the requirement the truth may lie, as the interval tells, for a verdict
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percent)]
    pub margin: f64,

    /// Only the cases whose names contain this, such as "hot" or "direct read 64K"
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,

    /// feedrate's program [default: the release build beside this one, made if need be]
    #[arg(long, value_name = "PROGRAM")]
    pub feedrate: Option<PathBuf>,

    /// fio's program
    #[arg(long, value_name = "PROGRAM", default_value = "fio")]
    pub fio: PathBuf,

    /// How many transfers fio submits and reaps at once, of each 16 in flight; 1 is its own default
    #[arg(long, value_name = "NUMBER", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=16))]
    pub fio_batch: u32,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    number(text)
        .filter(|&seconds| (0.1..=3600.0).contains(&seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "give a number of seconds from 0.1 to 3600, such as 2".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    number(text)
        .filter(|percent| (0.0..100.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "give a number of percent below 100, such as 5".to_owned())
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}
