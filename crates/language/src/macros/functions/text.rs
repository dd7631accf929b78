//! Functions of text. Positions count characters, from 1.

use feedrate_values::Value;
use feedrate_values::format::Formats;
use feedrate_values::function::{self, Context, FixedClock, NoSymbols};

/// The default separators of words.
const DELIMITERS: &str = " .<(+&!$*);^-/,%|";

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Substring<'a> {
    pub text: &'a str,
    /// Set when the text was shorter than requested.
    pub is_short: bool,
}

/// `%substr`: the characters from `start` on, at most `length` of them if that is given.
pub(super) fn part(text: &str, start: i64, length: Option<i64>) -> Substring<'_> {
    let byte = |character: i64| {
        let index = usize::try_from(character).ok()?;
        let mut starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        starts.nth(index)
    };
    let Some(from) = byte(start.saturating_sub(1)).filter(|&from| from < text.len()) else {
        return Substring {
            text: "",
            is_short: true,
        };
    };
    match length {
        None => Substring {
            text: &text[from..],
            is_short: false,
        },
        Some(length) if length <= 0 => Substring {
            text: "",
            is_short: length < 0,
        },
        Some(length) => match byte(start.saturating_sub(1).saturating_add(length)) {
            Some(to) => Substring {
                text: &text[from..to],
                is_short: false,
            },
            None => Substring {
                text: &text[from..],
                is_short: true,
            },
        },
    }
}

/// `%scan`: a word by its number, from the end if that is negative; empty if there is none.
pub(super) fn word<'a>(text: &'a str, number: i64, delimiters: Option<&str>) -> &'a str {
    let delimiters = match delimiters {
        None => DELIMITERS,
        // A single blank is lost when arguments are trimmed.
        Some("") => " ",
        Some(delimiters) => delimiters,
    };
    let mut words = text.split(|c| delimiters.contains(c)).filter(|word| !word.is_empty());
    let index = number
        .unsigned_abs()
        .checked_sub(1)
        .and_then(|index| usize::try_from(index).ok());
    let found = match index {
        None => None,
        Some(index) if number > 0 => words.nth(index),
        Some(index) => words.rev().nth(index),
    };
    found.unwrap_or_default()
}

/// `%scan` with modifiers, which are those of the function SCAN.
pub(super) fn modified_word(text: &str, number: i64, delimiters: Option<&str>, modifiers: &str) -> String {
    let Some(function) = function::find("SCAN") else {
        return String::new();
    };
    let arguments = [
        Value::Text(text.as_bytes()),
        Value::Number(number as f64),
        Value::Text(delimiters.unwrap_or("").as_bytes()),
        Value::Text(modifiers.as_bytes()),
    ];
    let (clock, mut symbols) = (FixedClock(0.0), NoSymbols);
    let mut context = Context::new(&clock, &mut symbols, Formats::of_language());
    let mut out = Vec::new();
    function.call(&mut context, &arguments, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// `%index`: the position of the first occurrence; 0 if there is none.
pub(super) fn index(text: &str, sought: &str) -> usize {
    match text.find(sought) {
        Some(at) if !sought.is_empty() => text[..at].chars().count() + 1,
        _ => 0,
    }
}

/// `%verify`: the position of the first character that is not allowed; 0 if there is none.
pub(super) fn verify(text: &str, allowed: &str) -> usize {
    text.chars()
        .position(|c| !allowed.contains(c))
        .map_or(0, |index| index + 1)
}

/// `%cmpres`: reduces blanks between words to one, and trims the text.
pub(super) fn compress_blanks(text: &str) -> String {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `%datatyp`: returns whether a text is a number.
pub(super) fn data_type(text: &str) -> String {
    let is_number = crate::macros::evaluate::read_float(text).is_some_and(|value| !value.is_nan());
    if is_number { "NUMERIC" } else { "CHAR" }.to_owned()
}

/// The products of the SAS System that are not here as a whole.
const OTHER_PRODUCTS: &[&str] = &[
    "AF",
    "ASSIST",
    "CALC",
    "CPE",
    "EIS",
    "ETS",
    "FSP",
    "GIS",
    "GRAPH",
    "IML",
    "INSIGHT",
    "LAB",
    "OR",
    "PH-CLINICAL",
    "QC",
    "SHARE",
    "STAT",
    "TOOLKIT",
];

/// `%sysprod`: `1` for a product that is here, `0` for another product of the SAS System, and `-1` for any other name.
/// The name may have `SAS/` before it.
pub(super) fn product(name: &str) -> &'static str {
    let name = name.to_ascii_uppercase();
    match name.strip_prefix("SAS/").unwrap_or(&name) {
        "BASE" | "CONNECT" => "1",
        other if OTHER_PRODUCTS.contains(&other) => "0",
        _ => "-1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_text() {
        let whole = |text| Substring { text, is_short: false };
        let short = |text| Substring { text, is_short: true };
        assert_eq!(part("abcdé", 2, Some(2)), whole("bc"));
        assert_eq!(part("abcdé", 5, None), whole("é"));
        assert_eq!(part("abc", 2, Some(2)), whole("bc"));
        assert_eq!(part("abc", 2, Some(3)), short("bc"));
        assert_eq!(part("abc", 4, None), short(""));
        assert_eq!(part("abc", 0, Some(1)), short(""));
        assert_eq!(part("abc", i64::MAX, Some(i64::MAX)), short(""));
        assert_eq!(part("abc", i64::MIN, Some(i64::MIN)), short(""));
    }

    #[test]
    fn products_of_the_system() {
        assert_eq!(["base", "SAS/GRAPH", "word"].map(product), ["1", "0", "-1"]);
    }

    #[test]
    fn words_of_a_text() {
        assert_eq!(word("a b-c", 3, None), "c");
        assert_eq!(word("a b-c", 2, Some(" ")), "b-c");
        assert_eq!(word("a b-c", -1, None), "c");
        assert_eq!(word("a,,b", 2, Some(",")), "b");
        assert_eq!(word("a b", 2, Some("")), "b");
        assert_eq!(modified_word("a||c", 2, Some("|"), "m"), "");
        assert_eq!(modified_word("a1b", 2, None, "d"), "b");
        for number in [0, 3, -3, i64::MIN, i64::MAX] {
            assert_eq!(word("a b", number, None), "");
        }
    }

    #[test]
    fn places_in_a_text() {
        assert_eq!(index("äbc", "c"), 3);
        assert_eq!(index("abc", ""), 0);
        assert_eq!(verify("12a", "0123456789"), 3);
        assert_eq!(verify("12", "0123456789"), 0);
        assert_eq!(compress_blanks("  a   b "), "a b");
        assert_eq!(
            [data_type("1.5"), data_type("x"), data_type("")],
            ["NUMERIC", "CHAR", "CHAR"]
        );
    }
}
