//! The arguments of `feedrate measure`: one synthetic job.

use std::iter;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use feedrate_pageio::{Access, EngineChoice, EngineKind};
use feedrate_workload::{RunAs, Target, size};

use crate::arguments::seconds;
use crate::hosts::HostArguments;

/// Measure one synthetic job: a stream for each file, all started at once
///
/// Reads or writes each FILE as the options say and prints throughput, latency, processor time, and
/// what share of it all the page cache served. A file that feedrate did not make is only ever read.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub struct MeasureArguments {
    /// Files, one for each stream
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// What each stream does
    #[arg(long = "do", value_name = "WHAT", default_value = "read")]
    pub what: StreamAction,

    /// For a mix: a file to write, given once for each FILE that is read [default: the same file]
    #[arg(long, value_name = "FILE")]
    pub write_to: Vec<PathBuf>,

    /// For a mix: how many of 100 transfers are reads [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub reads: Option<u8>,

    /// How pages move
    #[arg(long, value_name = "METHOD", default_value = "cached")]
    pub method: MethodName,

    /// Bytes of a page, such as 8K
    #[arg(long, value_name = "SIZE", default_value = "64K", value_parser = size::parse_positive)]
    pub page: u64,

    /// For direct transfers: pages moved by one transfer (BUFNO) [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub pages: Option<u32>,

    /// The order in which pages are visited
    #[arg(long, value_name = "ORDER", default_value = "sequential")]
    pub order: Order,

    /// Keep this many transfers in flight while the stream works (overlapped); without it there is
    /// one transfer at a time, as SAS has it
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub depth: Option<u32>,

    /// How the kernel is asked
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineName,

    /// Bytes of each file to work on, such as 1G [default when reading: all its whole pages]
    #[arg(long, value_name = "SIZE", value_parser = size::parse_positive)]
    pub size: Option<u64>,

    /// Run this many seconds instead of going over each file once
    #[arg(long, value_name = "SECONDS", value_parser = seconds::parse_positive)]
    pub time: Option<Duration>,

    /// Run this many seconds before anything is counted
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds::parse)]
    pub ramp: Duration,

    /// Move at most this many bytes a second in each stream, such as 100M
    #[arg(long, value_name = "SIZE", value_parser = size::parse_positive)]
    pub rate: Option<u64>,

    /// What becomes of a file before it is written [default: grow; for a mix on one file: overwrite]
    #[arg(long, value_name = "WHAT")]
    pub target: Option<TargetName>,

    /// Count the time until all that was written has reached the device (fdatasync)
    #[arg(long)]
    pub durable: bool,

    /// Send each file out of the page cache before it is read, and look whether it went
    #[arg(long)]
    pub cold: bool,

    /// How much of what is written a compressor could save, in percent [default: 0]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub compressible: Option<u8>,

    /// Run each stream as a thread or as a process of its own
    #[arg(long, value_name = "WHAT", default_value = "threads")]
    pub run_as: RunAsName,

    /// Repeat this many times, and give the median with its 95 % interval
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeats: u32,

    /// Seconds of an interval of the series of throughputs
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = interval)]
    pub interval: Duration,

    /// What random order and content follow from [default: different each time]
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Write the figures as JSON to a file (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Hosts, and how they are reached.
    #[command(flatten)]
    pub hosts: HostArguments,
}

/// What a stream does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StreamAction {
    /// Read the file
    Read,
    /// Write the file
    Write,
    /// Read one file and write another, or the same
    Mix,
    /// Read a page and write the same page back
    WriteBack,
}

impl StreamAction {
    /// Returns its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Mix => "mix",
            Self::WriteBack => "read and write back",
        }
    }

    /// Returns whether it writes.
    pub fn writes(self) -> bool {
        self != Self::Read
    }

    /// Returns whether it reads.
    pub fn reads(self) -> bool {
        self != Self::Write
    }
}

/// How pages move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// Through the page cache
    Cached,
    /// Past it, several pages a transfer (SGIO)
    Direct,
    /// Past it, one page a transfer
    Unbuffered,
    /// Through it, each write reaching the device before it returns
    WriteThrough,
}

/// The order in which pages are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// From front to back
    Sequential,
    /// At random
    Random,
    /// At random, without telling the kernel
    History,
}

impl Order {
    /// Returns its name before "read", "write" and similar words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
            Self::History => "random (kernel not told)",
        }
    }
}

impl From<Order> for Access {
    fn from(order: Order) -> Self {
        match order {
            Order::Sequential => Self::Sequential,
            Order::Random => Self::Random,
            Order::History => Self::History,
        }
    }
}

/// An engine: the most suitable one, or one of the available ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineName(Option<EngineKind>);

impl EngineName {
    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        self.0.map_or("auto", EngineKind::argument)
    }

    /// Returns whether it has at most one transfer in flight.
    pub fn is_synchronous(self) -> bool {
        self.0.is_some_and(EngineKind::is_synchronous)
    }
}

impl ValueEnum for EngineName {
    fn value_variants<'a>() -> &'a [Self] {
        static NAMES: LazyLock<Vec<EngineName>> = LazyLock::new(|| {
            let offered = EngineKind::all().filter(|kind| kind.help().is_some());
            iter::once(None)
                .chain(offered.map(Some))
                .map(EngineName)
                .collect()
        });
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            None => "The best that works here",
            Some(kind) => kind.help()?,
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl From<EngineName> for EngineChoice {
    fn from(name: EngineName) -> Self {
        name.0.map_or(Self::Auto, Self::Only)
    }
}

/// What becomes of a file before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TargetName {
    /// It is emptied, and grows as it is written
    Grow,
    /// It is emptied, and its space reserved
    Reserve,
    /// It is overwritten in place
    Overwrite,
}

impl From<TargetName> for Target {
    fn from(name: TargetName) -> Self {
        match name {
            TargetName::Grow => Self::Grow,
            TargetName::Reserve => Self::Reserve,
            TargetName::Overwrite => Self::Overwrite,
        }
    }
}

/// What a stream runs as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunAsName {
    /// Threads of one process
    Threads,
    /// A process each
    Processes,
}

impl From<RunAsName> for RunAs {
    fn from(name: RunAsName) -> Self {
        match name {
            RunAsName::Threads => Self::Threads,
            RunAsName::Processes => Self::Processes,
        }
    }
}

fn interval(text: &str) -> Result<Duration, String> {
    let time = seconds::parse_positive(text)?;
    if time < Duration::from_millis(1) {
        return Err("an interval is a millisecond or more; give 0.001 or more".to_owned());
    }
    Ok(time)
}
