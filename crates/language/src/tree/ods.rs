//! ODS statements: the destinations and the selection of results.

use super::{DataSet, Name};
use crate::source::Position;

/// An ODS statement.
#[derive(Clone, Debug)]
pub enum Ods {
    /// Opens a destination, or continues it in another file.
    Open(OdsOpen),
    /// Closes a destination, or all of them.
    Close(Option<OdsDestination>),
    /// ODS OUTPUT: writes tables of the next step to data sets.
    Output(Vec<OdsOutput>),
    /// ODS OUTPUT CLOSE.
    NoOutput,
    /// ODS SELECT and ODS EXCLUDE.
    Choose {
        /// True if the tables are shown, false if they are left out.
        shown: bool,
        /// The tables.
        tables: OdsTables,
    },
    /// ODS TRACE: whether the log names the tables of each step.
    Trace(bool),
    /// ODS PROCTITLE: whether procedures print their name above their tables.
    ProcedureTitles(bool),
    /// ODS GRAPHICS ON.
    Graphics(Position),
    /// A statement of the language that has no effect here, and its name in the log.
    Idle(Position, String),
    /// A statement without effect that is not worth a note, such as ODS GRAPHICS OFF.
    Nothing,
}

/// A destination of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OdsDestination {
    /// The listing.
    Listing,
    /// A file of tables only, with commas between values.
    Csv,
    /// The same with titles and other output.
    CsvAll,
    /// An HTML page.
    Html,
}

impl OdsDestination {
    /// Returns its name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Listing => "LISTING",
            Self::Csv => "CSV",
            Self::CsvAll => "CSVALL",
            Self::Html => "HTML",
        }
    }
}

/// A destination to open.
#[derive(Clone, Debug)]
pub struct OdsOpen {
    /// The destination.
    pub destination: OdsDestination,
    /// The position of its name.
    pub at: Position,
    /// FILE= or BODY=. It is optional for the listing, and for a page, which then gets a name that no file has.
    pub file: Option<OdsFile>,
    /// PATH=: the folder of the file.
    pub folder: Option<OdsFile>,
    /// TITLE=: the title of the page.
    pub title: Option<String>,
    /// Options without effect.
    pub ignored: Vec<Name>,
}

/// A file or a folder.
#[derive(Clone, Debug)]
pub struct OdsFile {
    /// The path, or the fileref.
    pub name: String,
    /// True if it is a fileref.
    pub is_reference: bool,
    /// Its position.
    pub at: Position,
}

/// A table to be written to a data set.
#[derive(Clone, Debug)]
pub struct OdsOutput {
    /// The name of the table.
    pub table: Name,
    /// The data set.
    pub data_set: DataSet,
}

/// The tables to show or leave out.
#[derive(Clone, Debug)]
pub enum OdsTables {
    /// ALL.
    All,
    /// NONE.
    None,
    /// Some, by their names.
    Named(Vec<OdsTable>),
}

/// A table to show or leave out.
#[derive(Clone, Debug)]
pub struct OdsTable {
    /// Its name.
    pub name: Name,
    /// PERSIST: whether the selection continues after the next step.
    pub persists: bool,
}
