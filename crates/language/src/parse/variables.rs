//! Lists of variables: `x`, `x1-x9`, `a--b`, `a-numeric-b`, `sales:`, `_numeric_`, `a{*}`.

use feedrate_values::Kind;

use super::cursor::{Cursor, Result};
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Name, VariableList, VariableRange};

/// The most names of a numbered list.
const MOST_NAMES: u64 = 100_000;

/// The longest name.
const LONGEST_NAME: usize = 32;

impl Cursor<'_> {
    /// Parses a list of at least one variable, for a statement or an option.
    ///
    /// It ends before an option (`name=`), before a format (`date9.`), and before anything that cannot be in a list.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no variable, or if a range is malformed.
    pub fn variables(&mut self, of: &str) -> Result<Vec<VariableList>> {
        let list = self.any_variables()?;
        if list.is_empty() {
            return Err(self.expected(&format!("a variable for {of}")));
        }
        Ok(list)
    }

    /// Parses a list of variables, which may be empty.
    ///
    /// # Errors
    ///
    /// Returns an error if a range is malformed.
    pub fn any_variables(&mut self) -> Result<Vec<VariableList>> {
        let mut list = Vec::new();
        while self.at_variable() {
            list.push(self.variable_part()?);
        }
        Ok(list)
    }

    /// Returns whether an item of a list of variables is next.
    pub fn at_variable(&self) -> bool {
        self.is_name(0) && !self.at_option() && !self.at_spec(0)
    }

    /// Parses an item of a list of variables.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no variable, or if a range is malformed.
    pub fn variable_part(&mut self) -> Result<VariableList> {
        let is_word = self.kind(0) == Some(TokenKind::Name);
        let Name { text, at } = self.expect_name("a variable")?;
        let range = match self.kind(0) {
            Some(TokenKind::Symbol(Symbol::Colon)) if self.touches(0) => {
                self.skip(1);
                VariableRange::Prefix(text)
            }
            // A minus sign before anything else is the sign of a number: `retain x -1`.
            Some(TokenKind::Symbol(Symbol::Minus)) if self.is_name(1) || self.is(1, Symbol::Minus) => {
                self.range(text, at)?
            }
            Some(TokenKind::Symbol(bracket @ (Symbol::LeftBrace | Symbol::LeftBracket | Symbol::LeftParen)))
                if self.is(1, Symbol::Star) =>
            {
                self.skip(2);
                let closing = match bracket {
                    Symbol::LeftBrace => Symbol::RightBrace,
                    Symbol::LeftBracket => Symbol::RightBracket,
                    _ => Symbol::RightParen,
                };
                self.expect(closing, "after `*`")?;
                VariableRange::Array(text)
            }
            _ if is_word => all(&text).unwrap_or(VariableRange::One(text)),
            _ => VariableRange::One(text),
        };
        Ok(VariableList { range, at })
    }

    /// Parses a range after its first name, with the minus sign next.
    fn range(&mut self, first: String, at: Position) -> Result<VariableRange> {
        self.skip(1);
        if self.take(Symbol::Minus) {
            let last = self.expect_name("the variable that ends the list")?.text;
            return Ok(VariableRange::Between {
                first,
                last,
                kind: None,
            });
        }
        if self.is_name(0) && self.is(1, Symbol::Minus) {
            let kind = if self.is_word(0, "numeric") {
                Some(Kind::Number)
            } else if self.is_word(0, "character") || self.is_word(0, "char") {
                Some(Kind::Text)
            } else {
                None
            };
            if kind.is_some() {
                self.skip(2);
                let last = self.expect_name("the variable that ends the list")?.text;
                return Ok(VariableRange::Between { first, last, kind });
            }
        }
        let last = self.expect_name("the variable that ends the list")?;
        numbered(&first, &last.text, at)
    }

    /// Parses one variable, or those of a numbered list.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no name, or if a list cannot be expanded without knowing the variables.
    pub fn some_names(&mut self, of: &str) -> Result<Vec<Name>> {
        let part = self.variable_part()?;
        match self.expanded(std::slice::from_ref(&part))? {
            Some(names) => Ok(names),
            None => Err(
                Diagnostic::error(part.at, format!("this kind of list cannot stand in {of}"))
                    .with_hint("write the variables out, or number them as in x1-x9"),
            ),
        }
    }

    /// Expands a list, if that is possible without knowing the variables.
    pub(super) fn expanded(&mut self, list: &[VariableList]) -> Result<Option<Vec<Name>>> {
        let mut all = Vec::new();
        for part in list {
            if let VariableRange::Numbered { first, last, .. } = part.range {
                self.spend(first.abs_diff(last))?;
            }
            let Some(names) = part.range.names() else {
                return Ok(None);
            };
            all.extend(names.into_iter().map(|text| Name { text, at: part.at }));
        }
        Ok(Some(all))
    }

    /// Parses `a=b c=d x1-x3=y1-y3`, up to what is not a name.
    ///
    /// # Errors
    ///
    /// Returns an error if an item is malformed, or if the two sides of `=` have different lengths.
    pub fn renames(&mut self, of: &str) -> Result<Vec<(Name, Name)>> {
        let mut pairs = Vec::new();
        while self.is_name(0) {
            let from = self.some_names(of)?;
            self.expect(Symbol::Equal, "after the old name")?;
            if !self.is_name(0) {
                return Err(self.expected("the new name"));
            }
            let at = self.position();
            let to = self.some_names(of)?;
            if from.len() != to.len() {
                return Err(Diagnostic::error(
                    at,
                    format!("{of} has {} old names and {} new ones here", from.len(), to.len()),
                ));
            }
            pairs.extend(from.into_iter().zip(to));
        }
        if pairs.is_empty() {
            return Err(self.expected(&format!("`old=new` for {of}")));
        }
        Ok(pairs)
    }
}

/// Returns the numbered list from one name to another.
pub(super) fn numbered(first: &str, last: &str, at: Position) -> Result<VariableRange> {
    let wrong = |message: String| Err(Diagnostic::error(at, message));
    if first.len() > LONGEST_NAME || last.len() > LONGEST_NAME {
        return wrong(format!("a name is longer than {LONGEST_NAME} letters"));
    }
    let (prefix, digits) = split(first);
    let (other, last_digits) = split(last);
    let (Ok(from), Ok(to)) = (digits.parse::<u64>(), last_digits.parse::<u64>()) else {
        return wrong(format!(
            "Missing numeric suffix on a numbered variable list ({first}-{last}).\nBoth names end with a number, or \
             two minus signs stand between them."
        ));
    };
    if !prefix.eq_ignore_ascii_case(other) {
        return wrong(format!(
            "`{first}-{last}` is not a list: the names differ before their numbers"
        ));
    }
    if from.abs_diff(to) >= MOST_NAMES {
        return wrong(format!("`{first}-{last}` has more than {MOST_NAMES} names"));
    }
    Ok(VariableRange::Numbered {
        prefix: prefix.to_owned(),
        first: from,
        last: to,
        // The digits of the smaller number show whether there are leading zeros.
        digits: if from <= to { digits.len() } else { last_digits.len() },
    })
}

/// Splits a name into its prefix and its final digits.
fn split(name: &str) -> (&str, &str) {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (prefix, &name[prefix.len()..])
}

fn all(name: &str) -> Option<VariableRange> {
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    if is("_all_") {
        Some(VariableRange::All(None))
    } else if is("_numeric_") {
        Some(VariableRange::All(Some(Kind::Number)))
    } else if is("_character_") || is("_char_") {
        Some(VariableRange::All(Some(Kind::Text)))
    } else {
        None
    }
}
