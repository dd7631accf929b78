//! Who races, and in which ways each of them could.

use serde::Serialize;

/// A competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// `feedrate run`.
    Feedrate,
    /// DuckDB.
    Duckdb,
    /// Polars.
    Polars,
    /// `feedrate measure`: transfers, and nothing done with them.
    RawFeedrate,
    /// fio: the same.
    RawFio,
}

impl Who {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Feedrate,
        Self::Duckdb,
        Self::Polars,
        Self::RawFeedrate,
        Self::RawFio,
    ];

    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Feedrate => "feedrate",
            Self::Duckdb => "DuckDB",
            Self::Polars => "Polars",
            Self::RawFeedrate => "raw ours",
            Self::RawFio => "raw fio",
        }
    }

    /// Whether it only moves transfers.
    pub fn is_raw(self) -> bool {
        matches!(self, Self::RawFeedrate | Self::RawFio)
    }

    /// Whether it is another program that moves tables.
    pub fn is_peer(self) -> bool {
        matches!(self, Self::Duckdb | Self::Polars)
    }

    /// The ways in which it could race. Before the rounds it tries them all.
    pub fn ways(self) -> Vec<Way> {
        let data_set = |page_kib, buffers| How::DataSet(Pages { page_kib, buffers });
        let transfers = |kib, depth| How::Transfers(Shape { kib, depth });
        let ways: &[How] = match self {
            Self::Feedrate => &[
                data_set(64, None),
                data_set(64, Some(16)),
                data_set(1024, Some(1)),
            ],
            Self::Duckdb => &[How::Format(Format::Parquet), How::Format(Format::Database)],
            Self::Polars => &[How::Format(Format::Parquet), How::Format(Format::Arrow)],
            Self::RawFeedrate | Self::RawFio => {
                &[transfers(256, 16), transfers(1024, 8), transfers(1024, 16)]
            }
        };
        ways.iter().map(|&how| Way { who: self, how }).collect()
    }
}

/// A competitor with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Who.
    pub who: Who,
    /// How.
    pub how: How,
}

/// Settings of a competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// A data set.
    DataSet(Pages),
    /// A table in one of a peer's formats.
    Format(Format),
    /// Direct transfers from front to back.
    Transfers(Shape),
}

/// How the pages of a data set move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pages {
    /// KiB of a page (BUFSIZE).
    pub page_kib: u32,
    /// Pages of a transfer past the page cache (BUFNO with SGIO); none is through it.
    pub buffers: Option<u32>,
}

/// How transfers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// KiB of a transfer.
    pub kib: u32,
    /// Transfers in flight.
    pub depth: u32,
}

/// A peer's format, without compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Parquet.
    Parquet,
    /// A database of DuckDB.
    Database,
    /// An Arrow file, also called IPC or Feather.
    Arrow,
}

impl Format {
    /// What `peers.py` calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Database => "database",
            Self::Arrow => "arrow",
        }
    }
}

impl Way {
    /// The settings, for tables.
    pub fn label(self) -> String {
        let size = |kib: u32| match kib {
            ..1024 => format!("{kib}K"),
            _ => format!("{}M", kib / 1024),
        };
        match self.how {
            How::DataSet(Pages {
                page_kib,
                buffers: None,
            }) => format!("{} cached", size(page_kib)),
            How::DataSet(Pages {
                page_kib,
                buffers: Some(buffers),
            }) => {
                format!("{} x {buffers} direct", size(page_kib))
            }
            How::Format(Format::Parquet) => "Parquet".to_owned(),
            How::Format(Format::Database) => "database".to_owned(),
            How::Format(Format::Arrow) => "Arrow file".to_owned(),
            How::Transfers(Shape { kib, depth }) => format!("{} x {depth}", size(kib)),
        }
    }

    /// The name of its folder.
    pub fn folder(self) -> String {
        format!("{}-{}", self.who.name(), self.label()).replace(' ', "-")
    }
}
