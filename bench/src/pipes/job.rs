//! The job of claims: the programs of `examples/`, run once in a way.

use std::path::PathBuf;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::peers::feedrate::{Feedrate, ProgramRun, Record};
use feedrate_bench::process::child::Bounds;
use feedrate_bench::process::port::free_port;
use feedrate_bench::volume;
use serde::Serialize;

use super::way::{PipeRoute, Way};

/// The number of tries of a run of whose claims the page cache served some.
const TRIES: usize = 5;

/// The share of the claims that it may serve: the part that an opening looks at twice.
const MOST_CACHED: f64 = 0.01;

/// The claims, and the programs on them.
#[derive(Debug)]
pub struct Claims {
    folder: PathBuf,
    data_set: PathBuf,
    number: u64,
    /// Bytes of their file.
    pub bytes: u64,
    memory_bytes: Option<u64>,
}

/// One run of the job.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Of the whole program: sessions are started, and their tables put together.
    pub seconds: f64,
    /// Of the two steps, as the program tells by DATETIME.
    pub steps_seconds: f64,
    /// Processor seconds of all processes.
    pub cpu_seconds: f64,
    /// The transfers of all steps.
    pub moved: MovedBytes,
    /// The share of the claims that the page cache served, where it is told.
    pub claims_cache_share: Option<f64>,
    /// The same of the data set between the steps.
    pub between_cache_share: Option<f64>,
    /// Seconds for which the volume then still wrote.
    pub sync_after_seconds: f64,
    /// The table that came of it.
    #[serde(skip)]
    pub table: String,
}

/// The bytes that all steps of a run moved.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MovedBytes {
    /// From files of data sets, wherever they came from.
    pub read_bytes: u64,
    /// To files of data sets.
    pub written_bytes: u64,
    /// Through pipes, as those that wrote them count.
    pub piped_bytes: u64,
    /// The transports of the pipes.
    pub carriers: Vec<String>,
    /// Seconds for which writers of pipes stood still for readers, all together.
    pub writers_waited_seconds: f64,
    /// Seconds for which readers of pipes stood still for writers, all together.
    pub readers_waited_seconds: f64,
}

impl MovedBytes {
    fn of(record: &Record) -> Self {
        let mut moved = Self::default();
        for file in record.read().filter_map(|data_set| data_set.file.as_ref()) {
            match &file.pipe {
                Some(pipe) => moved.readers_waited_seconds += pipe.waited_seconds,
                None => moved.read_bytes += file.bytes,
            }
        }
        for file in record.made().filter_map(|data_set| data_set.file.as_ref()) {
            let Some(pipe) = &file.pipe else {
                moved.written_bytes += file.bytes;
                continue;
            };
            moved.piped_bytes += file.bytes;
            moved.writers_waited_seconds += pipe.waited_seconds;
            if !moved.carriers.contains(&pipe.carrier) {
                moved.carriers.push(pipe.carrier.clone());
            }
        }
        moved
    }
}

impl Claims {
    /// Makes them.
    pub fn make(number: u64, memory_bytes: Option<u64>, feedrate: &Feedrate, bench: &Bench) -> Result<Self, String> {
        let folder = bench.subfolder("claims")?;
        let program = feedrate.program(include_str!("../../../examples/claims.sas"), bench)?;
        let program = program.set("size", number).set("folder", folder.display());
        program.option("bufsize=64k").run()?;
        let data_set = folder.join(format!("simclaims{number}.sas7bdat"));
        Ok(Self {
            folder,
            number,
            bytes: volume::size(&data_set)?,
            data_set,
            memory_bytes,
        })
    }

    /// Runs the job once, with claims that the page cache does not hold. A run that it served all the same is made
    /// again.
    pub fn run(&self, feedrate: &Feedrate, bench: &Bench, way: Way) -> Result<Run, String> {
        let named = |error| format!("{}, {}: {error}", way.through.name(), way.pages.label());
        for _ in 0..TRIES {
            let run = self.once(feedrate, bench, way).map_err(named)?;
            let share = run.claims_cache_share;
            if share.is_none_or(|share| share <= MOST_CACHED) {
                return Ok(run);
            }
        }
        Err(named(
            "the page cache serves the claims, however often it is emptied; is the folder on a disk?".into(),
        ))
    }

    fn once(&self, feedrate: &Feedrate, bench: &Bench, way: Way) -> Result<Run, String> {
        let work = bench.subfolder("work")?;
        let text = include_str!("../../../examples/scenarios.sas");
        let program = feedrate
            .program(text, bench)?
            .set("size", self.number)
            .set("folder", self.folder.display())
            .set("scenario", "own")
            .set("work", work.display())
            .set("cpus", way.cpus)
            .set("piped", way.through.piped())
            .set("host", way.through.host())
            .set("port", free_port()?)
            .set("more", way.pages.options())
            .with_listing()
            .within(Bounds::of_memory(self.memory_bytes));
        volume::settle(bench.folder())?;
        volume::cool(&self.data_set)?;
        let finished = program.run()?;
        let sync_after_seconds = volume::settle(bench.folder())?;
        self.read(&finished, way, sync_after_seconds)
    }

    /// Reads the figures of a run. Refuses those of something else than was asked for: they would be compared all the
    /// same.
    fn read(&self, finished: &ProgramRun, way: Way, sync_after: f64) -> Result<Run, String> {
        let record = &finished.record;
        let member = format!("simclaims{}", self.number);
        let read = record.read().filter(|data_set| data_set.is_called(&member));
        let read = read.map(|data_set| data_set.observations).reduce(|a, b| a + b);
        if read.is_some_and(|read| read < self.number) {
            return Err(format!("feedrate read {read:?} claims of {}", self.number));
        }
        let moved = MovedBytes::of(record);
        let is_piped = way.through != PipeRoute::Disk;
        if is_piped != (moved.piped_bytes > 0) {
            let bytes = moved.piped_bytes;
            return Err(format!("feedrate tells of {bytes} bytes through pipes"));
        }
        let from_storage = || {
            // All else that it read, it had written itself.
            let fetched = finished.usage.storage_read_bytes as f64 / self.bytes as f64;
            is_piped.then_some((1.0 - fetched).clamp(0.0, 1.0))
        };
        Ok(Run {
            seconds: record.usage.real_seconds,
            steps_seconds: steps_seconds(&finished.log)?,
            cpu_seconds: finished.usage.cpu_seconds,
            moved,
            claims_cache_share: record.cache_share(&member).or_else(from_storage),
            between_cache_share: record.cache_share("testdata"),
            sync_after_seconds: sync_after,
            table: table(&volume::read_text(&finished.listing)?)?,
        })
    }
}

/// Returns the seconds that the program tells of its steps in its log.
fn steps_seconds(log: &str) -> Result<f64, String> {
    let told = |line: &str| {
        let told = line.strip_prefix("NOTE: Scenario ")?;
        let (_, after) = told.split_once(" claims in ")?;
        after.split_once(" seconds")?.0.trim().parse().ok()
    };
    // A log marks the lines of other sessions; this one is the program's own.
    log.lines()
        .find_map(told)
        .ok_or_else(|| "the program does not tell its seconds".to_owned())
}

/// Returns the table of all claims in the listing: the lines between its title and the next.
fn table(listing: &str) -> Result<String, String> {
    let lines = listing.lines();
    let mut after = lines.skip_while(|line| !line.trim_start().starts_with("Scenario "));
    let title = after.next();
    let lines: Vec<_> = after
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| !line.trim().is_empty())
        .collect();
    match title {
        Some(_) if !lines.is_empty() => Ok(lines.join("\n")),
        _ => Err("the listing has no table of all claims".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_program_tells_its_seconds_and_the_table() {
        let log = "28   put 'NOTE: Scenario ' claims in seconds;\n\
                   NOTE: Scenario OWN v9 2 cpu piped: 10000 claims in 1.25 seconds, and 0.1 seconds to start.\n";
        assert_eq!(steps_seconds(log).unwrap(), 1.25);
        assert!(steps_seconds("NOTE: nothing").is_err());
        let listing = "-----\n| a |\n-----\n\n     Scenario OWN: v9\n\n-----\n| b |\n-----\n\n   Seconds\n";
        assert_eq!(table(listing).unwrap(), "-----\n| b |\n-----");
        assert!(table("-----\n").is_err());
        assert!(table("  Scenario OWN: v9\n").is_err());
    }

    #[test]
    fn bytes_of_files_and_of_pipes_are_counted_apart() {
        let data_set = |file| json!([{"name": "X.Y", "observations": 9, "file": file}]);
        let pipe = |waited: f64| {
            let pipe = json!({"carrier": "tcp", "waited_seconds": waited});
            data_set(json!({"bytes": 700, "pipe": pipe}))
        };
        let record = json!({
            "usage": {"real_seconds": 2.5},
            "steps": [{"read": data_set(json!({"bytes": 10})), "made": []}],
            "sessions": [{"steps": [
                {"read": data_set(json!({"bytes": 1000})), "made": pipe(0.5)},
                {"read": pipe(1.5), "made": data_set(json!(null))},
            ]}],
        });
        let moved = MovedBytes {
            read_bytes: 1010,
            written_bytes: 0,
            piped_bytes: 700,
            carriers: vec!["tcp".into()],
            writers_waited_seconds: 0.5,
            readers_waited_seconds: 1.5,
        };
        assert_eq!(MovedBytes::of(&serde_json::from_value(record).unwrap()), moved);
    }
}
