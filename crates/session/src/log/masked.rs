//! Secrets as the log shows them: as X's, as it is with passwords.

use std::borrow::Cow;

/// The option whose value is not shown.
const OPTION: &str = "secret";

/// A text of the program in which X's stand for what `secret=` has in quotes. All else keeps its column.
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(begin) = value(rest) {
        let (before, quoted) = rest.split_at(begin);
        shown.push_str(before);
        let quote = quoted.chars().next();
        let mut letters = quoted.chars().enumerate().peekable();
        let mut length = 0;
        while let Some((index, letter)) = letters.next() {
            // Of one that is not closed in this line, nothing is shown to its end.
            if letter == '\n' {
                break;
            }
            length += letter.len_utf8();
            let is_quote = Some(letter) == quote;
            shown.push(if is_quote { letter } else { 'X' });
            // Two of them are one within it.
            if is_quote && index > 0 && letters.next_if(|(_, next)| Some(*next) == quote).is_none()
            {
                break;
            }
            if is_quote && index > 0 {
                shown.push(letter);
                length += letter.len_utf8();
            }
        }
        rest = &quoted[length..];
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// Where the quote is with which the first value of the option begins.
fn value(text: &str) -> Option<usize> {
    let named = text.as_bytes().windows(OPTION.len()).enumerate();
    let named = named.filter(|(_, word)| word.eq_ignore_ascii_case(OPTION.as_bytes()));
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut named = named.filter(|(at, _)| !text[..*at].ends_with(is_of_word));
    named.find_map(|(at, _)| {
        let after = text[at + OPTION.len()..].trim_start();
        let value = after.strip_prefix('=')?.trim_start();
        let is_quoted = value.starts_with(['\'', '"']);
        is_quoted.then_some(text.len() - value.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown_and_all_else_is() {
        for (text, shown) in [
            (
                "libname p sasesock 'db7:7000' secret='open sesame' timeout=60;",
                "libname p sasesock 'db7:7000' secret='XXXXXXXXXXX' timeout=60;",
            ),
            ("SECRET = \"ß'\" Secret='b';", "SECRET = \"XX\" Secret='X';"),
            ("secret='it''s' x='y'", "secret='XX''X' x='y'"),
            ("secret='open\n  ^ here", "secret='XXXX\n  ^ here"),
            ("secret='", "secret='"),
        ] {
            assert_eq!(masked(text), shown);
        }
        for text in [
            "data secret; x = 'secret';",
            "secret=&s timeout='1'",
            "topsecret='x';",
            "if secret eq 'x';",
            "secret",
        ] {
            assert!(matches!(masked(text), Cow::Borrowed(same) if same == text));
        }
    }
}
