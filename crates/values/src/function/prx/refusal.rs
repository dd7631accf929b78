//! The messages about expressions that are not valid.

use super::super::{Context, LogLine};
use super::pattern::{delimited, flags_of, is_delimiter};
use crate::severity::Severity;
use crate::value::{Value, trim};

/// Reports that the expression that a function was given is not valid, with the reason if the argument is a text. The
/// reason of an expression is logged once.
pub(super) fn refuse(context: &mut Context<'_>, function: &str, argument: Option<&Value<'_>>) {
    if let Some(Value::Text(text)) = argument
        && context.patterns.refuses_anew(trim(text))
    {
        let sentence = "The regular expression passed to the function";
        let text = format!(
            "{sentence} {function} contains a syntax error.\n{}.",
            reason(trim(text))
        );
        context.say(LogLine::Message(Severity::Error, text));
    }
    context.invalid(0);
}

/// Returns what is wrong with an expression, in the words of Perl where it has some.
fn reason(text: &[u8]) -> &'static str {
    let text = text.trim_ascii();
    let text = match text {
        [b's' | b'm', delimiter, ..] if is_delimiter(*delimiter) => &text[1..],
        [b'q', b'r', delimiter, ..] if is_delimiter(*delimiter) => &text[2..],
        _ => text,
    };
    let Some((&open, rest)) = text.split_first().filter(|(open, _)| is_delimiter(**open)) else {
        return "It stands between no delimiters, as in /abc/";
    };
    let Some((pattern, rest)) = delimited(open, rest) else {
        return "The delimiter at its end is missing";
    };
    reason_of_pattern(&pattern).unwrap_or(match flags_of(rest) {
        None => "What follows the delimiter at its end is no option or replacement",
        Some(_) => "It has a construct that is not supported",
    })
}

/// Returns what is not closed or opened in the part between the delimiters.
fn reason_of_pattern(pattern: &[u8]) -> Option<&'static str> {
    let (mut groups, mut in_class, mut after_nothing) = (0_usize, false, true);
    let mut bytes = pattern.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b']' if in_class => in_class = false,
            _ if in_class => {}
            b'[' => in_class = true,
            b'(' => groups += 1,
            b')' if groups == 0 => return Some("Unmatched ) in regex"),
            b')' => groups -= 1,
            b'*' | b'+' | b'?' if after_nothing => return Some("Quantifier follows nothing in regex"),
            _ => {}
        }
        // `(?` begins a group of another kind.
        after_nothing = *byte == b'|';
    }
    match (in_class, groups) {
        (true, _) => Some("Unmatched [ in regex"),
        (false, 0) => None,
        (false, _) => Some("Unmatched ( in regex"),
    }
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn reasons() {
        for (text, wanted) in [
            ("abc", "It stands between no delimiters, as in /abc/"),
            ("/abc", "The delimiter at its end is missing"),
            ("/a(b/", "Unmatched ( in regex"),
            ("/ab)/i", "Unmatched ) in regex"),
            ("s/[ab/x/", "Unmatched [ in regex"),
            ("/*a/", "Quantifier follows nothing in regex"),
            (
                "/a/q",
                "What follows the delimiter at its end is no option or replacement",
            ),
            ("/\\pL/", "It has a construct that is not supported"),
            ("", "It stands between no delimiters, as in /abc/"),
        ] {
            assert_eq!(reason(text.as_bytes()), wanted, "{text}");
        }
    }
}
