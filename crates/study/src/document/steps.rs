//! The steps of a program, and other responses beside the main one: the medians in one table, the ratios in another,
//! and the courses as pictures.

use feedrate_document::{Block, Column, Document, Table, format};

use super::comparisons::{group, percents};
use super::plots;
use crate::analysis::{Analysis, Data, ResponseAnalysis};

/// The most columns of responses in a table.
const MOST_COLUMNS: usize = 5;

/// Adds the steps, and the other responses.
pub(super) fn push(document: &mut Document, data: &Data, analysis: &Analysis) {
    let others = analysis.responses.get(1..).unwrap_or_default();
    let (steps, measures): (Vec<&ResponseAnalysis>, Vec<&ResponseAnalysis>) =
        others.iter().partition(|response| !response.response.step.is_empty());
    for (heading, responses) in [("The steps", steps), ("Other measures", measures)] {
        if responses.is_empty() {
            continue;
        }
        document.push(Block::Heading(heading.to_owned()));
        for part in responses.chunks(MOST_COLUMNS) {
            document.push(medians(data, part));
        }
        if let Some(table) = ratios(data, &responses) {
            document.push(table);
        }
        for response in responses {
            for curve in plots::all_curves(data, response) {
                document.push(curve);
            }
        }
    }
}

/// Returns the name of a response in these tables.
fn name(response: &ResponseAnalysis) -> String {
    match response.response.step.is_empty() {
        true => response.response.title(),
        false => response.response.step.clone(),
    }
}

fn medians(data: &Data, responses: &[&ResponseAnalysis]) -> Table {
    let columns = responses.iter().map(|response| {
        let column = Column::right(name(response));
        match &response.response.unit {
            Some(unit) => column.unit(unit.clone()),
            None => column,
        }
    });
    let mut table = Table::new(std::iter::once(Column::left("cell")).chain(columns));
    for cell in 0..data.cells.len() {
        let values = responses.iter().map(|response| {
            response.cell(cell).map_or_else(String::new, |summary| {
                let cached = summary
                    .cache_share
                    .map_or_else(String::new, |share| format!(" ({})", format::percent(share)));
                format!("{}{cached}", format::number(summary.summary.median))
            })
        });
        table.push(std::iter::once(data.name_without_fixed(cell)).chain(values), false);
    }
    table.caption("Medians, and in parentheses the share of what was read that the page cache served.")
}

fn ratios(data: &Data, responses: &[&ResponseAnalysis]) -> Option<Table> {
    let mut table = Table::new([
        Column::left("of"),
        Column::left("compared"),
        Column::left("with"),
        Column::right("ratio"),
        Column::right("95 % interval"),
    ])
    .title("Ratios within the same block");
    for response in responses {
        for comparison in &response.comparisons {
            table.push(
                [
                    name(response),
                    group(data, &comparison.compare),
                    group(data, &comparison.with),
                    format::percent(comparison.ratio.ratio),
                    percents(comparison.ratio.interval),
                ],
                false,
            );
        }
    }
    (!table.rows.is_empty()).then_some(table)
}
