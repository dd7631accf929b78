//! The parts of the session that a step borrows while it runs.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_options::StepOptions;
use feedrate_values::format::Formats;
use feedrate_values::function::{Clock, GridLookup, Symbols};

use super::log::{Listing, Log};
use crate::runtime::statements::StatementsOf;

/// The parts of the session that a step borrows while it runs.
pub struct Environment<'a> {
    /// The libraries in which the step opens and creates data sets.
    pub libraries: &'a mut Libraries,
    /// The catalogue of formats.
    pub formats: &'a Formats,
    /// The macro symbols.
    pub symbols: &'a mut dyn Symbols,
    /// Answers for the hosts on which sessions run; `None` if there are no sessions.
    pub grid: Option<&'a dyn GridLookup>,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// The destination of messages.
    pub log: &'a mut dyn Log,
    /// The destination of results for people.
    pub listing: &'a mut dyn Listing,
    /// The system options of steps, with the number of cores and the memory.
    pub options: StepOptions,
    /// `UTILLOC=`: the folder for spilled records.
    pub utility_folder: &'a Path,
    /// Set when the user wants the step to stop.
    pub stop: &'a AtomicBool,
    /// The constructor of the statements of a step.
    pub statements: StatementsOf,
}
