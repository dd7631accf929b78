//! Messages about a program: their severity, position and advice.

use std::borrow::Cow;

use feedrate_values::Severity;
use feedrate_values::message::shortened;

use crate::source::{Position, Sources};

/// A message about a position in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The position; for text that a macro generated, that of the call.
    pub position: Position,
    /// The message, which is not very long however long the texts are that it quotes. Its first line is the sentence
    /// that programs which read logs search for, after its number if it has one ([`Severity::lines`]); further lines
    /// explain it.
    pub message: String,
    /// Advice on what to do, if there is any.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Creates an error.
    pub fn error(position: Position, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, position, message)
    }

    /// Creates a warning.
    pub fn warning(position: Position, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, position, message)
    }

    /// Creates a note.
    pub fn note(position: Position, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, position, message)
    }

    /// Adds advice on what to do, after advice that is there already.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        let hint = short(hint);
        self.hint = Some(match self.hint {
            Some(before) => format!("{before}; {hint}"),
            None => hint,
        });
        self
    }

    /// Sets the number that SAS gives a message with this cause, such as `22-322`.
    #[must_use]
    pub fn numbered(mut self, number: &str) -> Self {
        self.message = format!("{number}: {}", self.message);
        self
    }

    /// Returns the error that none of what the syntax allows is here: `found` is what stands there instead.
    pub fn unexpected(position: Position, allowed: &str, found: &str) -> Self {
        let message = format!("Syntax error, expecting one of the following: {allowed}.");
        Self::error(position, message)
            .numbered("22-322")
            .with_hint(format!("found {found}"))
    }

    /// Returns the error of a statement that is not one here; the hint explains it.
    pub fn out_of_order(position: Position, hint: impl Into<String>) -> Self {
        let message = "Statement is not valid or it is used out of proper order.";
        Self::error(position, message).numbered("180-322").with_hint(hint)
    }

    /// Returns whether it prevents the step from running.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    fn new(severity: Severity, position: Position, message: impl Into<String>) -> Self {
        Self {
            severity,
            position,
            message: short(message),
            hint: None,
        }
    }
}

fn short(text: impl Into<String>) -> String {
    let text = text.into();
    match shortened(&text) {
        Cow::Owned(short) => short,
        Cow::Borrowed(_) => text,
    }
}

/// The most characters of a line that are shown.
const MOST_SHOWN: usize = 100;

impl Diagnostic {
    /// Renders the diagnostic as lines of text: the message, the line of the program with a caret under the position,
    /// and the advice. All characters outside ASCII are the program's own.
    ///
    /// ```text
    /// ERROR 22-322: Syntax error, expecting one of the following: `;` after RUN.
    ///   at prog.sas:3:5
    ///     3 | run x;
    ///       |     ^
    ///   hint: found `x`
    /// ```
    pub fn render(&self, sources: &Sources) -> String {
        let mut text: String = self.severity.lines(&self.message).map(|line| line + "\n").collect();
        text.push_str(&shown("at", self.position, sources));
        text.push_str(&shown_in_macro(self.position, sources));
        if let Some(hint) = &self.hint {
            text.push_str(&format!("  hint: {hint}\n"));
        }
        text
    }

    /// Returns the line of the position, numbered as in the log, with a caret under the column; and for a position in a
    /// macro, the line of the macro with its own number.
    pub fn excerpt(&self, number: u32, sources: &Sources) -> String {
        let mut text = excerpt(self.position, number, sources);
        text.push_str(&shown_in_macro(self.position, sources));
        text
    }
}

/// Returns the name of the macro that generated the text at a position and its line; empty if no macro did.
fn shown_in_macro(position: Position, sources: &Sources) -> String {
    let Some(inside) = position.in_macro() else {
        return String::new();
    };
    let preposition = match sources.macro_at(inside) {
        Some(name) => format!("in the macro {name}, at"),
        None => "in a macro, at".to_owned(),
    };
    shown(&preposition, inside, sources)
}

/// Returns a position, its line, and a caret under the column.
fn shown(preposition: &str, position: Position, sources: &Sources) -> String {
    format!(
        "  {preposition} {}\n{}",
        sources.describe(position),
        excerpt(position, position.line, sources),
    )
}

/// Returns the line of a position under the given number, and a caret under the column.
pub fn excerpt(position: Position, number: u32, sources: &Sources) -> String {
    let line = sources.line(position);
    // A position can be past the end of its line, if something is missing there.
    let column = (position.column as usize).saturating_sub(1).min(line.len());
    let before = line.get(..column).unwrap_or(line).chars().count();
    let skipped = before.saturating_sub(MOST_SHOWN * 3 / 4);
    // Tabs would misplace the caret.
    let part: String = line
        .chars()
        .skip(skipped)
        .take(MOST_SHOWN)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let number = number.to_string();
    let margin = " ".repeat(number.len());
    let caret = " ".repeat(before - skipped);
    format!("    {number} | {}\n    {margin} | {caret}^\n", part.trim_end(),)
}
