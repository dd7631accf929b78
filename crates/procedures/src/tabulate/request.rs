//! What PROC TABULATE is asked for.

use feedrate_steps::ir::{NumberSlot, TextSlot};
use feedrate_values::format::Format;

use super::grid::Outline;
use crate::aggregate::{Aggregation, Statistic};

/// Draws tables of statistics.
#[derive(Clone, Debug)]
pub struct Tabulate {
    /// What is computed. Its step makes the data set of OUT=, if there is one. The types of one class
    /// variable come before all others.
    pub aggregation: Aggregation,
    /// The statistics of the analysis variables that the tables need.
    pub statistics: Vec<Statistic>,
    /// What the tables show, with the names that data sets have for it.
    pub named: Vec<(String, TableFigure)>,
    /// ORDER=FREQ, for each class variable: whether its levels come by how many observations they have, the
    /// most first. Levels of as many come in the order of the class variable.
    pub by_frequency: Vec<bool>,
    /// The TABLE statements.
    pub tables: Vec<TabulateTable>,
    /// FORMAT=: the format of cells that have none of their own.
    pub format: Format,
    /// Whether lines part the rows: without NOSEPS.
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
    /// BOX=: what stands above the row titles.
    pub corner: Corner,
    /// RTS=: columns of the listing that the row titles take, with the lines on both sides; a quarter of
    /// the line when absent.
    pub title_space: Option<usize>,
    /// MISSTEXT=: what stands in cells without a value.
    pub missing_text: Option<String>,
    /// PRINTMISS: whether all levels of a class variable stand wherever it stands.
    pub print_missing: bool,
    /// ROW=FLOAT: whether blank row titles take no space.
    pub float: bool,
    /// INDENT=: row titles stand below one another, each so far to the right of the one that it is nested
    /// in.
    pub indent: Option<usize>,
    /// FUZZ=: values closer to 0 than this are 0.
    pub fuzz: f64,
    /// Whether it is said below a part of a table that the rest follows: without NOCONTINUED.
    pub continued: bool,
}

/// What stands above the row titles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Corner {
    /// Nothing.
    #[default]
    Empty,
    /// A text.
    Text(String),
    /// What would stand above the table: the page.
    Page,
}

/// An element of a dimension, with what is nested in it.
#[derive(Clone, Debug)]
pub struct TableNode {
    /// Tells it from all other elements of its dimension.
    pub id: usize,
    /// What it is.
    pub element: TableElement,
    /// Its heading: that of a class variable stands above its levels. Blank for none.
    pub label: String,
    /// `f=`.
    pub format: Option<Format>,
    /// What is nested in it, one after the other.
    pub children: Vec<Self>,
}

/// An element of a dimension.
#[derive(Clone, Debug)]
pub enum TableElement {
    /// A class variable, by its place and its bit in types.
    Class(usize, u64),
    /// An analysis variable, by its place.
    Variable(usize),
    /// A statistic.
    Statistic(TableStatistic),
    /// ALL.
    All,
}

/// A statistic of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableStatistic {
    /// One of observations or of an analysis variable.
    Of(Statistic),
    /// A percentage: of the sum of the analysis variable, or else of the number of observations.
    Percent {
        /// PCTSUM and its like.
        sum: bool,
        /// Of what.
        base: PercentBase,
    },
}

/// What a percentage is of.
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
    /// Those that differ from the cell's in the class variables of the first of these crossings that is a part of
    /// the cell's nesting.
    Crossings(Vec<Crossing>),
}

/// A crossing in a denominator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossing {
    /// The bits of its class variables.
    pub classes: u64,
    /// Whether ALL is in it.
    pub all: bool,
    /// The analysis variable in it.
    pub variable: Option<usize>,
}

/// What goes into the data set of OUT=. Class and BY variables go there by themselves.
#[derive(Clone, Debug)]
pub struct TabulateOutput {
    /// `_TYPE_`.
    pub of_type: TextSlot,
    /// `_PAGE_`.
    pub page: NumberSlot,
    /// `_TABLE_`.
    pub table: NumberSlot,
    /// The statistics, with where they go.
    pub figures: Vec<(NumberSlot, TableFigure)>,
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableFigure {
    /// The number of observations.
    Observations,
    /// A statistic of an analysis variable.
    Statistic(usize, Statistic),
    /// A percentage.
    Percent {
        /// The analysis variable whose sum or number of values it is of; absent for observations.
        variable: Option<usize>,
        /// Whether it is of sums.
        sum: bool,
        /// The type of the denominator.
        over: u64,
        /// The analysis variable of the denominator.
        over_variable: Option<usize>,
    },
}
