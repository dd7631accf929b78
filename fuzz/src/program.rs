//! Any text, read as a program: macros, statements, syntax trees, and steps that are lowered.

use std::io;
use std::path::Path;

use feedrate_program::lower::{self, Options};
use feedrate_program::parse::{Parser, Program};
use feedrate_program::tree::Unit;
use feedrate_program::{Event, Host, Reader};

use crate::shelf::Shelf;

/// How often macros may go on.
const PATIENCE: u32 = 2000;

/// Reads a program to its end, and lowers its steps.
pub fn program(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(mut reader) = Reader::new("fuzz.sas", &text) else {
        return;
    };
    let mut session = Silent { patience: PATIENCE };
    let mut parser = Parser::new();
    while let Some(parsed) = parser.next_unit(&mut Program::new(&mut reader, &mut session)) {
        let mut diagnostics = parsed.diagnostics;
        let mut shelf = Shelf::default();
        match &parsed.unit {
            Unit::Data(step) => {
                let lowered = lower::data_step(step, &mut shelf, &Options::default());
                // Whatever was made of it can be shown.
                assert!(lowered.step.to_string().contains("body"));
                diagnostics.extend(lowered.diagnostics);
            }
            Unit::Procedure(procedure) => {
                let lowered = lower::procedure(procedure, &mut shelf, &Options::default());
                diagnostics.extend(lowered.diagnostics);
            }
            Unit::Global(_) => {}
        }
        for diagnostic in diagnostics {
            assert!(!diagnostic.render(reader.sources()).is_empty());
        }
        if session.patience == 0 {
            break;
        }
    }
}

/// A session that hears nothing, has no files, and stops what goes on for too long.
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

    fn read(&mut self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn environment(&self, _: &str) -> Option<String> {
        None
    }
}
