//! The request of PROC TABULATE.

use feedrate_program::{NumberSlot, TextSlot};
use feedrate_values::format::Format;

use super::outline::Outline;
use crate::aggregate::{Aggregation, Statistic};

/// A PROC TABULATE step.
#[derive(Clone, Debug)]
pub struct Tabulate {
    /// The statistics to compute. Its step creates the data set of OUT=, if there is one. The types of single class
    /// variables are before all others.
    pub aggregation: Aggregation,
    /// The statistics of the analysis variables that the tables need.
    pub statistics: Vec<Statistic>,
    /// The contents of the tables, with their names in data sets.
    pub named: Vec<(String, TableFigure)>,
    /// ORDER=FREQ, for each class variable: whether its levels are ordered by descending frequency. Levels of equal
    /// frequency are in the order of the class variable.
    pub by_frequency: Vec<bool>,
    /// The TABLE statements.
    pub tables: Vec<TabulateTable>,
    /// FORMAT=: the default format of cells.
    pub format: Format,
    /// True if there are rules between rows, that is, without NOSEPS.
    pub separators: bool,
    /// FORMCHAR=.
    pub outline: Outline,
    /// OUT=.
    pub output: Option<TabulateOutput>,
}

/// A TABLE statement.
#[derive(Clone, Debug)]
pub struct TabulateTable {
    /// The page dimension; empty for none.
    pub page: Vec<TableNode>,
    /// The row dimension; empty for none.
    pub row: Vec<TableNode>,
    /// The column dimension.
    pub column: Vec<TableNode>,
    /// BOX=: the text above the row titles.
    pub corner: Corner,
    /// RTS=: the width of the row titles with the rules on both sides; a quarter of the line if `None`.
    pub title_space: Option<usize>,
    /// MISSTEXT=: the text of cells with missing values.
    pub missing_text: Option<String>,
    /// PRINTMISS: whether all levels of a class variable are shown wherever it is used.
    pub print_missing: bool,
    /// ROW=FLOAT: whether blank row titles take no space.
    pub float: bool,
    /// INDENT=: row titles are below one another, each indented by this many characters relative to the one it is
    /// nested in.
    pub indent: Option<usize>,
    /// FUZZ=: values closer to 0 than this are shown as 0.
    pub fuzz: f64,
    /// True if a table that is split has a note that it is continued, that is, without NOCONTINUED.
    pub continued: bool,
}

/// The text above the row titles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Corner {
    /// Nothing.
    #[default]
    Empty,
    /// A text.
    Text(String),
    /// The title of the page, which is otherwise above the table.
    Page,
}

/// An element of a dimension, with the elements nested in it.
#[derive(Clone, Debug)]
pub struct TableNode {
    /// Its identifier, unique in its dimension.
    pub id: usize,
    /// The element.
    pub element: TableElement,
    /// Its heading; that of a class variable is above its levels. Blank for none.
    pub label: String,
    /// `f=`.
    pub format: Option<Format>,
    /// The elements nested in it.
    pub children: Vec<Self>,
}

/// An element of a dimension.
#[derive(Clone, Debug)]
pub enum TableElement {
    /// A class variable: its index, and its bit in types.
    Class(usize, u64),
    /// An analysis variable: its index.
    Variable(usize),
    /// A statistic.
    Statistic(TableStatistic),
    /// ALL.
    All,
}

/// A statistic of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableStatistic {
    /// A statistic of observations or of an analysis variable.
    Of(Statistic),
    /// A percentage of the sum of the analysis variable or of the number of observations.
    Percent {
        /// True if it is of sums, as PCTSUM is.
        sum: bool,
        /// The base of the percentage.
        base: PercentBase,
    },
}

/// The base of a percentage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PercentBase {
    /// All observations.
    Report,
    /// Those of the page.
    Page,
    /// Those of the row.
    Row,
    /// Those of the column.
    Column,
    /// Those that differ from the cell only in the class variables of the first of these crossings that is part of
    /// the cell's nesting.
    Crossings(Vec<Crossing>),
}

/// A crossing in a denominator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossing {
    /// The bits of its class variables.
    pub classes: u64,
    /// True if ALL is in it.
    pub all: bool,
    /// The analysis variable in it.
    pub variable: Option<usize>,
}

/// The content of the data set of OUT=. Class and BY variables are added to it automatically.
#[derive(Clone, Debug)]
pub struct TabulateOutput {
    /// `_TYPE_`.
    pub of_type: TextSlot,
    /// `_PAGE_`.
    pub page: NumberSlot,
    /// `_TABLE_`.
    pub table: NumberSlot,
    /// The statistics and their slots.
    pub figures: Vec<(NumberSlot, TableFigure)>,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableFigure {
    /// The number of observations.
    Observations,
    /// A statistic of an analysis variable.
    Statistic(usize, Statistic),
    /// A percentage.
    Percent {
        /// The analysis variable whose sum or number of values it is of; `None` for observations.
        variable: Option<usize>,
        /// True if it is of sums.
        sum: bool,
        /// The type of the denominator.
        over: u64,
        /// The analysis variable of the denominator.
        over_variable: Option<usize>,
    },
}
