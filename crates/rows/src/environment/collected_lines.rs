//! A log or listing that is kept in memory.

use feedrate_values::missing::PLACEHOLDER;

use super::{Listing, Log, Severity};

/// Keeps the lines of a log or listing, in the form in which a log shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectedLines {
    lines: Vec<String>,
}

impl CollectedLines {
    /// Returns the lines so far.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Returns all lines, each with a line feed.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

impl Log for CollectedLines {
    fn message(&mut self, severity: Severity, text: &str) {
        self.lines.extend(severity.lines(text));
    }

    fn line(&mut self, line: &[u8]) {
        self.lines.push(String::from_utf8_lossy(line).into_owned());
    }
}

impl Listing for CollectedLines {
    /// Keeps a line with a point for each missing figure.
    fn line(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line).replace(PLACEHOLDER, ".");
        Log::line(self, line.as_bytes());
    }
}
