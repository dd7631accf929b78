//! A synthetic job that moves pages as a program does: its files, and its steps in order.
//!
//! It says nothing about values: only which file each step reads and writes, how, how much, in which order, and how
//! long the step computes in between.

mod check;

pub(crate) use check::SPEEDS;

use feedrate_pageio::{Direction, Discipline, Method};
use feedrate_session::record::Growth;
use serde::{Deserialize, Serialize};

/// The version of the JSON of a job. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// A derived job.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Job {
    /// The type of the document.
    pub feedrate: JobHeader,
    /// The program that it stands for.
    pub program: String,
    /// The source that it was derived from.
    pub derived_from: Source,
    /// The size of its files, in multiples of the program's.
    #[serde(default = "one")]
    pub scale: f64,
    /// The assumptions, a sentence each.
    pub assumptions: Vec<String>,
    /// Its files and pipes; steps name them by their index.
    pub files: Vec<JobFile>,
    /// Its steps, in the order in which they begin.
    pub steps: Vec<JobStep>,
}

fn one() -> f64 {
    1.0
}

/// The type and version of a job, as [`feedrate_document::Header`] writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct JobHeader {
    /// The version of feedrate that wrote it.
    pub version: String,
    /// `job`.
    pub format: String,
    /// [`FORMAT_VERSION`].
    pub format_version: u32,
}

impl Default for JobHeader {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: "job".to_owned(),
            format_version: FORMAT_VERSION,
        }
    }
}

/// The source that a job was derived from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A run of the program.
    Profile,
    /// The text of the program and the headers of its inputs.
    Static,
}

/// A file of a job, or a pipe.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct JobFile {
    /// The name of the file that it stands for, such as `WORK.SALES`.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The program's own file, if it was there before the program.
    #[serde(default)]
    pub path: Option<String>,
    /// The bytes before its first page.
    pub header_bytes: u64,
    /// The bytes of a page.
    pub page_bytes: u64,
    /// All its bytes, with the header.
    pub bytes: u64,
    /// The step, by its index, after which it is removed because another file has its name then.
    #[serde(default)]
    pub removed_after: Option<usize>,
    /// The quantity by which a data set that a step makes grows where the data are larger; `None` if that is not known,
    /// as in what earlier versions wrote.
    #[serde(default)]
    pub grows_with: Option<Growth>,
}

/// Where a file comes from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It is there before the first step.
    Input {
        /// True if the page cache holds it then.
        cached: bool,
    },
    /// A step makes it.
    Made,
    /// Steps make it for themselves: utility files.
    Utility,
    /// It is a pipe from one step to another.
    Pipe,
}

/// A step of a job.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct JobStep {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// Its line in the log.
    pub line: u32,
    /// The session that runs it; empty for the program itself.
    #[serde(default)]
    pub session: String,
    /// The seconds that the program's step took.
    pub seconds: Option<f64>,
    /// The steps that have ended before it begins, by their indexes.
    #[serde(default)]
    pub after: Vec<usize>,
    /// The time between their end and its beginning.
    #[serde(default)]
    pub delay_seconds: f64,
    /// The time in which it waits for something other than pages, processors and its own threads.
    #[serde(default)]
    pub idle_seconds: f64,
    /// The way that it sorts, for steps that do.
    #[serde(default)]
    pub sort: Option<Sort>,
    /// The speed at which it computed: rounds of the computation of [`Speed`](feedrate_pageio::course::Speed) in a
    /// second of processor time.
    #[serde(default)]
    pub rounds_per_second: Option<f64>,
    /// The share of its computing that each thread but the first does beside it, from 0 to 1, where threads work for
    /// each other; `None` where each computes for as long as the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parallel_share: Option<f64>,
    /// Its uses of files.
    pub uses: Vec<Use>,
    /// Its course: its parts one after another.
    pub parts: Vec<Part>,
}

/// The way that a step sorts.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Sort {
    /// The rows.
    pub rows: u64,
    /// The bytes of a row while it is sorted.
    pub row_bytes: u64,
    /// The memory that it may hold.
    pub memory_bytes: u64,
    /// The threads that sort at the same time.
    pub threads: u32,
    /// The runs that it spills; 0 if memory is enough.
    pub runs: u64,
}

/// A step's use of a file.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Use {
    /// The file, by its index.
    pub file: usize,
    /// The direction: read or written.
    pub direction: Direction,
    /// The way that its pages move.
    pub method: Method,
    /// Who waits.
    pub discipline: Discipline,
    /// The order of its pages.
    pub order: Order,
    /// The threads that move parts of it at the same time.
    pub threads: u32,
    /// True if the step waits until what it wrote has reached the device.
    pub durable: bool,
    /// All bytes, exactly as the program's account has them.
    pub bytes: u64,
    /// The bytes of these that are not of whole pages: the header.
    #[serde(default)]
    pub header_bytes: u64,
    /// The transfers of the program, for information.
    pub transfers: u64,
    /// The bytes of the usual transfer.
    pub transfer_bytes: u64,
    /// The most transfers in flight.
    pub depth: u32,
}

/// The order in which pages are visited.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// From front to back.
    Sequential,
    /// At random.
    Random,
}

/// A part of a step: what it moves and how long it computes, both spread evenly.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Default)]
pub struct Part {
    /// The time between transfers, in seconds: what the step, or each of its threads, computes.
    pub think_seconds: f64,
    /// The bytes of each use.
    pub bytes: Vec<u64>,
}

impl JobStep {
    /// Removes the uses that `keeps` is false for, and their bytes.
    pub fn retain_uses(&mut self, keeps: impl Fn(&Use) -> bool) {
        let kept: Vec<bool> = self.uses.iter().map(keeps).collect();
        let mut keep = kept.iter();
        self.uses.retain(|_| keep.next().copied().unwrap_or(true));
        for part in &mut self.parts {
            let mut keep = kept.iter();
            part.bytes.retain(|_| keep.next().copied().unwrap_or(true));
        }
    }

    /// Returns all its time between transfers.
    pub fn think_seconds(&self) -> f64 {
        self.parts.iter().map(|part| part.think_seconds).sum()
    }

    /// Returns how long one of its threads computes in a part, in seconds.
    pub(crate) fn think_of_thread(&self, part: &Part, thread: u32) -> f64 {
        match self.parallel_share {
            Some(share) if thread > 0 => part.think_seconds * share,
            _ => part.think_seconds,
        }
    }

    /// Returns the threads that move data at the same time.
    pub fn threads(&self) -> u32 {
        let threads = self.uses.iter().map(|use_| use_.threads);
        threads.max().unwrap_or(1).max(1)
    }

    /// Returns the bytes of one direction.
    pub fn bytes(&self, direction: Direction) -> u64 {
        let uses = self.uses.iter();
        uses.filter(|use_| use_.direction == direction)
            .fold(0, |sum, use_| u64::saturating_add(sum, use_.bytes))
    }

    /// Returns how it is called in tables: `DATA, line 12`.
    pub fn title(&self) -> String {
        title(&self.session, &self.name, self.line)
    }
}

/// Returns how a step is called in tables: `DATA, line 12`, with the name of its session before it unless that is the
/// program itself.
pub(crate) fn title(session: &str, name: &str, line: u32) -> String {
    match session {
        "" => format!("{name}, line {line}"),
        session => format!("{session}: {name}, line {line}"),
    }
}

impl Job {
    /// Returns the most space that its files take at the same time. A file takes its space from the step on that makes
    /// it to the one after which it is removed.
    pub fn space_bytes(&self) -> u64 {
        let lives = self
            .files
            .iter()
            .enumerate()
            .filter(|(_, file)| file.origin != Origin::Pipe);
        let lives: Vec<(usize, usize, u64)> = lives
            .map(|(index, file)| {
                let uses_it = |step: &JobStep| step.uses.iter().any(|it| it.file == index);
                let made = match file.origin {
                    Origin::Input { .. } => Some(0),
                    _ => self.steps.iter().position(uses_it),
                };
                (made.unwrap_or(0), file.removed_after.unwrap_or(usize::MAX), file.bytes)
            })
            .collect();
        let at = |step: usize| {
            let there = lives
                .iter()
                .filter(|(made, removed, _)| (*made..=*removed).contains(&step));
            there.fold(0, |sum, (_, _, bytes)| u64::saturating_add(sum, *bytes))
        };
        // Only where a file is made can there be more than before.
        lives.iter().map(|&(made, ..)| at(made)).max().unwrap_or(0)
    }
}
