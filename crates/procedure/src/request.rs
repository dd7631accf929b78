//! The result of parsing a procedure.

use std::fmt;

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;
use feedrate_values::format::Definition;

use crate::intent::Intent;
use crate::procedure::Procedure;

/// A parsed procedure.
#[derive(Debug)]
pub enum Request {
    /// A procedure to run.
    Step(Box<dyn Procedure>),
    /// PROC FORMAT.
    Formats(Box<FormatsRequest>),
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

/// The formats and informats of PROC FORMAT.
#[derive(Debug)]
pub struct FormatsRequest {
    /// The catalogue that they go to, with its library.
    pub catalogue: String,
    /// NOREPLACE: those that are there already are kept.
    pub keeps: bool,
    /// CNTLIN=, with its position.
    pub input: Option<(Position, Box<dyn DefinitionSource>)>,
    /// The formats and informats of statements, each with the position of its name.
    pub definitions: Vec<(Position, Definition)>,
    /// FMTLIB and CNTLOUT=, which show the catalogue with the new formats.
    pub output: Option<Box<dyn Procedure>>,
}

impl FormatsRequest {
    /// Returns the data sets that it makes.
    pub fn makes(&self) -> &[Write] {
        self.output.as_ref().map_or(&[], |output| output.makes())
    }
}

/// A data set of formats and informats.
pub trait DefinitionSource: fmt::Debug {
    /// Returns what it would read, for a plan of a program that is not run.
    fn intent(&self) -> Intent<'_>;

    /// Reads the formats and informats. Faults are logged with `site` as the position of the procedure.
    fn read(&self, site: Site, environment: &mut Environment<'_>) -> ControlDefinitions;
}

/// The formats and informats of a data set.
#[derive(Debug)]
pub struct ControlDefinitions {
    /// The outcome of reading it.
    pub outcome: Outcome,
    /// The formats and informats, in the order of the observations.
    pub definitions: Vec<Definition>,
    /// Why an observation was refused, if one was.
    pub refused: Option<String>,
}

/// Returns a request to run a procedure.
pub fn step(procedure: impl Procedure + 'static) -> Result<Request> {
    Ok(Request::Step(Box::new(procedure)))
}
