//! From macro text to instructions.
//!
//! Only statements of the macro language become instructions. References, calls and functions stay in the text and are
//! processed when the text is emitted.

mod blocks;
mod cursor;
mod definition;
mod statements;
mod text;
mod words;

pub(crate) use words::{Word, word};

use std::sync::Arc;

use super::code::{Action, Code, Instruction, Label, TextRange};
use super::{Name, nest};
use crate::error::Problem;
use crate::source::SourceId;
use blocks::Block;

/// The deepest nesting of macro definitions.
const DEEPEST_DEFINITION: usize = 32;

/// An error in macro text, and where to continue.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The byte of the error.
    pub at: usize,
    pub problem: Problem,
    /// The byte after the statement.
    pub resume: usize,
}

/// An error at a byte.
type Fault = (usize, Problem);

/// The text that is compiled, and its origin.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub text: &'a Arc<str>,
    pub source: Option<SourceId>,
    /// The end of the text that may be read.
    pub end: usize,
}

/// Compiles the statement at the `%` at a byte, and returns it with the byte after it. `%if` includes its branches,
/// `%macro` its body.
pub(crate) fn statement(origin: Origin<'_>, at: usize) -> Result<(Code, usize), Box<Refusal>> {
    let mut compiler = Compiler::new(origin, at, 0);
    match compiler.one_statement() {
        Ok(()) => {
            let after = compiler.at;
            Ok((compiler.into_code(None, None, None), after))
        }
        Err((fault, problem)) => {
            let resume = cursor::after_statement(&origin.text[..origin.end], at);
            Err(Box::new(Refusal {
                at: fault,
                problem,
                resume,
            }))
        }
    }
}

/// Compiles a macro or a statement.
struct Compiler<'a> {
    origin: Origin<'a>,
    /// The text that may be read.
    text: &'a str,
    /// The next byte.
    at: usize,
    /// The beginning of the text that is not yet in an instruction.
    pending: usize,
    instructions: Vec<Instruction>,
    labels: Vec<Label>,
    /// The open blocks, the innermost last.
    blocks: Vec<Block>,
    /// The number of open counted loops.
    loops: usize,
    /// The number of definitions around this one.
    depth: usize,
    /// Set when the position is between double quotes.
    in_quotes: bool,
    /// Set when the position is in a comment statement, `* …;`.
    in_comment: bool,
    /// Set when a statement of the program begins here.
    at_start: bool,
}

impl<'a> Compiler<'a> {
    fn new(origin: Origin<'a>, at: usize, depth: usize) -> Self {
        Self {
            origin,
            text: &origin.text[..origin.end],
            at,
            pending: at,
            instructions: Vec::new(),
            labels: Vec::new(),
            blocks: Vec::new(),
            loops: 0,
            depth,
            in_quotes: false,
            in_comment: false,
            at_start: true,
        }
    }

    fn into_code(self, name: Option<Name>, in_operator: Option<bool>, delimiter: Option<char>) -> Code {
        Code {
            name,
            text: Arc::clone(self.origin.text),
            source: self.origin.source,
            instructions: self.instructions,
            labels: self.labels,
            in_operator,
            delimiter,
        }
    }

    /// Compiles the statement here, with its blocks.
    fn one_statement(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.statement_here()?;
        while !self.blocks.is_empty() {
            if self.at >= self.text.len() {
                return Err((start, self.blocks[0].unclosed()));
            }
            self.next()?;
        }
        // The rest belongs to the text around the statement.
        Ok(())
    }

    /// Compiles up to `%mend`, and leaves the position after that word.
    fn body(&mut self, name: Name, start: usize) -> Result<(), Fault> {
        loop {
            if self.at >= self.text.len() {
                let statement = format!("%MACRO {name}");
                return Err((
                    start,
                    Problem::UnclosedStatement {
                        statement,
                        missing: "%mend;",
                    },
                ));
            }
            if self.word_here() == Some(Word::Mend) {
                if let Some(block) = self.blocks.last() {
                    return Err((block.at(), block.unclosed()));
                }
                self.flush(self.at);
                self.at += "%mend".len();
                return Ok(());
            }
            self.next()?;
        }
    }

    /// Adds the text up to a byte as an instruction.
    fn flush(&mut self, end: usize) {
        if self.pending < end {
            let text = self.pending..end;
            self.push(self.pending, Action::Text(text));
        }
        self.pending = end;
    }

    /// Appends an instruction and returns its index.
    fn push(&mut self, at: usize, action: Action) -> usize {
        self.instructions.push(Instruction { at, action });
        self.instructions.len() - 1
    }

    /// Sets the target of an appended jump to the next instruction.
    fn land(&mut self, jump: usize) {
        let here = self.instructions.len();
        match &mut self.instructions[jump].action {
            Action::Jump(to) | Action::JumpUnless { to, .. } | Action::Count { after: to, .. } => {
                *to = here;
            }
            _ => {}
        }
    }

    /// Returns the range between two bytes, without blanks around it.
    fn part(&self, start: usize, end: usize) -> TextRange {
        let text = &self.text[start..end];
        let from = start + (text.len() - text.trim_start().len());
        from..from + text.trim().len()
    }
}
