//! Files of lines that a step reads and writes.

use std::path::PathBuf;

use feedrate_values::{format, informat};

use super::expression::Quiet;
use super::{Argument, AssignmentTarget, Number, NumberSlot, SiteId, Slot, Text, TextSlot};

/// A file of INFILE or FILE, or the lines of DATALINES.
#[derive(Clone, Debug)]
pub struct External {
    /// Where its lines come from or go to.
    pub kind: ExternalKind,
    /// The position of the first statement that names it.
    pub site: SiteId,
    /// `dlm=`: the bytes that separate values. Empty by default: blanks separate values that are read, and a blank
    /// follows each value that is written.
    pub delimiters: Vec<u8>,
    /// `dsd`: two consecutive delimiters enclose a missing value, and quotes protect delimiters.
    pub dsd: bool,
    /// The reaction to a line that ends before all variables of an INPUT have values.
    pub short_line: ShortLine,
    /// `dropover`: values that do not fit a line that is written are left out.
    pub drops_over: bool,
    /// `firstobs=`, from 1.
    pub first: u64,
    /// `obs=`: the number of the last line.
    pub last: Option<u64>,
    /// `lrecl=`; 32,767 by default.
    pub line_length: u32,
    /// `end=`.
    pub end: Option<NumberSlot>,
    /// `length=`: the length of the current line.
    pub length: Option<NumberSlot>,
    /// `column=`: the position of the pointer.
    pub column: Option<NumberSlot>,
    /// `_INFILE_` of a file that is read; `None` if the step does not use it.
    pub buffer: Option<LineBuffer>,
    /// The number of its first line in messages: for DATALINES that of the log, else 1.
    pub line_number: u32,
}

/// `_INFILE_`: the current line as a character value of the step. A line that was read stays there until the next one
/// is read, cut or padded to the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineBuffer {
    /// Its slot, which belongs to no variable.
    pub slot: TextSlot,
    /// True if the step also assigns to it. Then, its value without trailing blanks is what an INPUT from a held line
    /// reads and what PUT writes for `_infile_`; for INPUT it is padded with blanks to the length of the line.
    pub assigned: bool,
}

/// The source or destination of lines.
#[derive(Clone, Debug)]
pub enum ExternalKind {
    /// A file that is read.
    Source(PathBuf),
    /// In the program.
    Lines(Vec<Vec<u8>>),
    /// A file that is written; `append` is `mod`.
    Target {
        /// The path.
        path: PathBuf,
        /// True if lines are appended.
        append: bool,
    },
    /// The log.
    Log,
    /// The listing.
    Listing,
    /// The procedure that runs the statements, which fetches the lines.
    Procedure,
}

/// The reaction to a line that ends before all variables of an INPUT have values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShortLine {
    /// The next line provides them.
    #[default]
    FlowOver,
    /// `missover`: the remaining variables are missing, and so is one whose field is cut short.
    Missover,
    /// `truncover`: the remaining variables are missing; a field that is cut short is read.
    Truncover,
    /// `stopover`: an error.
    Stopover,
}

/// An INPUT statement.
#[derive(Clone, Debug)]
pub struct InputStatement {
    /// The file, an index into the step's externals.
    pub external: u32,
    /// The items, in their order.
    pub items: Vec<InputItem>,
    /// The time for which the line is held.
    pub hold: Hold,
    /// The position of the statement.
    pub site: SiteId,
}

/// The time for which a line is held after an INPUT or PUT statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// Not at all.
    #[default]
    No,
    /// `@`: until the end of the iteration.
    Iteration,
    /// `@@`: across iterations.
    Across,
}

/// An item of an INPUT statement.
#[derive(Clone, Debug)]
pub enum InputItem {
    /// `@n`.
    Column(Number),
    /// `@'text'`: behind the next occurrence of the value.
    After(Text),
    /// `+n`.
    Advance(Number),
    /// `/`.
    NextLine,
    /// `#n`.
    Line(Number),
    /// A variable.
    Read {
        /// The target.
        target: AssignmentTarget,
        /// Its name, for messages.
        name: String,
        /// The way in which its field is found and read.
        reading: Reading,
        /// The messages that are suppressed for invalid values.
        quiet: Quiet,
    },
}

/// The way in which a field is found in a line.
#[derive(Clone, Debug)]
pub enum Reading {
    /// Between delimiters. `:` specifies an informat; `&` allows single blanks within a value; `~` keeps quotes.
    List {
        /// The informat.
        informat: informat::Informat,
        /// The elements of an array with a computed index that have informats of their own, in the order of
        /// their slots.
        of_elements: Vec<(Slot, informat::Informat)>,
        /// `&`.
        embedded_blanks: bool,
        /// `~`.
        keep_quotes: bool,
    },
    /// As many columns as the width of the informat.
    Formatted(informat::Informat),
    /// From a column to a column, both from 1.
    Columns {
        /// The first column.
        from: u32,
        /// The last column.
        to: u32,
        /// The informat of the field.
        informat: informat::Informat,
    },
}

impl Reading {
    /// Returns the informat of the value for a slot.
    pub fn informat(&self, slot: Slot) -> &informat::Informat {
        match self {
            Self::List {
                informat, of_elements, ..
            } => {
                let own = of_elements.binary_search_by(|(own, _)| own.cmp(&slot));
                own.map_or(informat, |place| &of_elements[place].1)
            }
            Self::Formatted(informat) | Self::Columns { informat, .. } => informat,
        }
    }
}

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
