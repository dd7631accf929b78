//! Results as tables, for destinations other than the listing: HTML and CSV files, and data sets.
//!
//! A procedure reports each table twice between [`Listing::begin_table`](super::Listing::begin_table) and
//! [`Listing::end_table`](super::Listing::end_table): as lines for the
//! listing and as rows for everything else. Lines within a table belong to it, so that a listing can omit them; lines
//! outside of tables are for the listing only.

use feedrate_values::format::Format;
use feedrate_values::{Kind, Value};

/// A table of results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableOfResults {
    /// Its ODS name: `ParameterEstimates`.
    pub name: String,
    /// Its title: `Parameter Estimates`. May be empty.
    pub title: String,
    /// The columns of its data set.
    pub columns: Vec<ResultColumn>,
    /// The rows of the heading if it is more than the headings of the columns: cells that may span columns and rows.
    pub head: Vec<Vec<Cell>>,
    /// True if it has rows for the observations of the input, and not only for groups of them.
    pub has_observations: bool,
    /// Which destinations receive it.
    pub audience: Audience,
}

/// Which destinations receive a table. A table whose data set has another shape than the one for people is reported
/// twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// All destinations.
    #[default]
    All,
    /// The listing and files, but no data set.
    People,
    /// Data sets only.
    DataSets,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultColumn {
    /// The variable in the data set: `StdErr`.
    pub name: String,
    /// The heading, which is the label of the variable: `Standard Error`.
    pub heading: String,
    /// The kind of its values.
    pub kind: Kind,
}

/// A value and its formatted text.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The formatted text, without surrounding blanks.
    pub text: String,
    /// The number, if it is one. Data sets store it unrounded.
    pub number: Option<f64>,
    /// True for the title of a row or column.
    pub is_head: bool,
    /// The number of columns that it spans, at least 1.
    pub across: u32,
    /// The number of rows that it spans, at least 1.
    pub down: u32,
}

impl Cell {
    /// Creates a cell of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            number: None,
            is_head: false,
            across: 1,
            down: 1,
        }
    }

    /// Creates a cell with a number and its formatted text.
    pub fn number(number: f64, text: impl Into<String>) -> Self {
        Self {
            number: Some(number),
            ..Self::text(text)
        }
    }

    /// Creates a cell with a value in a format.
    pub fn of(value: Value<'_>, format: &Format) -> Self {
        let text = format.text(value);
        Self {
            number: match value {
                Value::Number(number) => Some(number),
                Value::Text(_) => None,
            },
            ..Self::text(String::from_utf8_lossy(&text).trim())
        }
    }

    /// Creates the title of a row or column.
    pub fn head(text: impl Into<String>) -> Self {
        Self {
            is_head: true,
            ..Self::text(text)
        }
    }

    /// Sets the numbers of columns and rows that the cell spans.
    pub fn over(self, across: u32, down: u32) -> Self {
        Self {
            across: across.max(1),
            down: down.max(1),
            ..self
        }
    }
}
