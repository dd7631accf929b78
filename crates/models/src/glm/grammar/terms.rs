//! Parses effects: `a`, `a*b`, `b(a)`, `x*a`, `a|b@2`.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, VariableList, VariableRange};
use feedrate_language::{Diagnostic, Position};

/// The maximum number of effects that bars expand to.
const MOST_TERMS: usize = 1024;

/// An effect: crossed variables, nested within others.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub crossed: Vec<Name>,
    pub nested: Vec<Name>,
    pub at: Position,
}

/// A part of a list of effects.
#[derive(Clone, Debug)]
pub(crate) enum ModelPart {
    /// An effect.
    Term(Term),
    /// Variables, each of which is an effect: `x1-x9`.
    List(VariableList),
}

/// Parses effects up to a slash or the end.
pub(crate) fn terms(cursor: &mut Cursor<'_>) -> Result<Vec<ModelPart>> {
    let mut parts = Vec::new();
    while cursor.is_name(0) {
        if let Some(list) = list(cursor)? {
            parts.push(ModelPart::List(list));
            continue;
        }
        let mut factors = vec![term(cursor)?];
        while cursor.take(Symbol::Bar) {
            factors.push(term(cursor)?);
        }
        let mut most = usize::MAX;
        if cursor.take(Symbol::At) {
            let at = cursor.position();
            most = match cursor.expect_count("how many variables an effect may have")? {
                0 => return Err(Diagnostic::error(at, "@ takes a whole number from 1")),
                most => usize::try_from(most).unwrap_or(usize::MAX),
            };
        }
        parts.extend(crossed(&factors, most)?.into_iter().map(ModelPart::Term));
    }
    Ok(parts)
}

/// Parses a list of several variables, if that is next.
fn list(cursor: &mut Cursor<'_>) -> Result<Option<VariableList>> {
    let mut ahead = cursor.clone();
    let list = ahead.variable_part()?;
    if matches!(list.range, VariableRange::One(_)) {
        return Ok(None);
    }
    let joins = [Symbol::Star, Symbol::Bar, Symbol::LeftParen, Symbol::At];
    if joins.iter().any(|symbol| ahead.is(0, *symbol)) {
        return Err(ahead
            .error("a list of variables cannot be crossed or nested")
            .with_hint("write the effects out"));
    }
    *cursor = ahead;
    Ok(Some(list))
}

/// Parses an effect without bars.
pub(super) fn term(cursor: &mut Cursor<'_>) -> Result<Term> {
    let at = cursor.position();
    let mut crossed = vec![cursor.expect_name("a variable of an effect")?];
    while cursor.take(Symbol::Star) {
        crossed.push(cursor.expect_name("a variable after `*`")?);
    }
    let mut nested = Vec::new();
    if cursor.take(Symbol::LeftParen) {
        while !cursor.take(Symbol::RightParen) {
            nested.push(cursor.expect_name("a class variable in which effects are nested")?);
            // They are separated by blanks or `*`.
            cursor.take(Symbol::Star);
        }
        if nested.is_empty() {
            return Err(cursor.expected("a class variable in the parentheses before"));
        }
    }
    Ok(Term { crossed, nested, at })
}

/// Expands bars between factors: to each factor and its crossings with the previous ones, in the order of the
/// language.
fn crossed(factors: &[Term], most: usize) -> Result<Vec<Term>> {
    let mut all: Vec<Term> = Vec::new();
    for factor in factors {
        let with_others: Vec<Term> = all.iter().map(|other| other.times(factor)).collect();
        all.push(factor.clone());
        all.extend(with_others);
        if all.len() > MOST_TERMS {
            let message = format!("the bars stand for more than {MOST_TERMS} effects");
            return Err(Diagnostic::error(factor.at, message).with_hint("limit them: a|b|c@2"));
        }
    }
    // A variable cannot be crossed with a factor that is nested in it.
    let is_alone = factors.len() == 1;
    all.retain(|term| {
        let is_nested = |name: &Name| term.nested.iter().any(|other| is_same(other, name));
        let count = term.crossed.len() + term.nested.len();
        count <= most && (is_alone || !term.crossed.iter().any(is_nested))
    });
    Ok(all)
}

impl Term {
    /// Returns the crossing with another effect, with each variable once.
    fn times(&self, other: &Self) -> Self {
        let mut product = self.clone();
        for (names, others) in [
            (&mut product.crossed, &other.crossed),
            (&mut product.nested, &other.nested),
        ] {
            for name in others {
                if !names.iter().any(|known| is_same(known, name)) {
                    names.push(name.clone());
                }
            }
        }
        product
    }
}

fn is_same(one: &Name, other: &Name) -> bool {
    one.text.eq_ignore_ascii_case(&other.text)
}
