//! The result of parsing a procedure.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_values::format::UserFormat;

use crate::procedure::Procedure;

/// A parsed procedure.
#[derive(Debug)]
pub enum Request {
    /// A procedure to run.
    Step(Box<dyn Procedure>),
    /// The formats that PROC FORMAT defines, each with the position of its name.
    Formats(Vec<(Position, UserFormat)>),
    /// PROC OPTIONS: the names of the system options to list, in upper case; all if empty.
    Options(Vec<String>),
    /// PROC PRINTTO.
    PrintTo(PrintTo),
}

/// Where the log and the listing go from here on.
#[derive(Clone, Debug, Default)]
pub struct PrintTo {
    /// Where the log goes; `None` leaves it where it is.
    pub log: Option<PrintTarget>,
    /// Where the listing goes; `None` leaves it where it is.
    pub listing: Option<PrintTarget>,
    /// NEW: whether files are replaced. Otherwise they grow.
    pub replaces: bool,
}

/// A destination of the log or the listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintTarget {
    /// The log or the listing of the session.
    Session,
    /// A file, by its path or its fileref.
    File {
        /// The path, or the fileref.
        name: String,
        /// True if it is a fileref.
        is_reference: bool,
        /// Its position.
        at: Position,
    },
}

/// Returns a request to run a procedure.
pub fn step(procedure: impl Procedure + 'static) -> Result<Request> {
    Ok(Request::Step(Box::new(procedure)))
}
