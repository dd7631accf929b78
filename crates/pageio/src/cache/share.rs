//! The share of a figure that the page cache served.

use std::fmt;
use std::io;

use feedrate_machine::System;
use feedrate_machine::proc::ProcessIo;
use serde::{Deserialize, Serialize};

/// The bytes that this process really moved to and from storage so far (`/proc/self/io`). All its threads are counted,
/// ended ones and the kernel's workers for its io_uring too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageIo {
    /// Bytes fetched from storage, read-ahead included.
    pub read_bytes: u64,
    /// Bytes sent, or made to be sent later, to storage.
    pub write_bytes: u64,
}

impl StorageIo {
    /// Returns the counters now.
    ///
    /// # Errors
    /// `Unsupported` where the kernel keeps none or hides `/proc`.
    pub fn now() -> io::Result<Self> {
        let io = ProcessIo::at(&System::host(), "self").ok_or(io::ErrorKind::Unsupported)?;
        Ok(Self {
            read_bytes: io.storage_read_bytes,
            write_bytes: io.storage_write_bytes,
        })
    }

    /// Returns the bytes moved since `earlier`.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            read_bytes: self.read_bytes.saturating_sub(earlier.read_bytes),
            write_bytes: self.write_bytes.saturating_sub(earlier.write_bytes),
        }
    }
}

/// The reason why the share cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownBecause {
    /// Nothing was read.
    NothingRead,
    /// The kernel keeps no count of this process's storage I/O, or hides it.
    NoCounters,
    /// The file system is served by something that the kernel does not count as storage.
    NotCounted,
}

/// The share of the bytes read that the page cache served:
/// 1 − bytes fetched from storage / bytes returned, and 0 where read-ahead fetched more than was used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheShare {
    /// From 0 to 1.
    Known(f64),
    /// Not to be known.
    Unknown(UnknownBecause),
}

impl CacheShare {
    /// The share for `returned` bytes read while `storage` was moved.
    pub fn of(returned: u64, storage: Option<StorageIo>) -> Self {
        match storage {
            _ if returned == 0 => Self::Unknown(UnknownBecause::NothingRead),
            None => Self::Unknown(UnknownBecause::NoCounters),
            Some(storage) => Self::Known((1.0 - storage.read_bytes as f64 / returned as f64).clamp(0.0, 1.0)),
        }
    }

    /// The share for bytes of which only some were read through the page cache: it served none of the others. What of
    /// them no storage served lies where a file has none, in holes.
    pub fn of_both(cached: u64, direct: u64, storage: Option<StorageIo>) -> Self {
        if cached == 0 && direct > 0 {
            return Self::Known(0.0);
        }
        let all = cached.saturating_add(direct);
        match Self::of(all, storage) {
            Self::Known(share) => Self::Known(share.min(cached as f64 / all as f64)),
            unknown => unknown,
        }
    }

    /// From 0 to 1, where known.
    pub fn known(self) -> Option<f64> {
        match self {
            Self::Known(share) => Some(share),
            Self::Unknown(_) => None,
        }
    }
}

impl fmt::Display for CacheShare {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(share) => write!(formatter, "{:.0} %", share * 100.0),
            Self::Unknown(UnknownBecause::NothingRead) => formatter.write_str("nothing read"),
            Self::Unknown(_) => formatter.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetched(read_bytes: u64) -> Option<StorageIo> {
        Some(StorageIo {
            read_bytes,
            write_bytes: 0,
        })
    }

    #[test]
    fn the_share_is_what_storage_did_not_serve() {
        assert_eq!(CacheShare::of(1000, fetched(250)), CacheShare::Known(0.75));
        assert_eq!(CacheShare::of(1000, fetched(0)), CacheShare::Known(1.0));
        // Read-ahead beyond the end of what was asked for.
        assert_eq!(CacheShare::of(1000, fetched(1200)), CacheShare::Known(0.0));
    }

    #[test]
    fn the_cache_serves_nothing_of_what_goes_past_it() {
        let share = |cached, direct, storage| CacheShare::of_both(cached, direct, fetched(storage));
        assert_eq!(share(1000, 0, 250), CacheShare::Known(0.75));
        assert_eq!(share(0, 1000, 0), CacheShare::Known(0.0));
        assert_eq!(share(250, 750, 0), CacheShare::Known(0.25));
        assert_eq!(share(500, 500, 750), CacheShare::Known(0.25));
        assert_eq!(CacheShare::of_both(0, 1000, None), CacheShare::Known(0.0));
        assert_eq!(CacheShare::of_both(1, 1000, None).known(), None);
        assert_eq!(share(0, 0, 0).known(), None);
    }

    #[test]
    fn what_cannot_be_known_is_not_guessed() {
        assert_eq!(CacheShare::of(1000, None).known(), None);
        assert_eq!(CacheShare::of(0, fetched(0)).known(), None);
        assert_eq!(CacheShare::of(1000, None).to_string(), "unknown");
    }
}
