//! The replacement of a substitution: texts, captured groups and changes of case.

use super::engine::Spans;

/// A part of a replacement.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Text(Vec<u8>),
    /// The text of a group; 0 is the whole match.
    Group(usize),
    /// Begins a change of case.
    Case(Case),
}

/// A change of case, up to the next one or of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Upper,
    Lower,
    UpperOnce,
    LowerOnce,
    End,
}

/// A parsed replacement.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Replacement(Vec<Part>);

impl Replacement {
    /// Parses a replacement of Perl; `None` at a backslash without anything after it.
    pub(super) fn parse(mut text: &[u8]) -> Option<Self> {
        let mut parts = Vec::new();
        while let Some((&byte, rest)) = text.split_first() {
            text = rest;
            match byte {
                b'$' => match group_of(text) {
                    Some((group, rest)) => {
                        parts.push(Part::Group(group));
                        text = rest;
                    }
                    None => push(&mut parts, b'$'),
                },
                b'\\' => {
                    let (&escaped, rest) = text.split_first()?;
                    text = rest;
                    match escaped {
                        b'1'..=b'9' => parts.push(Part::Group(usize::from(escaped - b'0'))),
                        b'U' => parts.push(Part::Case(Case::Upper)),
                        b'L' => parts.push(Part::Case(Case::Lower)),
                        b'u' => parts.push(Part::Case(Case::UpperOnce)),
                        b'l' => parts.push(Part::Case(Case::LowerOnce)),
                        b'E' | b'Q' => parts.push(Part::Case(Case::End)),
                        b'n' => push(&mut parts, b'\n'),
                        b't' => push(&mut parts, b'\t'),
                        b'r' => push(&mut parts, b'\r'),
                        b'f' => push(&mut parts, b'\x0C'),
                        b'x' => {
                            let digits = text.iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
                            let code = std::str::from_utf8(&text[..digits]).ok()?;
                            push(&mut parts, u8::from_str_radix(code, 16).unwrap_or(0));
                            text = &text[digits..];
                        }
                        _ => push(&mut parts, escaped),
                    }
                }
                _ => push(&mut parts, byte),
            }
        }
        Some(Self(parts))
    }

    /// Appends the replacement of a match in `source`.
    pub(super) fn write(&self, source: &[u8], spans: &Spans, out: &mut Vec<u8>) {
        let (mut case, mut once) = (Case::End, None);
        for part in &self.0 {
            let text = match part {
                Part::Case(change @ (Case::UpperOnce | Case::LowerOnce)) => {
                    once = Some(*change);
                    continue;
                }
                Part::Case(change) => {
                    case = *change;
                    continue;
                }
                Part::Text(text) => text.as_slice(),
                Part::Group(group) => spans.of(*group).map_or(&b""[..], |span| &source[span]),
            };
            let start = out.len();
            out.extend_from_slice(text);
            let added = &mut out[start..];
            match case {
                Case::Upper => added.make_ascii_uppercase(),
                Case::Lower => added.make_ascii_lowercase(),
                _ => {}
            }
            if let Some(first) = added.first_mut() {
                match once.take() {
                    Some(Case::UpperOnce) => first.make_ascii_uppercase(),
                    Some(_) => first.make_ascii_lowercase(),
                    None => {}
                }
            }
        }
    }
}

fn push(parts: &mut Vec<Part>, byte: u8) {
    match parts.last_mut() {
        Some(Part::Text(text)) => text.push(byte),
        _ => parts.push(Part::Text(vec![byte])),
    }
}

/// Returns the group that `$1`, `${1}` or `$&` names after its dollar sign, and the rest.
fn group_of(text: &[u8]) -> Option<(usize, &[u8])> {
    if let Some(rest) = text.strip_prefix(b"&") {
        return Some((0, rest));
    }
    let inner = text.strip_prefix(b"{").unwrap_or(text);
    let digits = inner.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&inner[..digits]).ok()?.parse().ok()?;
    let rest = &inner[digits..];
    match inner.len() == text.len() {
        true => Some((number, rest)),
        false => Some((number, rest.strip_prefix(b"}")?)),
    }
}
