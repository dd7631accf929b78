//! The values of a plot as a table.

use crate::format;
use crate::model::{Column, Plot, Point, Reference, Table};

/// Returns a table with a row for each position on the horizontal axis and a column for each series.
pub(super) fn table(plot: &Plot) -> Table {
    let mut places: Vec<f64> = plot
        .series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.x)
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let head = std::iter::once(Column::left(&plot.x.label))
        .chain(plot.series.iter().map(|series| Column::right(&series.name)));
    let mut table = Table::new(head);
    for place in places {
        let cells = plot.series.iter().map(|series| {
            let here = series.points.iter().filter(|point| point.x == place);
            here.map(|point| value(plot, point))
                .collect::<Vec<_>>()
                .join("; ")
        });
        table.push(std::iter::once(plot.x.show(place)).chain(cells), false);
    }
    if !plot.references.is_empty() {
        let lines = plot.references.iter().map(|line| reference(plot, line));
        table.caption = Some(lines.collect::<Vec<_>>().join("; "));
    }
    table
}

/// Formats a reference and its value.
pub(super) fn reference(plot: &Plot, reference: &Reference) -> String {
    format!("{}: {}", reference.label, plot.y.show(reference.y))
}

/// Formats a point's value and interval.
pub(super) fn value(plot: &Plot, point: &Point) -> String {
    let shown = plot.y.show(point.y);
    match point.interval {
        Some((low, high)) => {
            format!(
                "{shown} ({})",
                format::interval(&plot.y.show(low), &plot.y.show(high))
            )
        }
        None => shown,
    }
}
