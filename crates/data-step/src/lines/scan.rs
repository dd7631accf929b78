//! Finds values that are separated by delimiters.

use std::ops::Range;

use feedrate_program::DelimiterString;

/// The separation of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    /// Each of these bytes separates values, unless `string` does.
    pub(super) delimiters: &'a [u8],
    /// DLMSTR=: the string that separates values.
    pub(super) string: Option<&'a DelimiterString>,
    /// True if two consecutive delimiters enclose an empty value, and quotes protect delimiters.
    pub(super) separated: bool,
    /// `&`: a single delimiter is part of a value, two end it.
    pub(super) embedded: bool,
    /// `~`: quotes are kept.
    pub(super) keep_quotes: bool,
}

impl Style<'_> {
    /// Returns the length of the delimiter at a position; 0 if none is there.
    #[inline]
    fn delimiter(&self, line: &[u8], at: usize) -> usize {
        match self.string {
            None => usize::from(line.get(at).is_some_and(|byte| self.delimiters.contains(byte))),
            Some(string) => string.length_at(&line[at.min(line.len())..]),
        }
    }

    /// Returns the position of the first delimiter from `at` on, and its length.
    fn next_delimiter(&self, line: &[u8], at: usize) -> Option<(usize, usize)> {
        let lengths = (at..line.len()).map(|at| (at, self.delimiter(line, at)));
        lengths.into_iter().find(|(_, length)| *length > 0)
    }

    /// Returns whether a line ends with a delimiter.
    fn ends(&self, line: &[u8]) -> bool {
        match self.string {
            None => line.last().is_some_and(|byte| self.delimiters.contains(byte)),
            Some(string) => {
                let length = string.bytes.len();
                line.len() >= length && self.delimiter(line, line.len() - length) > 0
            }
        }
    }
}

/// A value in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The range of its bytes.
    pub(super) span: Range<usize>,
    /// The quote that enclosed it, if one was removed. It is doubled within the value.
    pub(super) quote: Option<u8>,
    /// Where the search for the next value begins. A position past the end of the line means that the line has no more.
    pub(super) next: usize,
}

/// Returns the next value from `at` on; `None` if the line has no more.
pub(super) fn next_field(line: &[u8], at: usize, style: Style<'_>) -> Option<Field> {
    if style.separated {
        separated(line, at, style)
    } else {
        parted(line, at, style)
    }
}

/// Several delimiters count as one.
fn parted(line: &[u8], at: usize, style: Style<'_>) -> Option<Field> {
    let mut start = at;
    while start < line.len() {
        match style.delimiter(line, start) {
            0 => break,
            length => start += length,
        }
    }
    if start >= line.len() {
        return None;
    }
    let (mut end, mut width) = (start, 1);
    while end < line.len() {
        let length = style.delimiter(line, end);
        let behind = end + length;
        // Within a value with `&`, a delimiter ends it only before another one or a blank.
        let is_pair = || line.get(behind).is_none_or(|&byte| byte == b' ') || style.delimiter(line, behind) > 0;
        if length > 0 && (!style.embedded || is_pair()) {
            width = length + usize::from(style.embedded);
            break;
        }
        end += 1;
    }
    Some(Field {
        span: start..end,
        quote: None,
        next: (end + width).min(line.len() + 1),
    })
}

/// Each delimiter ends a value, also an empty one.
fn separated(line: &[u8], at: usize, style: Style<'_>) -> Option<Field> {
    if at > line.len() || at == line.len() && !style.ends(line) {
        return None;
    }
    let mut start = at;
    while line.get(start) == Some(&b' ') && style.delimiter(line, start) == 0 {
        start += 1;
    }
    if let Some(&quote @ (b'"' | b'\'')) = line.get(start)
        && let Some(closing) = closing_quote(line, start)
    {
        let behind = style.next_delimiter(line, closing + 1);
        let next = behind.map_or(line.len() + 1, |(at, length)| at + length);
        let (span, quote) = match style.keep_quotes {
            true => (start..closing + 1, None),
            false => (start + 1..closing, Some(quote)),
        };
        return Some(Field { span, quote, next });
    }
    let (end, length) = style.next_delimiter(line, at).unwrap_or((line.len(), 1));
    Some(Field {
        span: at..end,
        quote: None,
        next: end + length,
    })
}

/// Returns the position of the quote that closes the one at `start`. Two consecutive quotes stand for one within the
/// value.
fn closing_quote(line: &[u8], start: usize) -> Option<usize> {
    let quote = line[start];
    let mut at = start + 1;
    while at < line.len() {
        if line[at] != quote {
            at += 1;
        } else if line.get(at + 1) == Some(&quote) {
            at += 2;
        } else {
            return Some(at);
        }
    }
    None
}

/// Appends a value whose quotes were removed, replacing doubled quotes by single ones.
pub(super) fn undouble(value: &[u8], quote: u8, out: &mut Vec<u8>) {
    let mut bytes = value.iter().copied();
    while let Some(byte) = bytes.next() {
        out.push(byte);
        if byte == quote {
            bytes.next();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BLANKS: Style<'_> = Style {
        delimiters: b" ",
        string: None,
        separated: false,
        embedded: false,
        keep_quotes: false,
    };
    const COMMAS: Style<'_> = Style {
        delimiters: b",",
        string: None,
        separated: true,
        embedded: false,
        keep_quotes: false,
    };

    fn fields(line: &str, style: Style<'_>) -> Vec<String> {
        let line = line.as_bytes();
        let (mut at, mut found) = (0, Vec::new());
        while let Some(field) = next_field(line, at, style) {
            let mut value = Vec::new();
            match field.quote {
                Some(quote) => undouble(&line[field.span], quote, &mut value),
                None => value.extend_from_slice(&line[field.span]),
            }
            found.push(String::from_utf8_lossy(&value).into_owned());
            at = field.next;
        }
        found
    }

    #[test]
    fn blanks_part_values() {
        assert_eq!(fields("  a  bc d ", BLANKS), ["a", "bc", "d"]);
        assert_eq!(fields("   ", BLANKS), [""; 0]);
        assert_eq!(fields("", BLANKS), [""; 0]);
        assert_eq!(
            fields(
                "a,,b",
                Style {
                    separated: false,
                    ..COMMAS
                }
            ),
            ["a", "b"]
        );
    }

    #[test]
    fn single_blanks_can_be_inside() {
        let style = Style {
            embedded: true,
            ..BLANKS
        };
        assert_eq!(fields("New York  12", style), ["New York", "12"]);
        assert_eq!(fields("New York ", style), ["New York"]);
        let by_comma = Style {
            separated: false,
            embedded: true,
            ..COMMAS
        };
        assert_eq!(fields("Combo,3.50, 5.00,,x", by_comma), ["Combo,3.50", "5.00", "x"]);
    }

    #[test]
    fn separated_values_can_be_empty_or_quoted() {
        assert_eq!(fields("a,,b", COMMAS), ["a", "", "b"]);
        assert_eq!(fields("a,", COMMAS), ["a", ""]);
        assert_eq!(fields(",", COMMAS), ["", ""]);
        assert_eq!(fields("", COMMAS), [""; 0]);
        assert_eq!(fields(r#""x,y", "say ""hi""",z"#, COMMAS), ["x,y", r#"say "hi""#, "z"]);
        assert_eq!(fields("'tis,so", COMMAS), ["'tis", "so"]);
        let kept = Style {
            keep_quotes: true,
            ..COMMAS
        };
        assert_eq!(fields(r#""x,y",z"#, kept), [r#""x,y""#, "z"]);
    }

    #[test]
    fn a_string_separates_values() {
        let string = DelimiterString {
            bytes: b"PRD".to_vec(),
            ignores_case: true,
        };
        let style = Style {
            string: Some(&string),
            ..BLANKS
        };
        assert_eq!(fields("PR 1prdPRD23D", style), ["PR 1", "23D"]);
        let style = Style {
            separated: true,
            ..style
        };
        assert_eq!(fields("PR 1prdPRD23Dprd", style), ["PR 1", "", "23D", ""]);
    }

    proptest! {
        #[test]
        fn values_come_back_however_they_are_quoted(values in prop::collection::vec("[a-c, \"']{0,5}", 1..6)) {
            let quoted = |value: &String| format!("\"{}\"", value.replace('"', "\"\""));
            let line = values.iter().map(quoted).collect::<Vec<_>>().join(",");
            prop_assert_eq!(fields(&line, COMMAS), values);
        }

        #[test]
        fn no_line_keeps_the_search_where_it_is(line in "[a, \"']{0,12}", separated: bool, embedded: bool) {
            let style = Style { delimiters: b", ", string: None, separated, embedded, keep_quotes: false };
            let mut at = 0;
            while let Some(field) = next_field(line.as_bytes(), at, style) {
                prop_assert!(field.next > at);
                at = field.next;
            }
        }
    }
}
