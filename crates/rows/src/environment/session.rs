//! The parts of the session that a step borrows while it runs.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_options::StepOptions;
use feedrate_values::Value;
use feedrate_values::format::Formats;
use feedrate_values::function::{Answer, Clock, LogLine, SessionLookup, Symbols};

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
    /// Answers functions about the session; `None` if there is none.
    pub session: Option<&'a dyn StepSession>,
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

/// The session, which functions of a running step ask. The step lends it its libraries.
pub trait StepSession {
    /// Answers a function, by its name in upper case. Lines for the log are added to `lines`.
    fn ask(&self, function: &str, arguments: &[Value<'_>], libraries: &Libraries, lines: &mut Vec<LogLine>) -> Answer;
}

/// The session of a step, and the libraries once the step has opened its data sets.
pub(crate) struct LentLibraries<'l> {
    pub(crate) session: Option<&'l dyn StepSession>,
    pub(crate) libraries: OnceCell<&'l Libraries>,
}

impl SessionLookup for LentLibraries<'_> {
    fn ask(&self, function: &str, arguments: &[Value<'_>], lines: &mut Vec<LogLine>) -> Answer {
        match (self.session, self.libraries.get()) {
            (Some(session), Some(libraries)) => session.ask(function, arguments, libraries, lines),
            _ => Answer::Invalid(0),
        }
    }
}
