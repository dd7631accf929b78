//! What the property tests read with: whatever text it is given, reading must come to an end without a
//! panic.

use crate::host::{Event, Host};
use crate::reader::Reader;

/// How often the host lets macros go on.
const PATIENCE: u32 = 10_000;

/// How many statements are read.
const MOST_STATEMENTS: usize = 100_000;

/// A host that hears nothing, has no files, and stops what goes on for too long.
struct Silent {
    patience: u32,
}

impl Host for Silent {
    fn say(&mut self, _: Event<'_>) {}

    fn datetime(&self) -> f64 {
        0.0
    }

    fn stopped(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience == 0
    }

    fn read(&mut self, _: &std::path::Path) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    fn environment(&self, _: &str) -> Option<String> {
        None
    }
}

/// Reads a text as a program, with its macros, and says how many statements it has and how many errors
/// there are.
pub(crate) fn scan(text: &str) -> (usize, usize) {
    let mut host = Silent { patience: PATIENCE };
    let Ok(mut reader) = Reader::new("text", text) else {
        return (0, 1);
    };
    let (mut statements, mut errors) = (0, 0);
    while statements + errors < MOST_STATEMENTS {
        match reader.next_statement(&mut host) {
            Ok(Some(_)) => statements += 1,
            Ok(None) => break,
            Err(_) => errors += 1,
        }
        if host.patience == 0 {
            break;
        }
    }
    (statements, errors)
}
