//! The cells and steps as tables.

use feedrate_document::{Column, Table, format};
use feedrate_stats::Interval;

use crate::analysis::{CellSummary, Data, ResponseAnalysis};
use crate::figures::{SECONDS, THROUGHPUT};

/// Returns the table of the cells.
pub(super) fn cells(data: &Data, analysis: &ResponseAnalysis) -> Table {
    let response = &analysis.response;
    let factors: Vec<usize> = (0..data.factors.len())
        .filter(|&factor| data.factors[factor].levels.len() > 1)
        .collect();
    let mut columns: Vec<Column> = factors
        .iter()
        .map(|&factor| Column::left(data.factors[factor].name.clone()))
        .collect();
    if columns.is_empty() {
        columns.push(Column::left("cell"));
    }
    columns.push(Column::right("runs"));
    let value = Column::right(match response.name.as_str() {
        SECONDS | THROUGHPUT => "median".to_owned(),
        name => name.replace('_', " "),
    });
    columns.push(match &response.unit {
        Some(unit) => value.unit(unit.clone()),
        None => value,
    });
    columns.push(Column::right("95 % interval"));
    columns.push(Column::right("of first"));
    columns.push(Column::right("cached"));
    let mut table = Table::new(columns);
    for cell in &analysis.cells {
        let first = first_of_given(data, analysis, cell);
        let mut words: Vec<String> = factors
            .iter()
            .map(|&factor| data.factors[factor].levels[data.cells[cell.cell][factor]].text.clone())
            .collect();
        if words.is_empty() {
            words.push("all".to_owned());
        }
        words.push(cell.summary.count.to_string());
        words.push(format::number(cell.summary.median));
        words.push(interval(cell.summary.interval, cell.summary.min, cell.summary.max));
        words.push(match first {
            Some(first) if first.cell != cell.cell => format::percent(cell.summary.median / first.summary.median),
            _ => String::new(),
        });
        words.push(cell.cache_share.map_or_else(|| "?".to_owned(), format::percent));
        let is_chosen = data.study.is_for_choice && analysis.choices.iter().any(|choice| choice.cell == cell.cell);
        table.push(words, is_chosen);
    }
    table.caption(
        [
            "Medians of the runs, with their intervals, or from the least to the greatest in parentheses where there \
             are fewer than six. Of first: the median as a part of that of the first cell for which the same is given. \
             Cached: the share of what was read that the page cache served. The cells that are recommended are marked.",
            &beside(data),
        ]
        .concat(),
    )
}

/// Returns a sentence on the levels that stand beside the choice, if there are some.
fn beside(data: &Data) -> String {
    let levels = data.factors.iter().enumerate().flat_map(|(number, factor)| {
        let is_there = |level: &&usize| {
            let cells = (0..data.cells.len()).filter(|&cell| data.cells[cell][number] == **level);
            cells.into_iter().any(|cell| data.is_beside(cell))
        };
        let levels = factor.beside.iter().filter(is_there);
        levels
            .map(|&level| format!("{}={}", factor.name, factor.levels[level].text))
            .collect::<Vec<_>>()
    });
    let levels: Vec<String> = levels.collect();
    match levels.is_empty() {
        true => String::new(),
        false => format!(
            " Beside the choice, and in no ratio but their own: {}.",
            levels.join(", ")
        ),
    }
}

/// Returns the first cell for which the same is given, which does not stand beside if there is such a one.
fn first_of_given<'a>(data: &Data, analysis: &'a ResponseAnalysis, cell: &CellSummary) -> Option<&'a CellSummary> {
    let given = data.given(cell.cell);
    let mut alike = analysis.cells.iter().filter(|other| data.given(other.cell) == given);
    let first = alike.clone().find(|other| !data.is_beside(other.cell));
    first.or_else(|| alike.next())
}

fn interval(interval: Option<Interval>, min: f64, max: f64) -> String {
    match interval {
        None if min == max => String::new(),
        Some(interval) => format!("{} to {}", format::number(interval.low), format::number(interval.high)),
        None => format!("({} to {})", format::number(min), format::number(max)),
    }
}
