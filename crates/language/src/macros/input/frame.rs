//! One text on the stack.

use std::sync::Arc;

use crate::macros::Name;
use crate::macros::code::Code;
use crate::macros::nest;
use crate::source::{Position, SourceId};

/// A text and the position in it.
#[derive(Debug)]
pub(super) struct Frame {
    /// The text.
    pub text: Arc<str>,
    /// The next byte.
    pub at: usize,
    /// The byte at which reading ends for now.
    pub end: usize,
    /// `&` and `%` before this byte were processed already and stand for themselves.
    pub inert: usize,
    /// The byte of a character that a `%` before it masks.
    pub escaped: Option<usize>,
    /// The position of the call in the program itself.
    pub call: Position,
    /// True if the text is part of the program itself, rather than called.
    pub is_open: bool,
    pub kind: Kind,
}

/// The kind of a text.
#[derive(Debug)]
pub(super) enum Kind {
    /// A file, or another complete text.
    File {
        source: SourceId,
        /// The number of its lines that have been shown.
        shown: usize,
        /// The byte at which the first line begins that was not shown.
        next_line: usize,
    },
    /// The value of a variable or of a function.
    Value,
    /// Text of the program that is expanded before it is needed.
    Literal {
        source: Option<SourceId>,
        /// True if `%` before a quote or a parenthesis masks it.
        escapes: bool,
    },
    /// Instructions.
    Code(Run),
}

/// Instructions that are being executed.
#[derive(Debug)]
pub(super) struct Run {
    pub code: Arc<Code>,
    /// The index of the next instruction.
    pub next: usize,
    /// The active counted loops.
    pub loops: Vec<Counter>,
    /// The number of tables of variables below its own, if it has one.
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
    /// Creates a frame at the beginning of a text. Instructions have no text before they have begun.
    pub fn new(text: Arc<str>, kind: Kind, call: Position) -> Self {
        let end = if matches!(kind, Kind::Code(_)) { 0 } else { text.len() };
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

    /// Returns the next character, of which there must be one.
    pub fn character(&self) -> char {
        let byte = self.text.as_bytes()[self.at];
        if byte.is_ascii() {
            return char::from(byte);
        }
        self.text[self.at..].chars().next().unwrap_or('\u{FFFD}')
    }

    /// Moves over a character, if there is one.
    pub fn advance(&mut self) {
        if self.at < self.end {
            self.at += self.character().len_utf8();
        }
    }

    /// Returns what remains to be read.
    pub fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    /// Returns whether the next character is the first of a line that was not shown.
    pub fn enters_line(&self) -> bool {
        matches!(self.kind, Kind::File { next_line, .. } if self.at >= next_line)
    }

    /// Moves over a `%` that masks the character after it. Returns whether there was one.
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

    /// Returns the source that the text is.
    pub fn source(&self) -> Option<SourceId> {
        match &self.kind {
            Kind::File { source, .. } => Some(*source),
            Kind::Literal { source, .. } => *source,
            Kind::Code(run) => run.code.source,
            Kind::Value => None,
        }
    }

    /// Returns whether it has a table of variables.
    pub fn has_table(&self) -> bool {
        matches!(&self.kind, Kind::Code(run) if run.outer_tables.is_some())
    }

    /// Returns the name of the macro, if it is one.
    pub fn macro_name(&self) -> Option<Name> {
        match &self.kind {
            Kind::Code(run) => run.code.name,
            _ => None,
        }
    }
}
