//! A pattern as a program writes it: `/…/i`, `m{…}x` or `s/…/…/`.

use super::super::MOST_TEXT;
use super::engine::{Engine, Flags, Spans};
use super::replacement::Replacement;

/// A compiled pattern, and its last match.
#[derive(Debug)]
pub(super) struct Pattern {
    engine: Engine,
    replacement: Option<Replacement>,
    /// The last match; empty if there was none.
    pub(super) spans: Spans,
}

impl Pattern {
    /// Parses and compiles a pattern; `None` if it is not valid.
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        let (is_substitution, text) = match text {
            [b's', delimiter, ..] if is_delimiter(*delimiter) => (true, &text[1..]),
            [b'm', delimiter, ..] if is_delimiter(*delimiter) => (false, &text[1..]),
            [b'q', b'r', delimiter, ..] if is_delimiter(*delimiter) => (false, &text[2..]),
            _ => (false, text),
        };
        let (&open, rest) = text.split_first().filter(|(open, _)| is_delimiter(**open))?;
        let (pattern, rest) = delimited(open, rest)?;
        let (replacement, rest) = if is_substitution {
            let (open, rest) = match closing(open) == open {
                true => (open, rest),
                // The second part of `s{…}{…}` has delimiters of its own.
                false => {
                    let (&open, rest) = rest.trim_ascii_start().split_first()?;
                    (open, rest)
                }
            };
            let (replacement, rest) = delimited(open, rest)?;
            (Some(Replacement::parse(&replacement)?), rest)
        } else {
            (None, rest)
        };
        let engine = Engine::new(&pattern, flags_of(rest)?)?;
        Some(Self {
            engine,
            replacement,
            spans: Spans::default(),
        })
    }

    /// Returns the number of its groups.
    pub(super) fn groups(&self) -> usize {
        self.engine.groups()
    }

    /// Returns whether it has a replacement.
    pub(super) fn replaces(&self) -> bool {
        self.replacement.is_some()
    }

    /// Finds the first match from a byte on, and keeps it. Returns whether there is one.
    pub(super) fn find(&mut self, text: &[u8], from: usize) -> bool {
        self.engine.find(text, from, &mut self.spans)
    }

    /// Appends a text with up to `times` matches replaced, and returns their number.
    pub(super) fn replace(&mut self, text: &[u8], times: usize, out: &mut Vec<u8>) -> usize {
        let Some(replacement) = &self.replacement else {
            return 0;
        };
        let (mut count, mut from, mut copied) = (0, 0, 0);
        while count < times && from <= text.len() && out.len() <= MOST_TEXT {
            if !self.engine.find(text, from, &mut self.spans) {
                break;
            }
            let Some(span) = self.spans.of(0) else { break };
            out.extend_from_slice(&text[copied.min(span.start)..span.start]);
            replacement.write(text, &self.spans, out);
            copied = span.end;
            // After an empty match the search goes on behind the next character.
            from = span.end + usize::from(span.is_empty());
            count += 1;
        }
        out.extend_from_slice(&text[copied.min(text.len())..]);
        count
    }
}

pub(super) fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_punctuation() && byte != b'\\'
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    }
}

/// Splits at the closing delimiter; an escaped delimiter that is no bracket loses its backslash.
pub(super) fn delimited(open: u8, text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let close = closing(open);
    let (mut part, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    loop {
        let byte = *text.get(at)?;
        at += 1;
        if byte == b'\\' {
            let escaped = *text.get(at)?;
            at += 1;
            if escaped != close || open != close || !matches!(close, b'/' | b'!' | b',' | b'#' | b'~' | b'@') {
                part.push(b'\\');
            }
            part.push(escaped);
            continue;
        }
        if byte == close {
            match depth {
                0 => return Some((part, &text[at..])),
                _ => depth -= 1,
            }
        } else if byte == open {
            depth += 1;
        }
        part.push(byte);
    }
}

/// Returns the flags after a pattern. `o` and `g` change nothing here: every pattern is compiled once, and the number
/// of changes is an argument of its function.
pub(super) fn flags_of(text: &[u8]) -> Option<Flags> {
    let mut flags = Flags::default();
    for flag in text {
        match flag {
            b'i' => flags.ignores_case = true,
            b'm' => flags.multiline = true,
            b's' => flags.dot_is_any = true,
            b'x' => flags.extended = true,
            b'o' | b'g' => {}
            _ => return None,
        }
    }
    Some(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(pattern: &str, text: &str) -> String {
        let mut out = Vec::new();
        Pattern::new(pattern.as_bytes())
            .unwrap()
            .replace(text.as_bytes(), usize::MAX, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn substitutions() {
        for (pattern, text, want) in [
            ("s/a/b/", "banana", "bbnbnb"),
            ("s/(\\w+), (\\w+)/$2 $1/", "Jones, Fred", "Fred Jones"),
            ("s/(\\w+), (\\w+)/\\2 \\1/", "Jones, Fred", "Fred Jones"),
            ("s{a}{<$&>}", "cat", "c<a>t"),
            ("s/(\\w)(\\w*)/\\u$1\\L$2\\E!/", "ab CD", "Ab! Cd!"),
            ("s/\\//-/", "a/b", "a-b"),
            ("s/x*/-/", "ab", "-a-b-"),
            ("s/(?<=a)b/X/", "ab b", "aX b"),
            ("s/(.)\\1/<$1>/", "aab\u{e9}\u{e9}", "<a>b\u{e9}\u{e9}"),
        ] {
            assert_eq!(changed(pattern, text), want, "{pattern}");
        }
    }

    #[test]
    fn patterns_that_are_not_valid() {
        for pattern in ["", "abc", "/abc", "/a(/", "s/a/b", "/a/q", "/a\\/", "/[a/", "/*a/"] {
            assert!(Pattern::new(pattern.as_bytes()).is_none(), "{pattern}");
        }
    }
}
