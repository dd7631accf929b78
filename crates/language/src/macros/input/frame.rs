//! One text on the stack.

use std::sync::Arc;

use crate::macros::Name;
use crate::macros::code::Code;
use crate::macros::nest;
use crate::source::{Position, SourceId};

/// A text and how far it is read.
#[derive(Debug)]
pub(super) struct Frame {
    /// The text.
    pub text: Arc<str>,
    /// The byte to read next.
    pub at: usize,
    /// The byte where reading ends for now.
    pub end: usize,
    /// `&` and `%` before this byte have had their chance and stand for themselves.
    pub inert: usize,
    /// The byte of a character that `%` before it masks.
    pub escaped: Option<usize>,
    /// Where the program itself calls for this text.
    pub call: Position,
    /// Whether the text stands in the program itself and is called from nowhere.
    pub is_open: bool,
    pub kind: Kind,
}

/// What a text is.
#[derive(Debug)]
pub(super) enum Kind {
    /// A file, or another whole text.
    File {
        source: SourceId,
        /// How many of its lines have been shown.
        shown: usize,
        /// The byte at which the first line begins that has not been shown.
        next_line: usize,
    },
    /// The value of a variable or what a function gave.
    Value,
    /// Text of the program that is expanded before it is needed.
    Literal {
        source: Option<SourceId>,
        /// Whether `%` before a quote or a parenthesis masks it.
        escapes: bool,
    },
    /// Instructions.
    Code(Run),
}

/// Instructions at work.
#[derive(Debug)]
pub(super) struct Run {
    pub code: Arc<Code>,
    /// The instruction to do next.
    pub next: usize,
    /// The counted loops that are on.
    pub loops: Vec<Counter>,
    /// How many tables of variables there are without its own, if it has one.
    pub outer_tables: Option<usize>,
}

/// A counted loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub variable: Name,
    pub to: i64,
    pub by: i64,
}

impl Frame {
    /// All of a text, from its beginning. Instructions have no text before they have begun.
    pub fn new(text: Arc<str>, kind: Kind, call: Position) -> Self {
        let end = if matches!(kind, Kind::Code(_)) {
            0
        } else {
            text.len()
        };
        let is_open = matches!(kind, Kind::File { .. });
        Self {
            text,
            at: 0,
            end,
            inert: 0,
            escaped: None,
            call,
            is_open,
            kind,
        }
    }

    /// The character to read next, which there is.
    pub fn character(&self) -> char {
        let byte = self.text.as_bytes()[self.at];
        if byte.is_ascii() {
            return char::from(byte);
        }
        self.text[self.at..].chars().next().unwrap_or('\u{FFFD}')
    }

    /// Goes over a character, if there is one.
    pub fn advance(&mut self) {
        if self.at < self.end {
            self.at += self.character().len_utf8();
        }
    }

    /// What is yet to be read.
    pub fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    /// Whether the next character is the first of a line that has not been shown.
    pub fn enters_line(&self) -> bool {
        matches!(self.kind, Kind::File { next_line, .. } if self.at >= next_line)
    }

    /// Goes over a `%` that masks the character after it.
    pub fn escape(&mut self) -> bool {
        let Kind::Literal { escapes: true, .. } = self.kind else {
            return false;
        };
        let escapes = self.rest()[1..].starts_with(nest::is_escapable);
        if escapes {
            self.at += 1;
            self.escaped = Some(self.at);
            self.inert = self.at + 1;
        }
        escapes
    }

    pub fn is_file(&self) -> bool {
        matches!(self.kind, Kind::File { .. })
    }

    /// The source that the text is all of.
    pub fn source(&self) -> Option<SourceId> {
        match &self.kind {
            Kind::File { source, .. } => Some(*source),
            Kind::Literal { source, .. } => *source,
            Kind::Code(run) => run.code.source,
            Kind::Value => None,
        }
    }

    /// Whether a table of variables goes with it.
    pub fn has_table(&self) -> bool {
        matches!(&self.kind, Kind::Code(run) if run.outer_tables.is_some())
    }

    /// The macro, if it is one.
    pub fn macro_name(&self) -> Option<Name> {
        match &self.kind {
            Kind::Code(run) => run.code.name,
            _ => None,
        }
    }
}
