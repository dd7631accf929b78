//! The ways in which a file is opened to be written.

use std::fs::OpenOptions;

/// The way in which a file is opened to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// From its beginning: it is created, or loses its content.
    Anew,
    /// At its end; it is created if necessary.
    AtEnd,
    /// At its end; it has to exist.
    AtEndOfExisting,
}

impl WriteMode {
    /// Returns the options that open a file so, which neither create it nor remove its content.
    pub(crate) fn options(self) -> OpenOptions {
        let mut options = OpenOptions::new();
        match self {
            Self::Anew => options.write(true),
            Self::AtEnd | Self::AtEndOfExisting => options.append(true),
        };
        options
    }
}
