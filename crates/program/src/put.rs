//! PUT statements.

use feedrate_values::format;

use super::external::Hold;
use super::{Argument, AssignmentTarget, Number, SiteId};

/// A PUT statement.
#[derive(Clone, Debug)]
pub struct PutStatement {
    /// The file, an index into the step's externals.
    pub external: u32,
    /// The items, in their order.
    pub items: Vec<PutItem>,
    /// The time for which the line is held.
    pub hold: Hold,
    /// The position of the statement.
    pub site: SiteId,
}

/// An item of a PUT statement.
#[derive(Clone, Debug)]
pub enum PutItem {
    /// `@n`.
    Column(Number),
    /// `+n`.
    Advance(Number),
    /// `/`.
    NextLine,
    /// `#n`.
    Line(Number),
    /// A constant; `n*'text'` repeats it.
    Literal(Vec<u8>),
    /// A value.
    Write(Argument, PutForm),
    /// An array element with a computed index, in list output and in the format of its variable; preceded by the
    /// variable's name if `named`.
    Element {
        /// The element, of an array of variables.
        target: AssignmentTarget,
        /// `a{i}=`.
        named: bool,
        /// The format in place of that of its variable.
        format: Option<format::Format>,
    },
    /// `_all_`: all variables as `name=value`.
    All,
    /// `_infile_`: the current line of one of the step's files.
    InfileLine(u32),
}

/// The form in which a value is written.
#[derive(Clone, Debug)]
pub enum PutForm {
    /// List output: without leading and trailing blanks and followed by a blank (with DSD: a delimiter, and quotes
    /// where needed), preceded by `name=` if there is a name.
    List {
        /// The format.
        format: format::Format,
        /// `x=`.
        name: Option<String>,
    },
    /// Formatted output, in the width of the format.
    Formatted(format::Format),
    /// Formatted output with the value at this place of the width.
    Aligned(format::Format, Alignment),
    /// As many columns of formatted output as a number says, at most the width of the format (`$VARYINGw.`).
    Varying {
        /// The format.
        format: format::Format,
        /// The number of columns.
        length: Number,
    },
    /// Column output.
    Columns {
        /// The first column, from 1.
        from: u32,
        /// The last column.
        to: u32,
        /// The format, with the width of the columns.
        format: format::Format,
    },
}

/// The place of a value in the width of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Before all blanks.
    Left,
    /// Between blanks, of which the last one may be one more.
    Center,
    /// Behind all blanks.
    Right,
}
