//! The order of runs of the job: after the heats, pairs in turn.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::comparison::median;
use feedrate_bench::harness::rounds::{fastest, heats, in_turn, show};
use feedrate_bench::peers::feedrate::Feedrate;
use serde::Serialize;

use super::job::{Claims, Run};
use super::raw_rate::{Passes, Raw};
use super::way::{Pages, PipeRoute, Way};

/// A pair, and the raw transfers right after it.
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
pub struct Race<'a> {
    /// The program.
    pub feedrate: &'a Feedrate,
    /// The claims.
    pub claims: &'a Claims,
    /// The file of raw transfers.
    pub raw: &'a Raw,
    /// The bench.
    pub bench: &'a Bench,
    /// Runs of each way before the pairs.
    pub heats: u32,
    /// The number of pairs.
    pub rounds: u32,
}

impl Race<'_> {
    /// Returns the faster way of moving pages, by the median of its runs: one run that found memory it should not
    /// have would make the slower way the faster one. A table that differs from the first one, of whichever way, is
    /// an error.
    pub fn heats(&self, through: PipeRoute, cpus: u32, first_table: &mut Option<String>) -> Result<Way, String> {
        let ways = Pages::ALL.map(|pages| Way { through, pages, cpus });
        let label = |way: Way| format!("{}, {}, CPUCOUNT {cpus}", through.name(), way.pages.label());
        let run = |way: Way| {
            let run = self.claims.run(self.feedrate, self.bench, way)?;
            let table = first_table.get_or_insert_with(|| run.table.clone());
            check_tables(&run.table, table).map_err(|error| format!("{}: {error}", label(way)))?;
            Ok(run.seconds)
        };
        fastest(&heats(&ways, self.heats, label, run, median)?)
    }

    /// Runs the pairs of two ways.
    pub fn pairs(&self, piped: Way, disk: Way) -> Result<Vec<Pair>, String> {
        let name = piped.through.name();
        let mut pairs = Vec::new();
        for round in 0..self.rounds as usize {
            let of = format!("{} of {}", round + 1, self.rounds);
            show(&format!("{name} beside disk, CPUCOUNT {}: pair {of}", piped.cpus));
            let runs = in_turn(round, 2, |index| {
                self.claims.run(self.feedrate, self.bench, [piped, disk][index])
            })?;
            let [piped, disk] = <[Run; 2]>::try_from(runs).map_err(|_| "a pair has two runs")?;
            check_tables(&piped.table, &disk.table).map_err(|error| format!("pair {}: {error}", round + 1))?;
            let raw = self.raw.passes(self.feedrate, self.bench)?;
            pairs.push(Pair { piped, disk, raw });
        }
        show("");
        Ok(pairs)
    }
}

/// Refuses tables that differ.
fn check_tables(one: &str, other: &str) -> Result<(), String> {
    match one == other {
        true => Ok(()),
        false => Err(format!("the tables differ:\n{one}\n{other}")),
    }
}
