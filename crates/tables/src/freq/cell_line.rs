//! The lines of a cell of a two-way table.

use super::crossing::Crossing;
use super::number::{count, percent, share};
use crate::number::best;

/// The minimum width of a cell in characters.
pub(super) const CELL: usize = 8;

/// A line of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Frequency,
    Expected,
    Percent,
    OfRow,
    OfColumn,
}

impl Line {
    /// Returns its heading.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Frequency => "Frequency",
            Self::Expected => "Expected",
            Self::Percent => "Percent",
            Self::OfRow => "Row Pct",
            Self::OfColumn => "Col Pct",
        }
    }

    /// Returns its number for a cell.
    pub(super) fn number(self, crossing: &Crossing<'_, '_>, row: usize, column: usize) -> f64 {
        let number = crossing.count(row, column);
        match self {
            Self::Frequency => number,
            Self::Expected => crossing.expected(row, column),
            Self::Percent => share(number, crossing.total),
            Self::OfRow => share(number, crossing.row_totals[row]),
            Self::OfColumn => share(number, crossing.column_totals[column]),
        }
    }

    /// Returns a total of a row or a column, as a number and formatted; `None` if the line has no totals.
    pub(super) fn total(self, total: f64, of: f64) -> Option<(f64, String)> {
        let number = match self {
            Self::Frequency => total,
            Self::Percent => share(total, of),
            _ => return None,
        };
        Some((number, self.text(number)))
    }

    /// Returns its formatted number.
    pub(super) fn text(self, number: f64) -> String {
        match self {
            Self::Frequency => count(number, CELL - 1),
            Self::Expected => best(number, CELL - 2),
            Self::Percent | Self::OfRow | Self::OfColumn => percent(number),
        }
    }
}
