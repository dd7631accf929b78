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
}

/// Returns a request to run a procedure.
pub fn step(procedure: impl Procedure + 'static) -> Result<Request> {
    Ok(Request::Step(Box::new(procedure)))
}
