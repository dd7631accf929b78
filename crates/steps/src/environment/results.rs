//! Results as tables, for the places that want more than lines: files of HTML and CSV, and data sets.
//!
//! A procedure tells of each of its tables twice between [`Listing::begin_table`] and
//! [`Listing::end_table`]: as lines, which are the listing's, and as rows, for all else. Lines in between
//! belong to the table, so that a listing may leave them out; lines outside of tables are the listing's alone.

use feedrate_values::format::Format;
use feedrate_values::{Kind, Value};

use super::Listing;

/// A table of results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableOfResults {
    /// By what name ODS knows it: `ParameterEstimates`.
    pub name: String,
    /// What stands above it: `Parameter Estimates`. Empty when nothing does.
    pub title: String,
    /// The columns of its data set.
    pub columns: Vec<ResultColumn>,
    /// What stands above the rows, when that is more than the headings of the columns: lines of cells that
    /// reach over columns and lines.
    pub head: Vec<Vec<Cell>>,
    /// Whom it is for.
    pub audience: Audience,
}

/// Whom a table is for. One whose data set has another shape than what people read is told of twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// All.
    #[default]
    All,
    /// People: the listing and files, and no data set.
    People,
    /// Data sets alone.
    DataSets,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultColumn {
    /// The variable of the data set: `StdErr`.
    pub name: String,
    /// What stands above it, and the label of the variable: `Standard Error`.
    pub heading: String,
    /// Whether its values are numbers.
    pub kind: Kind,
}

/// A value and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// As it is shown, without blanks around it.
    pub text: String,
    /// The number, where it is one. Data sets hold this, unrounded.
    pub number: Option<f64>,
    /// Whether it titles its row or column.
    pub is_head: bool,
    /// Over how many columns it reaches, at least 1.
    pub across: u32,
    /// Over how many lines it reaches, at least 1.
    pub down: u32,
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            number: None,
            is_head: false,
            across: 1,
            down: 1,
        }
    }

    /// A number and how it is shown.
    pub fn number(number: f64, text: impl Into<String>) -> Self {
        Self {
            number: Some(number),
            ..Self::text(text)
        }
    }

    /// A value as a format shows it.
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

    /// The title of a row or column.
    pub fn head(text: impl Into<String>) -> Self {
        Self {
            is_head: true,
            ..Self::text(text)
        }
    }

    /// The same over several columns and lines.
    pub fn over(self, across: u32, down: u32) -> Self {
        Self {
            across: across.max(1),
            down: down.max(1),
            ..self
        }
    }
}

/// A BY variable and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupValue {
    /// The variable.
    pub name: String,
    /// What stands before its value: its label or its name.
    pub heading: String,
    /// Its value.
    pub value: Cell,
}

impl GroupValue {
    /// The line that shows a BY group: `sex=F age=12`; none for no group.
    pub fn line(groups: &[Self]) -> Option<String> {
        let texts = groups.iter();
        let texts = texts.map(|group| format!("{}={}", group.heading, group.value.text));
        (!groups.is_empty()).then(|| texts.collect::<Vec<_>>().join(" "))
    }
}

impl dyn Listing + '_ {
    /// Shows what the tables after it are: a line, and a blank one.
    pub fn titled(&mut self, text: &str) {
        self.heading(text);
    }

    /// Shows the BY group of the tables after it.
    pub fn grouped(&mut self, groups: &[GroupValue]) {
        self.by_group(groups);
    }
}
