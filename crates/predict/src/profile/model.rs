//! The fields of a program's record that a profile uses.
//!
//! A record is read as JSON because the steps of other sessions arrive so, and because a profile may come from another
//! machine. Fields that are missing have their defaults, and unknown fields are ignored. `docs/run-json.md` describes
//! them.

use feedrate_pageio::course::ThreadTimes;
use feedrate_session::record::Growth;
use serde::Deserialize;

use super::FileUse;

/// A profiled program.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Profile {
    /// The name of the program.
    pub program: String,
    /// The manner of its end: `clean`, `warnings`, `errors` or `interrupted`.
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
    /// True if it was run, and not only checked.
    #[serde(default)]
    pub ran: bool,
    /// True if it completed its work.
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
    /// The times of its threads, if they were watched.
    #[serde(default)]
    pub threads: Option<ThreadTimes>,
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
    /// The way that it sorted.
    #[serde(default)]
    pub sort: Option<Sort>,
}

/// The resources of a step.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// From its beginning to its end.
    pub real_seconds: f64,
    /// Of all its threads in the program.
    pub user_cpu_seconds: f64,
    /// Of all its threads in the kernel.
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
    /// True if they were read by their numbers.
    #[serde(default)]
    pub at_random: bool,
    /// The quantity by which it grows where the data are larger, for what was made. Records of earlier versions do not
    /// say.
    #[serde(default)]
    pub grows_with: Option<Growth>,
    /// Its transfers.
    #[serde(default)]
    pub file: Option<FileUse>,
}

/// The way that a step sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Sort {
    /// The memory that it was allowed to hold.
    pub memory_bytes: u64,
    /// The rows that were read.
    pub sorted_bytes: u64,
    /// Runs that were spilled.
    pub runs: u64,
    /// The threads that sorted at the same time.
    pub threads: u32,
}

impl Step {
    /// Returns the quantity by which a data set that the step makes, or its index, grows; `None` if that is not known.
    pub fn growth_of(&self, name: &str) -> Option<Growth> {
        let data_set = name.strip_suffix(".INDEX").unwrap_or(name);
        let mut made = self.made.iter();
        made.find(|made| made.name == data_set)?.grows_with
    }

    /// Returns true if the step is known to read its input before it writes anything but utility files: it sorts, or
    /// nothing that it makes has the observations of the input.
    pub fn reads_before_it_writes(&self) -> bool {
        let is_summary = |made: &DataSet| matches!(made.grows_with, Some(Growth::Groups | Growth::Nothing));
        self.sort.is_some() || (!self.made.is_empty() && self.made.iter().all(is_summary))
    }

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
        let micros = self.ended_microseconds.saturating_sub(self.began_microseconds);
        micros as f64 / 1e6
    }

    /// Returns how it is called in tables: `DATA, line 12`.
    pub fn title(&self) -> String {
        crate::job::title("", &self.name, self.line)
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
