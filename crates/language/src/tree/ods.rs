//! ODS statements: where results go, and which.

use super::{DataSet, Name};
use crate::source::Position;

/// An ODS statement.
#[derive(Clone, Debug)]
pub enum Ods {
    /// A destination is opened, or goes on in another file.
    Open(OdsOpen),
    /// A destination is closed, or all of them.
    Close(Option<OdsDestination>),
    /// ODS OUTPUT: tables of the next step become data sets.
    Output(Vec<OdsOutput>),
    /// ODS OUTPUT CLOSE.
    NoOutput,
    /// ODS SELECT and ODS EXCLUDE.
    Choose {
        /// Whether the tables are shown; otherwise they are left out.
        shown: bool,
        /// Which.
        tables: OdsTables,
    },
    /// ODS TRACE: whether the log names the tables of each step.
    Trace(bool),
    /// ODS PROCTITLE: whether procedures say their name above their tables.
    ProcedureTitles(bool),
    /// ODS GRAPHICS ON.
    Graphics(Position),
    /// A statement of the language that changes nothing here, and what the log calls it.
    Idle(Position, String),
    /// A statement without effect here that needs no word, such as ODS GRAPHICS OFF.
    Nothing,
}

/// Where results go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OdsDestination {
    /// The listing.
    Listing,
    /// A file of tables alone, their values with commas between them.
    Csv,
    /// The same with titles and all else.
    CsvAll,
    /// A page for browsers.
    Html,
}

impl OdsDestination {
    /// What a program calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Listing => "LISTING",
            Self::Csv => "CSV",
            Self::CsvAll => "CSVALL",
            Self::Html => "HTML",
        }
    }
}

/// A destination that is opened.
#[derive(Clone, Debug)]
pub struct OdsOpen {
    /// Which.
    pub destination: OdsDestination,
    /// Where its name stands.
    pub at: Position,
    /// FILE= or BODY=. The listing may be without, and a page, which then has a name that no file has yet.
    pub file: Option<OdsFile>,
    /// PATH=: the folder of the file.
    pub folder: Option<OdsFile>,
    /// TITLE=: what the browser calls the page.
    pub title: Option<String>,
    /// Options that have no effect here.
    pub ignored: Vec<Name>,
}

/// A file or a folder.
#[derive(Clone, Debug)]
pub struct OdsFile {
    /// The path, or what FILENAME called it.
    pub name: String,
    /// Whether it is what FILENAME called it.
    pub is_reference: bool,
    /// Where it stands.
    pub at: Position,
}

/// A table that becomes a data set.
#[derive(Clone, Debug)]
pub struct OdsOutput {
    /// The name of the table.
    pub table: Name,
    /// The data set.
    pub data_set: DataSet,
}

/// Tables that are shown or left out.
#[derive(Clone, Debug)]
pub enum OdsTables {
    /// ALL.
    All,
    /// NONE.
    None,
    /// Some, by their names.
    Named(Vec<OdsTable>),
}

/// A table that is shown or left out.
#[derive(Clone, Debug)]
pub struct OdsTable {
    /// Its name.
    pub name: Name,
    /// PERSIST: whether that goes on behind the next step.
    pub persists: bool,
}
