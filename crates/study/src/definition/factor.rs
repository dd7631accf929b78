//! A factor: what differs between the cells, and how it is set.

use super::invocation::Subject;
use super::level::Level;

/// A factor of a study.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Its name.
    pub name: String,
    /// Its levels, the cheapest first.
    pub levels: Vec<Level>,
    /// The way in which it is set.
    pub change: Change,
    /// True if it is the size of the data, with which times grow, rather than a setting among which to choose.
    pub is_covariate: bool,
    /// True if it is given with the work, so that among the others is chosen for each of its levels. The size of the
    /// data always is.
    pub is_given: bool,
    /// True if its levels are names, although they are numbers.
    pub is_class: bool,
    /// The numbers of its levels that stand beside the choice: they are measured and shown, and never chosen.
    pub beside: Vec<usize>,
    /// Levels that cannot be set, for which the report interpolates between those that were measured.
    pub unmeasured: Vec<Level>,
}

impl Factor {
    /// Returns the values of its levels, if all of them are numbers or sizes above 0 and there are several.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        if self.is_class {
            return None;
        }
        let numbers: Option<Vec<f64>> = self.levels.iter().map(|level| level.number).collect();
        numbers.filter(|numbers| numbers.len() > 1 && numbers.iter().all(|&number| number > 0.0 && number.is_finite()))
    }

    /// Returns whether its levels are sizes in bytes, as their units say.
    pub fn is_size(&self) -> bool {
        let has_unit = |level: &Level| level.text.ends_with(|c: char| c.is_ascii_alphabetic());
        self.numbers().is_some() && self.levels.iter().any(has_unit)
    }

    /// Returns whether changing it takes long or somebody's hand, so that all runs of a level follow each other.
    pub fn is_slow(&self) -> bool {
        matches!(self.change, Change::ByHand { .. } | Change::Commands { .. })
    }
}

/// The way in which a factor is set for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Its level stands in the place of `{name}`.
    Placeholder,
    /// A setting that feedrate knows by its name.
    WellKnown(WellKnown),
    /// A system option of a program: `-o NAME=LEVEL`, or for levels `on` and `off`, `-o NAME` and `-o NONAME`.
    SystemOption(String),
    /// A macro variable of a program.
    MacroVariable(String),
    /// An argument: `--name LEVEL`; for the levels `on` and `off`, the argument alone or nothing.
    Argument(String),
    /// An environment variable.
    Environment(String),
    /// An option of a job file of fio, in all of its sections that have it, or else in `[global]`.
    JobOption(String),
    /// A file of the kernel that holds a setting: its content is put back.
    File(String),
    /// Commands of the shell.
    Commands {
        /// Sets it; `{level}` is the level.
        set: String,
        /// Prints what it is before.
        get: Option<String>,
        /// Puts it back; `{before}` is what `get` has printed.
        restore: Option<String>,
    },
    /// Somebody's hand.
    ByHand {
        /// The request to a person; `{level}` is the level.
        prompt: String,
    },
}

impl Change {
    /// Returns the name of the option, variable or argument that it sets.
    pub(crate) fn own_name(&self) -> Option<&str> {
        match self {
            Self::SystemOption(name)
            | Self::MacroVariable(name)
            | Self::Argument(name)
            | Self::Environment(name)
            | Self::JobOption(name) => Some(name),
            _ => None,
        }
    }
}

/// A setting that feedrate knows by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WellKnown {
    /// `cached` or `direct`.
    Method,
    /// `as-sas` or `overlapped`.
    Discipline,
    /// Bytes of a page.
    PageSize,
    /// Pages of a direct transfer.
    Buffers,
    /// Transfers in flight.
    Depth,
    /// Streams at once.
    Streams,
    /// Processors that the run may use.
    Cpus,
    /// Bytes of memory that the run may use, with what the page cache holds for it.
    Memory,
    /// The folder of WORK.
    Work,
}

impl WellKnown {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Method,
        Self::Discipline,
        Self::PageSize,
        Self::Buffers,
        Self::Depth,
        Self::Streams,
        Self::Cpus,
        Self::Memory,
        Self::Work,
    ];

    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Discipline => "discipline",
            Self::PageSize => "page_size",
            Self::Buffers => "buffers",
            Self::Depth => "depth",
            Self::Streams => "streams",
            Self::Cpus => "cpus",
            Self::Memory => "memory",
            Self::Work => "work",
        }
    }

    /// Returns the setting of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// Returns whether it can be set for what is run.
    pub fn suits(self, subject: &Subject) -> bool {
        match self {
            Self::Cpus | Self::Memory => true,
            Self::Method | Self::PageSize => !matches!(subject, Subject::Command),
            Self::Buffers => matches!(subject, Subject::Program(_) | Subject::Measure),
            Self::Depth => matches!(subject, Subject::Job(_) | Subject::Measure),
            Self::Streams => matches!(subject, Subject::Job(_)),
            Self::Discipline | Self::Work => matches!(subject, Subject::Program(_)),
        }
    }

    /// Returns what is wrong with a level, and what it may be.
    pub(crate) fn mistake(self, level: &Level) -> Option<&'static str> {
        let is_number = level.bytes().is_some_and(|number| number > 0);
        match self {
            Self::Method => (!["cached", "direct"].contains(&level.text.as_str())).then_some("it is cached or direct"),
            Self::Discipline => {
                (!["as-sas", "overlapped"].contains(&level.text.as_str())).then_some("it is as-sas or overlapped")
            }
            Self::PageSize | Self::Memory => (!is_number).then_some("it is a size such as 64K or 512M"),
            Self::Buffers | Self::Depth | Self::Streams | Self::Cpus => {
                (!is_number).then_some("it is a whole number from 1")
            }
            Self::Work => level.text.is_empty().then_some("it is a folder"),
        }
    }
}
