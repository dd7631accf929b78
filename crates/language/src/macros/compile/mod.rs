//! Macro text to instructions.
//!
//! Only statements of the macro language become instructions. References, calls and functions stay in
//! the text and are done when the text is given out.

mod blocks;
mod cursor;
mod definition;
mod statements;
mod words;

pub(crate) use words::{Word, word};

use std::sync::Arc;

use super::Name;
use super::code::{Action, Code, Instruction, Label, TextRange};
use crate::error::Problem;
use crate::source::SourceId;
use blocks::Block;

/// How deeply definitions of macros may stand in one another.
const DEEPEST_DEFINITION: usize = 32;

/// What is wrong with macro text, and from where to go on.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The byte that it is about.
    pub at: usize,
    pub problem: Problem,
    /// The byte after the statement that cannot be used.
    pub resume: usize,
}

/// Something wrong at a byte.
type Fault = (usize, Problem);

/// The text that is compiled, and where it is from.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub text: &'a Arc<str>,
    pub source: Option<SourceId>,
    /// Where the text ends that may be read.
    pub end: usize,
}

/// The statement of the macro language that begins at the `%` at a byte, and the byte after it. `%if`
/// comes with its branches, `%macro` with its body.
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

/// Compiles one macro or one statement.
struct Compiler<'a> {
    origin: Origin<'a>,
    /// The text as far as it may be read.
    text: &'a str,
    /// The byte to read next.
    at: usize,
    /// The byte where the text begins that is not yet in an instruction.
    pending: usize,
    instructions: Vec<Instruction>,
    labels: Vec<Label>,
    /// What is open, the innermost last.
    blocks: Vec<Block>,
    /// How many of the open blocks are counted loops.
    loops: usize,
    /// How many definitions this one stands in.
    depth: usize,
    /// Whether the text is between double quotes.
    in_quotes: bool,
    /// Whether the text is in a comment statement, `* …;`.
    in_comment: bool,
    /// Whether a statement of the program begins here.
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

    fn into_code(
        self,
        name: Option<Name>,
        in_operator: Option<bool>,
        delimiter: Option<char>,
    ) -> Code {
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

    /// Compiles the statement here, and all that belongs to it.
    fn one_statement(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.statement_here()?;
        while !self.blocks.is_empty() {
            if self.at >= self.text.len() {
                return Err((start, self.blocks[0].unclosed()));
            }
            self.next()?;
        }
        // What follows belongs to the text around the statement.
        Ok(())
    }

    /// Compiles up to `%mend`, and leaves the reading place after that word.
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

    /// Goes over one statement, text, comment or character.
    fn next(&mut self) -> Result<(), Fault> {
        if self.blocks.last().is_some_and(Block::awaits_action) {
            return self.begin_action();
        }
        let rest = &self.text[self.at..];
        let hidden = self.in_quotes || self.in_comment;
        match rest.as_bytes()[0] {
            b'\'' if !hidden => {
                let Some(length) = rest[1..].find('\'') else {
                    return Err((self.at, Problem::UnclosedText { quote: '\'' }));
                };
                self.at += length + 2;
                self.at_start = false;
            }
            b'"' if !self.in_comment => {
                self.in_quotes = !self.in_quotes;
                self.at += 1;
                self.at_start = false;
            }
            b'/' if !hidden && rest.starts_with("/*") => {
                let Some(length) = rest[2..].find("*/") else {
                    return Err((self.at, Problem::UnclosedComment));
                };
                self.at += length + 4;
            }
            b'*' if !hidden && self.at_start => {
                self.in_comment = true;
                self.at += 1;
            }
            b';' if self.ends_action() => {
                self.in_comment = false;
                self.at_start = true;
                self.flush(self.at);
                self.blocks.pop();
                self.at += 1;
                self.pending = self.at;
                self.end_action()?;
            }
            b';' if !self.in_quotes => {
                self.in_comment = false;
                self.at_start = true;
                self.at += 1;
            }
            b'%' => self.percent()?,
            byte => {
                self.at_start &= byte.is_ascii_whitespace();
                self.at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        Ok(())
    }

    /// Whether a semicolon here ends the text that is the action of an `%if`.
    fn ends_action(&self) -> bool {
        matches!(self.blocks.last(), Some(Block::Text { in_quotes, .. }) if *in_quotes == self.in_quotes)
    }

    /// Goes over what begins with `%`.
    fn percent(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        if rest.starts_with("%*") && !self.in_quotes {
            self.flush(self.at);
            self.at = cursor::after_semicolon(self.text, self.at);
            self.pending = self.at;
            return Ok(());
        }
        let Some(word) = self.word_here() else {
            self.call_or_label();
            return Ok(());
        };
        // Between quotes, words such as `%let` are mostly text about programs.
        if self.in_quotes && !word.is_control() {
            self.at += 1;
            return Ok(());
        }
        self.statement_here()
    }

    /// Goes over a call with its arguments, whose punctuation is its own, or takes a label in.
    fn call_or_label(&mut self) {
        let start = self.at;
        let name = super::name::leading_name(&self.text[start + 1..]);
        self.at += 1 + name.len();
        if name.is_empty() {
            self.at_start = false;
            return;
        }
        let after = &self.text[self.at..];
        let is_function = super::functions::is_function(name);
        if let Some(name) = Name::new(name)
            && after.starts_with(':')
            && !is_function
            && !self.in_quotes
        {
            self.flush(start);
            let (at, loops) = (self.instructions.len(), self.loops);
            self.labels.push(Label { name, at, loops });
            self.at += 1;
            self.pending = self.at;
            return;
        }
        self.at_start = false;
        let blanks = after.len() - after.trim_start().len();
        let group = match is_function {
            true => after[blanks..].strip_prefix('('),
            false => after.strip_prefix('('),
        };
        if let Some(inner) = group {
            let quoting = name.eq_ignore_ascii_case("str") || name.eq_ignore_ascii_case("nrstr");
            // A group that does not close is left to whoever runs the text.
            if let Some(length) = super::nest::group_end(inner, quoting) {
                self.at = self.text.len() - inner.len() + length + 1;
            }
        }
    }

    /// Puts the text up to a byte into an instruction.
    fn flush(&mut self, end: usize) {
        if self.pending < end {
            let text = self.pending..end;
            self.push(self.pending, Action::Text(text));
        }
        self.pending = end;
    }

    /// Appends an instruction and says which it is.
    fn push(&mut self, at: usize, action: Action) -> usize {
        self.instructions.push(Instruction { at, action });
        self.instructions.len() - 1
    }

    /// Makes a jump that was appended before go here.
    fn land(&mut self, jump: usize) {
        let here = self.instructions.len();
        match &mut self.instructions[jump].action {
            Action::Jump(to) | Action::JumpUnless { to, .. } | Action::Count { after: to, .. } => {
                *to = here;
            }
            _ => {}
        }
    }

    /// The part of the text from one byte to another, without blanks around it.
    fn part(&self, start: usize, end: usize) -> TextRange {
        let text = &self.text[start..end];
        let from = start + (text.len() - text.trim_start().len());
        from..from + text.trim().len()
    }
}
