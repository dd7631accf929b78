//! What is to be said of a program: how grave it is, where it is, and what to do.

use feedrate_values::Severity;

use crate::source::{Position, Sources};

/// What is to be said of a place in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// Where; for what a macro made, the call.
    pub position: Position,
    /// What, in one line.
    pub message: String,
    /// What to do, when there is something to say.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(position: Position, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, position, message)
    }

    /// A warning.
    pub fn warning(position: Position, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, position, message)
    }

    /// A note.
    pub fn note(position: Position, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, position, message)
    }

    /// The same, with what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether it keeps the step from running.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    fn new(severity: Severity, position: Position, message: impl Into<String>) -> Self {
        Self {
            severity,
            position,
            message: message.into(),
            hint: None,
        }
    }
}

/// How much of a line is shown at most, in characters.
const MOST_SHOWN: usize = 100;

impl Diagnostic {
    /// The diagnostic as lines of text: what it says, the line of the program with a caret under the
    /// place, and what to do. Nothing but the program's own letters is outside ASCII.
    ///
    /// ```text
    /// ERROR: expected `;` after RUN, found `x`
    ///   at prog.sas:3:5
    ///     3 | run x;
    ///       |     ^
    ///   hint: ...
    /// ```
    pub fn render(&self, sources: &Sources) -> String {
        let mut text = format!("{}: {}\n", self.severity.name(), self.message);
        text.push_str(&shown("at", self.position, sources));
        text.push_str(&shown_in_macro(self.position, sources));
        if let Some(hint) = &self.hint {
            text.push_str(&format!("  hint: {hint}\n"));
        }
        text
    }

    /// The line that it is about under the number that the log gives it, with a caret under the column;
    /// and where it is in a macro, the line of the macro with its own number.
    pub fn excerpt(&self, number: u32, sources: &Sources) -> String {
        let mut text = excerpt(self.position, number, sources);
        text.push_str(&shown_in_macro(self.position, sources));
        text
    }
}

/// The macro that made what is meant, and the line of it; nothing if no macro did.
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

/// A place, its line, and a caret under it.
fn shown(preposition: &str, position: Position, sources: &Sources) -> String {
    format!(
        "  {preposition} {}\n{}",
        sources.describe(position),
        excerpt(position, position.line, sources),
    )
}

/// The line of a position under the number that it goes by, and a caret under the column.
pub fn excerpt(position: Position, number: u32, sources: &Sources) -> String {
    let line = sources.line(position);
    // A position may lie behind the end of its line, where something is missing.
    let column = (position.column as usize).saturating_sub(1).min(line.len());
    let before = line.get(..column).unwrap_or(line).chars().count();
    let skipped = before.saturating_sub(MOST_SHOWN * 3 / 4);
    // Tabs would move the caret away from its place.
    let part: String = line
        .chars()
        .skip(skipped)
        .take(MOST_SHOWN)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let number = number.to_string();
    let margin = " ".repeat(number.len());
    let caret = " ".repeat(before - skipped);
    format!(
        "    {number} | {}\n    {margin} | {caret}^\n",
        part.trim_end(),
    )
}
