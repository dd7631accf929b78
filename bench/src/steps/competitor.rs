//! The competitors, and the ways in which each of them could race.

use serde::Serialize;

use super::format::{Files, Format};

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
    /// DataFusion, of which feedrate's own PROC SQL is made.
    Datafusion,
    /// `feedrate measure`: transfers, and nothing done with them.
    RawFeedrate,
    /// fio: the same.
    RawFio,
}

impl Who {
    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Feedrate => "feedrate",
            Self::Duckdb => "DuckDB",
            Self::Polars => "Polars",
            Self::Datafusion => "DataFusion",
            Self::RawFeedrate => "raw ours",
            Self::RawFio => "raw fio",
        }
    }

    /// Returns true if it only moves transfers.
    pub fn is_raw(self) -> bool {
        matches!(self, Self::RawFeedrate | Self::RawFio)
    }

    /// Returns true if it is another program that moves tables.
    pub fn is_peer(self) -> bool {
        matches!(self, Self::Duckdb | Self::Polars)
    }

    /// Returns true if it is run by `peers.py`.
    pub fn is_through_python(self) -> bool {
        self.is_peer() || self == Self::Datafusion
    }

    /// Returns the ways in which it could race, those on the same source together. Before the rounds it tries them
    /// all. Where memory is limited, a program is told of less than it has: what it does not count itself
    /// needs room too.
    pub fn ways(self, files: Files, is_hot: bool, memory_is_limited: bool) -> Vec<Way> {
        let data_set = |page_kib, buffers| WaySettings::DataSet(Pages { page_kib, buffers });
        let transfers = |kib, depth| WaySettings::Transfers(Shape { kib, depth });
        let format_of_peers = files.format_of_peers().map(|format| [WaySettings::Format(format)]);
        let hows: &[WaySettings] = match self {
            // The file that all read has no pages.
            Self::Feedrate if files.shared.is_some() => &[data_set(64, None)],
            // Nothing of the page cache comes past it.
            Self::Feedrate if is_hot => &[data_set(64, None), data_set(1024, None)],
            Self::Feedrate => &[data_set(64, None), data_set(64, Some(16)), data_set(1024, Some(1))],
            Self::Duckdb | Self::Polars | Self::Datafusion if format_of_peers.is_some() => {
                format_of_peers.as_slice().as_flattened()
            }
            Self::Duckdb => &[
                WaySettings::Format(Format::Parquet),
                WaySettings::Format(Format::Database),
            ],
            Self::Polars => &[WaySettings::Format(Format::Parquet), WaySettings::Format(Format::Arrow)],
            Self::Datafusion => &[WaySettings::Format(Format::Parquet)],
            Self::RawFeedrate | Self::RawFio => &[transfers(256, 16), transfers(1024, 8), transfers(1024, 16)],
        };
        let share = |quarters, one_thread| Some(Share { quarters, one_thread });
        let shares: &[_] = match self {
            _ if !memory_is_limited => &[None],
            Self::Feedrate => &[share(3, false), share(2, false)],
            // Each of their threads wants memory of its own, and their errors name fewer as a remedy.
            Self::Duckdb | Self::Polars => &[share(3, false), share(2, false), share(2, true)],
            Self::Datafusion | Self::RawFeedrate | Self::RawFio => &[None],
        };
        let way = |how, share| Way {
            who: self,
            how,
            files,
            share,
        };
        hows.iter()
            .flat_map(|&how| shares.iter().map(move |&share| way(how, share)))
            .collect()
    }
}

/// A competitor with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The competitor.
    pub who: Who,
    /// Its settings.
    pub how: WaySettings,
    /// The files that it is read from and written to.
    pub files: Files,
    /// The memory that it is told to use; absent where memory is not limited.
    pub share: Option<Share>,
}

/// The part that a program is told of the memory that its process may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Quarters of it.
    pub quarters: u8,
    /// Set where it is to make do with one thread, and not all that it would take.
    pub one_thread: bool,
}

/// Settings of a competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaySettings {
    /// A data set.
    DataSet(Pages),
    /// A table in one of a peer's formats.
    Format(Format),
    /// Direct transfers from front to back.
    Transfers(Shape),
}

/// The way of the pages of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pages {
    /// KiB of a page (BUFSIZE).
    pub page_kib: u32,
    /// Pages of a transfer past the page cache (BUFNO with SGIO); none is through it.
    pub buffers: Option<u32>,
}

/// The shape of transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// KiB of a transfer.
    pub kib: u32,
    /// Transfers in flight.
    pub depth: u32,
}

impl Way {
    /// Returns the settings, for tables.
    pub fn label(self) -> String {
        let how = match self.how {
            WaySettings::DataSet(Pages {
                page_kib,
                buffers: None,
            }) => format!("{} cached", size(page_kib)),
            WaySettings::DataSet(Pages {
                page_kib,
                buffers: Some(buffers),
            }) => {
                format!("{} x {buffers} direct", size(page_kib))
            }
            WaySettings::Format(format) => format.name().to_owned(),
            WaySettings::Transfers(Shape { kib, depth }) => format!("{} x {depth}", size(kib)),
        };
        match self.share {
            None => how,
            Some(Share { quarters, one_thread }) => {
                format!("{how} {quarters}/4{}", if one_thread { ", 1" } else { "" })
            }
        }
    }

    /// Returns the settings after the name, for messages.
    pub fn full_name(self) -> String {
        format!("{}, {}", self.who.name(), self.label())
    }

    /// Returns the name of the folder of its source, which ways share that differ only in how they read it.
    pub fn source_folder(self) -> String {
        if let Some(format) = self.files.shared {
            return format!("shared-{}", format.name());
        }
        let source = match self.how {
            WaySettings::DataSet(pages) => size(pages.page_kib),
            WaySettings::Format(format) => format.name().to_owned(),
            WaySettings::Transfers(_) => "nothing".to_owned(),
        };
        format!("{}-{source}", self.who.name()).replace(' ', "-")
    }
}

impl Share {
    /// Returns the bytes that a program may use, where its process may have so many.
    pub fn of(self, memory_bytes: u64) -> u64 {
        memory_bytes / 4 * u64::from(self.quarters)
    }
}

fn size(kib: u32) -> String {
    match kib {
        ..1024 => format!("{kib}K"),
        _ => format!("{}M", kib / 1024),
    }
}
