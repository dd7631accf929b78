//! OUT= of PROC CONTENTS: a data set of the attributes of variables.

use feedrate_dataset::schema::Variable;
use feedrate_dataset::{DataSetName, Reader};
use feedrate_program::{DataStep, Slot};
use feedrate_rows::environment::Environment;
use feedrate_rows::{Outcome, Values, supply};
use feedrate_values::{Spec, missing};

use super::order;

/// A variable of the data set.
#[derive(Clone, Copy, Debug)]
pub struct ContentsColumn {
    /// Its name.
    pub name: &'static str,
    /// The length of a character variable; `None` for a numeric one.
    pub text: Option<u32>,
    /// Its label.
    pub label: &'static str,
    /// Its format, as written.
    pub format: Option<&'static str>,
}

/// The variables of the data set, in order.
pub const CONTENTS_COLUMNS: [ContentsColumn; 22] = [
    text("LIBNAME", 8, "Library Name"),
    text("MEMNAME", 32, "Library Member Name"),
    text("MEMLABEL", 256, "Data Set Label"),
    text("TYPEMEM", 8, "Special Data Set Type (From TYPE=)"),
    text("NAME", 32, "Variable Name"),
    number("TYPE", "Variable Type"),
    number("LENGTH", "Variable Length"),
    number("VARNUM", "Variable Number"),
    text("LABEL", 256, "Variable Label"),
    text("FORMAT", 32, "Variable Format"),
    number("FORMATL", "Format Length"),
    number("FORMATD", "Number of Format Decimals"),
    text("INFORMAT", 32, "Variable Informat"),
    number("INFORML", "Informat Length"),
    number("INFORMD", "Number of Informat Decimals"),
    number("NPOS", "Position in Buffer"),
    number("NOBS", "Observations in Data Set"),
    text("ENGINE", 8, "Engine Name"),
    moment("CRDATE", "Create Date"),
    moment("MODATE", "Last Modified Date"),
    number("SORTED", "Sorted and/or Validated"),
    number("SORTEDBY", "Position of Variable in Sortedby Clause"),
];

const fn text(name: &'static str, length: u32, label: &'static str) -> ContentsColumn {
    ContentsColumn {
        name,
        text: Some(length),
        label,
        format: None,
    }
}

const fn number(name: &'static str, label: &'static str) -> ContentsColumn {
    ContentsColumn {
        name,
        text: None,
        label,
        format: None,
    }
}

const fn moment(name: &'static str, label: &'static str) -> ContentsColumn {
    ContentsColumn {
        format: Some("DATETIME16."),
        ..number(name, label)
    }
}

/// The data set of OUT=.
#[derive(Clone, Debug)]
pub struct ContentsOut {
    /// The step that writes it, which has no statements.
    pub step: DataStep,
    /// The slots of the values of [`CONTENTS_COLUMNS`].
    pub slots: Vec<Slot>,
}

/// The value of a column.
enum Cell {
    Number(f64),
    Text(String),
}

/// The observations for the variables of a data set, in the order of their names.
pub(super) struct Rows(Vec<[Cell; CONTENTS_COLUMNS.len()]>);

impl Rows {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the attributes of the variables of a data set.
    pub(super) fn add(&mut self, name: &DataSetName, reader: &Reader) {
        let variables = reader.schema().variables();
        let mut order: Vec<usize> = (0..variables.len()).collect();
        order.sort_by_key(|&index| variables[index].name.to_lowercase());
        let (lengths, _) = reader.stored_lengths();
        for index in order {
            let variable = Variable {
                length: lengths[index],
                ..variables[index].clone()
            };
            self.0.push(row(name, reader, index, &variable));
        }
    }

    /// Writes the observations.
    pub(super) fn write(self, out: &ContentsOut, environment: &mut Environment<'_>) -> Outcome {
        let mut rows = self.0.into_iter();
        supply(&out.step, environment, &mut |values: &mut Values| {
            let Some(row) = rows.next() else {
                return Ok(false);
            };
            for (cell, slot) in row.into_iter().zip(&out.slots) {
                match (cell, *slot) {
                    (Cell::Number(number), Slot::Number(slot)) => values.set_number(slot, number),
                    (Cell::Text(text), Slot::Text(slot)) => values.set_text(slot, text.as_bytes()),
                    // The slots have the kinds of the columns.
                    _ => {}
                }
            }
            Ok(true)
        })
    }
}

fn row(name: &DataSetName, reader: &Reader, index: usize, variable: &Variable) -> [Cell; CONTENTS_COLUMNS.len()] {
    let header = reader.metadata().map(|metadata| &metadata.header);
    let text = |text: &str| Cell::Text(text.to_owned());
    let spec = |spec: &Option<Spec>| {
        let (name, width, decimals) = match spec {
            Some(spec) => (spec.name.as_str(), spec.width, spec.decimals),
            None => ("", None, None),
        };
        let number = |number: Option<u16>| Cell::Number(number.unwrap_or(0).into());
        (text(name), number(width), number(decimals))
    };
    let (format, format_width, format_decimals) = spec(&variable.format);
    let (informat, informat_width, informat_decimals) = spec(&variable.informat);
    [
        text(name.library()),
        text(name.member()),
        text(reader.label()),
        text(reader.data_set_type()),
        text(&variable.name),
        Cell::Number(match variable.kind {
            feedrate_values::Kind::Number => 1.0,
            feedrate_values::Kind::Text => 2.0,
        }),
        Cell::Number(variable.length.into()),
        Cell::Number(index as f64 + 1.0),
        text(&variable.label),
        format,
        format_width,
        format_decimals,
        informat,
        informat_width,
        informat_decimals,
        Cell::Number(variable.offset.into()),
        Cell::Number(reader.rows() as f64),
        text(reader.engine()),
        Cell::Number(header.map_or(missing::MISSING, |header| header.created)),
        Cell::Number(header.map_or(missing::MISSING, |header| header.modified)),
        Cell::Number(order::validated(reader)),
        Cell::Number(order::place(reader, index)),
    ]
}
