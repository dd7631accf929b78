//! A host that ignores all events.

use std::io;
use std::path::Path;

use crate::host::{Event, Host};

/// A host that ignores all events, has no files, and stops programs that run too long.
#[derive(Clone, Debug)]
pub struct SilentHost {
    patience: u32,
}

impl SilentHost {
    /// Creates a host that stops after `patience` calls, references and statements.
    pub fn new(patience: u32) -> Self {
        Self { patience }
    }

    /// Returns whether it has stopped the program.
    pub fn has_stopped(&self) -> bool {
        self.patience == 0
    }
}

impl Default for SilentHost {
    fn default() -> Self {
        Self::new(10_000)
    }
}

impl Host for SilentHost {
    fn say(&mut self, _: Event<'_>) {}

    fn datetime(&self) -> f64 {
        0.0
    }

    fn stopped(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.has_stopped()
    }

    fn read(&mut self, _: &Path, _: u64) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn environment(&self, _: &str) -> Option<String> {
        None
    }
}
