//! Masks secrets in the log with X's, as the SAS System masks passwords.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// The option whose value is not shown.
const OPTION: &str = "secret";

/// The shortest part of a secret of several lines that is masked without its quotes, in bytes.
const SHORTEST_PART: usize = 4;

/// Masks the quoted values of `secret=` in a text of the program. Everything else keeps its column.
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut at = ScanState::Elsewhere;
    for line in text.split_inclusive('\n') {
        let (line, after) = at.follow(line, &mut |_| {});
        shown.push_str(&line);
        // A value that is not closed in this line continues on the next one.
        at = match after {
            ScanState::Within { .. } => ScanState::Elsewhere,
            after => after,
        };
    }
    match shown == text {
        true => Cow::Borrowed(text),
        false => Cow::Owned(shown),
    }
}

/// Masks the lines of a program as they are read, where a secret may be on another line than its option, and then the
/// messages that quote them.
#[derive(Debug, Default)]
pub(crate) struct Masks {
    at: ScanState,
    /// The secrets so far, with their quotes.
    known: BTreeSet<String>,
}

impl Masks {
    /// Masks the next line of the program.
    pub(crate) fn line<'t>(&mut self, line: &'t str) -> Cow<'t, str> {
        // Most lines contain no secret.
        if matches!(self.at, ScanState::Elsewhere) && value_of_option(line).is_none() {
            return Cow::Borrowed(line);
        }
        let known = &mut self.known;
        let (shown, after) = self.at.follow(line, &mut |value| {
            let is_quoted = value.starts_with(QUOTES) || value.ends_with(QUOTES);
            if value.len() >= if is_quoted { 2 } else { SHORTEST_PART } {
                known.insert(value.to_owned());
            }
        });
        self.at = after;
        Cow::Owned(shown)
    }

    /// Masks the secrets found so far in a message, which may quote lines of the program.
    pub(crate) fn message<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut shown = masked(text);
        for value in &self.known {
            if shown.contains(value.as_str()) {
                let hidden: String = value.chars().map(hidden).collect();
                shown = Cow::Owned(shown.replace(value.as_str(), &hidden));
            }
        }
        shown
    }
}

const QUOTES: [char; 2] = ['\'', '"'];

/// Returns the mask of a letter.
fn hidden(letter: char) -> char {
    match QUOTES.contains(&letter) {
        true => letter,
        false => 'X',
    }
}

/// The state of the scanner at the beginning of a line.
#[derive(Debug, Default, Clone, Copy)]
enum ScanState {
    /// Outside of a secret option.
    #[default]
    Elsewhere,
    /// After the option's name or its equals sign, followed only by blanks and comments.
    Behind { equals: bool, in_comment: bool },
    /// Within the value.
    Within { quote: char },
}

impl ScanState {
    /// Masks a line, and returns the state at its end; `found` gets the secrets, with their quotes.
    fn follow(mut self, line: &str, found: &mut dyn FnMut(&str)) -> (String, Self) {
        let mut shown = String::new();
        let mut rest = line;
        loop {
            match self {
                Self::Elsewhere => {
                    let Some(at) = value_of_option(rest) else {
                        shown.push_str(rest);
                        return (shown, self);
                    };
                    shown.push_str(&rest[..at]);
                    rest = &rest[at..];
                    self = Self::Behind {
                        equals: false,
                        in_comment: false,
                    };
                }
                Self::Behind { equals, in_comment } => {
                    let (length, after) = behind(rest, equals, in_comment);
                    shown.push_str(&rest[..length]);
                    rest = &rest[length..];
                    self = after;
                    if rest.is_empty() {
                        return (shown, self);
                    }
                }
                Self::Within { quote } => {
                    // The opening quote was consumed if the value begins in this line.
                    let begins = shown.ends_with(quote) && shown.len() + rest.len() == line.len();
                    let (length, is_closed) = within(rest, quote);
                    let from = match begins && !shown.is_empty() {
                        true => line.len() - rest.len() - quote.len_utf8(),
                        false => line.len() - rest.len(),
                    };
                    let to = line.len() - rest.len() + length;
                    found(line[from..to].trim_end_matches(['\n', '\r']));
                    let letters = rest[..length].chars();
                    shown.extend(letters.map(|letter| match letter {
                        '\n' | '\r' => letter,
                        letter if letter == quote => letter,
                        _ => 'X',
                    }));
                    rest = &rest[length..];
                    if !is_closed {
                        return (shown, self);
                    }
                    self = Self::Elsewhere;
                }
            }
        }
    }
}

/// Returns the length of the blanks and comments after the option's name or equals sign, and the state after them.
fn behind(text: &str, mut equals: bool, mut in_comment: bool) -> (usize, ScanState) {
    let mut rest = text;
    loop {
        if in_comment {
            let Some(end) = rest.find("*/") else {
                return (text.len(), ScanState::Behind { equals, in_comment });
            };
            rest = &rest[end + 2..];
            in_comment = false;
        }
        rest = rest.trim_start();
        let length = text.len() - rest.len();
        match rest.chars().next() {
            None => return (length, ScanState::Behind { equals, in_comment }),
            Some('/') if rest.starts_with("/*") => {
                rest = &rest[2..];
                in_comment = true;
            }
            Some('=') if !equals => {
                rest = &rest[1..];
                equals = true;
            }
            Some(quote) if equals && QUOTES.contains(&quote) => {
                return (length + 1, ScanState::Within { quote });
            }
            Some(_) => return (length, ScanState::Elsewhere),
        }
    }
}

/// Returns the length of the value up to its closing quote, and whether the quote is there. Doubled quotes are part of
/// the value.
fn within(text: &str, quote: char) -> (usize, bool) {
    let mut at = 0;
    while let Some(found) = text[at..].find(quote) {
        at += found + quote.len_utf8();
        match text[at..].starts_with(quote) {
            true => at += quote.len_utf8(),
            false => return (at, true),
        }
    }
    (text.len(), false)
}

/// Returns the end of the first name of the option that an equals sign may follow.
fn value_of_option(text: &str) -> Option<usize> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let named = text.as_bytes().windows(OPTION.len()).enumerate();
    let mut named = named.filter(|(_, word)| word.eq_ignore_ascii_case(OPTION.as_bytes()));
    named.find_map(|(at, _)| {
        let end = at + OPTION.len();
        let is_word = !text[..at].ends_with(is_of_word) && !text[end..].starts_with(is_of_word);
        is_word.then_some(end)
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
            ("secret /* c */ = /* = */ 'ab'", "secret /* c */ = /* = */ 'XX'"),
            ("secret\n=\n'ab'", "secret\n=\n'XX'"),
            ("secret secret='ab'", "secret secret='XX'"),
        ] {
            assert_eq!(masked(text), shown);
        }
        for text in [
            "data secret; x = 'secret';",
            "secret=&s timeout='1'",
            "topsecret='x';",
            "secrets='x';",
            "if secret eq 'x';",
            "/* secret= */ x='y';",
            "secret",
            "secret='",
        ] {
            assert!(matches!(masked(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn secrets_are_followed_from_line_to_line() {
        for (lines, shown) in [
            (["secret=", "'ab' x='y'"], ["secret=", "'XX' x='y'"]),
            (["secret", " = 'ab'"], ["secret", " = 'XX'"]),
            (["secret= /* 'no'", "*/ 'ab'"], ["secret= /* 'no'", "*/ 'XX'"]),
            (["secret='open ", "sesame' y='z'"], ["secret='XXXXX", "XXXXXX' y='z'"]),
            (["secret=", "x 'ab'"], ["secret=", "x 'ab'"]),
            (["secret=&s;", "'ab'"], ["secret=&s;", "'ab'"]),
        ] {
            let mut masks = Masks::default();
            assert_eq!(lines.map(|line| masks.line(line).into_owned()), shown);
        }
    }

    #[test]
    fn what_is_said_of_a_secret_does_not_show_it() {
        let mut masks = Masks::default();
        for line in [
            "secret=",
            "'ab' secret=\"open ",
            "sesame' y",
            "long enough",
            "\" z='ab'",
        ] {
            masks.line(line);
        }
        for (message, shown) in [
            ("found 'ab', no ab", "found 'XX', no ab"),
            ("12 | sesame' y", "12 | XXXXXX'XX"),
            ("13 | long enough", "13 | XXXXXXXXXXX"),
            ("secret='c'", "secret='X'"),
        ] {
            assert_eq!(masks.message(message), shown);
        }
    }
}
