//! Who waits for a transfer.

use clap::ValueEnum;
use feedrate_pageio::Discipline;

/// Who waits for a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisciplineName {
    /// One transfer at a time
    AsSas,
    /// Transfers in flight while the stream works
    Overlapped,
}

impl From<DisciplineName> for Discipline {
    fn from(name: DisciplineName) -> Self {
        match name {
            DisciplineName::AsSas => Self::AsSas,
            DisciplineName::Overlapped => Self::Overlapped,
        }
    }
}
