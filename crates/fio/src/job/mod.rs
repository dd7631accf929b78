//! Jobs as their options say, once all sections above them have been taken into account.
//!
//! Fields have the names of fio's options, so that who knows fio finds them; types and units are ours. Sizes are
//! bytes.

mod kinds;
mod options;
mod rw;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use kinds::{
    AdviceHint, Engine, ExitWhat, Fallocate, FileService, Pattern, RandomDistribution, SizeOf,
    SteadyState, Sync, UnifiedReporting, Verify, Zones,
};
pub use options::Options;
pub use rw::Rw;

/// All jobs of a call: those of its job files and of its command line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Jobs {
    /// What `global` sections gave, all files together, as written. A later option of the same name stands in the
    /// place of the earlier one, as in the `global options` of fio's JSON.
    pub global_options: Vec<OptionText>,
    /// In their order.
    pub jobs: Vec<Job>,
    /// What was not taken as it stands, or will surprise: each once.
    pub remarks: Vec<Remark>,
}

/// A section, with what it inherits.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Of the section, or of the option `name` in it.
    pub name: String,
    /// Of the section, which files without a name are called by, and all clones but the first.
    pub section: String,
    /// Where the section begins.
    pub location: Location,
    /// Which job file it is in; 0 is the first. All jobs of one file end before those of the next begin.
    pub file: usize,
    /// What the section itself gave, as written: the `job options` of fio's JSON.
    pub own_options: Vec<OptionText>,
    /// Every option that takes effect, inherited ones too, in the order of their first appearance.
    pub given: Vec<OptionText>,
    /// What follows from them.
    pub options: Options,
}

impl Job {
    /// What a clone is called in results: as in fio, `name` holds for the first alone.
    pub fn name_of(&self, clone: u32) -> &str {
        match clone {
            0 => &self.name,
            _ => &self.section,
        }
    }

    /// An option as given, own or inherited.
    pub fn given(&self, name: &str) -> Option<&OptionText> {
        self.given.iter().find(|text| text.name == name)
    }

    /// Where an option was given, or else where the job begins.
    pub fn location_of(&self, name: &str) -> &Location {
        self.given(name)
            .map_or(&self.location, |text| &text.location)
    }
}

/// An option as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionText {
    /// Its first name: `rw` for `readwrite`.
    pub name: &'static str,
    /// What follows `=`, after variables were put in and the comment was cut off; absent for a bare flag. fio's JSON
    /// leaves bare flags out.
    pub value: Option<String>,
    /// Where.
    pub location: Location,
}

/// A line of a job file, or the command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The job file; absent for the command line. `-` is standard input.
    pub file: Option<Arc<Path>>,
    /// From 1; 0 for the command line.
    pub line: usize,
}

impl Location {
    /// The command line.
    pub const COMMAND_LINE: Self = Self {
        file: None,
        line: 0,
    };
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            None => write!(f, "command line"),
            Some(file) if file.as_os_str() == "-" => write!(f, "standard input:{}", self.line),
            Some(file) => write!(f, "{}:{}", file.display(), self.line),
        }
    }
}

/// Something that the user should know of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Of which sort.
    pub kind: RemarkKind,
    /// Where.
    pub location: Location,
    /// Of which option, by its first name; empty where it is not of one.
    pub option: &'static str,
    /// One line: what is there, what it means to fio, what is done here.
    pub text: String,
}

/// The sort of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// fio reads it otherwise than its writer will have meant; what is done here, the remark says.
    Trap,
    /// It is read as fio reads it, and will be a mistake.
    Warning,
    /// It is as fio has it, and may surprise; only `--lint` tells of it.
    Hint,
    /// It runs another way than it says, with the same meaning (libaio on io_uring).
    Substituted,
    /// It is accepted and does nothing here, and does not change what is measured.
    Ignored,
}

/// Something for each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Each<T> {
    /// Of reads.
    pub read: T,
    /// Of writes.
    pub write: T,
    /// Of trims.
    pub trim: T,
}

impl<T: Clone> Each<T> {
    /// The same for all.
    pub fn all(value: T) -> Self {
        Self {
            read: value.clone(),
            write: value.clone(),
            trim: value,
        }
    }
}
