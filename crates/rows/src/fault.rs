//! Errors that end a step.

mod conversions;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::DataSetName;
use feedrate_options::MemoryRefused;
use feedrate_program::Site;
use feedrate_values::{Abort, Severity};

pub use crate::disorder::Disorder;
use crate::environment::log::Log;

/// The most LINK statements whose RETURN has not been executed.
pub const MOST_LINKS: usize = 10;

/// Why a step ended early.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A data set could not be read or written.
    #[error(transparent)]
    DataSet(#[from] feedrate_dataset::Error),
    /// An array index is missing or out of bounds.
    #[error("Array subscript out of range at line {} column {}.", .0.line, .0.column)]
    Subscript(Site),
    /// A DO loop has invalid bounds.
    #[error(
        "Invalid DO loop control information at line {} column {}: the first value, the TO value or the \
         BY value is missing, or the BY value is zero.",
        .0.line, .0.column
    )]
    Loop(Site),
    /// No WHEN of a SELECT without OTHERWISE was true.
    #[error(
        "Unsatisfied WHEN clause and no OTHERWISE clause at line {} column {}.\nAdd `otherwise;` if nothing is to be \
         done then.",
        .0.line, .0.column
    )]
    NoneSelected(Site),
    /// Indexes of INDEX= could not be made, and their data set was made without them.
    #[error("{fault}; {data_set} has been made without the index {}", .without.join(" "))]
    NotIndexed {
        /// The data set.
        data_set: String,
        /// The names of the indexes.
        without: Vec<String>,
        /// The reason.
        fault: Box<Fault>,
    },
    /// KEY= or IDXNAME= names an index that the data set does not have.
    #[error("Data set {data_set} has no index {index}; PROC DATASETS makes one with INDEX CREATE.")]
    NoIndex {
        /// The data set.
        data_set: String,
        /// The name of the index.
        index: String,
    },
    /// KEY= names an index of variables that the step does not read.
    #[error("KEEP= or DROP= of data set {data_set} leaves out a variable of its index {index}, which KEY= needs.")]
    KeyLeftOut {
        /// The data set.
        data_set: String,
        /// The name of the index.
        index: String,
    },
    /// REPLACE or REMOVE without an observation.
    #[error("{statement} has no observation: {reason}.")]
    NoObservation {
        /// The statement.
        statement: &'static str,
        /// The reason, as a clause.
        reason: &'static str,
    },
    /// LINK statements that lead to each other without RETURN.
    #[error(
        "LINK at line {} column {} is the {most}th without a RETURN; each LINK needs one.",
        .site.line, .site.column, most = MOST_LINKS + 1
    )]
    Links {
        /// The position of the statement.
        site: Site,
    },
    /// An ABORT statement.
    #[error("{}", .0.sentence("an ABORT", &format!(" at line {} column {}", .1.line, .1.column)))]
    Aborted(Abort, Site),
    /// Observations are not in the order of the BY variables.
    #[error("BY variables are not properly sorted on data set {}.", .0.data_set)]
    Unsorted(Box<Disorder>),
    /// The same in a procedure.
    #[error("{0}")]
    NotInSequence(String),
    /// A data set to be created exists, and REPLACE=NO keeps it.
    #[error("Data set {0} exists and is kept because of REPLACE=NO; delete it first or choose another name.")]
    Kept(String),
    /// The variables of a data set are no longer those with which the step was compiled.
    #[error("Data set {0} has changed since the step was compiled; run the step again.")]
    Changed(String),
    /// A line is shorter than its INPUT statement, and STOPOVER is in effect.
    #[error(
        "INPUT statement exceeded record length. INFILE {source_name} OPTION STOPOVER specified.\nLine {line} is too \
         short."
    )]
    PastEndOfLine {
        /// The file.
        source_name: String,
        /// The line number, from 1.
        line: u64,
    },
    /// A value does not fit into a line that PUT writes under STOPOVER.
    #[error(
        "PUT statement exceeded output line length. FILE {source_name} OPTION STOPOVER specified.\nThe value was left \
         out; a longer LRECL= has room for it."
    )]
    LineExceeded {
        /// The file.
        source_name: String,
    },
    /// `@@` would hold a line for ever in which MISSOVER or TRUNCOVER finds no more values.
    #[error(
        "INPUT with @@ found nothing more in line {line} of {source_name} and would hold it for ever, because \
         {option} keeps it from going on to the next line; leave {option} out, or let go of the line with an INPUT \
         statement that does not end in @@."
    )]
    HeldForEver {
        /// The file.
        source_name: String,
        /// The line number, from 1.
        line: u64,
        /// The option of INFILE.
        option: &'static str,
    },
    /// A file of lines could not be read or written.
    #[error("{}", file_text(action, path, source))]
    File {
        /// The failed action, as a verb.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// INPUT from a file that is written, or PUT to one that is read: an error of the front end.
    #[error("The file of the statement at line {} column {} is not one for it.", .0.line, .0.column)]
    WrongFile(Site),
    /// A fault in a statement.
    #[error("{fault} (line {} column {})", site.line, site.column)]
    At {
        /// The position of the statement.
        site: Site,
        /// The fault.
        fault: Box<Fault>,
    },
    /// An object was used in a wrong way, about which an error was logged.
    #[error("DATA STEP Component Object failure.  Aborted during the EXECUTION phase.")]
    Object,
    /// Methods failed whose return codes nothing looks at.
    #[error("Methods of objects failed; where that is no error, look at their return codes, as in `rc = h.find();`.")]
    ObjectCodes,
    /// A procedure lacks a data set that it needs: an error of the front end.
    #[error("The procedure has no data set to work on.")]
    NoDataSet,
    /// Character values would be lost in the only copy of a data set.
    #[error(
        "Data set {name} is not replaced: {lost} of its values are longer in UTF-8 than their variables, or have \
         bytes that their encoding does not have, and would be lost; name another with OUT=."
    )]
    LostInPlace {
        /// The data set.
        name: String,
        /// The number of values.
        lost: u64,
    },
    /// Records could not be spilled or read back.
    #[error("What does not fit into memory could not be laid down: {0}.")]
    Spill(#[source] crate::spill::Error),
    /// A request exceeds what MEMSIZE= grants.
    #[error("{0}.")]
    Memory(#[from] MemoryRefused),
    /// The observations that a procedure keeps of a BY group, or in total, do not fit into memory.
    #[error(
        "The observations of {what} take more than the {}K that MEMSIZE= leaves for them; raise MEMSIZE=, or \
         work on fewer observations or variables at a time.",
        bytes.div_ceil(1024)
    )]
    GroupMemory {
        /// The procedure, or a group of it.
        what: &'static str,
        /// The bytes that they may take.
        bytes: usize,
    },
    /// A fault of a procedure that only that procedure has, in its own words.
    #[error(transparent)]
    Procedure(Box<dyn std::error::Error + Send + Sync>),
    /// A query failed.
    #[error("The query could not be carried out: {0}.")]
    Query(String),
    /// The user stopped the step.
    #[error("The step was interrupted.")]
    Interrupted,
}

impl Fault {
    /// Returns the fault of a data set whose variables are no longer those with which the step was compiled.
    pub fn changed(data_set: &DataSetName) -> Box<Self> {
        Box::new(Self::Changed(data_set.to_string()))
    }

    /// Returns the fault of a procedure that states it as an error or a text of its own.
    pub fn of_procedure(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Box<Self> {
        Box::new(Self::Procedure(error.into()))
    }

    /// Returns the fault as one of the statement at this position, unless it has a position or needs none.
    pub fn at(self: Box<Self>, site: Site) -> Box<Self> {
        match *self {
            Self::Interrupted | Self::Object => self,
            _ if self.site().is_some() => self,
            _ => Box::new(Self::At { site, fault: self }),
        }
    }

    /// Returns the position that it refers to.
    pub fn site(&self) -> Option<Site> {
        match self {
            Self::Subscript(site)
            | Self::Loop(site)
            | Self::NoneSelected(site)
            | Self::Aborted(_, site)
            | Self::WrongFile(site)
            | Self::Links { site }
            | Self::At { site, .. } => Some(*site),
            _ => None,
        }
    }

    /// Returns the fault without its position.
    pub fn cause(&self) -> &Self {
        match self {
            Self::At { fault, .. } => fault.cause(),
            _ => self,
        }
    }

    /// Logs the fault.
    pub fn log(&self, log: &mut dyn Log) {
        let text = self.cause().to_string();
        match self.site() {
            Some(site) => log.message_at(Severity::Error, &text, site),
            None => log.message(Severity::Error, &text),
        }
    }
}

/// Returns why a file of lines could not be read or written.
fn file_text(action: &str, path: &Path, source: &io::Error) -> String {
    let path = path.display();
    let sentence = match source.kind() {
        io::ErrorKind::NotFound => format!("Physical file does not exist, {path}."),
        io::ErrorKind::PermissionDenied => format!("Insufficient authorization to access {path}."),
        _ => return format!("Cannot {action} {path}: {source}."),
    };
    format!("{sentence}\nCannot {action} it: {source}.")
}

/// A result with a fault as its error. The fault is boxed to keep the common case small.
pub type StepResult<T> = Result<T, Box<Fault>>;

/// Ends the step if the user wants to stop. The check is cheap.
///
/// # Errors
///
/// Returns [`Fault::Interrupted`] if `stop` is set.
#[inline]
pub fn check_stop(stop: &AtomicBool) -> StepResult<()> {
    match stop.load(Ordering::Relaxed) {
        true => Err(Box::new(Fault::Interrupted)),
        false => Ok(()),
    }
}
