//! Tables in a listing: columns as wide as their widest cell, in several panels where they do not fit a line.

use super::Listing;

/// The alignment of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Of character values.
    Left,
    /// Of numbers.
    Right,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading. Its lines are separated by line feeds and aligned at the bottom.
    pub heading: String,
    /// The alignment of its cells.
    pub alignment: Alignment,
}

/// Blanks between columns.
const GAP: usize = 2;

/// Writes a table. Where it exceeds a line of `width`, the columns are divided into panels, each of which begins with
/// the first `keys` columns.
pub fn write(columns: &[Column], rows: &[Vec<String>], keys: usize, width: usize, listing: &mut dyn Listing) {
    write_ruled(columns, rows, keys, width, &|_, _| None, listing);
}

/// Writes a table with rules: where `rule` returns a character for a row and a column, that fills the cell.
pub fn write_ruled(
    columns: &[Column],
    rows: &[Vec<String>],
    keys: usize,
    width: usize,
    rule: &dyn Fn(usize, usize) -> Option<char>,
    listing: &mut dyn Listing,
) {
    let widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cells = rows.iter().filter_map(|row| row.get(index));
            let longest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
            let lines = column.heading.lines();
            let heading = lines.map(|line| line.chars().count()).max().unwrap_or(0);
            longest.max(heading)
        })
        .collect();
    for panel in panels(&widths, keys.min(columns.len()), width) {
        // No heading lines where all headings are empty.
        if panel.iter().any(|&index| !columns[index].heading.is_empty()) {
            for headings in headings(columns, &panel) {
                line(columns, &headings, &panel, &widths, &|_| None, listing);
            }
            listing.line(b"");
        }
        for (place, row) in rows.iter().enumerate() {
            let rule = |index: usize| rule(place, index);
            line(columns, row, &panel, &widths, &rule, listing);
        }
        listing.line(b"");
    }
}

/// Returns the lines of a panel's heading.
fn headings(columns: &[Column], panel: &[usize]) -> Vec<Vec<String>> {
    let height = |column: &Column| column.heading.lines().count();
    let most = panel.iter().map(|&index| height(&columns[index])).max();
    let most = most.unwrap_or(0).max(1);
    let on_line = |line: usize| {
        let cells = columns.iter().map(|column| {
            let above = most.saturating_sub(height(column));
            let text = line.checked_sub(above).and_then(|at| column.heading.lines().nth(at));
            text.unwrap_or_default().to_owned()
        });
        cells.collect()
    };
    (0..most).map(on_line).collect()
}

/// Returns the columns of each panel: the keys in every panel, each other column in one.
fn panels(widths: &[usize], keys: usize, width: usize) -> Vec<Vec<usize>> {
    let head: usize = widths[..keys].iter().map(|width| width + GAP).sum();
    let mut panels = Vec::new();
    let mut panel: Vec<usize> = (0..keys).collect();
    let mut used = head;
    for (index, column) in widths.iter().enumerate().skip(keys) {
        if panel.len() > keys && used + column > width {
            panels.push(std::mem::replace(&mut panel, (0..keys).collect()));
            used = head;
        }
        panel.push(index);
        used += column + GAP;
    }
    panels.push(panel);
    panels
}

fn line(
    columns: &[Column],
    cells: &[String],
    panel: &[usize],
    widths: &[usize],
    rule: &dyn Fn(usize) -> Option<char>,
    listing: &mut dyn Listing,
) {
    let mut text = String::new();
    for (place, &index) in panel.iter().enumerate() {
        if place > 0 {
            text.push_str(&" ".repeat(GAP));
        }
        if let Some(by) = rule(index) {
            text.extend(std::iter::repeat_n(by, widths[index]));
            continue;
        }
        let cell = cells.get(index).map_or("", String::as_str);
        let padding = " ".repeat(widths[index].saturating_sub(cell.chars().count()));
        match columns[index].alignment {
            Alignment::Left => {
                text.push_str(cell);
                text.push_str(&padding);
            }
            Alignment::Right => {
                text.push_str(&padding);
                text.push_str(cell);
            }
        }
    }
    listing.line(text.trim_end().as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::CollectedLines;

    fn table(width: usize) -> String {
        let column = |heading: &str, alignment| Column {
            heading: heading.into(),
            alignment,
        };
        let columns = [
            column("Obs", Alignment::Right),
            column("name", Alignment::Left),
            column("amount", Alignment::Right),
        ];
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [row(["1", "Ada", "12.50"]), row(["10", "Benjamin", "."])];
        let mut listing = CollectedLines::default();
        write(&columns, &rows, 1, width, &mut listing);
        listing.text()
    }

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        insta::assert_snapshot!(table(80), @r"
        Obs  name      amount

          1  Ada        12.50
         10  Benjamin       .
        ");
    }

    #[test]
    fn headings_of_several_lines_end_on_one() {
        let column = |heading: &str| Column {
            heading: heading.into(),
            alignment: Alignment::Right,
        };
        let columns = [column("N"), column("Lower\nQuartile"), column("Mean")];
        let rows = [["3", "1.5", "2"].map(str::to_owned).to_vec()];
        let mut listing = CollectedLines::default();
        write(&columns, &rows, 1, 18, &mut listing);
        insta::assert_snapshot!(listing.text(), @r"
              Lower
        N  Quartile  Mean

        3       1.5     2
        ");
    }

    #[test]
    fn what_does_not_fit_a_line_comes_below_with_its_keys() {
        insta::assert_snapshot!(table(16), @r"
        Obs  name

          1  Ada
         10  Benjamin

        Obs  amount

          1   12.50
         10       .
        ");
    }
}
