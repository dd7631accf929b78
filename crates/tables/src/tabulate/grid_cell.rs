//! The boxes of a grid: their text and its alignment.

use super::wrap::wrap;

/// The horizontal alignment of text in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alignment {
    Left,
    Center,
    Right,
}

/// A box.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub text: Text,
    pub side: Alignment,
    /// True if its text is aligned to the bottom; otherwise to the top.
    pub at_bottom: bool,
    /// The value that it shows, if it shows one.
    pub number: Option<f64>,
}

/// The text of a box.
#[derive(Clone, Debug)]
pub(super) enum Text {
    /// Text that is wrapped.
    Words(String),
    /// Text that is wrapped and truncated: it does not increase the height of a box.
    Cut(String),
    /// Lines of text, each with its indentation.
    Indented(Vec<(usize, String)>),
}

impl Text {
    /// Returns its lines in a box of this width.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        match self {
            Self::Words(words) | Self::Cut(words) => wrap(words, width),
            Self::Indented(parts) => {
                let lines = parts.iter().flat_map(|(indent, words)| {
                    let indent = (*indent).min(width.saturating_sub(1));
                    let lines = wrap(words, width - indent).into_iter();
                    lines.map(move |line| format!("{}{line}", " ".repeat(indent)))
                });
                lines.collect()
            }
        }
    }

    /// Returns the text with its indentations, in which each part has a line.
    pub(super) fn joined(&self) -> String {
        match self {
            Self::Words(text) | Self::Cut(text) => text.clone(),
            Self::Indented(parts) => {
                let lines = parts.iter();
                let lines = lines.map(|(indent, text)| "\u{a0}".repeat(*indent) + text);
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }
}
