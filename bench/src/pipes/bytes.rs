//! The same bytes through a pipe and through socat: a file that the page cache holds, from one process to another.

use std::path::PathBuf;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::comparison::{self, median};
use feedrate_bench::harness::rounds::{fastest, heats, rounds};
use feedrate_bench::harness::table::{self, Columns};
use feedrate_bench::peers::feedrate::{Feedrate, library};
use feedrate_bench::process::port::free_port;
use feedrate_bench::volume;
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::socat::{BUFFERS, Carrier, Socat};
use super::transport::{self, FRAMES};

/// The steps that send a data set: one session writes it, and another reads all of its observations.
const PROGRAM: &str = include_str!("send.sas");

const COLUMNS: Columns<4> = Columns([1, -18, 8, -30]);

/// A competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// The pipes of feedrate alone, without data sets.
    Transport,
    /// Two steps of feedrate.
    Steps,
    /// socat.
    Socat,
}

impl Who {
    const ALL: [Self; 3] = [Self::Transport, Self::Steps, Self::Socat];

    fn name(self) -> &'static str {
        match self {
            Self::Transport => "feedrate's pipes",
            Self::Steps => "feedrate's steps",
            Self::Socat => "socat",
        }
    }
}

/// The comparison over one carrier.
#[derive(Clone, Debug, Serialize)]
pub struct Transmission {
    carrier: Carrier,
    /// Bytes of the file.
    bytes: u64,
    /// The frames with which the pipes alone were fastest, and the buffer with which socat was, in KiB.
    kib: [u32; 2],
    /// Medians, in the order of [`Who::ALL`], of 10^6 bytes a second.
    megabytes_per_second: [f64; 3],
    /// The rates of the first two divided by socat's.
    of_socat: [PairedRatio; 2],
    /// Passed if the pipes alone are as fast.
    pub verdict: Verdict,
    /// Seconds, round by round, in the same order.
    rounds: Vec<Vec<f64>>,
}

/// The competitors and the data set that they send.
#[derive(Debug)]
pub struct Course<'a> {
    bench: &'a Bench,
    feedrate: &'a Feedrate,
    socat: &'a Socat,
    folder: PathBuf,
    data_set: PathBuf,
    bytes: u64,
}

impl<'a> Course<'a> {
    /// Makes a data set of so many MB.
    pub fn make(megabytes: u64, feedrate: &'a Feedrate, socat: &'a Socat, bench: &'a Bench) -> Result<Self, String> {
        let folder = bench.subfolder("bytes")?;
        // 127 numbers, as in the other races.
        let rows = (megabytes * 1_000_000 / 1016).max(1);
        let make = format!(
            "{}data x.bytes(bufsize=64k);\n  array x{{127}};\n  do i = 1 to {rows};\n    \
             do j = 1 to 127; x{{j}} = i + j; end;\n    output;\n  end;\n  keep x1-x127;\nrun;\n",
            library("x", &folder)
        );
        feedrate.program(&make, bench)?.run()?;
        let data_set = folder.join("bytes.sas7bdat");
        Ok(Self {
            bench,
            feedrate,
            socat,
            folder,
            bytes: volume::size(&data_set)?,
            data_set,
        })
    }

    /// Sends it over a carrier, in heats and rounds. `margin` is a fraction.
    pub fn race(&self, carrier: Carrier, number: [u32; 2], margin: f64) -> Result<Transmission, String> {
        volume::settle(&self.folder)?;
        let size = |who: Who, sizes: &[u32]| {
            let label = |kib| format!("{}: {} with {kib}K", carrier.name(), who.name());
            let send = |kib| self.send(who, carrier, [kib; 2]);
            fastest(&heats(sizes, number[0], label, send, median)?)
        };
        let kib = [size(Who::Transport, &FRAMES)?, size(Who::Socat, &BUFFERS)?];
        // The first runs are not counted.
        for who in Who::ALL {
            self.send(who, carrier, kib)?;
        }
        let all = rounds(carrier.name(), number[1], Who::ALL.len(), |index| {
            self.send(Who::ALL[index], carrier, kib)
        })?;
        Transmission::of(carrier, self.bytes, kib, all, margin)
    }

    fn send(&self, who: Who, carrier: Carrier, [frame, buffer]: [u32; 2]) -> Result<f64, String> {
        self.bench.check()?;
        let stop = self.bench.stop();
        let sent = match who {
            Who::Transport => transport::send(&self.data_set, carrier, frame, stop),
            Who::Steps => self.steps(carrier),
            Who::Socat => self.socat.send(&self.data_set, carrier, buffer, stop),
        };
        sent.map_err(|error| format!("{}, {}: {error}", who.name(), carrier.name()))
    }

    /// Returns the seconds from when both sessions have been started until both steps have ended.
    fn steps(&self, carrier: Carrier) -> Result<f64, String> {
        let address = format!("{}:{}", carrier.host(), free_port()?);
        let program = self.feedrate.program(PROGRAM, self.bench)?;
        let program = program.set("folder", self.folder.display()).set("address", address);
        let log = program.run()?.log;
        told_seconds(&log).ok_or_else(|| "the program does not tell its seconds".to_owned())
    }
}

impl Transmission {
    fn of(carrier: Carrier, bytes: u64, kib: [u32; 2], rounds: Vec<Vec<f64>>, margin: f64) -> Result<Self, String> {
        let column = |index: usize| comparison::column(&rounds, index, |seconds| *seconds);
        // socat's seconds divided by others' are their rate divided by its.
        let ratio = |index: usize| comparison::ratio(&column(2), &column(index)).ok_or("a run gave no time");
        let rate = |index: usize| {
            let seconds = median(&column(index)).ok_or("there was no run")?;
            Ok::<_, String>(bytes as f64 / 1e6 / seconds)
        };
        let of_socat = [ratio(0)?, ratio(1)?];
        Ok(Self {
            carrier,
            bytes,
            kib,
            megabytes_per_second: [rate(0)?, rate(1)?, rate(2)?],
            verdict: of_socat[0].verdict(margin, 1.0),
            of_socat,
            rounds,
        })
    }

    /// Returns the table.
    pub fn rows(&self) -> String {
        let mut rows = format!(
            "{}: {:.0} MB that the page cache holds; frames of {}K, socat -b {}K\n",
            self.carrier.name(),
            self.bytes as f64 / 1e6,
            self.kib[0],
            self.kib[1],
        );
        rows += &COLUMNS.line(["", "who", "MB/s", " it / socat [95 %]"]);
        for (index, who) in Who::ALL.into_iter().enumerate() {
            let ratio = self.of_socat.get(index).map(table::ratio).unwrap_or_default();
            let verdict = match who {
                Who::Transport => format!("  to be at least 1: {}", self.verdict),
                Who::Steps | Who::Socat => String::new(),
            };
            let rate = format!("{:.0}", self.megabytes_per_second[index]);
            rows += &COLUMNS.line(["", who.name(), &rate, &format!(" {ratio}{verdict}")]);
        }
        rows
    }
}

fn told_seconds(log: &str) -> Option<f64> {
    let told = |line: &str| {
        let told = line.strip_prefix("NOTE: Sent in ")?;
        told.split(' ').next()?.parse().ok()
    };
    log.lines().find_map(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_held_against_socat() {
        let rounds = vec![vec![1.0, 4.0, 2.0]; 8];
        let sent = Transmission::of(Carrier::Tcp, 2_000_000, [64; 2], rounds, 0.05).unwrap();
        assert_eq!(sent.megabytes_per_second, [2.0, 0.5, 1.0]);
        assert!((sent.of_socat[0].ratio - 2.0).abs() < 1e-9);
        assert!((sent.of_socat[1].ratio - 0.5).abs() < 1e-9);
        assert_eq!(sent.verdict, Verdict::Passed);
        assert!(Transmission::of(Carrier::Tcp, 1, [64; 2], Vec::new(), 0.05).is_err());
    }

    #[test]
    fn the_programs_seconds_are_found_in_its_log() {
        let log = "9   put 'NOTE: Sent in ' seconds;\nNOTE: Sent in 0.84 seconds\n";
        assert_eq!(told_seconds(log), Some(0.84));
        assert_eq!(told_seconds("NOTE: none"), None);
    }
}
