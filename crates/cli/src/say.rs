//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use feedrate_document::clean;
use feedrate_values::message::shortened;

use crate::system::streams;

/// Writes one line to standard error, with control characters in file names made visible. Failures are ignored: a
/// closed terminal or a full disk is no reason to end the work.
pub fn line(what: impl Display) {
    // Nor is a reader that does not read a reason to wait forever.
    if streams::error_takes_within(Duration::from_secs(1)) {
        let _ = writeln!(io::stderr(), "{}", one_line(&what.to_string()));
    }
}

/// Returns a text as one line that is not very long, with its control characters made visible.
pub fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
    clean::line(&shortened(&lines.join(" ")))
}

/// Returns the name of a program in messages.
pub fn name_of(program: &Path) -> String {
    match program.to_str() {
        Some("-") => "the program on standard input".to_owned(),
        _ => one_line(&program.to_string_lossy()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_takes_one_line_and_commands_no_terminal() {
        assert_eq!(one_line("no\n    such\u{1b}[2J"), "no such\u{241b}[2J");
    }
}
