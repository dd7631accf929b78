//! Files of lines that a step reads and writes.

use std::path::PathBuf;

use feedrate_dataset::encoding::Encoding;
use feedrate_values::informat;

use super::device::Device;
use super::expression::Quiet;
use super::file_options::{DelimiterString, LineEnd};
use super::{AssignmentTarget, LabelId, Number, NumberSlot, SiteId, Slot, Text, TextSlot};

/// A file of INFILE or FILE, or the lines of DATALINES.
#[derive(Clone, Debug)]
pub struct External {
    /// Where its lines come from or go to.
    pub kind: ExternalKind,
    /// The kind of thing that its path names.
    pub device: Device,
    /// The file reference by which it was first named; `None` if that was a path in quotes.
    pub reference: Option<String>,
    /// The position of the first statement that names it.
    pub site: SiteId,
    /// `dlm=`: the bytes that separate values. Empty by default: blanks separate values that are read, and a blank
    /// follows each value that is written.
    pub delimiters: Vec<u8>,
    /// `dsd`: two consecutive delimiters enclose a missing value, and quotes protect delimiters.
    pub dsd: bool,
    /// The reaction to a line that ends before all variables of an INPUT have values.
    pub short_line: ShortLine,
    /// The reaction to a value that does not fit the line that is written.
    pub long_line: LongLine,
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
    /// `dlm=` with the name of a variable, whose value replaces `delimiters`.
    pub delimiter_variable: Option<TextSlot>,
    /// `dlmstr=`: replaces `delimiters`.
    pub delimiter_string: Option<DelimiterString>,
    /// `scanover`: `@'text'` searches further lines too, whatever `short_line` says.
    pub scans_over: bool,
    /// `pad`: lines are as long as `line_length`.
    pub pads: bool,
    /// `expandtabs`: a tab is blanks up to the next of the columns 9, 17, 25 and so on.
    pub expands_tabs: bool,
    /// `termstr=` and `recfm=`.
    pub line_end: LineEnd,
    /// `encoding=` of a file that is read; utf-8 by default.
    pub encoding: Option<Encoding>,
    /// `filevar=`: the path of the file, which is opened when the statement is executed.
    pub path_variable: Option<TextSlot>,
    /// `filename=`: the path of the opened file.
    pub name_variable: Option<TextSlot>,
    /// `line=`: the line of the pointer among those of an INPUT or PUT statement.
    pub line: Option<NumberSlot>,
    /// `start=`: the first column that PUT writes of `_infile_`.
    pub start: Option<NumberSlot>,
    /// Files that are read behind the first one.
    pub more: Vec<PathBuf>,
    /// `eov=`: becomes 1 with the first line of a file that follows another one.
    pub next_file: Option<NumberSlot>,
    /// `eof=`: the label at which the step goes on at the end of the lines.
    pub at_end: Option<LabelId>,
}

impl External {
    /// Creates a file with the options that hold by default.
    pub fn new(kind: ExternalKind, site: SiteId, line_length: u32) -> Self {
        Self {
            kind,
            device: Device::Disk,
            reference: None,
            site,
            delimiters: Vec::new(),
            dsd: false,
            short_line: ShortLine::default(),
            long_line: LongLine::default(),
            first: 1,
            last: None,
            line_length,
            end: None,
            length: None,
            column: None,
            buffer: None,
            line_number: 1,
            delimiter_variable: None,
            delimiter_string: None,
            scans_over: false,
            pads: false,
            expands_tabs: false,
            line_end: LineEnd::default(),
            encoding: None,
            path_variable: None,
            name_variable: None,
            line: None,
            start: None,
            more: Vec::new(),
            next_file: None,
            at_end: None,
        }
    }
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

/// The reaction to a value that does not fit the rest of a line that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LongLine {
    /// It stands on the next line, and on as many more as it is long.
    #[default]
    FlowOver,
    /// `dropover`: it is left out.
    DropOver,
    /// `stopover`: it is left out, and an error.
    StopOver,
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
    /// `name=`: the rest of the line has values with their names, of these variables.
    Named(Vec<NamedField>),
}

/// A variable that named input can read.
#[derive(Clone, Debug)]
pub struct NamedField {
    /// Its name, as first written.
    pub name: String,
    /// Its slot.
    pub slot: Slot,
    /// Its informat.
    pub informat: informat::Informat,
    /// The messages that are suppressed for invalid values.
    pub quiet: Quiet,
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
    /// As many columns as a number says, at most the width of the informat (`$VARYINGw.`).
    Varying {
        /// The informat.
        informat: informat::Informat,
        /// The number of columns.
        length: Number,
    },
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
            Self::Formatted(informat) | Self::Varying { informat, .. } | Self::Columns { informat, .. } => informat,
        }
    }
}
