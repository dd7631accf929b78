//! The same bytes through a pipe and through socat: a file that the page cache holds, from one process to another.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use feedrate_bench::child::{self, Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::port::free_port;
use feedrate_bench::race::show;
use feedrate_bench::volume;
use feedrate_stats::{PairedRatio, Summary, Verdict};
use serde::Serialize;

use crate::claims::first_error;
use crate::socat::{BUFFERS, Carrier, Socat};
use crate::transport::{self, FRAMES};

/// The steps that send a data set: one session writes it, and another reads all of its observations.
const PROGRAM: &str = include_str!("send.sas");

/// Who sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The pipes of feedrate alone, without data sets.
    Transport,
    /// Two steps of feedrate.
    Steps,
    /// socat.
    Socat,
}

impl Who {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Transport, Self::Steps, Self::Socat];

    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Transport => "feedrate's pipes",
            Self::Steps => "feedrate's steps",
            Self::Socat => "socat",
        }
    }
}

/// What came of one carrier.
#[derive(Clone, Debug, Serialize)]
pub struct Sent {
    /// Over what.
    pub carrier: Carrier,
    /// Bytes of the file.
    pub bytes: u64,
    /// The frames with which the pipes alone were fastest, and the buffer with which socat was, in KiB.
    pub kib: [u32; 2],
    /// Medians, in the order of [`Who::ALL`], of 10^6 bytes a second.
    pub megabytes_per_second: [f64; 3],
    /// The rates of the first two divided by socat's.
    pub of_socat: [PairedRatio; 2],
    /// Whether the pipes alone are as fast.
    pub verdict: Verdict,
    /// Seconds, round by round, in the same order.
    pub rounds: Vec<[f64; 3]>,
}

/// All that it takes.
#[derive(Debug)]
pub struct Course<'a> {
    /// feedrate.
    pub feedrate: &'a Feedrate,
    /// socat.
    pub socat: &'a Socat,
    /// How long a run may take.
    pub patience: Duration,
    /// Ends the race.
    pub stop: &'a Stop,
    folder: PathBuf,
    data_set: PathBuf,
    bytes: u64,
}

impl<'a> Course<'a> {
    /// Makes a data set of so many MB in a folder.
    pub fn make(
        folder: &Path,
        megabytes: u64,
        (feedrate, socat): (&'a Feedrate, &'a Socat),
        patience: Duration,
        stop: &'a Stop,
    ) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("cannot lay out the data set: {error}");
        fs::create_dir_all(folder).map_err(cannot)?;
        // 127 numbers, as in the other races.
        let rows = (megabytes * 1_000_000 / 1016).max(1);
        let make = format!(
            "libname x '{}';\ndata x.bytes(bufsize=64k);\n  array x{{127}};\n  do i = 1 to {rows};\n    \
             do j = 1 to 127; x{{j}} = i + j; end;\n    output;\n  end;\n  keep x1-x127;\nrun;\n",
            folder.display().to_string().replace('\'', "''")
        );
        fs::write(folder.join("make.sas"), make).map_err(cannot)?;
        fs::write(folder.join("send.sas"), PROGRAM).map_err(cannot)?;
        let mut command = feedrate.command("run");
        command.arg(folder.join("make.sas"));
        child::run(&mut command, &folder.join("log"), stop).map_err(|error| first_error(&error))?;
        let data_set = folder.join("bytes.sas7bdat");
        Ok(Self {
            feedrate,
            socat,
            patience,
            stop,
            folder: folder.to_owned(),
            bytes: volume::size(&data_set)?,
            data_set,
        })
    }

    /// Sends it over a carrier, in rounds. `margin` is a fraction.
    pub fn race(
        &self,
        carrier: Carrier,
        (heats, rounds): (u32, u32),
        margin: f64,
    ) -> Result<Sent, String> {
        volume::settle(&self.folder)?;
        let kib = [
            self.heats(Who::Transport, &FRAMES, carrier, heats)?,
            self.heats(Who::Socat, &BUFFERS, carrier, heats)?,
        ];
        // The first runs are not counted.
        for who in Who::ALL {
            self.send(who, carrier, kib)?;
        }
        let mut all = Vec::new();
        for round in 0..rounds as usize {
            show(&format!(
                "{}: round {} of {rounds}",
                carrier.name(),
                round + 1
            ));
            let mut seconds = [0.0; 3];
            for index in order(round) {
                seconds[index] = self.send(Who::ALL[index], carrier, kib)?;
            }
            all.push(seconds);
        }
        show("");
        Sent::of(carrier, self.bytes, kib, all, margin)
    }

    /// The size, in KiB, with which it was fastest by the median of its runs.
    fn heats(&self, who: Who, sizes: &[u32], carrier: Carrier, heats: u32) -> Result<u32, String> {
        let mut fastest = (f64::INFINITY, 0);
        for &kib in sizes {
            let mut seconds = Vec::new();
            for _ in 0..heats {
                show(&format!("{}: {} with {kib}K", carrier.name(), who.name()));
                seconds.push(self.send(who, carrier, [kib; 2])?);
            }
            let median = Summary::of(&seconds).map(|summary| summary.median);
            if let Some(median) = median.filter(|median| *median < fastest.0) {
                fastest = (median, kib);
            }
        }
        Ok(fastest.1)
    }

    fn send(&self, who: Who, carrier: Carrier, [frame, buffer]: [u32; 2]) -> Result<f64, String> {
        if self.stop.load(Ordering::Relaxed) {
            return Err("interrupted".into());
        }
        let sent = match who {
            Who::Transport => transport::send(&self.data_set, carrier, frame, self.stop),
            Who::Steps => self.steps(carrier),
            Who::Socat => self.socat.send(&self.data_set, carrier, buffer, self.stop),
        };
        sent.map_err(|error| format!("{}, {}: {error}", who.name(), carrier.name()))
    }

    /// The seconds from when both sessions have been started until both steps have ended.
    fn steps(&self, carrier: Carrier) -> Result<f64, String> {
        let host = match carrier {
            Carrier::Unix => "",
            Carrier::Tcp => "localhost",
        };
        let mut command = self.feedrate.command("run");
        command
            .arg(self.folder.join("send.sas"))
            .args(["--let", &format!("folder={}", self.folder.display())])
            .args(["--let", &format!("address={host}:{}", free_port()?)])
            .arg("--work")
            .arg(&self.folder);
        let bounds = Bounds {
            patience: Some(self.patience),
            ..Bounds::default()
        };
        let log = self.folder.join("log");
        child::run_within(&mut command, &log, bounds, self.stop)
            .map_err(|error| first_error(&error))?;
        let log = fs::read_to_string(&log).map_err(|error| error.to_string())?;
        told_seconds(&log).ok_or_else(|| "the program does not tell its seconds".to_owned())
    }
}

impl Sent {
    fn of(
        carrier: Carrier,
        bytes: u64,
        kib: [u32; 2],
        rounds: Vec<[f64; 3]>,
        margin: f64,
    ) -> Result<Self, String> {
        let column = |index: usize| rounds.iter().map(move |seconds| seconds[index]);
        // socat's seconds divided by others' are their rate divided by its.
        let ratio = |index: usize| {
            let pairs: Vec<_> = column(2).zip(column(index)).collect();
            PairedRatio::of(&pairs).ok_or("a run gave no time")
        };
        let rate = |index: usize| {
            let seconds: Vec<_> = column(index).collect();
            Summary::of(&seconds)
                .map(|summary| bytes as f64 / 1e6 / summary.median)
                .ok_or("there was no run")
        };
        let of_socat = [ratio(0)?, ratio(1)?];
        Ok(Self {
            carrier,
            bytes,
            kib,
            megabytes_per_second: [rate(0)?, rate(1)?, rate(2)?],
            of_socat,
            verdict: of_socat[0].verdict(margin, 1.0),
            rounds,
        })
    }
}

/// Who comes when: everyone in each place equally often, and in both directions.
fn order(round: usize) -> [usize; 3] {
    let first = round / 2 % 3;
    let mut order = [first, (first + 1) % 3, (first + 2) % 3];
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

fn told_seconds(log: &str) -> Option<f64> {
    let told = |line: &str| {
        line.strip_prefix("NOTE: Sent in ")?
            .split(' ')
            .next()?
            .parse()
            .ok()
    };
    log.lines().find_map(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_held_against_socat() {
        let rounds = vec![[1.0, 4.0, 2.0]; 8];
        let sent = Sent::of(Carrier::Tcp, 2_000_000, [64; 2], rounds, 0.05).unwrap();
        assert_eq!(sent.megabytes_per_second, [2.0, 0.5, 1.0]);
        assert!((sent.of_socat[0].ratio - 2.0).abs() < 1e-9);
        assert!((sent.of_socat[1].ratio - 0.5).abs() < 1e-9);
        assert_eq!(sent.verdict, Verdict::Passed);
        assert!(Sent::of(Carrier::Tcp, 1, [64; 2], Vec::new(), 0.05).is_err());
    }

    #[test]
    fn six_rounds_have_everyone_in_each_place_twice() {
        for who in 0..3 {
            for place in 0..3 {
                let times = (0..6).filter(|&round| order(round)[place] == who);
                assert_eq!(times.count(), 2);
            }
        }
    }

    #[test]
    fn the_programs_seconds_are_found_in_its_log() {
        let log = "9   put 'NOTE: Sent in ' seconds;\nNOTE: Sent in 0.84 seconds\n";
        assert_eq!(told_seconds(log), Some(0.84));
        assert_eq!(told_seconds("NOTE: none"), None);
    }
}
