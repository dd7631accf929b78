//! Files of lines that a step reads and writes.

use std::path::PathBuf;

use feedrate_values::{format, informat};

use super::expression::Quiet;
use super::{Argument, AssignmentTarget, Number, NumberSlot, SiteId, Text, TextSlot};

/// A file of INFILE or FILE, or the lines of DATALINES.
#[derive(Clone, Debug)]
pub struct External {
    /// Where its lines are, or go.
    pub kind: ExternalKind,
    /// Where the statement stands that names it first.
    pub site: SiteId,
    /// `dlm=`: each of these bytes parts values. None when nothing says so: blanks part what is read, and
    /// a blank follows what is written.
    pub delimiters: Vec<u8>,
    /// `dsd`: two delimiters in a row part a missing value, and quotes protect delimiters.
    pub dsd: bool,
    /// What happens when a line ends before its variables do.
    pub short_line: ShortLine,
    /// `firstobs=`, from 1.
    pub first: u64,
    /// `obs=`: the number of the last line.
    pub last: Option<u64>,
    /// `lrecl=`; 32,767 by default.
    pub line_length: u32,
    /// `end=`.
    pub end: Option<NumberSlot>,
    /// `length=`: the length of the line at hand.
    pub length: Option<NumberSlot>,
    /// `column=`: where the pointer stands.
    pub column: Option<NumberSlot>,
    /// `_INFILE_` of a file that is read; `None` when the step does not name it.
    pub buffer: Option<LineBuffer>,
    /// The number that messages give its first line: of DATALINES that of the log, else 1.
    pub line_number: u32,
}

/// `_INFILE_`: the line at hand as a text of the step. A line that is read stands there until the next one
/// is, cut or padded to the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineBuffer {
    /// Where it lies. No variable does.
    pub slot: TextSlot,
    /// Whether the step gives it values too. Then what stands there, without trailing blanks, is what an
    /// INPUT from a line that is held reads, and what PUT writes for `_infile_`; for INPUT blanks fill it
    /// to the length of the line.
    pub assigned: bool,
}

/// Where lines are, or go.
#[derive(Clone, Debug)]
pub enum ExternalKind {
    /// In a file, read.
    Source(PathBuf),
    /// In the program.
    Lines(Vec<Vec<u8>>),
    /// Into a file; `append` is `mod`.
    Target {
        /// Which.
        path: PathBuf,
        /// Whether it goes on where the file ends.
        append: bool,
    },
    /// Into the log.
    Log,
    /// Into the listing.
    Listing,
    /// To the procedure that has the statements carried out, which takes the lines when it wants them.
    Procedure,
}

/// What happens when a line ends before its variables do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShortLine {
    /// The next line goes on with them.
    #[default]
    FlowOver,
    /// `missover`: the rest is missing, and so is a field that is cut short.
    Missover,
    /// `truncover`: the rest is missing; a field that is cut short counts.
    Truncover,
    /// `stopover`: an error.
    Stopover,
}

/// An INPUT statement.
#[derive(Clone, Debug)]
pub struct InputStatement {
    /// From which of the step's files.
    pub external: u32,
    /// One after the other.
    pub items: Vec<InputItem>,
    /// Whether the line is kept.
    pub hold: Hold,
    /// Where.
    pub site: SiteId,
}

/// Whether a line stays at hand after an INPUT or PUT statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// It does not.
    #[default]
    No,
    /// `@`: until the iteration ends.
    Iteration,
    /// `@@`: across iterations.
    Across,
}

/// A part of an INPUT statement.
#[derive(Clone, Debug)]
pub enum InputItem {
    /// `@n`.
    Column(Number),
    /// `@'text'`: after the next such text.
    After(Text),
    /// `+n`.
    Advance(Number),
    /// `/`.
    NextLine,
    /// `#n`.
    Line(Number),
    /// A variable.
    Read {
        /// Into what.
        place: AssignmentTarget,
        /// Its name, for messages.
        name: String,
        /// How.
        reading: Reading,
        /// What is said of what cannot be read.
        quiet: Quiet,
    },
}

/// How a value is found in a line.
#[derive(Clone, Debug)]
pub enum Reading {
    /// Between delimiters. `:` gives an informat; `&` lets single blanks stand inside; `~` keeps quotes.
    List {
        /// The informat.
        informat: informat::Informat,
        /// `&`.
        embedded_blanks: bool,
        /// `~`.
        keep_quotes: bool,
    },
    /// As many columns as the informat is wide.
    Formatted(informat::Informat),
    /// From a column to a column, both from 1.
    Columns {
        /// The first.
        from: u32,
        /// The last.
        to: u32,
        /// How the text between is read.
        informat: informat::Informat,
    },
}

/// A PUT statement.
#[derive(Clone, Debug)]
pub struct PutStatement {
    /// To which of the step's files.
    pub external: u32,
    /// One after the other.
    pub items: Vec<PutItem>,
    /// Whether the line is kept.
    pub hold: Hold,
    /// Where.
    pub site: SiteId,
}

/// A part of a PUT statement.
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
    /// A text as it is; `n*'text'` repeats it.
    Literal(Vec<u8>),
    /// A value.
    Write(Argument, Writing),
    /// An element whose index is computed, as list output, in the format that its variable has; with the
    /// variable's name before it when `named`.
    Element {
        /// The element, of an array of variables.
        place: AssignmentTarget,
        /// `a{i}=`.
        named: bool,
    },
    /// `_all_`: every variable as `name=value`.
    All,
    /// `_infile_`: the line at hand of one of the step's files.
    InfileLine(u32),
}

/// How a value is written.
#[derive(Clone, Debug)]
pub enum Writing {
    /// Without leading and trailing blanks, a blank behind it (with DSD: delimiters, and quotes where
    /// needed); `name=` before it when given.
    List {
        /// The format.
        format: format::Format,
        /// `x=`.
        name: Option<String>,
    },
    /// In a format, as wide as that.
    Formatted(format::Format),
    /// From a column to a column.
    Columns {
        /// The first, from 1.
        from: u32,
        /// The last.
        to: u32,
        /// The format, of that width.
        format: format::Format,
    },
}
