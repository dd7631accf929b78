//! PROC FORMAT: formats of the program's own.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::{Symbol, TokenKind};
use feedrate_language::tree::{ExpressionKind, Extent};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, options, statements};
use feedrate_procedure::{Definition, Grammar, Reads, Request};
use feedrate_values::format::{Bound, Label, Range, Ranges, UserFormat};
use feedrate_values::missing;

/// One value, or a range of them, before it is known of which kind the format is.
#[derive(Clone, Debug)]
enum End {
    Low,
    High,
    Number(f64),
    Text(Vec<u8>),
}

pub(crate) const DEFINITION: Definition = Definition {
    name: "FORMAT",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(lower),
    syntax: || Syntax::of(OPTIONS, STATEMENTS),
};

/// Formats, each with where its name stands.
type Formats = Vec<(Position, UserFormat)>;

const OPTIONS: OptionTable<()> = options! {
    LIBRARY | LIB => Own("=WORK", |_, from| {
        let library = from.lowering.library(from.cursor, "LIBRARY")?;
        if library.text == "WORK" {
            return Ok(());
        }
        let message = format!("formats cannot be kept in the library {}", library.text);
        Err(Diagnostic::error(library.at, message)
            .with_hint("they last as long as the program; leave LIBRARY= out"))
    }), "No effect: formats last as long as the program.";
};

const STATEMENTS: StatementTable<Formats> = statements! {
    VALUE => Own("a name (options) and `1, 3-5, 7<-high, other='label'`", &VALUE_OPTIONS, |formats, from| {
        formats.push(value(from)?);
        Ok(())
    }), "Makes a format.";
};

const VALUE_OPTIONS: OptionTable<UserFormat> = options! {
    DEFAULT => Whole(1, 32_767, |format, width| format.width = Some(width as u16)),
        "The width without one; that of the longest label by default.";
};

fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let () = lowering.read_options(OPTIONS)?;
    let mut formats = Formats::new();
    lowering.read_own_statements(STATEMENTS, &mut formats)?;
    Ok(Request::Formats(formats))
}

/// VALUE: the name, options in parentheses, and values with their labels.
fn value(from: &mut Argument<'_, '_>) -> Result<(Position, UserFormat)> {
    let cursor = &mut *from.cursor;
    let dollar = cursor.take(Symbol::Dollar);
    let name = cursor.expect_name("the name of a format after VALUE")?;
    let upper = name.text.to_ascii_uppercase();
    let mut format = UserFormat {
        name: if dollar { format!("${upper}") } else { upper },
        ranges: if dollar {
            Ranges::Text(Vec::new())
        } else {
            Ranges::Numbers(Vec::new())
        },
        other: None,
        width: None,
    };
    from.options_in_parentheses(VALUE_OPTIONS, &mut format)?;
    while !from.cursor.at_end() {
        ranges(from.cursor, &mut format)?;
    }
    Ok((name.at, format))
}

/// `1, 3-5, 7<-high = 'label'`.
fn ranges(cursor: &mut Cursor<'_>, format: &mut UserFormat) -> Result<()> {
    let mut found = Vec::new();
    let mut is_other = false;
    loop {
        if cursor.take_word("other") {
            is_other = true;
        } else {
            found.push(range(cursor, matches!(format.ranges, Ranges::Text(_)))?);
        }
        if !cursor.take(Symbol::Comma) {
            break;
        }
    }
    cursor.expect(Symbol::Equal, "between values and their label")?;
    let label = label(cursor)?;
    if is_other {
        format.other = Some(label.clone());
    }
    for (low, high) in found {
        add(cursor, format, low, high, label.clone())?;
    }
    Ok(())
}

fn range(cursor: &mut Cursor<'_>, is_text: bool) -> Result<(Bound<End>, Bound<End>)> {
    let bound = |end: End, is_included: bool| Bound {
        value: Some(end),
        is_included,
    };
    let first = end(cursor, is_text)?;
    let after_low = cursor.take(Symbol::Less);
    if !after_low && !cursor.is(0, Symbol::Minus) {
        return Ok((bound(first.clone(), true), bound(first, true)));
    }
    cursor.expect(Symbol::Minus, "between the ends of a range")?;
    let before_high = cursor.take(Symbol::Less);
    let last = end(cursor, is_text)?;
    Ok((bound(first, !after_low), bound(last, !before_high)))
}

fn end(cursor: &mut Cursor<'_>, is_text: bool) -> Result<End> {
    if let Some(text) = cursor.take_text()? {
        return Ok(End::Text(text));
    }
    if cursor.take_word("low") {
        return Ok(End::Low);
    }
    if cursor.take_word("high") {
        return Ok(End::High);
    }
    if is_text {
        return match word(cursor, BETWEEN_VALUES) {
            Some(word) => Ok(End::Text(word.into_bytes())),
            None => Err(cursor.expected("a text, LOW, HIGH or OTHER")),
        };
    }
    if let Some(TokenKind::Date | TokenKind::Time | TokenKind::DateTime) = cursor.kind(0) {
        let constant = cursor.constant("a date")?;
        if let ExpressionKind::Number(number) = constant.kind {
            return Ok(End::Number(number));
        }
    }
    let negative = cursor.take(Symbol::Minus);
    if cursor.kind(0) == Some(TokenKind::Number) {
        let number = cursor.token(0).and_then(|token| token.number());
        if let Some(number) = number {
            cursor.skip(1);
            return Ok(End::Number(if negative { -number } else { number }));
        }
    }
    if !negative && cursor.take(Symbol::Dot) {
        // A letter that touches the dot names a special missing value.
        let letter = cursor
            .token(0)
            .filter(|token| !token.space_before && token.text.len() == 1);
        if let Some(special) = letter.and_then(|token| missing::special(token.text.as_bytes()[0])) {
            cursor.skip(1);
            return Ok(End::Number(special));
        }
        return Ok(End::Number(missing::MISSING));
    }
    Err(cursor.expected("a value, LOW, HIGH or OTHER"))
}

/// The signs between values.
const BETWEEN_VALUES: &[Symbol] = &[Symbol::Comma, Symbol::Equal, Symbol::Minus, Symbol::Less];

/// A text without quotes: what touches the word or number that is next, up to one of these symbols.
fn word(cursor: &mut Cursor<'_>, up_to: &[Symbol]) -> Option<String> {
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

/// A text, in quotes or as one word without, or a format in brackets.
fn label(cursor: &mut Cursor<'_>) -> Result<Label> {
    if cursor.take(Symbol::LeftBracket) {
        let at = cursor.position();
        let written = cursor.expect_spec("a format in brackets")?;
        cursor.expect(Symbol::RightBracket, "after the format")?;
        let spec = written
            .parse()
            .map_err(|error| Diagnostic::error(at, format!("{error}")))?;
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

fn add(cursor: &Cursor<'_>, format: &mut UserFormat, low: Bound<End>, high: Bound<End>, label: Label) -> Result<()> {
    let name = format.name.clone();
    let wrong = || {
        let kind = if name.starts_with('$') {
            "texts in quotes"
        } else {
            "numbers"
        };
        cursor.error(format!("the values of format {name} must be {kind}"))
    };
    match &mut format.ranges {
        Ranges::Numbers(ranges) => {
            let number = |end: End| match end {
                End::Low | End::High => Some(None),
                End::Number(number) => Some(Some(number)),
                End::Text(_) => None,
            };
            ranges.push(range_of(low, high, label, number).ok_or_else(wrong)?);
        }
        Ranges::Text(ranges) => {
            let text = |end: End| match end {
                End::Low | End::High => Some(None),
                End::Text(text) => Some(Some(text)),
                End::Number(_) => None,
            };
            ranges.push(range_of(low, high, label, text).ok_or_else(wrong)?);
        }
    }
    Ok(())
}

/// A range of a kind; `None` when an end is of the other.
fn range_of<T>(
    low: Bound<End>,
    high: Bound<End>,
    label: Label,
    of_kind: impl Fn(End) -> Option<Option<T>>,
) -> Option<Range<T>> {
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
