//! The reading of property tests: for any text it must end without a panic.

use super::SilentSurroundings;
use crate::reader::Reader;

/// The most statements that are read.
const MOST_STATEMENTS: usize = 100_000;

/// Reads a text as a program with its macros, and returns the numbers of its statements and errors.
pub(crate) fn scan(text: &str) -> (usize, usize) {
    let mut surroundings = SilentSurroundings::default();
    let Ok(mut reader) = Reader::new("text", text) else {
        return (0, 1);
    };
    let (mut statements, mut errors) = (0, 0);
    while statements + errors < MOST_STATEMENTS && !surroundings.has_stopped() {
        match reader.next_statement(&mut surroundings) {
            Ok(Some(_)) => statements += 1,
            Ok(None) => break,
            Err(_) => errors += 1,
        }
    }
    (statements, errors)
}
