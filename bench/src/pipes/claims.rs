//! The job of claims: the programs of `examples/`, run once in a way.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use feedrate_bench::child::{self, Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::port::free_port;
use feedrate_bench::volume;
use serde::Serialize;

use crate::record::{Moved, Record};
use crate::way::{Through, Way};

/// How often a run is tried again of whose claims the page cache served some.
const TRIES: usize = 5;

/// The share of the claims that it may serve: what an opening looks at twice.
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
    patience: Duration,
    stop: Stop,
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
    /// What all steps moved.
    pub moved: Moved,
    /// The share of the claims that the page cache served, where it is told.
    pub claims_cache_share: Option<f64>,
    /// The same of the data set between the steps.
    pub between_cache_share: Option<f64>,
    /// How long the volume then still wrote.
    pub sync_after_seconds: f64,
    /// The table that came of it.
    #[serde(skip)]
    pub table: String,
}

impl Claims {
    /// Makes them in a folder.
    pub fn make(
        folder: &Path,
        number: u64,
        (memory_bytes, patience): (Option<u64>, Duration),
        feedrate: &Feedrate,
        stop: &Stop,
    ) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("cannot lay out the claims: {error}");
        for name in ["claims", "work"] {
            fs::create_dir_all(folder.join(name)).map_err(cannot)?;
        }
        for (name, text) in [
            ("claims.sas", include_str!("../../../examples/claims.sas")),
            (
                "scenarios.sas",
                include_str!("../../../examples/scenarios.sas"),
            ),
        ] {
            fs::write(folder.join(name), text).map_err(cannot)?;
        }
        let data_set = folder.join(format!("claims/simclaims{number}.sas7bdat"));
        let mut claims = Self {
            folder: folder.to_owned(),
            data_set,
            number,
            bytes: 0,
            memory_bytes,
            patience,
            stop: stop.clone(),
        };
        let mut command = claims.command(feedrate, "claims.sas");
        command.args(["-o", "bufsize=64k"]);
        child::run(&mut command, &folder.join("log"), stop).map_err(|error| first_error(&error))?;
        claims.bytes = volume::size(&claims.data_set)?;
        Ok(claims)
    }

    /// Runs the job once, with claims that the page cache does not hold. A run that it served all the same is made
    /// again.
    pub fn run(&self, feedrate: &Feedrate, way: Way) -> Result<Run, String> {
        let named = |error| format!("{}, {}: {error}", way.through.name(), way.pages.label());
        for _ in 0..TRIES {
            let run = self.once(feedrate, way).map_err(named)?;
            if run
                .claims_cache_share
                .is_none_or(|share| share <= MOST_CACHED)
            {
                return Ok(run);
            }
        }
        Err(named(
            "the page cache serves the claims, however often it is emptied; is the folder on a disk?".into(),
        ))
    }

    fn once(&self, feedrate: &Feedrate, way: Way) -> Result<Run, String> {
        let (figures, listing) = (self.beside("figures.json"), self.beside("listing"));
        volume::settle(&self.folder)?;
        volume::cool(&self.data_set)?;
        let mut command = self.command(feedrate, "scenarios.sas");
        command.arg("--json").arg(&figures);
        command.arg("--listing").arg(&listing);
        let more = way.pages.options();
        for parameter in [
            "scenario=own".to_owned(),
            format!("work={}", self.folder.join("work").display()),
            format!("cpus={}", way.cpus),
            format!("piped={}", way.through.piped()),
            format!("host={}", way.through.host()),
            format!("port={}", free_port()?),
            format!("more={more}"),
        ] {
            command.args(["--let", &parameter]);
        }
        let bounds = Bounds {
            memory_bytes: self.memory_bytes,
            patience: Some(self.patience),
            ..Bounds::default()
        };
        let log = self.beside("log");
        let usage = child::run_within(&mut command, &log, bounds, &self.stop)
            .map_err(|error| first_error(&error))?;
        let sync_after_seconds = volume::settle(&self.folder)?;
        let record = Record::read(&text(&figures)?)?;
        self.check(&record, way)?;
        let from_storage = || {
            // What else it read, it had written itself.
            let fetched = usage.storage_read_bytes as f64 / self.bytes as f64;
            (way.through != Through::Disk).then_some((1.0 - fetched).clamp(0.0, 1.0))
        };
        let member = format!("simclaims{}", self.number);
        Ok(Run {
            seconds: record.seconds,
            steps_seconds: steps_seconds(&text(&log)?)?,
            cpu_seconds: usage.cpu_seconds,
            moved: record.moved(),
            claims_cache_share: record.cache_share(&member).or_else(from_storage),
            between_cache_share: record.cache_share("testdata"),
            sync_after_seconds,
            table: table(&text(&listing)?)?,
        })
    }

    /// Refuses figures of something else than was asked for: they would be compared all the same.
    fn check(&self, record: &Record, way: Way) -> Result<(), String> {
        let read = record.observations_read(&format!("simclaims{}", self.number));
        if read.is_some_and(|read| read < self.number) {
            return Err(format!("feedrate read {read:?} claims of {}", self.number));
        }
        let moved = record.moved();
        let is_piped = way.through != Through::Disk;
        if is_piped != (moved.piped_bytes > 0) {
            return Err(format!(
                "feedrate tells of {} bytes through pipes",
                moved.piped_bytes
            ));
        }
        Ok(())
    }

    fn command(&self, feedrate: &Feedrate, program: &str) -> Command {
        let mut command = feedrate.command("run");
        let folder = self.folder.join("claims");
        command
            .arg(self.folder.join(program))
            .args(["--let", &format!("size={}", self.number)])
            .args(["--let", &format!("folder={}", folder.display())])
            .arg("--work")
            .arg(self.folder.join("work"));
        command
    }

    fn beside(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        // It need not exist, and who writes there says what else is wrong.
        let _ = fs::remove_file(&path);
        path
    }
}

fn text(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// What failed, with the first error of a log and not all of it.
pub fn first_error(error: &str) -> String {
    match error.split_once(": ").zip(error.find("ERROR: ")) {
        Some(((how, _), place)) => {
            let line: String = error[place..].chars().take(300).collect();
            format!("{how}: {line}")
        }
        None => error.chars().take(600).collect(),
    }
}

/// The seconds that the program tells of its steps in its log.
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

/// The table of all claims in the listing: what stands between its title and the next.
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
    use super::*;

    #[test]
    fn the_program_tells_its_seconds_and_the_table() {
        let log = "28   put 'NOTE: Scenario ' claims in seconds;\n\
                   NOTE: Scenario OWN v9 2 cpu piped: 10000 claims in 1.25 seconds, and 0.1 seconds to start.\n";
        assert_eq!(steps_seconds(log).unwrap(), 1.25);
        assert!(steps_seconds("NOTE: nothing").is_err());
        let listing =
            "-----\n| a |\n-----\n\n     Scenario OWN: v9\n\n-----\n| b |\n-----\n\n   Seconds\n";
        assert_eq!(table(listing).unwrap(), "-----\n| b |\n-----");
        assert!(table("-----\n").is_err());
        assert!(table("  Scenario OWN: v9\n").is_err());
    }

    #[test]
    fn of_a_log_the_first_error_is_told() {
        let log = "feedrate failed with 2: 1 data; NOTE: x ERROR: there is no library X; more";
        assert_eq!(
            first_error(log),
            "feedrate failed with 2: ERROR: there is no library X; more"
        );
        assert_eq!(first_error("took longer than 1 s"), "took longer than 1 s");
    }
}
