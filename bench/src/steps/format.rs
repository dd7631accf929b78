//! The formats of files, and those that all programs share.

use serde::Serialize;

/// A format of a peer's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Parquet.
    Parquet,
    /// A database of DuckDB.
    Database,
    /// An Arrow file, also called IPC or Feather.
    Arrow,
    /// Lines of values with commas between them.
    Csv,
    /// A table in the memory of the program, which it loads before its clock runs.
    Memory,
}

impl Format {
    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parquet => "Parquet",
            Self::Database => "database",
            Self::Arrow => "Arrow file",
            Self::Csv => "CSV",
            Self::Memory => "memory",
        }
    }

    /// Returns the name of a table's file, in which those who go by its ending see the format.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Parquet => "big.parquet",
            Self::Csv => "big.csv",
            Self::Database | Self::Arrow | Self::Memory => "big",
        }
    }
}

/// The files of a case, as far as they are not in each program's own format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Files {
    /// The format of the one file that all programs read, as DuckDB writes it by its defaults.
    pub shared: Option<Format>,
    /// The format that all programs write. If they share no file, peers write it from memory.
    pub written: Option<Format>,
}

impl Files {
    /// Each program reads and writes its own format.
    pub const OWN: Self = Self {
        shared: None,
        written: None,
    };

    /// Returns the one format in which a peer has its table; `None` if it may choose among its own.
    pub fn format_of_peers(self) -> Option<Format> {
        self.shared.or(self.written.map(|_| Format::Memory))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_read_the_shared_file_or_their_memory() {
        let files = |shared, written| Files { shared, written };
        let [parquet, csv] = [Some(Format::Parquet), Some(Format::Csv)];
        assert_eq!(files(parquet, None).format_of_peers(), parquet);
        assert_eq!(files(parquet, csv).format_of_peers(), parquet);
        assert_eq!(files(None, csv).format_of_peers(), Some(Format::Memory));
        assert_eq!(Files::OWN.format_of_peers(), None);
    }
}
