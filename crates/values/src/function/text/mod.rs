//! Functions of character values.
//!
//! A value may be passed with or without the blanks that fill its variable. Functions that return a position or a
//! length in the variable (`LENGTHC`, `SUBSTR`, `VERIFY`, `REVERSE`, …) need the value at its full length.

pub(super) mod characters;
pub(super) mod classes;
pub(super) mod concatenate;
pub(super) mod search;
pub(super) mod set;
pub(super) mod shape;
pub(super) mod sound;
pub(super) mod words;

use super::MOST_TEXT;

/// Appends as much of a value as fits in the longest value.
fn put(out: &mut Vec<u8>, text: &[u8]) {
    let room = MOST_TEXT.saturating_sub(out.len());
    out.extend_from_slice(&text[..text.len().min(room)]);
}

/// Returns a text without leading blanks.
fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| byte != b' ').unwrap_or(text.len());
    &text[start..]
}

/// Converts a position to that of the language: from 1, and 0 for none.
fn position(found: Option<usize>) -> f64 {
    found.map_or(0.0, |index| (index + 1) as f64)
}

/// Returns where a search through `length` bytes begins, and whether it goes forward: `start` counts from 1, and a
/// negative one searches backward. `None` if there is nothing to search.
fn search_from(start: f64, length: usize) -> Option<(usize, bool)> {
    let forward = start > 0.0;
    let from = start.abs().trunc();
    if start.is_nan() || from < 1.0 || length == 0 || (forward && from > length as f64) {
        return None;
    }
    // Casts saturate.
    Some(((from as usize).min(length) - 1, forward))
}
