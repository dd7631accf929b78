//! INVALUE: an informat.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, options};
use feedrate_values::informat::{Reading, UserInformat};
use feedrate_values::ranges::Ranges;
use feedrate_values::{Kind, number};

use super::values::{Words, of_numbers, of_texts, take_nested, take_number, values, word};

pub(super) const OPTIONS: OptionTable<UserInformat> = options! {
    DEFAULT => Whole(1, 32_767, |informat, width| informat.width = Some(width as u16)),
        "The width without one; that of the longest text by default.";
    FUZZ => NotNegative(|informat, fuzz| informat.fuzz = fuzz),
        "The distance at which a number is still in a range; none by default.";
    JUST => Switch(|informat| informat.is_justified = true), "Values are compared without leading blanks.";
    MAX => Whole(1, 32_767, |informat, width| informat.most = Some(width as u16)), "The greatest width.";
    MIN => Whole(1, 32_767, |informat, width| informat.least = Some(width as u16)), "The least width.";
    NOTSORTED => Switch(|informat| informat.arrangement.is_as_written = true),
        "Ranges are searched in the order in which they are written.";
    UPCASE => Switch(|informat| informat.is_upper = true), "Values are compared in capitals.";
};

/// Takes the name, options in parentheses, and values with what is read from them.
pub(super) fn invalue(from: &mut Argument<'_, '_>) -> Result<(Position, UserInformat)> {
    let dollar = from.cursor.take(Symbol::Dollar);
    let name = from.cursor.expect_name("the name of an informat after INVALUE")?;
    let upper = name.text.to_ascii_uppercase();
    let mut informat = UserInformat::new(if dollar { format!("${upper}") } else { upper });
    from.options_in_parentheses(OPTIONS, &mut informat)?;
    if informat.least.unwrap_or(1) > informat.most.unwrap_or(u16::MAX) {
        let message = format!("MIN= of {} is greater than MAX=", informat.name);
        return Err(Diagnostic::error(name.at, message));
    }
    let (words, kind) = match dollar {
        true => (Words::Texts, Kind::Text),
        false => (Words::NumbersOrTexts, Kind::Number),
    };
    while !from.cursor.at_end() {
        let values = values(from.cursor, words)?;
        let reading = reading(from, kind)?;
        if values.has_other {
            informat.other = Some(reading.clone());
        }
        for range in values.ranges {
            let as_number = match kind {
                Kind::Number => of_numbers(range.clone(), reading.clone()),
                Kind::Text => None,
            };
            match (as_number, &mut informat.numbers, &mut informat.texts) {
                (Some(range), Ranges::Numbers(numbers), _) => numbers.push(range),
                (_, _, Ranges::Text(texts)) => match of_texts(range, reading.clone()) {
                    Some(range) => texts.push(range),
                    None => {
                        return Err(from
                            .cursor
                            .error("the ends of a range must both be texts or both numbers"));
                    }
                },
                // The ranges are of these kinds.
                _ => {}
            }
        }
    }
    Ok((name.at, informat))
}

/// Takes the result: a number, a text, `_SAME_`, `_ERROR_` or an informat in brackets.
fn reading(from: &mut Argument<'_, '_>, kind: Kind) -> Result<Reading> {
    let cursor = &mut *from.cursor;
    if let Some(spec) = take_nested(cursor)? {
        return Ok(Reading::Informat(spec));
    }
    if cursor.take_word("_same_") {
        return Ok(Reading::Same);
    }
    if cursor.take_word("_error_") {
        return Ok(Reading::Error);
    }
    if kind == Kind::Number {
        if let Some(number) = take_number(cursor)? {
            return Ok(Reading::Number(number));
        }
        let at = cursor.position();
        let text = cursor.take_text()?;
        return match text.and_then(|text| number::parse(&text)) {
            Some(number) => Ok(Reading::Number(number)),
            None => Err(Diagnostic::error(
                at,
                "a numeric informat reads a number, _SAME_, _ERROR_ or an informat in brackets",
            )),
        };
    }
    match cursor.take_text()? {
        Some(text) => Ok(Reading::Text(text)),
        None => match word(cursor, &[]) {
            Some(word) => Ok(Reading::Text(word.into_bytes())),
            None => Err(cursor.expected("what is read")),
        },
    }
}
