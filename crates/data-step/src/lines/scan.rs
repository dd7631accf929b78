//! Finds values that are separated by delimiters.

use std::ops::Range;

/// The separation of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'a> {
    /// Each of these bytes separates values.
    pub(super) delimiters: &'a [u8],
    /// True if two consecutive delimiters enclose an empty value, and quotes protect delimiters.
    pub(super) separated: bool,
    /// `&`: a single delimiter is part of a value, two end it.
    pub(super) embedded: bool,
    /// `~`: quotes are kept.
    pub(super) keep_quotes: bool,
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
    let parts = |byte: &u8| style.delimiters.contains(byte);
    let rest = line.get(at..)?;
    let start = at + rest.iter().position(|byte| !parts(byte))?;
    let mut end = start;
    while end < line.len() {
        let ends = if style.embedded {
            parts(&line[end]) && line.get(end + 1).is_none_or(parts)
        } else {
            parts(&line[end])
        };
        if ends {
            break;
        }
        end += 1;
    }
    let width = if style.embedded { 2 } else { 1 };
    Some(Field {
        span: start..end,
        quote: None,
        next: (end + width).min(line.len() + 1),
    })
}

/// Each delimiter ends a value, also an empty one.
fn separated(line: &[u8], at: usize, style: Style<'_>) -> Option<Field> {
    let parts = |byte: &u8| style.delimiters.contains(byte);
    if at > line.len() || at == line.len() && !line.last().is_some_and(parts) {
        return None;
    }
    let blanks = line[at..]
        .iter()
        .take_while(|byte| **byte == b' ' && !parts(byte))
        .count();
    let start = at + blanks;
    if let Some(&quote @ (b'"' | b'\'')) = line.get(start)
        && let Some(closing) = closing_quote(line, start)
    {
        let behind = line[closing + 1..].iter().position(parts);
        let next = behind.map_or(line.len() + 1, |more| closing + 1 + more + 1);
        let (span, quote) = match style.keep_quotes {
            true => (start..closing + 1, None),
            false => (start + 1..closing, Some(quote)),
        };
        return Some(Field { span, quote, next });
    }
    let length = line[at..].iter().position(parts).unwrap_or(line.len() - at);
    Some(Field {
        span: at..at + length,
        quote: None,
        next: at + length + 1,
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
        separated: false,
        embedded: false,
        keep_quotes: false,
    };
    const COMMAS: Style<'_> = Style {
        delimiters: b",",
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

    proptest! {
        #[test]
        fn values_come_back_however_they_are_quoted(values in prop::collection::vec("[a-c, \"']{0,5}", 1..6)) {
            let quoted = |value: &String| format!("\"{}\"", value.replace('"', "\"\""));
            let line = values.iter().map(quoted).collect::<Vec<_>>().join(",");
            prop_assert_eq!(fields(&line, COMMAS), values);
        }

        #[test]
        fn no_line_keeps_the_search_where_it_is(line in "[a, \"']{0,12}", separated: bool, embedded: bool) {
            let style = Style { delimiters: b", ", separated, embedded, keep_quotes: false };
            let mut at = 0;
            while let Some(field) = next_field(line.as_bytes(), at, style) {
                prop_assert!(field.next > at);
                at = field.next;
            }
        }
    }
}
