//! Page size, buffers, direct I/O: the requested settings and the effective ones.
//!
//! A setting can be specified for a data set, for its library, or as a system option; each setting is taken from the
//! innermost of these that has it. [`DEFINITIONS`] is the only list of their names and values.

mod definition;
mod expansion;
mod page_memory;
mod page_size;
mod requested;
mod table;
mod written;

use std::time::Duration;

use feedrate_pageio::{Discipline, Method};

pub use definition::{Accepts, Definition, SettingScope};
pub use expansion::CharacterExpansion;
pub use feedrate_options::parse_number;
pub use page_memory::PageMemory;
pub(crate) use page_memory::TakenMemory;
pub use page_size::{DEFAULT_PAGE, LARGEST_PAGE, PageRules, TooLarge};
pub use requested::RequestedSettings;
pub use table::{DEFINITIONS, find};
pub use written::SettingError;

use crate::format::{Compression, CompressionOptions};

/// Bytes of the header of a new data set that is not aligned: that of files of the SAS System on UNIX without
/// `ALIGNSASIOFILES`.
const UNALIGNED_HEADER: u32 = 8 << 10;

/// The maximum of `BUFNO=` times the page size: the limit of one SGIO transfer.
pub const LARGEST_TRANSFER: u64 = 64 << 20;

/// The effective settings of a data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Bytes of a page of a new data set; 0 chooses it by the length of a row.
    pub bufsize: u64,
    /// True if the header of a new data set is as long as a page.
    pub aligned: bool,
    /// Page buffers, at least 1. A transfer with direct I/O moves up to this many pages.
    pub bufno: u32,
    /// True if pages are transferred with direct I/O.
    pub direct: bool,
    /// The discipline of waiting for transfers.
    pub discipline: Discipline,
    /// The maximum bytes of pages in flight in one direction, except for a single larger page; `None` if there is
    /// memory for as many as keep storage busy. It is set by steps with a memory limit and not by programs. Single
    /// transfers always have their sizes from BUFNO=.
    pub transfer_memory: Option<u64>,
    /// The time to wait for a data set that another process changes.
    pub lock_wait: Duration,
    /// True if an interrupted update is completed when the data set is opened.
    pub repairs: bool,
    /// True if a data set is described although an update of it was interrupted. It is not set by programs.
    pub allows_interrupted: bool,
    /// Bytes of a page of a new index file; 0 is the default.
    pub index_page: u32,
    /// Page buffers of an index beyond those from its root to a leaf.
    pub index_buffers: u32,
    /// The number of threads on which the rows of a file of another format are encoded and decoded, at least 1.
    pub threads: usize,
    /// The memory for pages, which data sets that are open at the same time share.
    pub page_memory: PageMemory,
    /// The room that character variables have beyond that in their file.
    pub expansion: Option<CharacterExpansion>,
    /// The compression of the rows of a new data set; `None` if they are not compressed.
    pub compression: Option<CompressionOptions>,
    /// Requests without effect, with the reason.
    pub notes: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::resolve(
            &RequestedSettings::default(),
            &RequestedSettings::default(),
            &RequestedSettings::default(),
        )
    }
}

impl Settings {
    /// Takes each setting from the innermost scope that has it: data set, library, system.
    pub fn resolve(system: &RequestedSettings, library: &RequestedSettings, data_set: &RequestedSettings) -> Self {
        let scopes = [data_set, library, system];
        let mut notes = Vec::new();
        // USEDIRECTIO= counts only if the library enables it.
        let enabled = library.enable_direct_io.unwrap_or(false);
        let direct = scopes.iter().find_map(|requested| match requested.use_direct_io {
            Some(true) if !enabled => {
                let note = "USEDIRECTIO= has no effect on a library without ENABLEDIRECTIO";
                if !notes.iter().any(|there| there == note) {
                    notes.push(note.to_owned());
                }
                requested.sgio
            }
            Some(used) => Some(used || requested.sgio.unwrap_or(false)),
            None => requested.sgio,
        });
        Self {
            bufsize: scopes.iter().find_map(|requested| requested.bufsize).unwrap_or(0),
            aligned: scopes
                .iter()
                .find_map(|requested| requested.align_files)
                .unwrap_or(true),
            bufno: scopes.iter().find_map(|requested| requested.bufno).unwrap_or(0).max(1),
            direct: direct.unwrap_or(false),
            discipline: scopes
                .iter()
                .find_map(|requested| requested.discipline)
                .unwrap_or(Discipline::Overlapped),
            transfer_memory: None,
            lock_wait: Duration::from_secs(
                scopes
                    .iter()
                    .find_map(|requested| requested.file_lock_wait)
                    .unwrap_or(0),
            ),
            repairs: scopes
                .iter()
                .find_map(|requested| requested.damage_action)
                .is_some_and(|action| action == requested::REPAIR),
            allows_interrupted: false,
            index_page: scopes.iter().find_map(|requested| requested.ibufsize).unwrap_or(0),
            index_buffers: scopes.iter().find_map(|requested| requested.ibufno).unwrap_or(0),
            threads: 1,
            page_memory: PageMemory::default(),
            expansion: library.expansion,
            compression: compression(scopes),
            notes,
        }
    }

    /// Returns the maximum bytes of pages in flight, except for a single larger page: those that the step sets, or
    /// those that data sets which are open have left.
    pub(crate) fn transfer_bytes(&self) -> Option<u64> {
        self.transfer_memory.or_else(|| self.page_memory.for_transfers())
    }

    /// Returns the bytes of the header of a new data set with pages of this size.
    pub fn header_bytes(&self, page_bytes: u32) -> u32 {
        match self.aligned {
            true => page_bytes,
            false => UNALIGNED_HEADER,
        }
    }

    /// Returns how pages of this size are transferred, and a note about what of the settings this limits.
    pub fn method(&self, page_bytes: u64) -> (Method, Option<String>) {
        if !self.direct {
            return (Method::Cached, None);
        }
        let in_memory = self.page_memory.for_transfers().unwrap_or(u64::MAX);
        let most = LARGEST_TRANSFER.min(in_memory) / page_bytes.max(1);
        let most = most.clamp(1, u64::from(u32::MAX)) as u32;
        let note = (self.bufno > most).then(|| {
            let bound = match in_memory < LARGEST_TRANSFER {
                true => format!("the {}K that MEMSIZE= leaves for one transfer", in_memory >> 10),
                false => "the 64M of one transfer".to_owned(),
            };
            format!(
                "BUFNO={} is cut to {most}: with pages of {page_bytes} bytes, more would exceed {bound}",
                self.bufno
            )
        });
        let pages_per_transfer = self.bufno.min(most);
        (Method::Direct { pages_per_transfer }, note)
    }
}

/// Returns how rows are compressed. Where the space of deleted ones is reused, rows are not in the order of their
/// numbers.
fn compression(scopes: [&RequestedSettings; 3]) -> Option<CompressionOptions> {
    let method = scopes.iter().find_map(|requested| requested.compression_method());
    let reuses_space = scopes.iter().find_map(|requested| requested.reuse);
    let is_addressable = scopes.iter().find_map(|requested| requested.point_obs);
    let reuses_space = reuses_space.unwrap_or(false);
    let method = method.filter(|&method| method != Compression::None)?;
    Some(CompressionOptions {
        method,
        reuses_space,
        is_addressable: is_addressable.unwrap_or(true) && !reuses_space,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requested(scope: SettingScope, words: &[(&str, Option<&str>)]) -> RequestedSettings {
        let mut requested = RequestedSettings::default();
        for (word, value) in words {
            requested.set(scope, word, *value).unwrap();
        }
        requested
    }

    #[test]
    fn the_nearest_place_counts_each_setting_by_itself() {
        let system = requested(SettingScope::System, &[("bufsize", Some("16k")), ("bufno", Some("4"))]);
        let library = requested(SettingScope::Library, &[("bufno", Some("8"))]);
        let data_set = requested(SettingScope::DataSet, &[("bufsize", Some("0"))]);
        let settings = Settings::resolve(&system, &library, &data_set);
        assert_eq!((settings.bufsize, settings.bufno), (0, 8));
        let settings = Settings::resolve(&system, &library, &RequestedSettings::default());
        assert_eq!((settings.bufsize, settings.bufno), (16384, 8));
        assert_eq!(settings.discipline, Discipline::Overlapped);
        assert!(!settings.direct);
    }

    #[test]
    fn sgio_on_the_data_set_counts_before_that_of_the_system() {
        let system = requested(SettingScope::System, &[("sgio", None)]);
        let none = RequestedSettings::default();
        assert!(Settings::resolve(&system, &none, &none).direct);
        let not = requested(SettingScope::DataSet, &[("sgio", Some("no"))]);
        assert!(!Settings::resolve(&system, &none, &not).direct);
        let not = requested(SettingScope::System, &[("nosgio", None)]);
        assert!(!Settings::resolve(&not, &none, &none).direct);
    }

    #[test]
    fn direct_io_is_used_only_where_the_library_enables_it() {
        let none = RequestedSettings::default();
        let used = requested(SettingScope::DataSet, &[("usedirectio", Some("yes"))]);
        let settings = Settings::resolve(&none, &none, &used);
        assert!(!settings.direct);
        assert_eq!(settings.notes.len(), 1, "{:?}", settings.notes);
        let enabled = requested(SettingScope::Library, &[("enabledirectio", None)]);
        assert!(!Settings::resolve(&none, &enabled, &none).direct);
        assert!(Settings::resolve(&none, &enabled, &used).direct);
        let both = requested(
            SettingScope::Library,
            &[("enabledirectio", None), ("usedirectio", Some("yes"))],
        );
        assert!(Settings::resolve(&none, &both, &none).direct);
        let not = requested(SettingScope::DataSet, &[("usedirectio", Some("no"))]);
        assert!(!Settings::resolve(&none, &both, &not).direct);
    }

    #[test]
    fn reuse_of_space_excludes_numbers_of_rows() {
        let none = RequestedSettings::default();
        let compression = |words: &[(&str, Option<&str>)]| {
            let data_set = requested(SettingScope::DataSet, words);
            Settings::resolve(&none, &none, &data_set).compression
        };
        assert_eq!(compression(&[("reuse", Some("yes"))]), None);
        assert_eq!(compression(&[("compress", Some("off"))]), None);
        let of = |words: &[(&str, Option<&str>)]| {
            let compression = compression(words).unwrap();
            let CompressionOptions {
                reuses_space,
                is_addressable,
                ..
            } = compression;
            (compression.method, reuses_space, is_addressable)
        };
        let char = ("compress", Some("char"));
        assert_eq!(of(&[char]), (Compression::RunLength, false, true));
        assert_eq!(of(&[("compress", Some("binary"))]), (Compression::Ross, false, true));
        assert_eq!(
            of(&[char, ("pointobs", Some("no"))]),
            (Compression::RunLength, false, false)
        );
        let both = [char, ("reuse", Some("yes")), ("pointobs", Some("yes"))];
        assert_eq!(of(&both), (Compression::RunLength, true, false));
    }

    #[test]
    fn a_transfer_holds_at_most_64_mib() {
        let system = requested(SettingScope::System, &[("sgio", None), ("bufno", Some("1000"))]);
        let none = RequestedSettings::default();
        let settings = Settings::resolve(&system, &none, &none);
        let (method, note) = settings.method(1 << 20);
        assert_eq!(method.pages_per_transfer(), 64);
        assert!(note.unwrap().contains("cut to 64"));
        let (method, note) = settings.method(65536);
        assert_eq!((method.pages_per_transfer(), note), (1000, None));
        // A page that exceeds the limit by itself is transferred alone.
        assert_eq!(settings.method(1 << 30).0.pages_per_transfer(), 1);
        let settings = Settings {
            page_memory: PageMemory::of(64 << 20),
            ..settings
        };
        let (method, note) = settings.method(1 << 20);
        assert_eq!(method.pages_per_transfer(), 16);
        let note = note.unwrap();
        assert!(note.contains("the 16384K that MEMSIZE= leaves"), "{note}");
    }
}
