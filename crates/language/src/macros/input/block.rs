//! The block of a program that another session is to run, from after RSUBMIT up to ENDRSUBMIT.
//!
//! Text of a file is taken verbatim: its references are resolved where it runs. Text of a macro is generated here,
//! because the macro runs here.

use super::block_end::BlockEnd;
use super::frame::Frame;
use super::{LONGEST_EXPANSION, MacroProcessor};
use crate::error::{Error, Problem, Result};
use crate::macros::mask;
use crate::source::{Position, SourceId};
use crate::tree::Block;

/// The origin of a block's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Nothing was read yet.
    Nothing,
    /// One text, up to a byte.
    One(SourceId, usize),
    /// A macro, or one text after another.
    Several,
}

impl MacroProcessor<'_> {
    /// Reads the text up to ENDRSUBMIT, which is left as the next statement. The lines are counted but not shown.
    /// Without ENDRSUBMIT all remaining input is consumed.
    pub(crate) fn block(&mut self) -> Result<Block> {
        self.input.for_session = true;
        // An error leaves the mark set, and recovery clears it.
        let block = self.gather()?;
        self.input.for_session = false;
        Ok(block)
    }

    fn gather(&mut self) -> Result<Block> {
        let mut search = BlockEnd::new();
        let (mut text, mut made) = (String::new(), 0);
        let mut origin = Origin::Nothing;
        self.input.drop_finished();
        let start = self.input.place();
        let name = self.name_of_made(start);
        let end = loop {
            self.input.drop_finished();
            let from = text.len();
            let is_file = self.input.stack.last().is_some_and(Frame::is_file);
            if is_file {
                let Some((source, at)) = self.input.file() else {
                    continue;
                };
                let line = &self.input.sources.get(source).text()[at..];
                let length = line.find('\n').map_or(line.len(), |end| end + 1);
                text.push_str(&line[..length]);
                origin = match origin {
                    Origin::Nothing => Origin::One(source, at + length),
                    Origin::One(before, end) if (before, end) == (source, at) => Origin::One(source, at + length),
                    _ => Origin::Several,
                };
                let found = search.find(&text, true);
                match found.and_then(|end| end.checked_sub(from)) {
                    // Reading continues from there and shows the line.
                    Some(before) => self.go_to(at + before),
                    None => self.input.pass_lines(at + length),
                }
                if let Some(end) = found {
                    if end < from {
                        self.input.put_back(text[end..].to_owned());
                    }
                    break end;
                }
                continue;
            }
            let Some(c) = self.peek_made(&search)? else {
                if self.input.stack.is_empty() {
                    break self.last_end(&mut search, &text, start, origin)?;
                }
                continue;
            };
            self.input.take();
            origin = Origin::Several;
            text.push(c);
            made += c.len_utf8();
            if made > LONGEST_EXPANSION {
                return Err(Error::new(start, Problem::EndlessExpansion));
            }
            if let Some(end) = search.find(&text, true) {
                self.input.put_back(text[end..].to_owned());
                break end;
            }
        };
        text.truncate(end);
        let is_one = matches!(origin, Origin::One(..));
        Ok(self.cut(text, start, (!is_one).then_some(name)))
    }

    /// Returns the next character that a macro generates; `None` if a file is on top, or nothing is left.
    fn peek_made(&mut self, search: &BlockEnd) -> Result<Option<char>> {
        // A call in the macro may generate nothing. Then the file is next, in which no calls are made.
        let file = self.input.stack.iter().rposition(Frame::is_file);
        let floor = file.map_or(0, |index| index + 1);
        let floor = std::mem::replace(&mut self.input.floor, floor);
        let c = self.peek(search.reading())?;
        self.input.floor = floor;
        Ok(c)
    }

    fn go_to(&mut self, at: usize) {
        if let Some(frame) = self.input.stack.last_mut() {
            frame.at = at;
        }
    }

    /// Returns where ENDRSUBMIT begins if it is the last word of the program.
    fn last_end(&mut self, search: &mut BlockEnd, text: &str, start: Position, origin: Origin) -> Result<usize> {
        if let Some(end) = search.find(text, false) {
            self.input.put_back(text[end..].to_owned());
            return Ok(end);
        }
        let open = search.open_quote().filter(|_| matches!(origin, Origin::One(..)));
        let open = open.map(|(quote, at)| {
            let lines = text[..at].bytes().filter(|&byte| byte == b'\n').count();
            let line = u32::try_from(lines).unwrap_or(u32::MAX);
            (quote, start.line.saturating_add(line))
        });
        Err(Error::new(start, Problem::UnfinishedBlock { open }))
    }

    /// Returns the name of a block that a macro generates.
    fn name_of_made(&self, at: Position) -> String {
        let file = self.input.sources.get(at.source).name();
        let place = format!("{file}:{}", at.line);
        match self.input.macro_name() {
            Some(name) => format!("{place} (the macro {name})"),
            None => place,
        }
    }

    /// Cuts the block out of a text: without the rest of the RSUBMIT line if that is blank, and without the blanks
    /// before ENDRSUBMIT. Its lines keep their numbers unless the text was generated.
    fn cut(&self, text: String, at: Position, made: Option<String>) -> Block {
        let end = text.rfind('\n').map_or(0, |at| at + 1);
        let kept = match text[end..].trim().is_empty() {
            true => &text[..end],
            false => &text[..],
        };
        let (mut first_line, mut kept) = (at.line, kept.to_owned());
        match kept.find('\n') {
            Some(length) if kept[..length].trim().is_empty() => {
                kept.drain(..=length);
                first_line = first_line.saturating_add(1);
            }
            _ if made.is_none() && !kept.is_empty() => {
                let before = at.column.saturating_sub(1) as usize;
                kept.insert_str(0, &" ".repeat(before));
            }
            _ => {}
        }
        let is_made = made.is_some();
        Block {
            name: made.unwrap_or_else(|| self.input.sources.get(at.source).name().to_owned()),
            text: mask::unmask(&kept).into(),
            first_line: if is_made { 1 } else { first_line },
            at,
        }
    }
}
