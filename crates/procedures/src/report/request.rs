//! What PROC REPORT is asked for.

use feedrate_steps::ir::{NumberSlot, Slot, TextSlot};
use feedrate_values::format::Format;

use crate::aggregate::{Aggregation, Statistic};

/// Makes a report of observations, or of groups of them.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is read and counted. Its first class variables are those whose values make rows, in the order of the
    /// columns, and those after them are those whose values make columns. Its types are what rows, breaks and
    /// orders need; none where one pass over the observations gives the report.
    ///
    /// Its step makes the data set of OUT=. The statements of the step are the SET statement and behind it the
    /// COMPUTE blocks, each as an IF that always holds.
    pub aggregation: Aggregation,
    /// The statistics of columns.
    pub statistics: Vec<Statistic>,
    /// Of which class variables the levels come by how often they are met: the rarest first, or, where they are
    /// descending, the most frequent.
    pub by_frequency: Vec<bool>,
    /// How many of the class variables make rows.
    pub rows: usize,
    /// Whether each observation has a row of its own. Otherwise each combination of row variables has one.
    pub detail: bool,
    /// The columns.
    pub parts: Vec<ReportPart>,
    /// What is done where groups and the report begin and end, from the outside to the inside.
    pub breaks: Vec<ReportBreak>,
    /// `_BREAK_` of COMPUTE blocks: what a summary line is for.
    pub break_name: Option<TextSlot>,
    /// `_C3_` and the like of COMPUTE blocks, with the number of the column, from 1.
    pub numbered: Vec<(usize, NumberSlot)>,
    /// How the report is listed; not at all with NOPRINT.
    pub layout: Option<ReportLayout>,
    /// OUT=.
    pub output: Option<ReportOutput>,
}

/// The data set of OUT=. The BY variables go there by themselves.
#[derive(Clone, Debug)]
pub struct ReportOutput {
    /// The slots of the values of columns, by the place of the column.
    pub cells: Vec<(usize, Slot)>,
    /// `_BREAK_`: what a summary line is for.
    pub break_name: TextSlot,
}

/// A part of COLUMN.
#[derive(Clone, Debug)]
pub enum ReportPart {
    /// A column.
    Column(Box<ReportColumn>),
    /// Columns for each value of a class variable.
    Across {
        /// Which class variable.
        class: usize,
        /// The lines above the values.
        heading: Vec<String>,
        /// What each value has.
        parts: Vec<ReportPart>,
    },
    /// Columns under a heading of their own.
    Span {
        /// Its lines.
        heading: Vec<String>,
        /// What is under it.
        parts: Vec<ReportPart>,
    },
}

/// A column.
#[derive(Clone, Debug)]
pub struct ReportColumn {
    /// What it is called: by a variable, an alias or a statistic.
    pub name: String,
    /// The lines above it, before they are made to fit.
    pub heading: Vec<String>,
    /// What stands in it.
    pub content: ReportContent,
    /// How values are shown.
    pub format: Format,
    /// How many characters it is wide.
    pub width: usize,
    /// How many blanks stand before it.
    pub spacing: usize,
    /// On which side its cells and its heading stand.
    pub side: ReportSide,
    /// FLOW: whether texts that are too long go on below.
    pub flow: bool,
    /// Whether it is shown: without NOPRINT.
    pub is_shown: bool,
    /// ID: whether it stands on each page where a line is too short for all columns.
    pub identifies: bool,
    /// Where COMPUTE blocks find and set its value.
    pub slot: Option<Slot>,
    /// The COMPUTE block that is carried out when its value is at hand.
    pub block: Option<usize>,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportContent {
    /// A class variable of rows.
    Class(usize),
    /// A variable of observations.
    Display(Slot),
    /// A statistic.
    Statistic {
        /// Of which analysis variable.
        variable: usize,
        /// Which.
        statistic: Statistic,
    },
    /// How many observations there are.
    Count,
    /// What its COMPUTE block makes of it.
    Computed,
}

/// On which side cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportSide {
    /// On the left.
    Left,
    /// In the middle.
    Center,
    /// On the right.
    Right,
}

/// What is done where a group or the report begins or ends: BREAK, RBREAK and COMPUTE.
#[derive(Clone, Debug, Default)]
pub struct ReportBreak {
    /// The class variable whose group it is; none for the report.
    pub class: Option<usize>,
    /// What `_BREAK_` is there.
    pub name: String,
    /// Whether it comes behind the group.
    pub after: bool,
    /// SUMMARIZE: whether there is a line of the group's statistics.
    pub summarize: bool,
    /// SUPPRESS: whether the value of the group is left out of that line.
    pub suppress: bool,
    /// OL and DOL: what stands above the values of that line.
    pub above: Option<char>,
    /// UL and DUL: what stands below them.
    pub below: Option<char>,
    /// SKIP: whether an empty line follows.
    pub skip: bool,
    /// PAGE: whether the headings come again.
    pub page: bool,
    /// The COMPUTE block.
    pub block: Option<usize>,
}

/// How a report is listed.
#[derive(Clone, Copy, Debug)]
pub struct ReportLayout {
    /// LS=, before the system option.
    pub line_size: Option<usize>,
    /// HEADLINE: whether a line is drawn below the headings.
    pub head_line: bool,
    /// HEADSKIP: whether an empty line follows the headings.
    pub head_skip: bool,
    /// Without NOHEADER.
    pub has_headings: bool,
    /// CENTER.
    pub is_centered: bool,
}

impl Report {
    /// The type of the first row variables.
    pub fn rows_type(&self, rows: usize) -> u64 {
        (0..rows).fold(0, |bits, class| bits | self.class_type(class))
    }

    /// The type of one class variable.
    pub fn class_type(&self, class: usize) -> u64 {
        1 << (self.aggregation.classes.len() - 1 - class)
    }
}
