//! The columns and what stands above them, before it is known where values lie.

use feedrate_language::parse::cursor::Result;
use feedrate_values::Spec;
use feedrate_values::format::Format;

use crate::aggregate::{ClassOrder, Statistic};
use crate::report::{ReportColumn, ReportPart};

/// A part of the report, before it is known where values lie.
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
    /// What COMPUTE blocks call its value; none under an ACROSS variable.
    pub variable: Option<String>,
    /// Of a text its bytes.
    pub text: Option<u32>,
    /// The variable of OUT=.
    pub out: Out,
    /// All else.
    pub column: ReportColumn,
}

/// What stands in a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Class(usize),
    Display(String),
    Statistic(usize, Statistic),
    Count,
    Computed,
}

/// What a column is in OUT=.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Out {
    /// A variable as it was read.
    AsRead(String),
    /// A variable of its own.
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
    /// What the column is called.
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
    /// Those that make rows first.
    pub classes: Vec<Class>,
    /// How many make rows.
    pub rows: usize,
    pub analysis: Vec<String>,
}

impl ColumnPart {
    /// It, with the columns where their values lie.
    pub(super) fn placed(
        self,
        place: &mut dyn FnMut(Column) -> Result<ReportColumn>,
    ) -> Result<ReportPart> {
        let all = |parts: Vec<ColumnPart>,
                   place: &mut dyn FnMut(Column) -> Result<ReportColumn>| {
            let parts = parts.into_iter().map(|part| part.placed(place));
            parts.collect::<Result<Vec<_>>>()
        };
        Ok(match self {
            Self::Column(column) => ReportPart::Column(Box::new(place(*column)?)),
            Self::Across {
                class,
                heading,
                parts,
            } => ReportPart::Across {
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

    /// Calls `see` with each column, and the ACROSS variables that it is under.
    pub(super) fn each<'s>(
        &'s self,
        across: &mut Vec<usize>,
        see: &mut dyn FnMut(&'s Column, &[usize]),
    ) {
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
