//! Tables of correlations for whom wants tables: for people cells below cells, for data sets columns beside
//! columns.

use feedrate_steps::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_values::Kind;

use super::request::Corr;

/// What the lines of the cells show: a block of columns of the data set each.
pub(super) struct Block {
    /// What stands before the names of the variables in the names of its columns.
    prefix: &'static str,
    /// What its columns are labelled by before the name of the variable.
    label: &'static str,
}

impl Block {
    pub(super) fn new(prefix: &'static str, label: &'static str) -> Self {
        Self { prefix, label }
    }
}

/// The table of which variables there are.
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

/// The columns of a table of one block, and of each block given.
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

/// The rows of a variable, a line of its cells each.
pub(super) fn rows(
    corr: &Corr,
    row: usize,
    height: usize,
    cells: &[Vec<Cell>],
    out: &mut dyn Listing,
) {
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

/// The table as a data set: a row for each variable.
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
            let mut told = vec![Cell::text(variable.name.as_str())];
            if has_labels(corr) {
                told.push(Cell::text(variable.label.as_str()));
            }
            for block in 0..blocks.len() {
                let cells = (0..width).map(|column| cell(number * width + column));
                told.extend(cells.filter_map(|cell| cell.into_iter().nth(block)));
            }
            out.row(&told);
        }
    }
    out.end_table();
}

fn has_labels(corr: &Corr) -> bool {
    corr.variables.iter().any(|own| !own.label.is_empty())
}
