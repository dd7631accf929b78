//! Statements that stand outside steps.

use super::{Name, Ods, SessionStatement};
use crate::source::Position;

/// A statement that stands outside steps, and takes effect at once.
#[derive(Clone, Debug)]
pub enum Global {
    /// LIBNAME.
    Libname {
        /// The libref.
        name: Name,
        /// The engine, when named: `xport`, `v9`.
        engine: Option<Name>,
        /// The folder or file in quotes; `None` with CLEAR.
        path: Option<String>,
        /// Options, in capitals, with their values as written.
        options: Vec<(Name, Option<String>)>,
    },
    /// LIBNAME with LIST: of the libref, or of all of them for `_ALL_`.
    LibraryList(Name),
    /// FILENAME.
    Filename {
        /// The fileref.
        name: Name,
        /// The path in quotes; `None` with CLEAR.
        path: Option<String>,
    },
    /// OPTIONS: names in capitals, with their values as written.
    Options(Vec<(Name, Option<String>)>),
    /// TITLE, TITLE2, …: the number from 1, and the text; `None` clears it and those below.
    Title(u8, Option<String>),
    /// FOOTNOTE, likewise.
    Footnote(u8, Option<String>),
    /// `missing a b;`.
    Missing(Vec<u8>),
    /// ODS.
    Ods(Ods),
    /// SIGNON, RSUBMIT and the like.
    Session(Box<SessionStatement>),
    /// ENDSAS: the program ends here.
    End,
    /// RUN or QUIT with nothing to run.
    Nothing,
    /// A statement that is none of these.
    Unknown(Position),
}
