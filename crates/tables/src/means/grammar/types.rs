//! TYPES and WAYS: the combinations of class variables that form groups.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};

/// A combination of class variables; empty for all observations together.
pub(super) type TypeRequest = Vec<Name>;

/// The maximum number of types of a step.
const MOST_TYPES: usize = 1 << 16;

/// Parses `a b*c d*(e f) ()` to combinations, with parentheses expanded.
pub(super) fn type_requests(cursor: &mut Cursor<'_>) -> Result<Vec<TypeRequest>> {
    let mut requests = Vec::new();
    while !cursor.at_end() && !cursor.is(0, Symbol::RightParen) {
        requests.extend(product(cursor)?);
        check_count(requests.len(), cursor.position())?;
    }
    Ok(requests)
}

/// Parses combinations joined by `*`.
fn product(cursor: &mut Cursor<'_>) -> Result<Vec<TypeRequest>> {
    let mut product = factor(cursor)?;
    while cursor.take(Symbol::Star) {
        let right = factor(cursor)?;
        check_count(product.len().saturating_mul(right.len()), cursor.position())?;
        let joined = product
            .iter()
            .flat_map(|left| right.iter().map(move |right| [&left[..], right].concat()));
        product = joined.collect();
    }
    Ok(product)
}

/// Parses a variable, or combinations in parentheses, which cannot be nested.
fn factor(cursor: &mut Cursor<'_>) -> Result<Vec<TypeRequest>> {
    if !cursor.take(Symbol::LeftParen) {
        let name = cursor.expect_name("a class variable or `(` for TYPES")?;
        return Ok(vec![vec![name]]);
    }
    let mut inner = Vec::new();
    while !cursor.take(Symbol::RightParen) {
        let mut request = vec![cursor.expect_name("a class variable or `)`")?];
        while cursor.take(Symbol::Star) {
            request.push(cursor.expect_name("a class variable after `*`")?);
        }
        inner.push(request);
    }
    if inner.is_empty() {
        inner.push(Vec::new());
    }
    Ok(inner)
}

/// Parses `0 2` or `1 to 3`: numbers of class variables in a type.
pub(super) fn ways(cursor: &mut Cursor<'_>) -> Result<Vec<u64>> {
    const WHAT: &str = "how many class variables at a time, for WAYS";
    let mut ways = Vec::new();
    while !cursor.at_end() {
        let first = cursor.expect_count(WHAT)?;
        let last = match cursor.take_word("to") {
            true => cursor.expect_count(WHAT)?,
            false => first,
        };
        // The number of class variables is limited to the number of bits in a type.
        ways.extend(first..=last.min(64));
    }
    match ways.is_empty() {
        true => Err(cursor.expected(WHAT)),
        false => Ok(ways),
    }
}

/// Returns the types that requests and ways select, or all types of `count` class variables without either; each
/// once, in ascending order.
pub(super) fn types(
    classes: &[&str],
    requests: Option<&[TypeRequest]>,
    ways: Option<&[u64]>,
    at: Position,
) -> Result<Vec<u64>> {
    let count = classes.len();
    let mut types = Vec::new();
    for request in requests.unwrap_or_default() {
        let mut bits = 0;
        for name in request {
            let mut known = classes.iter();
            let place = known.position(|class| class.eq_ignore_ascii_case(&name.text));
            let Some(place) = place else {
                let message = format!("{} is not a CLASS variable", name.text.to_uppercase());
                return Err(Diagnostic::error(name.at, message));
            };
            bits |= 1 << (count - 1 - place);
        }
        types.push(bits);
    }
    if ways.is_some() || requests.is_none() {
        check_count(1_usize.checked_shl(count as u32).unwrap_or(usize::MAX), at)?;
        let wanted = |bits: &u64| ways.is_none_or(|ways| ways.contains(&u64::from(bits.count_ones())));
        types.extend((0..1_u64 << count).filter(wanted));
    }
    types.sort_unstable();
    types.dedup();
    match types.is_empty() {
        true => Err(Diagnostic::error(
            at,
            format!("WAYS names no type: the number of CLASS variables is {count}"),
        )),
        false => Ok(types),
    }
}

fn check_count(types: usize, at: Position) -> Result<()> {
    if types <= MOST_TYPES {
        return Ok(());
    }
    let message = format!("the CLASS variables make more than {MOST_TYPES} types");
    Err(Diagnostic::error(at, message).with_hint("choose among them with NWAY, TYPES or WAYS"))
}
