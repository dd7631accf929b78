//! Functions of text.
//!
//! A text may come with the blanks that fill its variable, or without them. Functions that give a
//! position or a length in the variable (`LENGTHC`, `SUBSTR`, `VERIFY`, `REVERSE`, …) mean the variable,
//! so callers pass it whole.

pub(super) mod characters;
pub(super) mod classes;
pub(super) mod concatenate;
pub(super) mod search;
pub(super) mod set;
pub(super) mod shape;
pub(super) mod sound;
pub(super) mod words;

use super::MOST_TEXT;

/// Appends as much of a text as fits into the longest text that there is.
fn put(out: &mut Vec<u8>, text: &[u8]) {
    let room = MOST_TEXT.saturating_sub(out.len());
    out.extend_from_slice(&text[..text.len().min(room)]);
}

/// Text without blanks at its start.
fn trim_start(text: &[u8]) -> &[u8] {
    let start = text
        .iter()
        .position(|&byte| byte != b' ')
        .unwrap_or(text.len());
    &text[start..]
}

/// A position in a text as the language counts it: from 1, and 0 for none.
fn position(found: Option<usize>) -> f64 {
    found.map_or(0.0, |index| (index + 1) as f64)
}

/// Where a search through `length` bytes begins, and whether it goes towards the end: `start` counts
/// from 1, and a negative one asks for the other way. `None` when there is nothing to search.
fn search_from(start: f64, length: usize) -> Option<(usize, bool)> {
    let forward = start > 0.0;
    let from = start.abs().trunc();
    if start.is_nan() || from < 1.0 || length == 0 || (forward && from > length as f64) {
        return None;
    }
    // Casts of numbers beyond the range stop at its end.
    Some(((from as usize).min(length) - 1, forward))
}
