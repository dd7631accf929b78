//! The request of PROC REPORT.

use feedrate_program::{NumberSlot, Slot, TextSlot};
use feedrate_values::format::Format;

use crate::aggregate::{Aggregation, Statistic};

/// A report of observations, or of groups of them.
#[derive(Clone, Debug)]
pub struct Report {
    /// The input and its statistics. Its class variables are first the GROUP and ORDER variables, in the order of the
    /// columns, and then the ACROSS variables. Its types are those that rows, breaks and orders need; none if the
    /// report takes only one pass over the observations.
    ///
    /// Its step creates the data set of OUT=. The statements of the step are the SET statement followed by the
    /// COMPUTE blocks, each in an IF that is always true.
    pub aggregation: Aggregation,
    /// The statistics of columns.
    pub statistics: Vec<Statistic>,
    /// True if the levels of each class variable are ordered by frequency: ascending or, if the class variable is
    /// descending, descending.
    pub by_frequency: Vec<bool>,
    /// The number of GROUP and ORDER variables.
    pub rows: usize,
    /// True if each observation has a row. Otherwise each combination of GROUP variables has one.
    pub detail: bool,
    /// The columns.
    pub parts: Vec<ReportPart>,
    /// The breaks at the beginning and end of groups and of the report, from the outermost to the innermost.
    pub breaks: Vec<ReportBreak>,
    /// `_BREAK_` of COMPUTE blocks, which identifies summary lines.
    pub break_name: Option<TextSlot>,
    /// `_C3_` and the like of COMPUTE blocks, with the number of the column, from 1.
    pub numbered: Vec<(usize, NumberSlot)>,
    /// The layout of the listing; `None` with NOPRINT.
    pub layout: Option<ReportLayout>,
    /// OUT=.
    pub output: Option<ReportOutput>,
}

/// The data set of OUT=. The BY variables are added to it automatically.
#[derive(Clone, Debug)]
pub struct ReportOutput {
    /// The slots of column values, with the index of the column.
    pub cells: Vec<(usize, Slot)>,
    /// `_BREAK_`, which identifies summary lines.
    pub break_name: TextSlot,
}

/// A part of COLUMN.
#[derive(Clone, Debug)]
pub enum ReportPart {
    /// A column.
    Column(Box<ReportColumn>),
    /// Columns for each level of a class variable.
    Across {
        /// The index of the class variable.
        class: usize,
        /// The heading lines above the levels.
        heading: Vec<String>,
        /// The columns of each level.
        parts: Vec<ReportPart>,
    },
    /// Columns under a common heading.
    Span {
        /// The lines of the heading.
        heading: Vec<String>,
        /// The columns under it.
        parts: Vec<ReportPart>,
    },
}

/// A column.
#[derive(Clone, Debug)]
pub struct ReportColumn {
    /// Its name: that of a variable, an alias or a statistic.
    pub name: String,
    /// The lines of its heading, before they are wrapped.
    pub heading: Vec<String>,
    /// Its content.
    pub content: ReportContent,
    /// The format of its values.
    pub format: Format,
    /// Its width in characters.
    pub width: usize,
    /// The number of blanks before it.
    pub spacing: usize,
    /// The alignment of its cells and its heading.
    pub side: ReportSide,
    /// FLOW: whether long character values are wrapped.
    pub flow: bool,
    /// True if it is listed, that is, without NOPRINT.
    pub is_shown: bool,
    /// ID: whether it is repeated on each page if the lines are too short for all columns.
    pub identifies: bool,
    /// The slot of its value in COMPUTE blocks.
    pub slot: Option<Slot>,
    /// The COMPUTE block that is run when its value has been computed.
    pub block: Option<usize>,
}

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportContent {
    /// A GROUP or ORDER variable.
    Class(usize),
    /// A DISPLAY variable.
    Display(Slot),
    /// A statistic.
    Statistic {
        /// The analysis variable.
        variable: usize,
        /// The statistic of it.
        statistic: Statistic,
    },
    /// The number of observations.
    Count,
    /// The result of its COMPUTE block.
    Computed,
}

/// The alignment of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportSide {
    /// Left-aligned.
    Left,
    /// Centered.
    Center,
    /// Right-aligned.
    Right,
}

/// The processing at the beginning or end of a group or of the report: BREAK, RBREAK and COMPUTE.
#[derive(Clone, Debug, Default)]
pub struct ReportBreak {
    /// The class variable of the group; `None` for the report.
    pub class: Option<usize>,
    /// The value of `_BREAK_`.
    pub name: String,
    /// True if it is at the end of the group.
    pub after: bool,
    /// SUMMARIZE: whether there is a summary line.
    pub summarize: bool,
    /// SUPPRESS: whether the value of the class variable is left out of the summary line.
    pub suppress: bool,
    /// OL and DOL: the character of the rule above the values of the summary line.
    pub above: Option<char>,
    /// UL and DUL: the character of the rule below them.
    pub below: Option<char>,
    /// SKIP: whether an empty line follows.
    pub skip: bool,
    /// PAGE: whether the headings are repeated.
    pub page: bool,
    /// The COMPUTE block.
    pub block: Option<usize>,
}

/// The layout of the listing.
#[derive(Clone, Copy, Debug)]
pub struct ReportLayout {
    /// LS=, which takes precedence over the system option.
    pub line_size: Option<usize>,
    /// HEADLINE: whether there is a rule below the headings.
    pub head_line: bool,
    /// HEADSKIP: whether an empty line follows the headings.
    pub head_skip: bool,
    /// True if there are headings, that is, without NOHEADER.
    pub has_headings: bool,
    /// CENTER.
    pub is_centered: bool,
}

impl Report {
    /// Returns the type of the first `rows` class variables.
    pub fn rows_type(&self, rows: usize) -> u64 {
        (0..rows).fold(0, |bits, class| bits | self.class_type(class))
    }

    /// Returns the type of one class variable.
    pub fn class_type(&self, class: usize) -> u64 {
        1 << (self.aggregation.classes.len() - 1 - class)
    }
}
