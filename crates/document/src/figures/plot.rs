//! The figures of a plot.

use crate::format;
use crate::model::{Column, Plot, Point, Reference, Table};

/// Returns a table with a row for each place and a column for each series. Its caption has the reference values.
pub(crate) fn table(plot: &Plot) -> Table {
    part(plot, usize::MAX)
}

/// Returns the same with at most so many rows, at equal distances. The caption says so if there are more.
pub(crate) fn part(plot: &Plot, most: usize) -> Table {
    let mut places: Vec<f64> = plot
        .series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| plot.place_of(point))
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let head = std::iter::once(Column::left(&plot.places().label))
        .chain(plot.series.iter().map(|series| Column::right(&series.name)));
    let mut table = Table::new(head);
    let each = places.len().div_ceil(most).max(1);
    let all = places.len();
    for place in places.into_iter().step_by(each) {
        let cells = plot.series.iter().map(|series| {
            let points = series.points.iter();
            let here = points.filter(|point| plot.place_of(point) == place);
            here.map(|point| value(plot, point)).collect::<Vec<_>>().join("; ")
        });
        table.push(std::iter::once(plot.places().show(place)).chain(cells), false);
    }
    let mut sentences: Vec<String> = plot.references.iter().map(|line| reference(plot, line)).collect();
    if each > 1 {
        sentences.push(format!("one of {each} rows of {}", format::count(all as u64)));
    }
    table.caption = (!sentences.is_empty()).then(|| sentences.join("; "));
    table
}

/// Formats a reference and its value.
pub(crate) fn reference(plot: &Plot, reference: &Reference) -> String {
    format!("{}: {}", reference.label, plot.values().show(reference.value))
}

/// Formats a point's value and interval.
pub(crate) fn value(plot: &Plot, point: &Point) -> String {
    let axis = plot.values();
    let shown = axis.show(plot.value_of(point));
    match point.interval {
        Some((low, high)) => {
            let interval = format::interval(&axis.show(low), &axis.show(high));
            format!("{shown} ({interval})")
        }
        None => shown,
    }
}
