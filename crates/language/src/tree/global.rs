//! Statements outside steps.

use super::{InfileOption, Name, Ods, SessionStatement};
use crate::source::Position;

/// A statement outside steps, which takes effect at once.
#[derive(Clone, Debug)]
pub enum Global {
    /// LIBNAME.
    Libname {
        /// The libref.
        name: Name,
        /// The engine, if it is given: `xport`, `v9`.
        engine: Option<Name>,
        /// The quoted folder or file; `None` with CLEAR, and for a library of several parts.
        path: Option<String>,
        /// The parts of a library of several, which stand in parentheses.
        parts: Vec<LibraryPart>,
        /// Options, in upper case, with their values as written.
        options: Vec<(Name, Option<String>)>,
    },
    /// LIBNAME with LIST: of a libref, or of all for `_ALL_`.
    LibraryList(Name),
    /// FILENAME.
    Filename {
        /// The fileref.
        name: Name,
        /// The request.
        request: FilenameRequest,
    },
    /// OPTIONS: names in upper case, with their values as written.
    Options(Vec<(Name, Option<String>)>),
    /// TITLE, TITLE2, …: the number from 1, and the text; `None` clears it and those after it.
    Title(u8, Option<String>),
    /// FOOTNOTE, in the same form.
    Footnote(u8, Option<String>),
    /// `missing a b;`.
    Missing(Vec<u8>),
    /// ODS.
    Ods(Ods),
    /// X, with the command.
    Command {
        /// The command.
        text: String,
        /// Its position.
        at: Position,
    },
    /// SIGNON, RSUBMIT and similar statements.
    Session(Box<SessionStatement>),
    /// ENDSAS: ends the program.
    End,
    /// RUN or QUIT outside of a step.
    Nothing,
    /// An unknown statement.
    Unknown(Position),
}

/// A part of a library of several.
#[derive(Clone, Debug)]
pub enum LibraryPart {
    /// A quoted folder, and its position.
    Path(String, Position),
    /// A library that is assigned.
    Library(Name),
}

/// The request of a FILENAME statement.
#[derive(Clone, Debug)]
pub enum FilenameRequest {
    /// To assign the fileref.
    Assign {
        /// The device, if it is given: `temp`, `dummy`.
        device: Option<Name>,
        /// The quoted paths.
        paths: Vec<String>,
        /// Options, which INFILE and FILE take from it.
        options: Vec<InfileOption>,
    },
    /// CLEAR.
    Clear,
    /// LIST.
    List,
}
