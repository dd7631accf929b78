//! The geometry of transfers: how a range of a file falls into them.

use serde::{Deserialize, Serialize};

use crate::method::{Discipline, Method};

/// A run of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub offset: u64,
    /// Length in bytes.
    pub bytes: u64,
}

/// The sizes by which a sequential pass over a range proceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Geometry {
    /// Bytes of one page.
    pub page: u64,
    /// Pages of a full transfer.
    pub pages: u32,
    /// True if the first page of a pass moves alone.
    pub first_page_alone: bool,
}

impl Geometry {
    /// Transfers of `method` under `discipline`, for a sequential pass by pages of `page` bytes.
    ///
    /// With direct transfers SAS moves the first page alone and then BUFNO−1 pages a transfer
    /// ("How to Increase I/O Throughput with SAS for Windows' SGIO Feature", section on options).
    /// With BUFNO=1 every transfer is one page.
    pub fn sequential(method: Method, discipline: Discipline, page: u64) -> Self {
        match (method, discipline) {
            (Method::Direct { pages_per_transfer }, Discipline::AsSas) => Self {
                page,
                pages: pages_per_transfer.saturating_sub(1).max(1),
                first_page_alone: pages_per_transfer > 1,
            },
            _ => Self {
                page,
                pages: method.pages_per_transfer(),
                first_page_alone: false,
            },
        }
    }

    /// Every transfer of the same size, the first like the others.
    pub fn even(page: u64, pages: u32) -> Self {
        Self {
            page,
            pages: pages.max(1),
            first_page_alone: false,
        }
    }

    /// Bytes of a full transfer.
    pub fn transfer_bytes(self) -> u64 {
        self.page * u64::from(self.pages)
    }

    /// The transfer that starts `position` bytes into a range of `range` bytes; `None` at its end.
    /// The last one is cut at the end of the range.
    pub fn at(self, position: u64, range: u64) -> Option<Span> {
        if position >= range {
            return None;
        }
        let full = if position == 0 && self.first_page_alone {
            self.page
        } else {
            self.transfer_bytes()
        };
        Some(Span {
            offset: position,
            bytes: full.min(range - position),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pass(geometry: Geometry, range: u64) -> Vec<u64> {
        let mut position = 0;
        let mut sizes = Vec::new();
        while let Some(span) = geometry.at(position, range) {
            assert_eq!(span.offset, position);
            sizes.push(span.bytes);
            position += span.bytes;
        }
        sizes
    }

    #[test]
    fn as_sas_moves_the_first_page_alone_and_then_bufno_minus_one_pages() {
        // The paper's own example: BUFNO=16 and pages of 4K give 4K, then 60K a call.
        let method = Method::Direct { pages_per_transfer: 16 };
        let geometry = Geometry::sequential(method, Discipline::AsSas, 4096);
        assert_eq!(pass(geometry, 4096 + 2 * 61440 + 8192), [4096, 61440, 61440, 8192]);
    }

    #[test]
    fn as_sas_with_one_buffer_moves_one_page_a_transfer() {
        let method = Method::Direct { pages_per_transfer: 1 };
        let geometry = Geometry::sequential(method, Discipline::AsSas, 4096);
        assert_eq!(pass(geometry, 12288), [4096, 4096, 4096]);
    }

    #[test]
    fn cached_moves_one_page_a_call_under_either_discipline() {
        for discipline in [Discipline::AsSas, Discipline::Overlapped] {
            let geometry = Geometry::sequential(Method::Cached, discipline, 8192);
            assert_eq!(pass(geometry, 16384), [8192, 8192]);
        }
    }

    #[test]
    fn overlapped_direct_moves_full_transfers_from_the_start() {
        let method = Method::Direct { pages_per_transfer: 4 };
        let geometry = Geometry::sequential(method, Discipline::Overlapped, 4096);
        assert_eq!(pass(geometry, 32768), [16384, 16384]);
    }

    proptest! {
        #[test]
        fn a_pass_covers_its_range_once(page in 1u64..100, pages in 1u32..20, lead: bool, range in 0u64..5000) {
            let geometry = Geometry { page, pages, first_page_alone: lead };
            let sizes = pass(geometry, range);
            prop_assert_eq!(sizes.iter().sum::<u64>(), range);
            prop_assert!(sizes.iter().all(|&bytes| bytes > 0 && bytes <= geometry.transfer_bytes()));
        }
    }
}
