//! The lines of `%put` and of functions.

use feedrate_values::function::LogLine;

use super::{Log, Severity};

/// Returns the lines of `%put`; text that begins with `ERROR:` and the like is a message.
pub(crate) fn put_lines(text: &str) -> Vec<LogLine> {
    for severity in [Severity::Note, Severity::Warning, Severity::Error] {
        if let Some(rest) = text.strip_prefix(severity.prefix().trim_end()) {
            return vec![LogLine::Message(severity, rest.trim_start().to_owned())];
        }
    }
    let lines = text.split('\n').map(str::to_owned);
    lines.map(LogLine::Plain).collect()
}

impl Log<'_> {
    /// Writes a line that a function gave.
    pub(crate) fn given(&mut self, line: LogLine) {
        match line {
            LogLine::Message(severity, text) => self.message(severity, &text),
            LogLine::Plain(text) => self.plain(text.as_bytes()),
        }
    }
}
