//! The values before an equals sign: `1, 3-5, 7<-high, other`.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::{Symbol, TokenKind};
use feedrate_language::tree::ExpressionKind;
use feedrate_values::ranges::{Bound, Range};
use feedrate_values::{Spec, missing};

/// One value, or the end of a range, before it is known of which kind the ranges are.
#[derive(Clone, Debug)]
pub(super) enum End {
    Low,
    High,
    Number(f64),
    Text(Vec<u8>),
}

/// The values before an equals sign.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) ranges: Vec<(Bound<End>, Bound<End>)>,
    /// True if OTHER is among them.
    pub(super) has_other: bool,
}

/// The sorts of words without quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Texts.
    Texts,
    /// Numbers as such, and all others texts.
    NumbersOrTexts,
    /// Numbers alone.
    Numbers,
}

/// Takes values and the equals sign after them.
pub(super) fn values(cursor: &mut Cursor<'_>, words: Words) -> Result<Values> {
    let mut values = Values::default();
    loop {
        if cursor.take_word("other") {
            values.has_other = true;
        } else {
            values.ranges.push(range(cursor, words)?);
        }
        if !cursor.take(Symbol::Comma) {
            break;
        }
    }
    cursor.expect(Symbol::Equal, "between values and their label")?;
    Ok(values)
}

fn range(cursor: &mut Cursor<'_>, words: Words) -> Result<(Bound<End>, Bound<End>)> {
    let bound = |end: End, is_included: bool| Bound {
        value: Some(end),
        is_included,
    };
    let first = end(cursor, words)?;
    let after_low = cursor.take(Symbol::Less);
    if !after_low && !cursor.is(0, Symbol::Minus) {
        return Ok((bound(first.clone(), true), bound(first, true)));
    }
    cursor.expect(Symbol::Minus, "between the ends of a range")?;
    let before_high = cursor.take(Symbol::Less);
    let last = end(cursor, words)?;
    Ok((bound(first, !after_low), bound(last, !before_high)))
}

fn end(cursor: &mut Cursor<'_>, words: Words) -> Result<End> {
    if let Some(text) = cursor.take_text()? {
        return Ok(End::Text(text));
    }
    if cursor.take_word("low") {
        return Ok(End::Low);
    }
    if cursor.take_word("high") {
        return Ok(End::High);
    }
    if words != Words::Texts
        && let Some(number) = take_number(cursor)?
    {
        return Ok(End::Number(number));
    }
    if words == Words::Numbers {
        return Err(cursor.expected("a value, LOW, HIGH or OTHER"));
    }
    match word(cursor, BETWEEN_VALUES) {
        Some(word) => Ok(End::Text(word.into_bytes())),
        None => Err(cursor.expected("a text, LOW, HIGH or OTHER")),
    }
}

/// Takes a number, a date constant or a missing value, if one is next.
pub(super) fn take_number(cursor: &mut Cursor<'_>) -> Result<Option<f64>> {
    if let Some(TokenKind::Date | TokenKind::Time | TokenKind::DateTime) = cursor.kind(0) {
        let constant = cursor.constant("a date")?;
        return Ok(match constant.kind {
            ExpressionKind::Number(number) => Some(number),
            _ => None,
        });
    }
    let sign = usize::from(cursor.is(0, Symbol::Minus) || cursor.is(0, Symbol::Plus));
    if cursor.kind(sign) == Some(TokenKind::Number) {
        let number = cursor.token(sign).and_then(|token| token.number());
        let is_negative = cursor.is(0, Symbol::Minus);
        if let Some(number) = number {
            cursor.skip(1 + sign);
            return Ok(Some(if is_negative { -number } else { number }));
        }
    }
    if cursor.take(Symbol::Dot) {
        // A letter that touches the dot names a special missing value.
        let letter = cursor
            .token(0)
            .filter(|token| !token.space_before && token.text.len() == 1);
        if let Some(special) = letter.and_then(|token| missing::special(token.text.as_bytes()[0])) {
            cursor.skip(1);
            return Ok(Some(special));
        }
        return Ok(Some(missing::MISSING));
    }
    Ok(None)
}

/// The signs between values.
const BETWEEN_VALUES: &[Symbol] = &[Symbol::Comma, Symbol::Equal, Symbol::Minus, Symbol::Less];

/// Takes a text without quotes: what touches the word or number that is next, up to one of these symbols.
pub(super) fn word(cursor: &mut Cursor<'_>, up_to: &[Symbol]) -> Option<String> {
    let mut word = String::new();
    while let Some(token) = cursor.token(0) {
        if !word.is_empty() && token.space_before || up_to.iter().any(|symbol| token.is_symbol(*symbol)) {
            break;
        }
        word.push_str(&token.spelling());
        cursor.skip(1);
    }
    (!word.is_empty()).then_some(word)
}

/// Takes a format or informat in brackets, as in `[date9.]` or `(|date9.|)`, if one is next.
pub(super) fn take_nested(cursor: &mut Cursor<'_>) -> Result<Option<Spec>> {
    let has_bars = cursor.is(0, Symbol::LeftParen) && cursor.is(1, Symbol::Bar);
    if has_bars {
        cursor.skip(2);
    } else if !cursor.take(Symbol::LeftBracket) {
        return Ok(None);
    }
    let at = cursor.position();
    let written = cursor.expect_spec("a format in brackets")?;
    if has_bars {
        cursor.expect(Symbol::Bar, "after the format")?;
        cursor.expect(Symbol::RightParen, "after the format")?;
    } else {
        cursor.expect(Symbol::RightBracket, "after the format")?;
    }
    let spec = written.parse();
    spec.map(Some)
        .map_err(|error| Diagnostic::error(at, format!("{error}")))
}

/// Returns a range of numbers; `None` when an end is a text.
pub(super) fn of_numbers<L>((low, high): (Bound<End>, Bound<End>), label: L) -> Option<Range<f64, L>> {
    range_of(low, high, label, |end| match end {
        End::Low | End::High => Some(None),
        End::Number(number) => Some(Some(number)),
        End::Text(_) => None,
    })
}

/// Returns a range of texts; `None` when an end is a number.
pub(super) fn of_texts<L>((low, high): (Bound<End>, Bound<End>), label: L) -> Option<Range<Vec<u8>, L>> {
    range_of(low, high, label, |end| match end {
        End::Low | End::High => Some(None),
        End::Text(text) => Some(Some(text)),
        End::Number(_) => None,
    })
}

fn range_of<T, L>(
    low: Bound<End>,
    high: Bound<End>,
    label: L,
    of_kind: impl Fn(End) -> Option<Option<T>>,
) -> Option<Range<T, L>> {
    let bound = |end: Bound<End>| {
        Some(Bound {
            value: end.value.map_or(Some(None), &of_kind)?,
            is_included: end.is_included,
        })
    };
    Some(Range {
        low: bound(low)?,
        high: bound(high)?,
        label,
    })
}
