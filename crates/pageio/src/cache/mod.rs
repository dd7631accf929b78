//! The page cache: the part of a file that it holds, and the share of a figure that it served.
//!
//! All of this speaks of the operating system's page cache only. Caches in controllers, arrays and
//! hypervisors lie beneath its sight.

mod evict;
mod free_memory;
mod patience;
mod read_ahead;
mod residency;
mod resident_bytes;
mod share;

pub use evict::Eviction;
pub(crate) use evict::{evict_after, evict_open};
pub use free_memory::{take_and_free, take_and_free_by};
pub use read_ahead::ReadAhead;
pub use residency::{Residency, ResidencySource, ResidentBytes};
pub use share::{CacheShare, StorageIo, UnknownBecause};
