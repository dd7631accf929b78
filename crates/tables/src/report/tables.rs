//! A report as a table of results.

use feedrate_rows::environment::{Cell, Listing, ResultColumn, TableOfResults};

use super::cell_value::CellValue;
use super::expand::{ColumnLayout, Heading};

/// Returns the description of the table, without its rows. `has_observations` is true if they are those of the input.
pub(super) fn table(expanded: &ColumnLayout<'_>, has_observations: bool) -> TableOfResults {
    let mut headings = vec![String::new(); expanded.columns.len()];
    for heading in &expanded.headings {
        collect(heading, &mut Vec::new(), expanded, &mut headings);
    }
    let mut names: Vec<String> = Vec::new();
    let columns = expanded.columns.iter().zip(headings).enumerate();
    let columns = columns.filter(|(_, (placed, _))| placed.column.is_shown);
    let columns = columns.map(|(place, (placed, heading))| {
        let name = match !placed.across.is_empty() || names.contains(&placed.column.name) {
            true => format!("_C{}_", place + 1),
            false => placed.column.name.clone(),
        };
        names.push(name.clone());
        ResultColumn {
            name,
            heading,
            kind: placed.column.format.kind(),
        }
    });
    let columns = columns.collect();
    let depths = expanded.headings.iter();
    let depth = depths.map(|heading| depth(heading, expanded)).max();
    let mut head = Vec::new();
    if let Some(depth @ 2..) = depth {
        head = vec![Vec::new(); depth];
        for heading in &expanded.headings {
            fill(heading, 0, expanded, &mut head);
        }
    }
    TableOfResults {
        name: "Report".to_owned(),
        columns,
        head,
        has_observations,
        ..TableOfResults::default()
    }
}

/// Returns the height in lines of a heading and those below it; 0 if none of its columns is listed.
fn depth(heading: &Heading, expanded: &ColumnLayout<'_>) -> usize {
    match heading {
        Heading::Column(column) => usize::from(expanded.columns[*column].column.is_shown),
        Heading::Span { under, .. } => {
            let depths = under.iter().map(|heading| depth(heading, expanded));
            depths.max().filter(|&depth| depth > 0).map_or(0, |depth| depth + 1)
        }
    }
}

/// Returns the number of columns that a heading spans.
fn breadth(heading: &Heading, expanded: &ColumnLayout<'_>) -> usize {
    match heading {
        Heading::Column(column) => usize::from(expanded.columns[*column].column.is_shown),
        Heading::Span { under, .. } => {
            let breadths = under.iter().map(|heading| breadth(heading, expanded));
            breadths.sum()
        }
    }
}

/// Adds a heading to the lines of cells, from `line` on.
fn fill(heading: &Heading, line: usize, expanded: &ColumnLayout<'_>, head: &mut [Vec<Cell>]) {
    let breadth = breadth(heading, expanded) as u32;
    let lines = head.len();
    let Some(cells) = head.get_mut(line).filter(|_| breadth > 0) else {
        return;
    };
    match heading {
        Heading::Column(column) => {
            let text = expanded.columns[*column].column.heading.join(" ");
            cells.push(Cell::head(text).over(1, (lines - line) as u32));
        }
        Heading::Span { lines, under, .. } => {
            cells.push(Cell::head(lines.join(" ")).over(breadth, 1));
            for heading in under {
                fill(heading, line + 1, expanded, head);
            }
        }
    }
}

/// Collects the heading texts of each column, from the top.
fn collect(heading: &Heading, above: &mut Vec<String>, expanded: &ColumnLayout<'_>, headings: &mut [String]) {
    match heading {
        Heading::Column(column) => {
            let own = expanded.columns[*column].column.heading.iter();
            let all = above.iter().chain(own).map(String::as_str);
            let all: Vec<&str> = all.filter(|text| !text.is_empty()).collect();
            headings[*column] = all.join(" ");
        }
        Heading::Span { lines, under, .. } => {
            let before = above.len();
            above.extend_from_slice(lines);
            for heading in under {
                collect(heading, above, expanded, headings);
            }
            above.truncate(before);
        }
    }
}

/// Returns a row.
pub(super) fn row(expanded: &ColumnLayout<'_>, cells: &[CellValue], texts: &[Vec<String>], out: &mut dyn Listing) {
    if !out.wants_tables() {
        return;
    }
    let columns = expanded.columns.iter().zip(cells).zip(texts);
    let row = columns.filter(|((placed, _), _)| placed.column.is_shown);
    let row = row.map(|((_, cell), texts)| {
        let text = texts.join(" ");
        match cell {
            CellValue::Number(number) => Cell::number(*number, text),
            CellValue::Blank | CellValue::Text(_) => Cell::text(text),
        }
    });
    out.row(&row.collect::<Vec<_>>());
}
