//! The columns and their headings, before slots are assigned.

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::variables::ClassOrder;
use feedrate_values::Spec;
use feedrate_values::format::Format;

use crate::aggregate::Statistic;
use crate::report::{ReportColumn, ReportPart};

/// A part of the report, before slots are assigned.
#[derive(Debug)]
pub(crate) enum ColumnPart {
    Column(Box<Column>),
    Across {
        class: usize,
        heading: Vec<String>,
        parts: Vec<ColumnPart>,
    },
    Span {
        heading: Vec<String>,
        parts: Vec<ColumnPart>,
    },
}

/// A column.
#[derive(Debug)]
pub(super) struct Column {
    pub content: Content,
    /// The name of its value in COMPUTE blocks; `None` under an ACROSS variable.
    pub variable: Option<String>,
    /// The length of a character column.
    pub text: Option<u32>,
    /// The variable in OUT=.
    pub out: Out,
    /// The other attributes.
    pub column: ReportColumn,
}

/// The content of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Class(usize),
    Display(String),
    Statistic(usize, Statistic),
    Count,
    Computed,
}

/// The variable of a column in OUT=.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Out {
    /// A variable of the input.
    AsRead(String),
    /// A new variable.
    Own {
        name: String,
        label: String,
        format: Option<Spec>,
    },
}

/// A class variable.
#[derive(Debug)]
pub(super) struct Class {
    pub variable: String,
    /// The name of the column.
    pub name: String,
    pub format: Format,
    pub formatted: bool,
    pub order: ClassOrder,
    pub by_frequency: bool,
    pub descending: bool,
    pub missing: bool,
}

/// The columns, and the variables that they need.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub parts: Vec<ColumnPart>,
    /// The class variables; GROUP and ORDER variables first.
    pub classes: Vec<Class>,
    /// The number of GROUP and ORDER variables.
    pub rows: usize,
    pub analysis: Vec<String>,
}

impl Columns {
    /// Calls `see` with each column and its ACROSS variables.
    pub(super) fn each<'s>(&'s self, see: &mut dyn FnMut(&'s Column, &[usize])) {
        self.parts.iter().for_each(|part| part.each(&mut Vec::new(), see));
    }
}

impl ColumnPart {
    /// Returns the part with the slots of its columns.
    pub(super) fn placed(self, place: &mut dyn FnMut(Column) -> Result<ReportColumn>) -> Result<ReportPart> {
        let all = |parts: Vec<ColumnPart>, place: &mut dyn FnMut(Column) -> Result<ReportColumn>| {
            let parts = parts.into_iter().map(|part| part.placed(place));
            parts.collect::<Result<Vec<_>>>()
        };
        Ok(match self {
            Self::Column(column) => ReportPart::Column(Box::new(place(*column)?)),
            Self::Across { class, heading, parts } => ReportPart::Across {
                class,
                heading,
                parts: all(parts, place)?,
            },
            Self::Span { heading, parts } => ReportPart::Span {
                heading,
                parts: all(parts, place)?,
            },
        })
    }

    /// Calls `see` with each column and its ACROSS variables.
    fn each<'s>(&'s self, across: &mut Vec<usize>, see: &mut dyn FnMut(&'s Column, &[usize])) {
        match self {
            Self::Column(column) => see(column, across),
            Self::Span { parts, .. } => parts.iter().for_each(|part| part.each(across, see)),
            Self::Across { class, parts, .. } => {
                across.push(*class);
                parts.iter().for_each(|part| part.each(across, see));
                across.pop();
            }
        }
    }
}
