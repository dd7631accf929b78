//! The two engines: one without backtracking for nearly all expressions, and one for those that look around or back.

use std::ops::Range;

use regex::bytes;

use super::translate::translate;

/// The flags of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    pub(super) ignores_case: bool,
    pub(super) multiline: bool,
    pub(super) dot_is_any: bool,
    pub(super) extended: bool,
}

/// The bytes of a match and of its groups.
#[derive(Debug, Default)]
pub(super) struct Spans(Vec<Option<(usize, usize)>>);

impl Spans {
    /// Returns the bytes of a group; 0 is the whole match. `None` if it has no part in the match.
    pub(super) fn of(&self, group: usize) -> Option<Range<usize>> {
        let (start, end) = (*self.0.get(group)?)?;
        Some(start..end)
    }

    /// Returns the last group that has a part in the match; 0 if none has.
    pub(super) fn last(&self) -> usize {
        self.0.iter().rposition(Option::is_some).unwrap_or(0)
    }

    /// Forgets the match.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// A compiled expression.
#[derive(Debug)]
pub(super) enum Engine {
    /// Linear in the text.
    Plain {
        regex: bytes::Regex,
        locations: bytes::CaptureLocations,
    },
    /// Backtracking, over characters of Latin-1.
    Backtracking {
        regex: Box<fancy_regex::Regex>,
        /// A text with bytes above 127 as characters.
        decoded: String,
    },
}

/// The most bytes of memory that a compiled expression takes.
const MOST_MEMORY: usize = 10 << 20;

impl Engine {
    /// Compiles an expression of Perl; `None` if it is not valid.
    pub(super) fn new(pattern: &[u8], flags: Flags) -> Option<Self> {
        let translation = translate(pattern, flags.extended)?;
        if translation.backtracks {
            let mut builder = fancy_regex::RegexBuilder::new(&translation.text);
            builder
                .case_insensitive(flags.ignores_case)
                .multi_line(flags.multiline)
                .dot_matches_new_line(flags.dot_is_any)
                .delegate_size_limit(MOST_MEMORY);
            let regex = Box::new(builder.build().ok()?);
            return Some(Self::Backtracking {
                regex,
                decoded: String::new(),
            });
        }
        let regex = bytes::RegexBuilder::new(&translation.text)
            .unicode(false)
            .case_insensitive(flags.ignores_case)
            .multi_line(flags.multiline)
            .dot_matches_new_line(flags.dot_is_any)
            .size_limit(MOST_MEMORY)
            .build()
            .ok()?;
        let locations = regex.capture_locations();
        Some(Self::Plain { regex, locations })
    }

    /// Returns the number of groups.
    pub(super) fn groups(&self) -> usize {
        match self {
            Self::Plain { regex, .. } => regex.captures_len() - 1,
            Self::Backtracking { regex, .. } => regex.captures_len().saturating_sub(1),
        }
    }

    /// Finds the first match from a byte of the text on, and puts it into `spans`. Returns false if there is none, or
    /// if a backtracking search takes too many steps.
    pub(super) fn find(&mut self, text: &[u8], from: usize, spans: &mut Spans) -> bool {
        spans.0.clear();
        match self {
            Self::Plain { regex, locations } => {
                if locations.len() == 1 {
                    let found = regex.find_at(text, from);
                    spans.0.extend(found.map(|found| Some((found.start(), found.end()))));
                } else if regex.captures_read_at(locations, text, from).is_some() {
                    spans.0.extend((0..locations.len()).map(|group| locations.get(group)));
                }
            }
            Self::Backtracking { regex, decoded } => {
                let is_ascii = text.is_ascii();
                let text = match std::str::from_utf8(text) {
                    Ok(ascii) if is_ascii => ascii,
                    _ => {
                        decoded.clear();
                        decoded.extend(text.iter().map(|&byte| char::from(byte)));
                        decoded.as_str()
                    }
                };
                // A character stands for a byte.
                let encoded = |at: usize| if is_ascii { at } else { text[..at].chars().count() };
                let start = match is_ascii {
                    true => Some(from),
                    false => text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(from),
                };
                if let Some(start) = start.filter(|&start| start <= text.len())
                    && let Ok(Some(captures)) = regex.captures_from_pos(text, start)
                {
                    let span = |group| {
                        let found = captures.get(group)?;
                        Some((encoded(found.start()), encoded(found.end())))
                    };
                    spans.0.extend((0..captures.len()).map(span));
                }
            }
        }
        !spans.0.is_empty()
    }
}
