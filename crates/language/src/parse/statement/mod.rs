//! The statements of the DATA step.
//!
//! A statement up to its semicolon is a [`Line`]: its prefixes (`if … then`, `else`, `when (…)`) and its leaf.
//! [`blocks`](super::blocks) assembles lines.

mod array;
mod assignment;
mod control;
mod declare;
mod file;
mod group;
mod initial;
mod input;
mod names;
mod pointer;
mod put;
mod read;

pub use names::{STATEMENTS, unsupported};

use super::cursor::{Cursor, Result};
use super::nearest::did_you_mean;
use super::sessions::begins_session_statement;
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Expression, LoopHead, Name, StatementKind};

/// The most prefixes of a statement.
const MOST_PREFIXES: usize = 100;

/// The text before a semicolon.
#[derive(Debug)]
pub(super) struct Line {
    /// The labels before all else.
    pub(super) labels: Vec<Name>,
    /// The prefixes, the outermost first.
    pub(super) prefixes: Vec<Prefix>,
    /// The leaf.
    pub(super) leaf: Leaf,
    /// The position of the leaf.
    pub(super) at: Position,
}

impl Line {
    fn new(prefixes: Vec<Prefix>, leaf: Leaf, at: Position) -> Self {
        Self {
            labels: Vec::new(),
            prefixes,
            leaf,
            at,
        }
    }
}

/// A prefix of a statement.
#[derive(Debug)]
pub(super) enum Prefix {
    /// `if … then`
    If(Expression, Position),
    /// `else`
    Else(Position),
    /// `when (…)`
    When(Vec<Expression>, Position),
    /// `otherwise`
    Otherwise(Position),
}

/// The part of a line after its prefixes.
#[derive(Debug)]
pub(super) enum Leaf {
    /// A complete statement.
    Plain(StatementKind),
    /// DO, which opens a group.
    Do(LoopHead),
    /// SELECT, which opens a group.
    Select(Option<Expression>),
    /// END.
    End,
    /// DATALINES, which the data lines follow.
    Lines {
        /// True if four semicolons end them, as for DATALINES4.
        four: bool,
    },
}

impl Cursor<'_> {
    /// Parses a statement of the DATA step.
    pub(super) fn line(&mut self) -> Result<Line> {
        let labels = self.marks()?;
        let line = self.unmarked_line()?;
        Ok(Line { labels, ..line })
    }

    /// Parses a statement behind its labels.
    fn unmarked_line(&mut self) -> Result<Line> {
        let mut prefixes = Vec::new();
        loop {
            let at = self.position();
            if self.at_method() {
                let kind = StatementKind::Method(self.method()?);
                self.expect_end("a call of a method")?;
                return Ok(Line::new(prefixes, Leaf::Plain(kind), at));
            }
            let Some(word) = self.keyword() else {
                let leaf = Leaf::Plain(self.without_keyword()?);
                return Ok(Line::new(prefixes, leaf, at));
            };
            let prefix = match word.as_str() {
                "if" => {
                    self.skip(1);
                    let condition = self.expression()?;
                    if self.take_word("then") {
                        Prefix::If(condition, at)
                    } else if self.at_end() {
                        let leaf = Leaf::Plain(StatementKind::SubsettingIf(condition));
                        return Ok(Line::new(prefixes, leaf, at));
                    } else {
                        return Err(self.expected("THEN, an operator or `;` after the condition"));
                    }
                }
                "else" if prefixes.is_empty() => {
                    self.skip(1);
                    Prefix::Else(at)
                }
                "when" if prefixes.is_empty() => {
                    self.skip(1);
                    Prefix::When(self.when_values()?, at)
                }
                "otherwise" if prefixes.is_empty() => {
                    self.skip(1);
                    Prefix::Otherwise(at)
                }
                "else" | "when" | "otherwise" | "end" if !prefixes.is_empty() => {
                    return Err(self.expected("a statement after THEN, ELSE, WHEN or OTHERWISE"));
                }
                word if !prefixes.is_empty() && names::only_declares(word) => {
                    return Err(self
                        .error(format!("{} cannot depend on a condition", word.to_ascii_uppercase()))
                        .with_hint("it describes variables once and for all; write it as a statement of its own"));
                }
                word => {
                    let leaf = self.leaf(word)?;
                    return Ok(Line::new(prefixes, leaf, at));
                }
            };
            if prefixes.len() >= MOST_PREFIXES {
                return Err(self
                    .error(format!(
                        "more than {MOST_PREFIXES} conditions stand one after the other"
                    ))
                    .with_hint("join them with AND"));
            }
            prefixes.push(prefix);
        }
    }

    /// Returns the keyword in lower case. `None` for an assignment, a sum statement and the null statement: any keyword
    /// may name a variable, so `set = 3;` is an assignment.
    pub(in crate::parse) fn keyword(&self) -> Option<String> {
        let token = self.token(0).filter(|token| token.kind == TokenKind::Name)?;
        let word = token.text.to_ascii_lowercase();
        (!self.assigns(&word)).then_some(word)
    }

    fn without_keyword(&mut self) -> Result<StatementKind> {
        if self.at_end() {
            Ok(StatementKind::Nothing)
        } else if self.is_name(0) {
            self.assignment()
        } else {
            Err(self.expected("a statement"))
        }
    }

    /// Parses the statement of the keyword that is next.
    fn leaf(&mut self, word: &str) -> Result<Leaf> {
        let at = self.token(0);
        self.skip(1);
        let kind = match word {
            "do" => return Ok(Leaf::Do(self.loop_head()?)),
            "select" => return Ok(Leaf::Select(self.select_value()?)),
            "end" => {
                self.expect_end("END")?;
                return Ok(Leaf::End);
            }
            "datalines" | "cards" | "lines" | "datalines4" | "cards4" | "lines4" => {
                self.expect_end(&word.to_ascii_uppercase())?;
                return Ok(Leaf::Lines {
                    four: word.ends_with('4'),
                });
            }
            "set" => self.set()?,
            "merge" => self.merge()?,
            "update" => self.update_statement()?,
            "modify" => self.modify_statement()?,
            "replace" => StatementKind::Replace(self.plain_data_sets("REPLACE")?),
            "remove" => StatementKind::Remove(self.plain_data_sets("REMOVE")?),
            "by" => StatementKind::By(self.grouping_of(true)?),
            "where" => self.where_statement()?,
            "output" => self.output()?,
            "delete" => StatementKind::Delete,
            "return" => StatementKind::Return,
            "stop" => StatementKind::Stop,
            "abort" => StatementKind::Abort(self.abort()?),
            "leave" => StatementKind::Leave,
            "continue" => StatementKind::Continue,
            "retain" => self.retain()?,
            "array" => StatementKind::Array(self.array()?),
            "length" => self.length()?,
            "attrib" => self.attrib()?,
            "label" => self.label()?,
            "format" => StatementKind::Format(self.spec_items("FORMAT")?),
            "informat" => StatementKind::Informat(self.spec_items("INFORMAT")?),
            "keep" => StatementKind::Keep(self.variables("KEEP")?),
            "drop" => StatementKind::Drop(self.variables("DROP")?),
            "rename" => StatementKind::Rename(self.renames("RENAME")?),
            "infile" => self.infile()?,
            "file" => self.file()?,
            "input" => StatementKind::Input(self.input_parts()?),
            "put" => StatementKind::Put(self.put_parts()?),
            "putlog" => StatementKind::PutLog(self.put_parts()?),
            "error" => StatementKind::Error(self.put_parts()?),
            "list" => StatementKind::List,
            "lostcard" => StatementKind::LostCard,
            "goto" | "go" | "link" => self.jump(word)?,
            "call" => self.call_statement()?,
            "declare" | "dcl" => StatementKind::Declare(self.declaration()?),
            _ => {
                return Err(self.unknown_statement(word, at.map_or(self.position(), |token| token.position)));
            }
        };
        self.expect_end(&word.to_ascii_uppercase())?;
        Ok(Leaf::Plain(kind))
    }

    fn call_statement(&mut self) -> Result<StatementKind> {
        let routine = self.expect_name("the name of a call routine")?;
        let arguments = if self.take(Symbol::LeftParen) {
            self.arguments(&routine.text.to_ascii_uppercase())?
        } else {
            Vec::new()
        };
        Ok(StatementKind::Call { routine, arguments })
    }

    /// Returns the error for an unknown statement, whose first word was consumed.
    fn unknown_statement(&self, word: &str, at: Position) -> Diagnostic {
        let upper = word.to_ascii_uppercase();
        if let Some(instead) = unsupported(&upper) {
            let error = Diagnostic::error(at, format!("the statement {upper} is not supported"));
            return match instead {
                Some(instead) => error.with_hint(instead),
                None => error,
            };
        }
        if self.is(0, Symbol::Dot) && matches!(upper.as_str(), "FIRST" | "LAST") {
            let message = format!("BY sets {upper}. variables, and nothing else can");
            return Diagnostic::error(at, message)
                .with_hint(format!("compute a variable of your own, such as `y = {word}.x;`"));
        }
        if self.is(0, Symbol::Dot) {
            return Diagnostic::error(at, format!("`{word}.` begins no name of a variable"))
                .with_hint("names have letters, digits and `_`, and no dots; a call of a method has parentheses");
        }
        if self.is(0, Symbol::Minus) {
            let hint = format!("`{word} -` is none; to subtract from a variable, write `{word} + (-...);`");
            return Diagnostic::out_of_order(at, hint);
        }
        if begins_session_statement(word) {
            let message = format!("{upper} stands outside steps, and depends on no condition of one");
            return Diagnostic::error(at, message).with_hint("in a macro, %IF decides which statements there are");
        }
        let error = Diagnostic::out_of_order(at, format!("`{word}` is not a statement of the DATA step"));
        match did_you_mean(&upper, STATEMENTS.iter().copied()) {
            Some(hint) => error.with_hint(hint),
            None => error.with_hint("a statement begins with a keyword, or with a variable and `=`"),
        }
    }
}
