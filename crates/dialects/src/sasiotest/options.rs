//! The options by name, and their parsed values.

use std::path::PathBuf;

use crate::drives::Drives;

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Read,
    Write,
    ReadWrite,
    Sequential,
    Random,
    FileSize,
    PageSize,
    Sgio,
    NumPages,
    Unbuffered,
    WriteThrough,
    Explain,
    Force,
    Map,
}

impl Flag {
    /// All options.
    pub(super) const ALL: [Self; 14] = [
        Self::Read,
        Self::Write,
        Self::ReadWrite,
        Self::Sequential,
        Self::Random,
        Self::FileSize,
        Self::PageSize,
        Self::Sgio,
        Self::NumPages,
        Self::Unbuffered,
        Self::WriteThrough,
        Self::Explain,
        Self::Force,
        Self::Map,
    ];

    /// Returns its spelling.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Read => "-r",
            Self::Write => "-w",
            Self::ReadWrite => "-rw",
            Self::Sequential => "-seq",
            Self::Random => "-ran",
            Self::FileSize => "-filesize",
            Self::PageSize => "-pagesize",
            Self::Sgio => "-sgio",
            Self::NumPages => "-numpages",
            Self::Unbuffered => "-unbuffered",
            Self::WriteThrough => "-writethru",
            Self::Explain => "-explain",
            Self::Force => "-force",
            Self::Map => "-map",
        }
    }

    /// Returns the option of a name in lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name() == name)
    }

    /// Returns an example of its value, if it takes one.
    pub(super) fn value(self) -> Option<&'static str> {
        match self {
            Self::FileSize => Some("4G"),
            Self::PageSize => Some("64K"),
            Self::NumPages => Some("16"),
            Self::Map => Some("D:=/mnt/d"),
            _ => None,
        }
    }
}

/// The parsed arguments.
#[derive(Debug, Default)]
pub(super) struct ParsedOptions {
    pub(super) name: String,
    pub(super) file: PathBuf,
    pub(super) drives: Drives,
    pub(super) flags: Vec<Flag>,
    pub(super) file_bytes: Option<u64>,
    pub(super) page_bytes: Option<u64>,
    pub(super) pages: Option<u32>,
}

impl ParsedOptions {
    /// Returns whether an option was given.
    pub(super) fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }
}
