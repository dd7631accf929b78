//! VALUE: a format of texts.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, options};
use feedrate_values::format::{Label, UserFormat};
use feedrate_values::ranges::Ranges;

use super::values::{Values, Words, of_numbers, of_texts, take_nested, values, word};

pub(super) const OPTIONS: OptionTable<UserFormat> = options! {
    DEFAULT => Whole(1, 32_767, |format, width| format.widths.default = Some(width as u16)),
        "The width without one; that of the longest label by default.";
    FUZZ => NotNegative(|format, fuzz| format.fuzz = fuzz),
        "The distance at which a number is still in a range; 1E-12 by default.";
    MAX => Whole(1, 32_767, |format, width| format.widths.most = Some(width as u16)), "The greatest width.";
    MIN => Whole(1, 32_767, |format, width| format.widths.least = Some(width as u16)), "The least width.";
    MULTILABEL => Switch(|format| format.arrangement.overlaps = true),
        "Ranges may have values in common; the lowest one has the label that is written.";
    NOTSORTED => Switch(|format| format.arrangement.is_as_written = true),
        "Ranges are searched in the order in which they are written.";
};

/// Takes a name with its `$`, which decides about the kind of the values, and returns a format without ranges.
pub(super) fn named(from: &mut Argument<'_, '_>) -> Result<(Position, UserFormat)> {
    let dollar = from.cursor.take(Symbol::Dollar);
    let what = format!("the name of a format after {}", from.name);
    let name = from.cursor.expect_name(&what)?;
    let upper = name.text.to_ascii_uppercase();
    let format = match dollar {
        true => UserFormat::new(format!("${upper}"), Ranges::Text(Vec::new())),
        false => UserFormat::new(upper, Ranges::Numbers(Vec::new())),
    };
    Ok((name.at, format))
}

/// Takes the name, options in parentheses, and values with their labels.
pub(super) fn value(from: &mut Argument<'_, '_>) -> Result<(Position, UserFormat)> {
    let (at, mut format) = named(from)?;
    from.options_in_parentheses(OPTIONS, &mut format)?;
    check_widths(at, &format)?;
    let words = match format.ranges {
        Ranges::Numbers(_) => Words::Numbers,
        Ranges::Text(_) => Words::Texts,
    };
    while !from.cursor.at_end() {
        let values = values(from.cursor, words)?;
        let label = label(from.cursor)?;
        add(from.cursor, &mut format, values, label)?;
    }
    Ok((at, format))
}

/// Refuses MIN= above MAX=.
pub(super) fn check_widths(at: Position, format: &UserFormat) -> Result<()> {
    let widths = &format.widths;
    match widths.least.unwrap_or(1) <= widths.most.unwrap_or(u16::MAX) {
        true => Ok(()),
        false => Err(Diagnostic::error(
            at,
            format!("MIN= of {} is greater than MAX=", format.name),
        )),
    }
}

/// Takes a text, in quotes or as one word without, or a format in brackets.
fn label(cursor: &mut Cursor<'_>) -> Result<Label> {
    if let Some(spec) = take_nested(cursor)? {
        return Ok(Label::Format(spec));
    }
    match cursor.take_text()? {
        Some(text) => Ok(Label::Text(text)),
        None => match word(cursor, &[]) {
            Some(word) => Ok(Label::Text(word.into_bytes())),
            None => Err(cursor.expected("a label")),
        },
    }
}

/// Adds values with one label.
pub(super) fn add(cursor: &Cursor<'_>, format: &mut UserFormat, values: Values, label: Label) -> Result<()> {
    if values.has_other {
        format.other = Some(label.clone());
    }
    for range in values.ranges {
        let is_added = match &mut format.ranges {
            Ranges::Numbers(ranges) => of_numbers(range, label.clone()).map(|range| ranges.push(range)),
            Ranges::Text(ranges) => of_texts(range, label.clone()).map(|range| ranges.push(range)),
        };
        if is_added.is_none() {
            let (kind, name) = match format.ranges {
                Ranges::Text(_) => ("texts in quotes", &format.name),
                Ranges::Numbers(_) => ("numbers", &format.name),
            };
            return Err(cursor.error(format!("the values of format {name} must be {kind}")));
        }
    }
    Ok(())
}
