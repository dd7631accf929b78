//! The settings requested in one scope.

use feedrate_pageio::Discipline;

use super::expansion::CharacterExpansion;
use crate::format::{Compression, CompressionOptions, Metadata};

/// The word of `DLDMGACTION=` that repairs.
pub(super) const REPAIR: usize = 4;

/// The words of `COMPRESS=` by index.
const COMPRESSIONS: [Compression; 6] = [
    Compression::None,
    Compression::None,
    Compression::RunLength,
    Compression::RunLength,
    Compression::RunLength,
    Compression::Ross,
];

/// The settings requested in one scope: for a data set, for a library, or for the system. Those that are `None` are
/// left to the next scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestedSettings {
    /// Bytes of a page; 0 chooses it by the length of a row.
    pub bufsize: Option<u64>,
    /// True if the header of a new data set is as long as a page.
    pub align_files: Option<bool>,
    /// Page buffers; 0 is the default.
    pub bufno: Option<u32>,
    /// True if pages are transferred with direct I/O.
    pub sgio: Option<bool>,
    /// The same, for libraries that enable it.
    pub use_direct_io: Option<bool>,
    /// True if a library enables it.
    pub enable_direct_io: Option<bool>,
    /// The discipline of waiting for transfers.
    pub discipline: Option<Discipline>,
    /// The seconds to wait for a data set that another process changes.
    pub file_lock_wait: Option<u64>,
    /// Bytes of a page of index files; 0 is the default.
    pub ibufsize: Option<u32>,
    /// Page buffers of an index; 0 is the default.
    pub ibufno: Option<u32>,
    /// The index of the word of `DLDMGACTION=`.
    pub damage_action: Option<usize>,
    /// The room that character variables of a library have beyond that in their files.
    pub expansion: Option<CharacterExpansion>,
    /// The index of the word of `COMPRESS=`.
    pub compress: Option<usize>,
    /// True if new rows of a compressed data set may take the space of deleted ones.
    pub reuse: Option<bool>,
    /// True if rows of a compressed data set can be found by their numbers.
    pub point_obs: Option<bool>,
}

impl RequestedSettings {
    /// Returns a request for a data set with the permanent attributes of another one: its page size, and how it is
    /// compressed.
    pub fn like(metadata: &Metadata) -> Self {
        let compression = CompressionOptions {
            method: metadata.compression,
            reuses_space: metadata.reuses_space,
            is_addressable: metadata.is_addressable,
        };
        Self::with_attributes(metadata.header.page_size.into(), compression)
    }

    /// Returns a request for a data set with this page size, whose rows are compressed so.
    pub fn with_attributes(page_bytes: u64, compression: CompressionOptions) -> Self {
        let is_compressed = compression.method != Compression::None;
        let word = COMPRESSIONS.iter().rposition(|&word| word == compression.method);
        Self {
            bufsize: Some(page_bytes),
            compress: word,
            reuse: is_compressed.then_some(compression.reuses_space),
            point_obs: is_compressed.then_some(compression.is_addressable),
            ..Self::default()
        }
    }

    /// Returns these settings, with those of another one where there are none.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut all = other.clone();
        all.merge(self);
        all
    }

    /// Returns the requested method of compression.
    pub(super) fn compression_method(&self) -> Option<Compression> {
        COMPRESSIONS.get(self.compress?).copied()
    }

    /// Overrides the settings by those of another one of the same scope that were specified later.
    pub fn merge(&mut self, later: &Self) {
        /// Overrides fields. All are named, so that none is forgotten.
        macro_rules! override_by {
            ($($field:ident),*) => {
                let Self { $($field),* } = later;
                $(self.$field = $field.or(self.$field);)*
            };
        }
        override_by!(
            bufsize,
            align_files,
            bufno,
            sgio,
            use_direct_io,
            enable_direct_io,
            discipline,
            file_lock_wait,
            ibufsize,
            ibufno,
            damage_action,
            expansion,
            compress,
            reuse,
            point_obs
        );
    }
}
