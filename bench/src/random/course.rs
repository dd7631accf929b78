//! The order of runs: after the heats, rounds of all.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use feedrate_bench::race::{order, show};
use feedrate_stats::Summary;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::case::{Case, Task};
use crate::data::Data;
use crate::ours::Ours;
use crate::peer::Python;
use crate::programs;
use crate::run::Run;
use crate::stage::Stage;
use crate::way::{Way, Who};

/// How often a hot run is tried again that fetched from storage what the page cache was to hold.
const TRIES: usize = 5;

/// The share of a competitor's files that a hot run may fetch.
const MOST_FETCHED: f64 = 0.01;

/// All that races need.
#[derive(Debug)]
pub struct Course {
    /// feedrate.
    pub ours: Ours,
    /// The others.
    pub python: Python,
    /// Where tables lie.
    pub stage: Stage,
    /// What they hold.
    pub data: Data,
}

/// All runs of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Runs {
    /// What each way took at best before the rounds.
    pub heats: Vec<(Way, f64)>,
    /// The ways that raced.
    pub ways: Vec<Way>,
    /// What each of them gave, in the order of `ways`, round by round.
    pub rounds: Vec<Vec<Run>>,
}

impl Course {
    /// Makes the tables, and compares what everyone has.
    pub fn make(&self) -> Result<(), String> {
        let expected = self.data.totals();
        let folder = self.folder();
        show("feedrate makes a table");
        self.ours
            .run(&programs::make(&folder, &self.data), &self.stage)?;
        self.ours.run(&programs::make_index(&folder), &self.stage)?;
        let ours = self.ours.run(&programs::totals(&folder), &self.stage)?;
        compare(Who::Feedrate, &ours.numbers, &expected)?;
        for who in [Who::Sqlite, Who::Duckdb] {
            show(&format!("{} makes a table", who.name()));
            self.python.make(who, &self.data, &self.stage)?;
            let way = Way {
                who,
                how: "default",
            };
            for task in ["index", "totals"] {
                let data = (&self.data, self.data.lookups);
                let run = self.python.run(task, way, data, &self.stage)?;
                if task == "totals" {
                    compare(who, &run.numbers, &expected)?;
                }
            }
        }
        show("");
        Ok(())
    }

    /// Runs a case.
    pub fn race(&self, case: Case, arguments: &Arguments) -> Result<Runs, String> {
        let count = arguments.count(case);
        let expected = match case.task() {
            Task::Index => Vec::new(),
            Task::Lookup => self.data.found_by_key(count),
            Task::Point => self.data.found_by_number(count),
        };
        let run = |way: Way| -> Result<Run, String> {
            let run = self.run(case, way, count)?;
            compare(way.who, &run.numbers, &expected)?;
            Ok(run)
        };
        let mut runs = Runs {
            heats: Vec::new(),
            ways: Vec::new(),
            rounds: Vec::new(),
        };
        for &who in case.field() {
            let mut fastest: Option<(Way, f64)> = None;
            for way in who.ways(case) {
                show(&format!("{}: heats of {}", case.name(), who.name()));
                let seconds = (0..arguments.heats).map(|_| run(way).map(|run| run.seconds));
                let seconds: Vec<_> = seconds.collect::<Result<_, _>>()?;
                let best = seconds.into_iter().fold(f64::INFINITY, f64::min);
                runs.heats.push((way, best));
                if fastest.is_none_or(|(_, least)| best < least) {
                    fastest = Some((way, best));
                }
            }
            runs.ways.extend(fastest.map(|(way, _)| way));
        }
        for round in 0..arguments.rounds as usize {
            show(&format!("{}: round {}", case.name(), round + 1));
            let mut of_round: Vec<Option<Run>> = vec![None; runs.ways.len()];
            for index in order(round, runs.ways.len()) {
                of_round[index] = Some(run(runs.ways[index])?);
            }
            runs.rounds.push(of_round.into_iter().flatten().collect());
        }
        show("");
        Ok(runs)
    }

    /// Runs a way once; a hot run that was not hot is made again.
    fn run(&self, case: Case, way: Way, count: u64) -> Result<Run, String> {
        let named = |error| format!("{}, {}, {}: {error}", case.name(), way.who.name(), way.how);
        for _ in 0..TRIES {
            if self.ours.stop.load(Ordering::Relaxed) {
                return Err("interrupted".into());
            }
            let run = self.once(case, way, count).map_err(named)?;
            let most = MOST_FETCHED * self.stage.bytes(way.who)? as f64;
            let fetched = run.storage_read_bytes.unwrap_or(0) as f64;
            if case.is_cold() || fetched <= most {
                return Ok(run);
            }
        }
        Err(named("the page cache does not hold its files".into()))
    }

    fn once(&self, case: Case, way: Way, count: u64) -> Result<Run, String> {
        let folder = self.folder();
        if (way.who, case.task()) == (Who::Feedrate, Task::Index) {
            let without = programs::remove_index(&folder);
            self.ours.run(&without, &self.stage)?;
        }
        self.stage.prepare(way.who, case.is_cold())?;
        let text = match (way.who, case.task()) {
            (Who::Feedrate, Task::Index) => programs::make_index(&folder),
            (Who::Feedrate, Task::Lookup) => programs::lookup(&folder, count),
            (Who::Feedrate, Task::Point) => programs::point(&folder, count),
            (Who::Sort, _) => programs::sort(&folder),
            (Who::Sqlite | Who::Duckdb, task) => {
                let data = (&self.data, count);
                return self.python.run(task.word(), way, data, &self.stage);
            }
        };
        let run = self.ours.run(&text, &self.stage)?;
        if way.who == Who::Sort {
            fs::remove_file(folder.join("sorted.sas7bdat"))
                .map_err(|error| format!("cannot remove what was sorted: {error}"))?;
        }
        Ok(run)
    }

    fn folder(&self) -> PathBuf {
        self.stage.of(Who::Feedrate)
    }
}

impl Runs {
    /// The runs of a competitor.
    pub fn of(&self, who: Who) -> Vec<&Run> {
        let place = self.ways.iter().position(|way| way.who == who);
        let rounds = self.rounds.iter();
        place.map_or(Vec::new(), |place| {
            rounds.map(|round| &round[place]).collect()
        })
    }

    /// The median of a figure of a competitor.
    pub fn median(&self, who: Who, value: impl Fn(&Run) -> f64) -> Option<f64> {
        let values: Vec<_> = self.of(who).into_iter().map(value).collect();
        Summary::of(&values).map(|summary| summary.median)
    }
}

/// Refuses what is not what was expected: its time would be compared all the same.
fn compare(who: Who, found: &[f64], expected: &[f64]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "{} found {found:?}, and {expected:?} was expected",
        who.name()
    ))
}
