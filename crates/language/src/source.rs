//! The texts that a program is read from, and positions in them.
//!
//! The first text is the program itself; each included file, and each text that a step submits, is a further one. They
//! are kept for the whole session, so that a message can show the line that it is about.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use crate::macros::{Name, mask};

/// Identifies one of the [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(u32);

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The text.
    pub source: SourceId,
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
    /// The position in the text of a macro, if a macro generated what is here: the other fields then are the position
    /// of the call.
    pub inside: Option<MacroPosition>,
}

/// A position in the text of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MacroPosition {
    /// The text that defines the macro.
    pub source: SourceId,
    /// The line, from 1.
    pub line: NonZeroU32,
    /// The byte in the line, from 1.
    pub column: u32,
}

impl Position {
    /// The beginning of the first text, for what has no position.
    pub const START: Self = Self {
        source: SourceId(0),
        line: 1,
        column: 1,
        inside: None,
    };

    /// Returns the position in the text of a macro as a position of its own.
    pub fn in_macro(self) -> Option<Self> {
        self.inside.map(|inside| Self {
            source: inside.source,
            line: inside.line.get(),
            column: inside.column,
            inside: None,
        })
    }

    /// Returns the same position, for text that a macro generated from the position `own` of its definition.
    pub fn with_own(self, own: Self) -> Self {
        let inside = MacroPosition {
            source: own.source,
            line: NonZeroU32::new(own.line).unwrap_or(NonZeroU32::MIN),
            column: own.column,
        };
        Self {
            inside: Some(inside),
            ..self
        }
    }
}

/// The error for a text that is too long for positions in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} holds 4 GiB or more, which is too long for a program; split it")]
pub struct TooLong {
    /// The name of the text.
    pub name: String,
}

/// A text, split into lines.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: Arc<str>,
    /// The number of its first line, from 1.
    first_line: u32,
    /// The byte at which each line begins.
    lines: Vec<u32>,
    /// The macros that it defines: the end and the name of each, by the byte at which it begins.
    macros: BTreeMap<usize, (usize, Name)>,
}

impl Source {
    fn new(name: String, text: &str, first_line: u32) -> Result<Self, TooLong> {
        if u32::try_from(text.len()).is_err() {
            return Err(TooLong { name });
        }
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let text: Arc<str> = Arc::from(mask::clean(text));
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(starts.map(|(at, _)| at as u32 + 1)).collect();
        Ok(Self {
            name,
            text,
            first_line: first_line.max(1),
            lines,
            macros: BTreeMap::new(),
        })
    }

    /// Returns the name, such as a path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the number of the first line: 1, except for a part of a longer text.
    pub fn first_line(&self) -> u32 {
        self.first_line
    }

    /// Returns the number of lines. The line after the last line feed does not count if it is empty.
    pub fn line_count(&self) -> u32 {
        let last = self.lines.last().map_or(0, |&start| start as usize);
        let count = self.lines.len() as u32;
        if last == self.text.len() { count - 1 } else { count }
    }

    /// Returns a line by its number, without its line end; empty if there is no such line.
    pub fn line(&self, number: u32) -> &str {
        let Some(index) = number.checked_sub(self.first_line) else {
            return "";
        };
        let index = index as usize;
        let Some(&start) = self.lines.get(index) else {
            return "";
        };
        let end = self.line_start(index + 1);
        let line = &self.text[start as usize..end];
        let line = line.strip_suffix('\n').unwrap_or(line);
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Returns the byte at which a line begins, by its index from 0; the end of the text for an index past the last
    /// line.
    pub fn line_start(&self, index: usize) -> usize {
        self.lines.get(index).map_or(self.text.len(), |&start| start as usize)
    }

    /// Returns the index, from 0, of the line that contains a byte.
    pub fn line_index(&self, offset: usize) -> usize {
        self.lines
            .partition_point(|&start| start as usize <= offset)
            .saturating_sub(1)
    }
}

/// All texts of a session. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Arc<Source>>,
}

impl Sources {
    /// Adds a text, without a byte order mark at its beginning.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the text has 4 GiB or more.
    pub fn add(&mut self, name: impl Into<String>, text: &str) -> Result<SourceId, TooLong> {
        self.add_part(name, text, 1)
    }

    /// Adds a part of a text, whose first line has the number `first_line`. Positions in it are those in the whole
    /// text, if the part begins at the beginning of a line.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the text has 4 GiB or more.
    pub fn add_part(&mut self, name: impl Into<String>, text: &str, first_line: u32) -> Result<SourceId, TooLong> {
        let id = SourceId(self.all.len() as u32);
        self.all.push(Arc::new(Source::new(name.into(), text, first_line)?));
        Ok(id)
    }

    /// Returns the number of bytes of all texts.
    pub fn bytes(&self) -> u64 {
        self.all.iter().map(|source| source.text.len() as u64).sum()
    }

    /// Returns the text that was added under `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// Returns the position of a byte.
    pub fn position(&self, id: SourceId, offset: usize) -> Position {
        let source = self.get(id);
        let index = source.line_index(offset);
        Position {
            source: id,
            line: source.first_line.saturating_add(index as u32),
            column: (offset - source.line_start(index)) as u32 + 1,
            inside: None,
        }
    }

    /// Records that the bytes `text` of a source define a macro.
    pub fn note_macro(&mut self, id: SourceId, name: Name, text: Range<usize>) {
        let source = Arc::make_mut(&mut self.all[id.0 as usize]);
        source.macros.insert(text.start, (text.end, name));
    }

    /// Returns the innermost macro whose definition contains a position.
    pub fn macro_at(&self, inside: Position) -> Option<Name> {
        let source = self.get(inside.source);
        let index = inside.line.checked_sub(source.first_line)? as usize;
        let at = source.line_start(index) + (inside.column as usize).saturating_sub(1);
        let before = source.macros.range(..=at).rev();
        let mut around = before.filter(|(_, (end, _))| at < *end);
        around.next().map(|(_, (_, name))| *name)
    }

    /// Returns the line of a position.
    pub fn line(&self, position: Position) -> &str {
        self.get(position.source).line(position.line)
    }

    /// Formats the position as `name:line:column`.
    pub fn describe(&self, position: Position) -> String {
        let name = self.get(position.source).name();
        format!("{name}:{}:{}", position.line, position.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_again() {
        let mut sources = Sources::default();
        let id = sources.add("a.sas", "\u{FEFF}one\r\ntwo\n\nfour").unwrap();
        let source = sources.get(id);
        assert_eq!(source.line_count(), 4);
        let lines: Vec<_> = (0..=5).map(|number| source.line(number)).collect();
        assert_eq!(lines, ["", "one", "two", "", "four", ""]);
        let position = sources.position(id, 6);
        assert_eq!((position.line, position.column), (2, 2));
        assert_eq!(sources.line(position), "two");
        assert_eq!(sources.describe(position), "a.sas:2:2");
    }

    #[test]
    fn a_part_of_a_text_keeps_its_line_numbers() {
        let mut sources = Sources::default();
        let id = sources.add_part("a.sas", "one\ntwo\n", 41).unwrap();
        let source = sources.get(id);
        let lines: Vec<_> = (40..=43).map(|number| source.line(number)).collect();
        assert_eq!(lines, ["", "one", "two", ""]);
        assert_eq!((source.line(1), source.line_count()), ("", 2));
        let position = sources.position(id, 5);
        assert_eq!(sources.describe(position), "a.sas:42:2");
        assert_eq!(sources.line(position), "two");
        // A number that no text has is harmless.
        let last = sources.add_part("b", "x\ny\nz", u32::MAX).unwrap();
        assert_eq!(sources.position(last, 4).line, u32::MAX);
    }

    #[test]
    fn a_last_line_feed_begins_no_line() {
        let mut sources = Sources::default();
        for (text, count) in [("", 0), ("a", 1), ("a\n", 1), ("a\n\n", 2)] {
            let id = sources.add("x", text).unwrap();
            assert_eq!(sources.get(id).line_count(), count, "{text:?}");
        }
    }
}
