//! The fields of a program's record that a profile uses.
//!
//! A record is read as JSON because the steps of other sessions arrive so, and because a profile may come from another
//! machine. Fields that are missing have their defaults, and unknown fields are ignored. `docs/run-json.md` describes
//! them.

use feedrate_pageio::{Course, Direction, Discipline, Method};
use serde::Deserialize;

/// A profiled program.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Profile {
    /// The name of the program.
    pub program: String,
    /// How it ended: `clean`, `warnings`, `errors` or `interrupted`.
    #[serde(default)]
    pub ended: String,
    /// When it began, in microseconds since the machine started.
    #[serde(default)]
    pub began_microseconds: u64,
    /// When it ended.
    #[serde(default)]
    pub ended_microseconds: u64,
    /// Its own steps.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// The sessions that it started.
    #[serde(default)]
    pub sessions: Vec<ProfiledSession>,
    /// The machine on which it ran.
    #[serde(default)]
    pub machine: Option<ProfiledMachine>,
    /// The files that were there before, and are still.
    #[serde(default)]
    pub inputs: Vec<InputFile>,
}

/// A session of a profiled program.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ProfiledSession {
    /// Its name.
    pub name: String,
    /// Its steps.
    #[serde(default)]
    pub steps: Vec<Step>,
}

/// The facts of a machine that bear on a prediction.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, serde::Serialize)]
pub struct ProfiledMachine {
    /// The processors that the program could use.
    pub cores: u64,
    /// The memory.
    pub memory_bytes: Option<u64>,
    /// The processor's name.
    pub processor: Option<String>,
}

/// A file that a program read and did not make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
pub struct InputFile {
    /// Its path, as the steps name it.
    pub path: String,
    /// Its length.
    pub bytes: u64,
}

/// A step.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Step {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The line of the log in which it begins.
    #[serde(default)]
    pub line: u32,
    /// Whether it was run, and not only checked.
    #[serde(default)]
    pub ran: bool,
    /// Whether it completed its work.
    #[serde(default)]
    pub completed: bool,
    /// When it began, in microseconds since the machine started.
    #[serde(default)]
    pub began_microseconds: u64,
    /// When it ended.
    #[serde(default)]
    pub ended_microseconds: u64,
    /// Its resources.
    #[serde(default)]
    pub usage: Usage,
    /// The share of what it read that the page cache served.
    #[serde(default)]
    pub cache_share: Option<f64>,
    /// The data sets that it read.
    #[serde(default)]
    pub read: Vec<DataSet>,
    /// The data sets that it made.
    #[serde(default)]
    pub made: Vec<DataSet>,
    /// The data set that it changed in place.
    #[serde(default)]
    pub updated: Option<DataSet>,
    /// Other files, such as indexes.
    #[serde(default)]
    pub others: Vec<DataSet>,
    /// Utility files.
    #[serde(default)]
    pub utility: Vec<FileUse>,
    /// How it sorted.
    #[serde(default)]
    pub sort: Option<Sort>,
}

/// The resources of a step.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Usage {
    /// From its beginning to its end.
    #[serde(default)]
    pub real_seconds: f64,
    /// Of all its threads in the program.
    #[serde(default)]
    pub user_cpu_seconds: f64,
    /// Of all its threads in the kernel.
    #[serde(default)]
    pub system_cpu_seconds: f64,
}

/// A data set or another file of a step.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct DataSet {
    /// Its name, such as `WORK.SALES`.
    pub name: String,
    /// The observations that were read or written.
    #[serde(default)]
    pub observations: u64,
    /// Whether they were read by their numbers.
    #[serde(default)]
    pub at_random: bool,
    /// Its transfers.
    #[serde(default)]
    pub file: Option<FileUse>,
}

/// The transfers of a file in a step.
#[derive(Clone, Debug, Deserialize)]
pub struct FileUse {
    /// Its path, or the address of a pipe.
    pub path: String,
    /// Whether it was read or written.
    pub direction: Direction,
    /// Bytes of a page.
    #[serde(default)]
    pub page_bytes: u64,
    /// Pages without the header.
    #[serde(default)]
    pub pages: u64,
    /// Transfers.
    #[serde(default)]
    pub transfers: u64,
    /// Bytes.
    #[serde(default)]
    pub bytes: u64,
    /// `cached`, `direct`, `unbuffered` or `write-through`.
    #[serde(default)]
    pub method: String,
    /// BUFNO, if direct.
    #[serde(default)]
    pub buffers: Option<u32>,
    /// Who waited.
    #[serde(default = "as_sas")]
    pub discipline: Discipline,
    /// How its transfers were made.
    #[serde(default)]
    pub engine: Engine,
    /// The transfers in flight.
    #[serde(default)]
    pub depth_reached: DepthReached,
    /// From its opening to its last transfer.
    #[serde(default)]
    pub seconds: f64,
    /// The part of it in which the step waited.
    #[serde(default)]
    pub waited_seconds: f64,
    /// How long it took to reach the device after that.
    #[serde(default)]
    pub flush_seconds: Option<f64>,
    /// The share of the page cache.
    #[serde(default)]
    pub cache_share: Option<f64>,
    /// What of the file was in the page cache before.
    #[serde(default)]
    pub resident_before_bytes: Option<u64>,
    /// The pipe that it went through.
    #[serde(default)]
    pub pipe: Option<Pipe>,
    /// What was moved over time.
    #[serde(default)]
    pub course: Option<Course>,
    /// The threads that read parts of it at the same time, where there is no course.
    #[serde(default)]
    pub threads: Option<u32>,
}

impl Default for FileUse {
    /// Returns the use of a file of which nothing is known but that it is read.
    fn default() -> Self {
        Self {
            path: String::new(),
            direction: Direction::Read,
            page_bytes: 0,
            pages: 0,
            transfers: 0,
            bytes: 0,
            method: String::new(),
            buffers: None,
            discipline: as_sas(),
            engine: Engine::default(),
            depth_reached: DepthReached::default(),
            seconds: 0.0,
            waited_seconds: 0.0,
            flush_seconds: None,
            cache_share: None,
            resident_before_bytes: None,
            pipe: None,
            course: None,
            threads: None,
        }
    }
}

fn as_sas() -> Discipline {
    Discipline::AsSas
}

/// The engine of a file.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Engine {
    /// Its name.
    #[serde(default)]
    pub kind: String,
}

/// The transfers in flight.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct DepthReached {
    /// The most at a time.
    #[serde(default)]
    pub most: u32,
    /// The mean.
    #[serde(default)]
    pub mean: f64,
}

/// An end of a pipe.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Pipe {
    /// Its address.
    #[serde(default)]
    pub address: String,
    /// How long the step waited for the other end.
    #[serde(default)]
    pub waited_seconds: f64,
}

/// How a step sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Sort {
    /// The memory that it was allowed to hold.
    #[serde(default)]
    pub memory_bytes: u64,
    /// The rows that were read.
    #[serde(default)]
    pub sorted_bytes: u64,
    /// Runs that were spilled.
    #[serde(default)]
    pub runs: u64,
    /// The threads that sorted at the same time.
    #[serde(default)]
    pub threads: u32,
}

impl FileUse {
    /// Returns the use of utility files in blocks of `block` bytes.
    pub fn utility(direction: Direction, bytes: u64, block: u64) -> Self {
        Self {
            direction,
            page_bytes: block,
            pages: bytes / block.max(1),
            transfers: bytes / block.max(1),
            bytes,
            method: "direct".to_owned(),
            buffers: Some(1),
            discipline: Discipline::Overlapped,
            ..Self::default()
        }
    }

    /// Returns how its pages moved.
    pub fn method(&self) -> Method {
        match self.method.as_str() {
            "direct" => Method::Direct {
                pages_per_transfer: self.buffers.unwrap_or(1).max(1),
            },
            "unbuffered" => Method::Unbuffered,
            "write-through" => Method::WriteThrough,
            _ => Method::Cached,
        }
    }

    /// Returns the bytes of one pass that are not pages: the header.
    pub fn header_bytes(&self) -> u64 {
        match self.page_bytes {
            0 => 0,
            page => self.bytes.saturating_sub(page.saturating_mul(self.pages)),
        }
    }
}

impl Step {
    /// Returns the uses of its files, with the name of each, what it read first.
    pub fn uses(&self) -> impl Iterator<Item = (&str, &FileUse, bool)> {
        let sets = self.read.iter().chain(&self.updated).chain(&self.others);
        let sets = sets.chain(&self.made);
        let sets = sets.filter_map(|set| {
            let file = set.file.as_ref()?;
            Some((set.name.as_str(), file, set.at_random))
        });
        let utility = self.utility.iter();
        sets.chain(utility.map(|file| ("utility files", file, false)))
    }

    /// Returns its time from beginning to end in seconds.
    pub fn seconds(&self) -> f64 {
        let micros = self
            .ended_microseconds
            .saturating_sub(self.began_microseconds);
        micros as f64 / 1e6
    }

    /// Returns how it is called in tables: `DATA, line 12`.
    pub fn title(&self) -> String {
        format!("{}, line {}", self.name, self.line)
    }
}

impl Profile {
    /// Returns all steps that ran, with the name of their session, in the order in which they began.
    pub fn all_steps(&self) -> Vec<(&str, &Step)> {
        let own = self.steps.iter().map(|step| ("", step));
        let others = self.sessions.iter().flat_map(|session| {
            let steps = session.steps.iter();
            steps.map(|step| (session.name.as_str(), step))
        });
        let mut all: Vec<_> = own.chain(others).filter(|(_, step)| step.ran).collect();
        all.sort_by_key(|(_, step)| step.began_microseconds);
        all
    }
}
