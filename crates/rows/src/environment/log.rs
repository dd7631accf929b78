//! The interfaces of the log and the listing to steps.

use feedrate_program::Site;
use feedrate_values::Severity;

use super::group_value::GroupValue;
use super::results::{Cell, TableOfResults};

/// Receives the messages of a step and the lines that it writes to the log with PUT.
pub trait Log {
    /// Writes a message, whose lines are separated by line feeds.
    fn message(&mut self, severity: Severity, text: &str);

    /// Writes a message about a position in the program. A log that has the program text shows that line, too.
    fn message_at(&mut self, severity: Severity, text: &str, site: Site) {
        self.message(severity, &with_place(text, site));
    }

    /// Writes a line, given without its line feed.
    fn line(&mut self, line: &[u8]);

    /// Writes a line of the program that a step stands for, which is numbered as the lines of the program.
    fn source_line(&mut self, line: &str) {
        self.line(line.as_bytes());
    }

    /// Marks the end of the messages about one observation.
    fn end_of_observation(&mut self) {}
}

/// Returns a message with its position on a line of its own, unless its first line says it.
pub fn with_place(text: &str, site: Site) -> String {
    match names_place(text, site) {
        true => text.to_owned(),
        false => format!("{text}\nat line {} column {}", site.line, site.column),
    }
}

/// Returns whether the first line of a message says its position.
pub fn names_place(text: &str, site: Site) -> bool {
    let place = format!("at line {} column {}", site.line, site.column);
    text.lines().next().is_some_and(|first| first.contains(&place))
}

/// Receives results: lines for people, and the same results as tables for other files and data sets.
pub trait Listing {
    /// Writes a line, given without its line feed.
    fn line(&mut self, line: &[u8]);

    /// Returns whether anything receives tables and their rows. If not, they need not be made.
    fn wants_tables(&self) -> bool {
        false
    }

    /// Sets the heading of the tables that follow: `The CORR Procedure`.
    fn heading(&mut self, text: &str) {
        self.line(text.as_bytes());
        self.line(b"");
    }

    /// Sets the BY group of the tables that follow; empty after the last group.
    fn by_group(&mut self, groups: &[GroupValue]) {
        if let Some(text) = GroupValue::line(groups) {
            self.heading(&text);
        }
    }

    /// Writes a note about a table that is not part of it, of one line or more: `Frequency Missing = 3`.
    fn note(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(line.as_bytes()));
        self.line(b"");
    }

    /// Begins a table. The lines until its end are its listing. It may contain another table whose audience is data
    /// sets.
    fn begin_table(&mut self, _table: &TableOfResults) {}

    /// Adds a row to the table, with a cell for each column that no cell of a row above spans.
    fn row(&mut self, _cells: &[Cell]) {}

    /// Ends the table.
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
