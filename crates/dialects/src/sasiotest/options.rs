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

/// All options, their spelling, and an example of the value if they take one.
const TABLE: &[(Flag, &str, Option<&str>)] = &[
    (Flag::Read, "-r", None),
    (Flag::Write, "-w", None),
    (Flag::ReadWrite, "-rw", None),
    (Flag::Sequential, "-seq", None),
    (Flag::Random, "-ran", None),
    (Flag::FileSize, "-filesize", Some("4G")),
    (Flag::PageSize, "-pagesize", Some("64K")),
    (Flag::Sgio, "-sgio", None),
    (Flag::NumPages, "-numpages", Some("16")),
    (Flag::Unbuffered, "-unbuffered", None),
    (Flag::WriteThrough, "-writethru", None),
    (Flag::Explain, "-explain", None),
    (Flag::Force, "-force", None),
    (Flag::Map, "-map", Some("D:=/mnt/d")),
];

impl Flag {
    /// Returns the spelling of all options.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|&(_, name, _)| name)
    }

    fn row(self) -> &'static (Self, &'static str, Option<&'static str>) {
        let row = TABLE.iter().find(|(flag, ..)| *flag == self);
        row.expect("the table has all options")
    }

    /// Returns its spelling.
    pub(super) fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the option of a name in lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        let row = TABLE.iter().find(|(_, known, _)| *known == name);
        row.map(|&(flag, ..)| flag)
    }

    /// Returns an example of its value, if it takes one.
    pub(super) fn value(self) -> Option<&'static str> {
        self.row().2
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
