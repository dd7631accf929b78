//! The positions of columns and headings in the lines of a page.

use super::expand::Heading;
use super::request::ReportSide;

/// The position of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnPosition {
    /// The index of the column.
    pub column: usize,
    /// Its first character.
    pub start: usize,
    /// Its width.
    pub width: usize,
}

/// Writes a cell at the position of its column.
pub(super) fn put(line: &mut String, place: &ColumnPosition, cell: &str, side: ReportSide) {
    let length = cell.chars().count();
    let free = place.width.saturating_sub(length);
    let before = match side {
        ReportSide::Left => 0,
        ReportSide::Center => free / 2,
        ReportSide::Right => free,
    };
    if length == 0 {
        return;
    }
    let at = line.chars().count();
    let blanks = (place.start + before).saturating_sub(at);
    line.push_str(&" ".repeat(blanks));
    line.push_str(cell);
}

/// Returns the range of characters that a heading spans on a page; `None` if no column of the page is under it.
pub(super) fn extent(heading: &Heading, places: &[ColumnPosition]) -> Option<(usize, usize)> {
    match heading {
        Heading::Column(column) => {
            let place = places.iter().rev().find(|place| place.column == *column)?;
            Some((place.start, place.start + place.width))
        }
        Heading::Span { columns, .. } => {
            let places = places.iter();
            let under = places.filter(|place| columns.contains(&place.column));
            let extents = under.map(|place| (place.start, place.start + place.width));
            extents.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        }
    }
}
