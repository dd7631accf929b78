//! `%if` and `%do`: statements that contain others.

use super::{Action, Compiler, Fault, Word};
use crate::error::Problem;
use crate::macros::nest;

/// An open statement, with the byte at which it begins.
#[derive(Debug)]
pub(super) enum Block {
    /// `%if … %then`, and the jump past its action.
    If { at: usize, jump: usize },
    /// `%else`, and the jump from the end of the action before it.
    Else { at: usize, jump: usize },
    /// Text that is the action of `%then` or `%else`, up to its semicolon; and whether it is part of a string.
    Text { at: usize, in_quotes: bool },
    /// `%do;`
    Do { at: usize },
    /// `%do %while`, and the jump that ends the loop.
    While { at: usize, jump: usize },
    /// `%do %until`: the first instruction of its body, and the condition.
    Until {
        at: usize,
        body: usize,
        condition: super::TextRange,
    },
    /// `%do i = …`, and the instruction that begins it.
    Count { at: usize, count: usize },
}

impl Block {
    /// Returns the byte at which it begins.
    pub(super) fn at(&self) -> usize {
        match *self {
            Self::If { at, .. }
            | Self::Else { at, .. }
            | Self::Text { at, .. }
            | Self::Do { at }
            | Self::While { at, .. }
            | Self::Until { at, .. }
            | Self::Count { at, .. } => at,
        }
    }

    /// Returns whether the action of this `%then` or `%else` comes next.
    pub(super) fn awaits_action(&self) -> bool {
        matches!(self, Self::If { .. } | Self::Else { .. })
    }

    /// Returns the error if it is never closed.
    pub(super) fn unclosed(&self) -> Problem {
        let (statement, missing) = match self {
            Self::If { .. } => ("%IF", ";"),
            Self::Else { .. } => ("%ELSE", ";"),
            Self::Text { .. } => ("%IF or %ELSE", ";"),
            _ => ("%DO", "%end;"),
        };
        Problem::UnclosedStatement {
            statement: statement.to_owned(),
            missing,
        }
    }
}

impl Compiler<'_> {
    /// Compiles `%if` up to and including `%then`.
    pub(super) fn begin_if(&mut self, start: usize) -> Result<(), Fault> {
        let Some(condition) = self.up_to_word(Word::Then) else {
            let form = "%if condition %then action;";
            return Err((
                start,
                Problem::Malformed {
                    statement: "%IF".to_owned(),
                    form,
                },
            ));
        };
        let jump = self.push(start, Action::JumpUnless { condition, to: 0 });
        self.blocks.push(Block::If { at: start, jump });
        Ok(())
    }

    /// Begins the action of `%then` or `%else`: a macro statement, or text up to a semicolon.
    pub(super) fn begin_action(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        self.pending = self.at;
        if self.at >= self.text.len() {
            let at = self.blocks.last().map_or(self.at, Block::at);
            return Err((at, Problem::UnfinishedStatement));
        }
        match self.word_here() {
            Some(_) => self.statement_here(),
            None => {
                self.blocks.push(Block::Text {
                    at: self.at,
                    in_quotes: self.in_quotes,
                });
                self.at_start = true;
                Ok(())
            }
        }
    }

    /// Ends a statement. If it was the action of an `%if`, that ends too, unless `%else` follows.
    pub(super) fn end_action(&mut self) -> Result<(), Fault> {
        loop {
            match self.blocks.last() {
                Some(&Block::If { jump, .. }) => {
                    self.blocks.pop();
                    let back = self.at;
                    self.skip_blanks();
                    let at = self.at;
                    if self.word_here() == Some(Word::Else) {
                        self.at += "%else".len();
                        let over = self.push(at, Action::Jump(0));
                        self.land(jump);
                        self.blocks.push(Block::Else { at, jump: over });
                        self.pending = self.at;
                        return Ok(());
                    }
                    self.at = back;
                    self.land(jump);
                }
                Some(&Block::Else { jump, .. }) => {
                    self.blocks.pop();
                    self.land(jump);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Compiles `%do` in any form, up to and including its semicolon.
    pub(super) fn begin_do(&mut self, start: usize) -> Result<(), Fault> {
        self.skip_blanks();
        match self.word_here() {
            Some(Word::While) => {
                self.at += "%while".len();
                let condition = self.group(start, "%do %while(condition);")?;
                self.semicolon(start)?;
                let jump = self.push(start, Action::JumpUnless { condition, to: 0 });
                self.blocks.push(Block::While { at: start, jump });
            }
            Some(Word::Until) => {
                self.at += "%until".len();
                let condition = self.group(start, "%do %until(condition);")?;
                self.semicolon(start)?;
                let body = self.instructions.len();
                self.blocks.push(Block::Until {
                    at: start,
                    body,
                    condition,
                });
            }
            _ if self.text[self.at..].starts_with(';') => {
                self.at += 1;
                self.blocks.push(Block::Do { at: start });
            }
            _ => self.begin_count(start)?,
        }
        Ok(())
    }

    /// Compiles `%do i = from %to to %by by;`, from the variable on.
    fn begin_count(&mut self, start: usize) -> Result<(), Fault> {
        let malformed = || {
            let form = "%do name = number %to number;";
            (
                start,
                Problem::Malformed {
                    statement: "%DO".to_owned(),
                    form,
                },
            )
        };
        let rest = &self.text[self.at..];
        let length = nest::find_past_comments(rest, |rest| rest.starts_with(['=', ';']))
            .filter(|&at| rest.as_bytes()[at] == b'=');
        let equals = self.at + length.ok_or_else(malformed)?;
        let variable = self.part(self.at, equals);
        self.at = equals + 1;
        let from = self.up_to_word(Word::To).ok_or_else(malformed)?;
        let (to, by) = match self.up_to_word(Word::By) {
            Some(to) => (to, Some(self.up_to_semicolon(start)?)),
            None => (self.up_to_semicolon(start)?, None),
        };
        let count = self.push(
            start,
            Action::Count {
                variable,
                from,
                to,
                by,
                after: 0,
            },
        );
        self.blocks.push(Block::Count { at: start, count });
        self.loops += 1;
        Ok(())
    }

    /// Compiles `%end` and its semicolon.
    pub(super) fn end_do(&mut self, start: usize) -> Result<(), Fault> {
        self.semicolon(start)?;
        match self.blocks.pop() {
            Some(Block::Do { .. }) => {}
            Some(Block::While { jump, .. }) => {
                self.push(start, Action::Jump(jump));
                self.land(jump);
            }
            Some(Block::Until { body, condition, .. }) => {
                self.push(start, Action::JumpUnless { condition, to: body });
            }
            Some(Block::Count { count, .. }) => {
                self.push(start, Action::Turn { body: count + 1 });
                self.land(count);
                self.loops -= 1;
            }
            Some(block) => return Err((block.at(), block.unclosed())),
            None => {
                let (statement, reason) = ("%END".to_owned(), "there is no %DO before it");
                return Err((start, Problem::Misplaced { statement, reason }));
            }
        }
        Ok(())
    }

    /// Skips the blanks after a statement, if there are blanks or nothing before it, so that no words are joined.
    pub(super) fn skip_blanks_after(&mut self, start: usize) {
        let before = self.text[..start].chars().next_back();
        let apart = before.is_none_or(|c| c.is_whitespace() || c == ';');
        if apart && !self.in_quotes {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
        }
        self.pending = self.at;
    }
}
