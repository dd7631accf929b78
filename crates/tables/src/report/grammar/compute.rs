//! COMPUTE blocks as statements of the DATA step.
//!
//! `x.sum` becomes a variable of that name, and LINE becomes a PUT, which is executed after all other statements of
//! its block, as the language defines it.

use std::borrow::Cow;

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::parse::statements_inside;
use feedrate_language::token::{Symbol, Token, TokenKind};
use feedrate_language::tree::{Name, Procedure, Statement, StatementKind};
use feedrate_language::{Diagnostic, Position};

use super::block_rules::{check, check_line};
use super::breaks::{Location, side};
use crate::aggregate::Statistic;
use feedrate_procedure::grammar::styles::skip_style;

/// The length of a computed character variable unless LENGTH= gives another.
const TEXT_BYTES: u32 = 8;

#[derive(Clone, Debug)]
pub(super) struct Compute {
    pub target: Target,
    lines: Vec<Vec<Token>>,
    pub at: Position,
}

/// The target of a COMPUTE block.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A column; `text` is the length of a character column.
    Column { name: Name, text: Option<u32> },
    /// The beginning or end of a group or of the report.
    Location(Location),
}

/// Resolves names in COMPUTE blocks.
pub(super) trait Names {
    /// Returns the variable that holds a statistic of a column, `x.sum`.
    fn statistic(&self, variable: &str, statistic: Statistic) -> Option<String>;

    /// Returns why a name is not allowed in a block, and a hint.
    fn refusal(&self, name: &str) -> Option<(String, String)>;
}

/// Splits the statements of a procedure into those outside COMPUTE blocks, and the blocks.
pub(super) fn split(procedure: &Procedure) -> Result<(Vec<Vec<Token>>, Vec<Compute>)> {
    let (mut outside, mut blocks) = (Vec::new(), Vec::new());
    let mut open: Option<Compute> = None;
    for tokens in &procedure.statements {
        let is = |word: &str| tokens.first().is_some_and(|token| token.is_name(word));
        let at = tokens.first().map_or(procedure.at, |token| token.position);
        let assigns = tokens.get(1).is_some_and(|token| token.is_symbol(Symbol::Equal));
        match &mut open {
            None if is("compute") && !assigns => open = Some(begun(tokens, at)?),
            None if is("endcomp") => {
                return Err(Diagnostic::error(at, "ENDCOMP without a COMPUTE before it"));
            }
            None => outside.push(tokens.clone()),
            Some(_) if is("compute") && !assigns => {
                let error = Diagnostic::error(at, "a COMPUTE block begins inside of another");
                return Err(error.with_hint("write `endcomp;` where the first one ends"));
            }
            Some(_) if is("endcomp") && !assigns => blocks.extend(open.take()),
            Some(block) => block.lines.push(tokens.clone()),
        }
    }
    match open {
        Some(block) => Err(Diagnostic::error(block.at, "this COMPUTE block has no ENDCOMP")),
        None => Ok((outside, blocks)),
    }
}

/// Parses `compute after region;` or `compute rate / character length=12;`.
fn begun(tokens: &[Token], at: Position) -> Result<Compute> {
    let end = tokens.last().map_or(at, |token| token.position);
    let mut cursor = Cursor::new(tokens, end);
    cursor.skip(1);
    let target = match cursor.is_word(0, "before") || cursor.is_word(0, "after") {
        true => Target::Location(location(&mut cursor)?),
        false => column(&mut cursor)?,
    };
    cursor.expect_end("COMPUTE")?;
    Ok(Compute {
        target,
        lines: Vec::new(),
        at,
    })
}

fn location(cursor: &mut Cursor<'_>) -> Result<Location> {
    let after = side(cursor, "COMPUTE")?;
    let mut of = None;
    if cursor.is_name(0) {
        let name = cursor.expect_name("a variable for COMPUTE")?;
        if name.text.eq_ignore_ascii_case("_page_") {
            let message = "COMPUTE for _PAGE_ is not supported: a listing has no pages";
            return Err(
                Diagnostic::error(name.at, message).with_hint("use TITLE and FOOTNOTE, or COMPUTE BEFORE and AFTER")
            );
        }
        of = Some(name);
    }
    if cursor.take(Symbol::Slash) {
        while cursor.take_word("style") || cursor.take_word("s") {
            skip_style(cursor)?;
        }
        if !cursor.at_end() {
            return Err(cursor.error("COMPUTE BEFORE and AFTER have no option but STYLE="));
        }
    }
    Ok(Location { after, of })
}

fn column(cursor: &mut Cursor<'_>) -> Result<Target> {
    let name = cursor.expect_name("a column, BEFORE or AFTER for COMPUTE")?;
    let mut text = None;
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            let option = cursor.expect_name("CHARACTER or LENGTH= for COMPUTE")?;
            match option.text.to_ascii_lowercase().as_str() {
                "character" | "char" => text = text.or(Some(TEXT_BYTES)),
                "length" => {
                    cursor.expect(Symbol::Equal, "after LENGTH")?;
                    let at = cursor.position();
                    let what = "a number of bytes from 1 to 200 for LENGTH=";
                    match cursor.expect_count(what)? {
                        bytes @ 1..=200 => text = Some(bytes as u32),
                        _ => return Err(Diagnostic::error(at, format!("expected {what}"))),
                    }
                }
                other => {
                    let message = format!(
                        "{} is not an option of COMPUTE that is supported",
                        other.to_ascii_uppercase()
                    );
                    return Err(Diagnostic::error(option.at, message).with_hint("there are CHARACTER and LENGTH="));
                }
            }
        }
    }
    Ok(Target::Column { name, text })
}

impl Compute {
    /// Returns the statements of the block.
    pub(super) fn statements(&self, names: &dyn Names) -> Result<Vec<Statement>> {
        let lines = self.lines.iter().map(|tokens| line(tokens, names));
        let lines = lines.collect::<Result<Vec<_>>>()?;
        let mut others = Vec::new();
        let mut written = Vec::new();
        for statement in statements_inside(&lines, self.at)? {
            match &statement.kind {
                StatementKind::Put(parts) => {
                    check_line(parts, statement.at)?;
                    written.push(statement);
                }
                _ => {
                    check(&statement)?;
                    others.push(statement);
                }
            }
        }
        others.extend(written);
        Ok(others)
    }

    /// Returns the column numbers that the block uses as `_C3_`.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, Name)> {
        let tokens = self.lines.iter().flatten();
        tokens.filter_map(|token| {
            let digits = number_of_column(&token.text).filter(|_| is_name(token))?;
            let name = Name {
                text: token.text.clone().into_owned(),
                at: token.position,
            };
            Some((digits, name))
        })
    }

    /// Returns whether the block uses a variable.
    pub(super) fn names(&self, name: &str) -> bool {
        let mut tokens = self.lines.iter().flatten();
        tokens.any(|token| is_name(token) && token.text.eq_ignore_ascii_case(name))
    }
}

/// Returns the number in `_C3_`.
fn number_of_column(name: &str) -> Option<usize> {
    let lower = name.to_ascii_lowercase();
    let digits = lower.strip_prefix("_c")?.strip_suffix('_')?;
    digits.parse().ok().filter(|number| *number > 0)
}

fn is_name(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Name | TokenKind::NameLiteral)
}

/// Returns a statement with its names resolved.
fn line(tokens: &[Token], names: &dyn Names) -> Result<Vec<Token>> {
    let is = |at: usize, word: &str| {
        let token: Option<&Token> = tokens.get(at);
        token.is_some_and(|token| token.is_name(word))
    };
    let is_symbol = |at: usize, symbol: Symbol| {
        let token: Option<&Token> = tokens.get(at);
        token.is_some_and(|token| token.is_symbol(symbol))
    };
    let touches = |at: usize| tokens.get(at).is_some_and(|token| !token.space_before);
    let mut all = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let refused = |message: &str| Err(Diagnostic::error(token.position, message));
        let begins = at == 0 || is(at - 1, "then") || is(at - 1, "else");
        let assigns = is_symbol(at + 1, Symbol::Equal);
        if begins && !assigns && token.is_name("put") {
            return refused("PUT cannot stand in a COMPUTE block; LINE writes into the report");
        }
        if begins && is(at, "call") && is(at + 1, "define") {
            return refused("CALL DEFINE is not supported: a listing has no styles and links");
        }
        if begins && at > 0 && !assigns && token.is_name("line") {
            return refused(
                "LINE cannot depend on a condition; compute a text that is empty where nothing is to be written",
            );
        }
        if at == 0 && !assigns && token.is_name("line") {
            let mut put = token.clone();
            put.text = Cow::Borrowed("put");
            all.push(put);
            at += 1;
            continue;
        }
        if is_name(token) && is_symbol(at + 1, Symbol::Dot) && touches(at + 1) && touches(at + 2) {
            let statistic = tokens.get(at + 2).filter(|token| is_name(token));
            let statistic = statistic.map(|token| Statistic::of_keyword(&token.text));
            if let Some([statistic]) = statistic.as_deref()
                && let Some(name) = names.statistic(&token.text, *statistic)
            {
                let mut variable = token.clone();
                variable.kind = TokenKind::NameLiteral;
                variable.text = Cow::Owned(name);
                all.push(variable);
                at += 3;
                continue;
            }
        }
        // A token adjacent to a dot is part of a format or a statistic, and one before a parenthesis is a function.
        let has_dot = is_symbol(at + 1, Symbol::Dot) && touches(at + 1);
        let is_plain = !has_dot && !is_symbol(at + 1, Symbol::LeftParen);
        let is_keyword = at == 0 && !assigns && !is_symbol(1, Symbol::Plus);
        if is_name(token)
            && is_plain
            && !is_keyword
            && let Some((message, hint)) = names.refusal(&token.text)
        {
            return Err(Diagnostic::error(token.position, message).with_hint(hint));
        }
        all.push(token.clone());
        at += 1;
    }
    Ok(all)
}
