//! The correlations as tables of results: in displayed tables the lines of a cell are below one another, in data sets
//! they are separate columns.

use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

use super::request::Corr;

/// A line of the cells, which is a block of columns in the data set.
pub(super) struct Block {
    /// The prefix of the names of its columns, before the name of the variable.
    prefix: &'static str,
    /// The prefix of the labels of its columns, before the name of the variable.
    label: &'static str,
}

impl Block {
    pub(super) fn new(prefix: &'static str, label: &'static str) -> Self {
        Self { prefix, label }
    }
}

/// Returns the table that lists the variables.
pub(super) fn variables() -> TableOfResults {
    let column = |name: &str, kind| ResultColumn {
        name: name.to_owned(),
        heading: String::new(),
        kind,
    };
    TableOfResults {
        name: "VarInformation".to_owned(),
        columns: vec![
            column("NVariables", Kind::Number),
            column("Description", Kind::Text),
            column("Variables", Kind::Text),
        ],
        ..TableOfResults::default()
    }
}

/// Returns the columns of a table: without `blocks` one for each variable, with them one for each block and variable.
pub(super) fn columns(corr: &Corr, blocks: Option<&[Block]>) -> Vec<ResultColumn> {
    let text = |name: &str, heading: &str| ResultColumn {
        name: name.to_owned(),
        heading: heading.to_owned(),
        kind: Kind::Text,
    };
    let mut columns = vec![text("Variable", "")];
    if blocks.is_some() && has_labels(corr) {
        columns.push(text("Label", "Label"));
    }
    let one = [Block::new("", "")];
    for block in blocks.unwrap_or(&one) {
        columns.extend(corr.columns.iter().map(|&column| {
            let name = &corr.variables[column].name;
            ResultColumn {
                name: format!("{}{name}", block.prefix),
                heading: format!("{} {name}", block.label).trim().to_owned(),
                kind: Kind::Number,
            }
        }));
    }
    columns
}

/// Returns the rows of a variable, one for each line of its cells.
pub(super) fn rows(corr: &Corr, row: usize, height: usize, cells: &[Vec<Cell>], out: &mut dyn Listing) {
    let variable = &corr.variables[row];
    let title = match variable.label.as_str() {
        "" => variable.name.clone(),
        label if height > 1 => format!("{}\n{label}", variable.name),
        _ => variable.name.clone(),
    };
    let mut title = Some(Cell::head(title).over(1, u32::try_from(height).unwrap_or(u32::MAX)));
    for line in 0..height {
        let cells = cells.iter().map(|cell| cell[line].clone());
        let cells: Vec<Cell> = title.take().into_iter().chain(cells).collect();
        out.row(&cells);
    }
}

/// Writes the table as a data set, with a row for each variable.
pub(super) fn data_set(
    corr: &Corr,
    name: &str,
    blocks: &[Block],
    cell: impl Fn(usize) -> Vec<Cell>,
    out: &mut dyn Listing,
) {
    out.begin_table(&TableOfResults {
        name: name.to_owned(),
        columns: columns(corr, Some(blocks)),
        audience: Audience::DataSets,
        ..TableOfResults::default()
    });
    if out.wants_tables() {
        let width = corr.columns.len();
        for (number, &row) in corr.rows.iter().enumerate() {
            let variable = &corr.variables[row];
            let mut line = vec![Cell::text(variable.name.as_str())];
            if has_labels(corr) {
                line.push(Cell::text(variable.label.as_str()));
            }
            for block in 0..blocks.len() {
                let cells = (0..width).map(|column| cell(number * width + column));
                line.extend(cells.filter_map(|cell| cell.into_iter().nth(block)));
            }
            out.row(&line);
        }
    }
    out.end_table();
}

fn has_labels(corr: &Corr) -> bool {
    corr.variables.iter().any(|own| !own.label.is_empty())
}
