//! The ways that pages move: the method, the access pattern, the discipline and the shape of a transfer.

use serde::{Deserialize, Serialize};

/// The way on which a file's pages reach the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Through the page cache.
    Cached,
    /// Past the page cache, with up to `pages_per_transfer` page buffers scattered or gathered by
    /// one call: what SAS calls SGIO, where the number is BUFNO.
    Direct {
        /// Pages moved by one transfer, at least 1.
        pages_per_transfer: u32,
    },
    /// Past the page cache, one page a transfer.
    Unbuffered,
    /// Through the page cache; each write returns when its data has reached the device.
    WriteThrough,
}

impl Method {
    /// Returns whether transfers go past the page cache.
    pub fn is_direct(self) -> bool {
        matches!(self, Self::Direct { .. } | Self::Unbuffered)
    }

    /// The most pages that one transfer moves.
    pub fn pages_per_transfer(self) -> u32 {
        match self {
            Self::Direct { pages_per_transfer } => pages_per_transfer.max(1),
            Self::Cached | Self::Unbuffered | Self::WriteThrough => 1,
        }
    }

    /// One word for tables: `cached`, `direct`, `unbuffered` or `write-through`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cached => "cached",
            Self::Direct { .. } => "direct",
            Self::Unbuffered => "unbuffered",
            Self::WriteThrough => "write-through",
        }
    }
}

/// The order in which pages are visited, which decides the hint that the kernel is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// From front to back (`POSIX_FADV_SEQUENTIAL`).
    Sequential,
    /// In random order, and the kernel is told so (`POSIX_FADV_RANDOM`).
    Random,
    /// In random order without a hint: the kernel reads ahead by what it has seen
    /// (`POSIX_FADV_NORMAL`). SASIOTEST calls this read with history.
    History,
}

/// The place that written data must have reached before a write returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteSync {
    /// The page cache, or the device's own cache where it goes past that.
    #[default]
    Nothing,
    /// That its data have reached the device (`O_DSYNC`).
    Data,
    /// That they and all that belongs to the file have (`O_SYNC`).
    All,
}

/// Who waits for a transfer.
///
/// The discipline is orthogonal to the [`Method`]: it says whether the caller stands still while a
/// transfer is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discipline {
    /// One transfer at a time, as SAS does it. Direct sequential access moves the first page alone
    /// and then BUFNO−1 pages a transfer; cached access moves one page a call whatever BUFNO says.
    AsSas,
    /// Transfers stay in flight while the caller works.
    Overlapped,
}

impl Discipline {
    /// The name that output uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsSas => "as SAS",
            Self::Overlapped => "overlapped",
        }
    }
}

/// The form in which the kernel is given the memory of one transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// One segment for each page: scatter and gather.
    Scatter,
    /// One contiguous run of memory. The pages lie in it one after another.
    Contiguous,
}
