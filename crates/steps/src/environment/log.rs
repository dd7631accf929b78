//! The log and the listing as steps see them.

use super::results::{Cell, GroupValue, TableOfResults};
use feedrate_values::Severity;

use crate::ir::Site;

/// Where the messages of a step go, and the lines it writes with PUT.
pub trait Log {
    /// A message. Lines of it are parted by line feeds.
    fn message(&mut self, severity: Severity, text: &str);

    /// A message that speaks of a place in the program. A log that has the program shows its line too.
    fn message_at(&mut self, severity: Severity, text: &str, _site: Site) {
        self.message(severity, text);
    }

    /// A line as it is, without its end.
    fn line(&mut self, line: &[u8]);

    /// What went wrong in an observation was told, in the messages before.
    fn end_of_observation(&mut self) {}
}

/// Where results go: lines for people to read, and the same as tables for files of other kinds and data sets.
pub trait Listing {
    /// A line as it is, without its end.
    fn line(&mut self, line: &[u8]);

    /// Whether anyone wants tables or, within one, its rows; these need not be made otherwise.
    fn wants_tables(&self) -> bool {
        false
    }

    /// What the tables after it are: `The CORR Procedure`.
    fn heading(&mut self, text: &str) {
        self.line(text.as_bytes());
        self.line(b"");
    }

    /// The BY group that the tables after it are of; none when there are no more groups.
    fn by_group(&mut self, groups: &[GroupValue]) {
        if let Some(text) = GroupValue::line(groups) {
            self.heading(&text);
        }
    }

    /// What is to be known of a table and stands in none, in one line or more: `Frequency Missing = 3`.
    fn note(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(line.as_bytes()));
        self.line(b"");
    }

    /// A table begins. The lines until its end are the listing of it. Within it there may be another, for data sets
    /// alone.
    fn begin_table(&mut self, _table: &TableOfResults) {}

    /// The next row of the table, with a cell for each column that no cell of a row above reaches into.
    fn row(&mut self, _cells: &[Cell]) {}

    /// The table ends.
    fn end_table(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_lines_are_indented_as_far_as_the_prefix() {
        let lines: Vec<_> = Severity::Warning.lines("one\ntwo").collect();
        assert_eq!(lines, ["WARNING: one", "         two"]);
        let lines: Vec<_> = Severity::Note.lines("one").collect();
        assert_eq!(lines, ["NOTE: one"]);
    }
}
