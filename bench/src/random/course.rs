//! The tables of all competitors, and one run of one of them.

use std::fs;
use std::path::PathBuf;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::expected::{ExpectedNumber, compare};
use feedrate_bench::harness::rounds::{fastest, heats, rounds, show};
use feedrate_bench::harness::run::Run;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::python::Python;
use feedrate_bench::process::child::Bounds;
use feedrate_bench::volume;
use serde::Serialize;
use serde_json::{Value, json};

use super::case::Case;
use super::competitor::{Task, Way, Who};
use super::data::{Data, KEY_FACTOR, LOOKUP_FACTOR, LOOKUP_PRIME, NUMBERS, POINT_FACTOR, ROW_BYTES, TEXTS};
use super::programs;

/// The number of tries of a hot run that fetched from storage what the page cache was to hold.
const TRIES: usize = 5;

/// The share of a competitor's files that a hot run may fetch.
const MOST_FETCHED: f64 = 0.01;

/// All that races need.
#[derive(Debug)]
pub struct Course {
    /// The bench.
    pub bench: Bench,
    /// feedrate.
    pub feedrate: Feedrate,
    /// The others.
    pub python: Python,
    /// The table and the keys.
    pub data: Data,
}

/// All runs of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Runs {
    /// The seconds of the best run of each way before the rounds.
    pub heats: Vec<(Way, f64)>,
    /// The ways that raced.
    pub ways: Vec<Way>,
    /// The run of each of them, in the order of `ways`, round by round.
    pub rounds: Vec<Vec<Run>>,
}

impl Course {
    /// Makes the tables, and compares what everyone has.
    pub fn make(&self) -> Result<(), String> {
        let expected = self.data.totals();
        let folder = self.bench.subfolder(Who::Feedrate.folder())?;
        show("feedrate makes a table");
        self.run_program(&programs::make(&folder, &self.data))?;
        self.run_program(&programs::make_index(&folder))?;
        let ours = self.run_program(&programs::totals(&folder))?;
        check(Who::Feedrate, &ours, &expected)?;
        for who in [Who::Sqlite, Who::Duckdb] {
            show(&format!("{} makes a table", who.name()));
            self.bench.subfolder(who.folder())?;
            let way = who.by_default();
            let all = self.data.lookups;
            let request = self.request("make", way, all)?;
            let bounds = Bounds::default();
            self.python.execute::<Value>(&request, bounds, &self.bench)?;
            self.ask("index", way, all)?;
            check(who, &self.ask("totals", way, all)?, &expected)?;
        }
        Ok(())
    }

    /// Runs a case, `count` times its task, in heats and rounds.
    pub fn race(&self, case: &Case, count: u64, number: [u32; 2]) -> Result<Runs, String> {
        let expected = match case.task {
            Task::Index => Vec::new(),
            Task::Lookup => self.data.found_by_key(count),
            Task::Point => self.data.found_by_number(count),
        };
        let run = |way: Way| -> Result<Run, String> {
            let run = self.run(case, way, count)?;
            check(way.who, &run, &expected)?;
            Ok(run)
        };
        let least = |times: &[f64]| times.iter().copied().reduce(f64::min);
        let (mut tried, mut ways) = (Vec::new(), Vec::new());
        for &who in case.field {
            let label = |_| format!("{}, {}", case.name, who.name());
            let seconds = |way| run(way).map(|run| run.seconds);
            let of_one = heats(&who.ways(case.task), number[0], label, seconds, least)?;
            ways.push(fastest(&of_one)?);
            tried.extend(of_one);
        }
        Ok(Runs {
            rounds: rounds(case.name, number[1], ways.len(), |index| run(ways[index]))?,
            heats: tried,
            ways,
        })
    }

    /// Runs a way once; a hot run that was not hot is made again.
    fn run(&self, case: &Case, way: Way, count: u64) -> Result<Run, String> {
        let named = |error| format!("{}, {}, {}: {error}", case.name, way.who.name(), way.how);
        for _ in 0..TRIES {
            let run = self.once(case, way, count).map_err(named)?;
            let most = MOST_FETCHED * self.bytes(way.who)? as f64;
            let fetched = run.storage_read_bytes.unwrap_or(0) as f64;
            if case.is_cold || fetched <= most {
                return Ok(run);
            }
        }
        Err(named("the page cache does not hold its files".into()))
    }

    fn once(&self, case: &Case, way: Way, count: u64) -> Result<Run, String> {
        let folder = self.bench.folder().join(Who::Feedrate.folder());
        if (way.who, case.task) == (Who::Feedrate, Task::Index) {
            self.run_program(&programs::remove_index(&folder))?;
        }
        self.prepare(way.who, case.is_cold)?;
        let text = match (way.who, case.task) {
            (Who::Feedrate, Task::Index) => programs::make_index(&folder),
            (Who::Feedrate, Task::Lookup) => programs::lookup(&folder, count),
            (Who::Feedrate, Task::Point) => programs::point(&folder, count),
            (Who::Sort, _) => programs::sort(&folder),
            (Who::Sqlite | Who::Duckdb, task) => return self.ask(task.word(), way, count),
        };
        let run = self.run_program(&text)?;
        if way.who == Who::Sort {
            fs::remove_file(folder.join("sorted.sas7bdat"))
                .map_err(|error| format!("cannot remove what was sorted: {error}"))?;
        }
        Ok(run)
    }

    fn run_program(&self, text: &str) -> Result<Run, String> {
        self.feedrate.program(text, &self.bench)?.run()?.figures()
    }

    /// Has a peer do a task once.
    fn ask(&self, task: &str, way: Way, count: u64) -> Result<Run, String> {
        let request = self.request(task, way, count)?;
        self.python.run(&request, Bounds::default(), &self.bench)
    }

    fn request(&self, task: &str, way: Way, count: u64) -> Result<Value, String> {
        let database = self.bench.folder().join(way.who.folder()).join("big.database");
        let Data { rows, prime, .. } = self.data;
        Ok(json!({
            "task": task,
            "peer": way.who.name(),
            "way": way.how,
            "database": volume::text(&database)?,
            "rows": rows,
            "prime": prime,
            "count": count,
            "key_factor": KEY_FACTOR,
            "lookup_factor": LOOKUP_FACTOR,
            "lookup_prime": LOOKUP_PRIME,
            "point_factor": POINT_FACTOR,
            "numbers": NUMBERS,
            "texts": TEXTS,
            // All of the table and its index fit twice.
            "cache_kib": (rows * ROW_BYTES * 4) >> 10,
        }))
    }

    /// Brings the volume to rest, and all files of a competitor into the page cache or, if they are to be cold, out
    /// of it, all but the keys to look up.
    fn prepare(&self, who: Who, is_cold: bool) -> Result<(), String> {
        volume::settle(self.bench.folder())?;
        for file in self.files(who)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let has_keys = name.ends_with(".keys") || name == "keys.sas7bdat";
            match is_cold && !has_keys {
                true => volume::cool(&file)?,
                false => volume::warm(&file)?,
            }
        }
        Ok(())
    }

    /// Returns the bytes of all files of a competitor.
    pub fn bytes(&self, who: Who) -> Result<u64, String> {
        self.files(who)?.iter().map(|file| volume::size(file)).sum()
    }

    fn files(&self, who: Who) -> Result<Vec<PathBuf>, String> {
        volume::files(&self.bench.folder().join(who.folder()))
    }
}

/// Refuses a run that did not give the expected numbers.
fn check(who: Who, run: &Run, expected: &[ExpectedNumber]) -> Result<(), String> {
    compare(&run.numbers, expected).map_err(|error| format!("{}: {error}", who.name()))
}
