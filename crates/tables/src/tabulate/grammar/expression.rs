//! Parses the dimensions of a TABLE statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::{Symbol, Token, TokenKind};
use feedrate_language::tree::{Name, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::styles::skip_style;

/// A part of a dimension.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    /// A variable, several variables, or a keyword.
    Names(Names),
    /// `f=8.2`.
    Format(String, Position),
    /// `a*b`: each part is nested in the previous one.
    Crossing(Vec<Self>),
    /// `(a b)`: parts side by side.
    Concatenation(Vec<Self>),
    /// Style attributes, which are ignored in a listing.
    Style,
}

/// A variable, several variables, or a keyword.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub list: VariableList,
    /// `='label'`.
    pub label: Option<String>,
    /// `<a*b all>`: the crossings of the denominator.
    pub denominator: Option<Vec<Vec<Name>>>,
}

/// The maximum number of crossings of a denominator.
const MOST_CROSSINGS: usize = 1000;

/// Parses the dimensions, up to the options or the end.
pub(super) fn dimensions(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<Expression>>> {
    let mut dimensions = Vec::new();
    loop {
        if dimensions.len() == 3 {
            return Err(cursor.error("TABLE has more than three dimensions: page, row and column"));
        }
        let dimension = concatenation(cursor)?;
        if dimension.is_empty() {
            return Err(cursor.expected("a variable, a statistic, ALL or `(` for TABLE"));
        }
        dimensions.push(dimension);
        if !cursor.take(Symbol::Comma) {
            return Ok(dimensions);
        }
    }
}

fn concatenation(cursor: &mut Cursor<'_>) -> Result<Vec<Expression>> {
    let mut all = Vec::new();
    let ends = [Symbol::Comma, Symbol::Slash, Symbol::RightParen];
    while !cursor.at_end() && !ends.iter().any(|&end| cursor.is(0, end)) {
        let mut factors = vec![factor(cursor)?];
        while cursor.take(Symbol::Star) {
            factors.push(factor(cursor)?);
        }
        all.push(Expression::Crossing(factors));
    }
    Ok(all)
}

fn factor(cursor: &mut Cursor<'_>) -> Result<Expression> {
    if cursor.take(Symbol::LeftParen) {
        let inner = cursor.deeper(concatenation)?;
        if inner.is_empty() {
            return Err(cursor.expected("a variable, a statistic or ALL within `(` and `)`"));
        }
        cursor.expect(Symbol::RightParen, "in TABLE")?;
        return Ok(Expression::Concatenation(inner));
    }
    if let (true, Some(after)) = (
        cursor.is(0, Symbol::LeftBracket) || cursor.is(0, Symbol::LeftBrace),
        cursor.after_partner(0),
    ) {
        cursor.skip(after);
        return Ok(Expression::Style);
    }
    let is_format = cursor.is_word(0, "f") || cursor.is_word(0, "format");
    // A variable named LABEL may itself have a label.
    let is_label = |token: &Token| matches!(token.kind, TokenKind::Text | TokenKind::Hex);
    if is_format && cursor.is(1, Symbol::Equal) && !cursor.token(2).is_some_and(is_label) {
        cursor.skip(2);
        let at = cursor.position();
        let spec = cursor.expect_spec("a format")?;
        return Ok(Expression::Format(spec, at));
    }
    let is_style = cursor.is_word(0, "s") || cursor.is_word(0, "style");
    if is_style && cursor.is(1, Symbol::Equal) && cursor.after_partner(2).is_some() {
        cursor.skip(1);
        skip_style(cursor)?;
        return Ok(Expression::Style);
    }
    if !cursor.is_name(0) {
        return Err(cursor.expected("a variable, a statistic, ALL or `(` for TABLE"));
    }
    let list = cursor.variable_part()?;
    let mut denominator = None;
    let mut has_label = false;
    if cursor.take(Symbol::Less) {
        let mut crossings = Vec::new();
        let ends = |cursor: &Cursor<'_>| cursor.is(0, Symbol::Greater) || cursor.is(0, Symbol::GreaterEqual);
        while !cursor.at_end() && !ends(cursor) {
            crossings.extend(crossing(cursor)?);
            check_count(crossings.len(), cursor)?;
        }
        // `>='label'` is lexed as one symbol and the label.
        has_label = cursor.take(Symbol::GreaterEqual);
        if !has_label {
            cursor.expect(Symbol::Greater, "after a denominator")?;
        }
        if crossings.is_empty() {
            return Err(cursor.error("the denominator names nothing"));
        }
        denominator = Some(crossings);
    }
    let mut label = None;
    if has_label || cursor.take(Symbol::Equal) {
        label = Some(cursor.expect_string("a label")?);
    }
    Ok(Expression::Names(Names {
        list,
        label,
        denominator,
    }))
}

/// Parses `a*(b all)` in a denominator, with parentheses expanded.
fn crossing(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<Name>>> {
    let mut product = vec![Vec::new()];
    loop {
        let mut factor = Vec::new();
        if cursor.take(Symbol::LeftParen) {
            while !cursor.take(Symbol::RightParen) {
                factor.extend(cursor.deeper(crossing)?);
                check_count(factor.len(), cursor)?;
            }
        } else {
            factor.push(vec![cursor.expect_name("a variable or ALL of a denominator")?]);
        }
        check_count(product.len().saturating_mul(factor.len()), cursor)?;
        let joined = product
            .iter()
            .flat_map(|left| factor.iter().map(move |right| [&left[..], right].concat()));
        product = joined.collect();
        if !cursor.take(Symbol::Star) {
            return Ok(product);
        }
    }
}

fn check_count(crossings: usize, cursor: &Cursor<'_>) -> Result<()> {
    match crossings > MOST_CROSSINGS {
        true => Err(Diagnostic::error(
            cursor.position(),
            format!("the denominator has more than {MOST_CROSSINGS} crossings"),
        )),
        false => Ok(()),
    }
}
