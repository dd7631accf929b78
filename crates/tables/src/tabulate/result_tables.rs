//! The tables of PROC TABULATE as tables of results: displayed tables as they are drawn, but in one piece; data sets
//! as OUT= has them.

use feedrate_rows::environment::{Audience, Cell, Listing, ResultColumn, TableOfResults};
use feedrate_rows::{Runtime, StepResult};
use feedrate_values::{Kind, Value};

use super::branches::Bounds;
use super::combinations::Combinations;
use super::grid::Grid;
use super::output::rows;
use super::request::Tabulate;

/// The ODS name of the tables.
const NAME: &str = "Table";

/// Returns the displayed table, whose headings are all rows of the grid.
pub(super) fn table(title: &str, grid: &Grid) -> TableOfResults {
    let columns = (1..=grid.widths.len()).map(|number| column(&format!("Column{number}"), Kind::Text));
    TableOfResults {
        name: NAME.to_owned(),
        title: title.to_owned(),
        columns: columns.collect(),
        head: (0..grid.rows.len()).map(|row| cells(grid, row)).collect(),
        audience: Audience::People,
        has_observations: false,
    }
}

/// Writes a part of its rows.
pub(super) fn body(grid: &Grid, bounds: Bounds<'_>, out: &mut dyn Listing) -> StepResult<()> {
    for row in grid.own_rows() {
        (bounds.stop)()?;
        out.row(&cells(grid, row));
    }
    Ok(())
}

/// Returns the boxes that begin in a row. Those with numbers are values, and others are titles.
fn cells(grid: &Grid, row: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let boxes = &grid.rows[row];
    let above = row.checked_sub(1).map(|above| &grid.rows[above]);
    let mut column = 0;
    while column < boxes.len() {
        let number = boxes[column];
        let across = boxes[column..].iter().take_while(|own| **own == number).count();
        let own = &grid.cells[number];
        let to_count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let across_count = to_count(across);
        if let Some(value) = own.number {
            // A value beside a heading and a box below that heading belongs to the box.
            let goes_on = grid.rows.get(row + 1);
            let goes_on = goes_on.is_some_and(|below| below[column] == number);
            cells.push(match goes_on {
                true => Cell::text(""),
                false => Cell::number(value, own.text.joined()).over(across_count, 1),
            });
        } else if above.is_none_or(|above| above[column] != number) {
            let below = grid.rows[row..].iter();
            let down = below.take_while(|own| own[column] == number).count();
            let title = Cell::head(own.text.joined());
            cells.push(title.over(across_count, to_count(down)));
        }
        column += across;
    }
    cells
}

/// Writes the tables of a BY group in the form of data sets.
pub(super) fn data_sets(
    tabulate: &Tabulate,
    combinations: &Combinations<'_>,
    bounds: Bounds<'_>,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    let classes = tabulate.aggregation.classes.iter();
    let mut columns: Vec<ResultColumn> = classes
        .enumerate()
        .map(|(place, class)| column(tabulate.aggregation.class_name(place), class.slot.kind()))
        .collect();
    columns.push(column("_TYPE_", Kind::Text));
    columns.extend(["_PAGE_", "_TABLE_"].map(|name| column(name, Kind::Number)));
    let named = tabulate.named.iter();
    columns.extend(named.map(|(name, _)| column(name, Kind::Number)));
    let table = TableOfResults {
        name: NAME.to_owned(),
        columns,
        audience: Audience::DataSets,
        ..TableOfResults::default()
    };
    runtime.listing().begin_table(&table);
    if runtime.listing().wants_tables() {
        rows(tabulate, combinations, bounds, &mut |row| {
            runtime.core.check_stop()?;
            let values = &mut runtime.core.values;
            combinations.load(row.levels, values);
            let classes = tabulate.aggregation.classes.iter();
            let mut cells: Vec<Cell> = classes.map(|class| shown(values.value(class.slot))).collect();
            cells.push(Cell::text(String::from_utf8_lossy(row.of_type)));
            cells.extend([row.page, row.table].map(|number| Cell::number(number.into(), "")));
            for (_, figure) in &tabulate.named {
                let figure = row.figure(*figure, combinations)?;
                cells.push(Cell::number(figure, ""));
            }
            runtime.listing().row(&cells);
            Ok(())
        })?;
    }
    runtime.listing().end_table();
    Ok(())
}

/// Returns a value as a cell of a data set.
fn shown(value: Value<'_>) -> Cell {
    match value {
        Value::Number(number) => Cell::number(number, ""),
        Value::Text(text) => Cell::text(String::from_utf8_lossy(text).trim_end()),
    }
}

fn column(name: &str, kind: Kind) -> ResultColumn {
    ResultColumn {
        name: name.to_owned(),
        heading: String::new(),
        kind,
    }
}
