//! Data lines, which follow a `datalines` statement and are not part of the language.

use std::ops::Range;
use std::sync::Arc;

use feedrate_values::Severity;

use crate::error::{Error, Problem, Result};
use crate::macros::input::Input;
use crate::source::Position;
use crate::surroundings::{Event, Surroundings};

/// The end of data lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A line that contains a semicolon: `datalines`, `cards`, `lines`.
    Semicolon,
    /// A line that begins with four semicolons: `datalines4`, `cards4`, `lines4`.
    FourSemicolons,
}

impl Ending {
    fn ends(self, line: &str) -> bool {
        match self {
            Self::Semicolon => line.contains(';'),
            Self::FourSemicolons => line.trim_start().starts_with(";;;;"),
        }
    }
}

/// Data lines, which share the text of the program.
#[derive(Clone, Debug)]
pub struct DataLines {
    text: Arc<str>,
    part: Range<usize>,
    /// The position of the first line.
    pub position: Position,
}

impl DataLines {
    /// Returns the lines, without their line ends.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text[self.part.clone()].lines()
    }

    /// Returns the lines with their line ends.
    pub fn as_str(&self) -> &str {
        &self.text[self.part.clone()]
    }
}

/// Reads the data lines after the last statement. The line that ends them is left to be read as part of the program.
pub(super) fn read(input: &mut Input, ending: Ending, surroundings: &mut dyn Surroundings) -> Result<DataLines> {
    let Some((source, at)) = input.file() else {
        let name = input
            .macro_name()
            .map_or_else(|| "that runs".to_owned(), |name| name.to_string());
        return Err(Error::new(input.place(), Problem::DataLinesInMacro { name }));
    };
    let text = Arc::clone(input.sources.get(source).text());
    // The data begin on the line after the statement.
    let (left, start) = match text[at..].find('\n') {
        Some(length) => (&text[at..at + length], at + length + 1),
        None => (&text[at..], text.len()),
    };
    let left = left.trim();
    let is_comment = left.starts_with('*') || left.starts_with("/*") && left.find("*/") == Some(left.len() - 2);
    if !left.is_empty() && !is_comment {
        let message = "What follows the statement on its line is not read; data begin on the next line.";
        let position = input.place();
        surroundings.say(Event::Message {
            severity: Severity::Warning,
            text: message,
            position,
        });
    }
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        if ending.ends(line) {
            break;
        }
        end += line.len();
    }
    input.pass_lines(end);
    let position = input.sources.position(source, start);
    Ok(DataLines {
        text,
        part: start..end,
        position,
    })
}
