//! The figures of drawings as data: a row for each point or cell, with plain numbers in base units.

use crate::model::{Align, Axis, Column, HeatMap, Plot, Scale, Table};

/// Returns the points of a plot, then its reference values, which have no place.
pub(crate) fn plot(plot: &Plot) -> Table {
    let (places, values) = (plot.places(), plot.values());
    let end = |name: &str| Column {
        name: name.to_owned(),
        ..column(values)
    };
    let mut table = Table::new([
        Column::left("Series"),
        column(places),
        column(values),
        end("Low"),
        end("High"),
    ])
    .title(&plot.title);
    for series in &plot.series {
        for point in &series.points {
            let (low, high) = point.interval.unwrap_or((f64::NAN, f64::NAN));
            let cells = [
                series.name.clone(),
                cell(places, plot.place_of(point)),
                cell(values, plot.value_of(point)),
                cell(values, low),
                cell(values, high),
            ];
            table.push(cells, false);
        }
    }
    for reference in &plot.references {
        let value = cell(values, reference.value);
        let label = reference.label.clone();
        table.push([label, String::new(), value], false);
    }
    table
}

/// Returns the cells of a heat map.
pub(crate) fn heat_map(map: &HeatMap) -> Table {
    let mut table = Table::new([
        Column::left(&map.columns.label),
        Column::left(&map.rows.label),
        column(&map.value),
        Column::left("Note"),
        Column::left("Mark"),
    ])
    .title(&map.title);
    for (row, row_level) in map.rows.levels.iter().enumerate() {
        for (column, column_level) in map.columns.levels.iter().enumerate() {
            let Some(shown) = map.at(column, row) else {
                continue;
            };
            let mark = map.mark.as_ref().filter(|_| map.is_marked(column, row));
            let cells = [
                column_level.clone(),
                row_level.clone(),
                cell(&map.value, shown.value),
                shown.note.clone().unwrap_or_default(),
                mark.map(|mark| mark.label.clone()).unwrap_or_default(),
            ];
            table.push(cells, false);
        }
    }
    table
}

fn column(axis: &Axis) -> Column {
    let is_category = matches!(axis.scale, Scale::Category(_));
    Column {
        name: axis.label.clone(),
        unit: axis.quantity.base_unit().filter(|_| !is_category).map(str::to_owned),
        align: if is_category { Align::Left } else { Align::Right },
    }
}

/// Returns the name of a category or a number with all its digits, and nothing for one that is not finite.
fn cell(axis: &Axis, value: f64) -> String {
    if axis.is_category() {
        axis.show(value)
    } else if value.is_finite() {
        value.to_string()
    } else {
        String::new()
    }
}
