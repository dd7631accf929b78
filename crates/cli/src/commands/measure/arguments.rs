//! The arguments of `feedrate measure`: one synthetic job.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use feedrate_measure::Options;
use feedrate_pageio::Method;
use feedrate_workload::size;

use super::names::{EngineName, MethodName, Order, RunAsName, StreamAction, TargetName};
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

    /// The work of each stream
    #[arg(long = "do", value_name = "WHAT", default_value = "read")]
    pub what: StreamAction,

    /// For a mix: a file to write, given once for each FILE that is read [default: the same file]
    #[arg(long, value_name = "FILE")]
    pub write_to: Vec<PathBuf>,

    /// For a mix: how many of 100 transfers are reads [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub reads: Option<u8>,

    /// The way in which pages move
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

    /// The way in which the kernel is asked
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineName,

    /// Bytes of each file to work on, such as 1G [default when reading: all its whole pages]
    #[arg(long, value_name = "SIZE", value_parser = size::parse_positive)]
    pub size: Option<u64>,

    /// Run this many seconds instead of going over each file once. A file that is as long already is written over in
    /// place, and keeps its size
    #[arg(long, value_name = "SECONDS", value_parser = seconds::parse_positive)]
    pub time: Option<Duration>,

    /// Run this many seconds before anything is counted
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds::parse)]
    pub ramp: Duration,

    /// Move at most this many bytes a second in each stream, such as 100M
    #[arg(long, value_name = "SIZE", value_parser = size::parse_positive)]
    pub rate: Option<u64>,

    /// The preparation of a file before it is written [default: grow; overwrite for a mix on one file, and
    /// with --time for a file that is as long already]
    #[arg(long, value_name = "WHAT")]
    pub target: Option<TargetName>,

    /// Count the time until all that was written has reached the device (fdatasync)
    #[arg(long)]
    pub durable: bool,

    /// Send each file out of the page cache before it is read, and look whether it went
    #[arg(long)]
    pub cold: bool,

    /// The part of what is written that a compressor could save, in percent [default: 0]
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

    /// The seed of random order and content [default: different each time]
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Write the figures as JSON to a file (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Hosts, and how they are reached.
    #[command(flatten)]
    pub hosts: HostArguments,
}

impl MeasureArguments {
    /// Returns the options of the measurement.
    pub fn options(&self) -> Options {
        Options {
            files: self.files.clone(),
            action: self.what.into(),
            write_to: self.write_to.clone(),
            read_percent: self.reads,
            method: self.method(),
            page: self.page,
            order: self.order.into(),
            depth: self.depth,
            engine: self.engine.into(),
            size: self.size,
            time: self.time,
            ramp: self.ramp,
            rate: self.rate,
            target: self.target.map(Into::into),
            durable: self.durable,
            cold: self.cold,
            compressible_percent: self.compressible,
            run_as: self.run_as.into(),
            repeats: self.repeats,
            interval: self.interval,
            seed: self.seed,
        }
    }

    fn method(&self) -> Method {
        match self.method {
            MethodName::Cached => Method::Cached,
            MethodName::Direct => Method::Direct {
                pages_per_transfer: self.pages.unwrap_or(1),
            },
            MethodName::Unbuffered => Method::Unbuffered,
            MethodName::WriteThrough => Method::WriteThrough,
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
