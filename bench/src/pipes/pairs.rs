//! The order of runs of the job: after the heats, pairs in turn.

use std::sync::atomic::Ordering;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::race::show;
use feedrate_stats::Summary;
use serde::Serialize;

use crate::claims::{Claims, Run};
use crate::raw_rate::{Passes, Raw};
use crate::way::{Pages, Through, Way};

/// A pair, and what the device gave right after it.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// Through a pipe.
    pub piped: Run,
    /// Through disk.
    pub disk: Run,
    /// Raw transfers.
    pub raw: Passes,
}

/// All that the job needs.
#[derive(Debug)]
pub struct Course {
    /// The program.
    pub feedrate: Feedrate,
    /// What it works on.
    pub claims: Claims,
    /// What the device gives.
    pub raw: Raw,
    /// Runs of each way before the pairs.
    pub heats: u32,
    /// How many pairs.
    pub pairs: u32,
    /// Ends the race.
    pub stop: Stop,
}

impl Course {
    /// The faster way of moving pages, by the median of its runs: one run that found memory it should not have would
    /// make the slower way the faster one. A table that differs from the first one, of
    /// whichever way, is an error.
    pub fn heats(
        &self,
        through: Through,
        cpus: u32,
        first_table: &mut Option<String>,
    ) -> Result<Way, String> {
        let mut fastest: Option<(f64, Way)> = None;
        for pages in Pages::ALL {
            let way = Way {
                through,
                pages,
                cpus,
            };
            let mut seconds = Vec::new();
            for heat in 1..=self.heats {
                show(&format!(
                    "{}, {}, CPUCOUNT {cpus}: heat {heat}",
                    through.name(),
                    pages.label()
                ));
                let run = self.run(way)?;
                let table = first_table.get_or_insert_with(|| run.table.clone());
                if *table != run.table {
                    return Err(format!(
                        "{}, {}: the table is another than the first one:\n{}\n{table}",
                        through.name(),
                        pages.label(),
                        run.table
                    ));
                }
                seconds.push(run.seconds);
            }
            let median = Summary::of(&seconds).map(|summary| summary.median);
            if let Some(median) =
                median.filter(|median| fastest.is_none_or(|(least, _)| *median < least))
            {
                fastest = Some((median, way));
            }
        }
        show("");
        fastest
            .map(|(_, way)| way)
            .ok_or_else(|| "there was no heat".to_owned())
    }

    /// The pairs of two ways. The order is ABBA: who goes first changes from pair to pair, so that neither a drift nor
    /// what a run leaves behind favours one of them.
    pub fn pairs(&self, piped: Way, disk: Way) -> Result<Vec<Pair>, String> {
        let mut pairs = Vec::new();
        for index in 0..self.pairs {
            show(&format!(
                "{} beside disk, CPUCOUNT {}: pair {} of {}",
                piped.through.name(),
                piped.cpus,
                index + 1,
                self.pairs
            ));
            let (first, second) = match index % 2 {
                0 => (piped, disk),
                _ => (disk, piped),
            };
            let (first, second) = (self.run(first)?, self.run(second)?);
            let (piped, disk) = match index % 2 {
                0 => (first, second),
                _ => (second, first),
            };
            if piped.table != disk.table {
                return Err(format!(
                    "pair {}: the tables differ:\n{}\n{}",
                    index + 1,
                    piped.table,
                    disk.table
                ));
            }
            let raw = self.raw.passes(&self.feedrate)?;
            pairs.push(Pair { piped, disk, raw });
        }
        show("");
        Ok(pairs)
    }

    fn run(&self, way: Way) -> Result<Run, String> {
        if self.stop.load(Ordering::Relaxed) {
            return Err("interrupted".into());
        }
        self.claims.run(&self.feedrate, way)
    }
}
