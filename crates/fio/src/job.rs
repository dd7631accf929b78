//! Jobs with resolved options.
//!
//! Fields have the names of fio's options, so that users of fio recognise them; types and units are feedrate's. Sizes
//! are in bytes.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use crate::kinds::{
    AdviceHint, CpuMode, EachDirection, Engine, ExitWhat, Fallocate, FileService, Pattern, PriorityPart,
    RandomDistribution, Rw, SizeOf, StatType, SteadyState, Sync, UnifiedReporting, Verify, Zones,
};
pub use crate::options::{Options, ReportOptions};

/// All jobs of a run: those of its job files and of its command line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Jobs {
    /// The options of `global` sections of all files, as written. A later option replaces an earlier one of the same
    /// name, as in the `global options` of fio's JSON.
    pub global_options: Vec<OptionText>,
    /// The jobs, in order.
    pub jobs: Vec<Job>,
    /// Remarks about options that are parsed or done differently, or that may surprise, each once.
    pub remarks: Vec<Remark>,
}

/// A section, with what it inherits.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The name of the section, or its option `name`.
    pub name: String,
    /// The name of the section, from which names of files and of all clones but the first are derived.
    pub section: String,
    /// The location of the section.
    pub location: Location,
    /// The number of its job file, from 0. All jobs of one file end before those of the next begin.
    pub file: usize,
    /// The options of the section itself, as written: the `job options` of fio's JSON.
    pub own_options: Vec<OptionText>,
    /// All effective options, including inherited ones, in the order of their first appearance.
    pub given: Vec<OptionText>,
    /// Their values.
    pub options: Options,
}

impl Job {
    /// Returns a clone's name in results: as in fio, `name` applies only to the first.
    pub fn name_of(&self, clone: u32) -> &str {
        match clone {
            0 => &self.name,
            _ => &self.section,
        }
    }

    /// Returns an option as given, own or inherited.
    pub fn given(&self, name: &str) -> Option<&OptionText> {
        self.given.iter().find(|text| text.name == name)
    }

    /// Returns the location of an option, or that of the job if it was not given.
    pub fn location_of(&self, name: &str) -> &Location {
        self.given(name).map_or(&self.location, |text| &text.location)
    }
}

/// An option as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionText {
    /// Its first name, such as `rw` for `readwrite`.
    pub name: &'static str,
    /// The text after `=`, with variables expanded and the comment removed; `None` for an option without a value, which
    /// fio's JSON leaves out.
    pub value: Option<String>,
    /// Its location.
    pub location: Location,
}

/// A line of a job file, or the command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The job file; `None` for the command line. `-` is standard input.
    pub file: Option<Arc<Path>>,
    /// The number of the line, from 1; 0 for the command line.
    pub line: usize,
}

impl Location {
    /// The command line.
    pub const COMMAND_LINE: Self = Self { file: None, line: 0 };
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

/// A remark about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its kind.
    pub kind: RemarkKind,
    /// Its location.
    pub location: Location,
    /// The first name of the option; empty if it is not about one.
    pub option: &'static str,
    /// One line: the option, its meaning in fio, and its effect here.
    pub text: String,
}

/// The kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// fio parses it differently from what was probably intended; the remark says what is done here.
    Trap,
    /// It is parsed as fio does, and is probably a mistake.
    Warning,
    /// It has the same effect as in fio, which may surprise; only `--lint` lists it.
    Hint,
    /// It is implemented differently with the same meaning (libaio by io_uring).
    Substituted,
    /// It is accepted without an effect, which does not change what is measured.
    Ignored,
}
