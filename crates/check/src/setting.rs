//! A method of moving pages, and its cost.

use feedrate_document::format;
use feedrate_pageio::{Discipline, Geometry, Method, Shape};
use feedrate_workload::{Stream, Target};
use serde::{Deserialize, Serialize};

/// A method of moving pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// True if it bypasses the page cache.
    pub direct: bool,
    /// Who waits.
    pub discipline: Discipline,
    /// Bytes of a page (BUFSIZE).
    pub page: u64,
    /// Pages of a direct transfer (BUFNO); cached transfers always move one page.
    pub buffers: u32,
    /// Transfers in flight; 1 as SAS.
    pub depth: u32,
}

impl Setting {
    /// The default of SAS, with the largest page that it chooses by itself.
    pub const SAS_DEFAULT: Self = Self::cached_as_sas(64 << 10);

    /// Through the page cache, one page for each call.
    pub const fn cached_as_sas(page: u64) -> Self {
        Self {
            direct: false,
            discipline: Discipline::AsSas,
            page,
            buffers: 1,
            depth: 1,
        }
    }

    /// Past the page cache, BUFNO pages for each transfer.
    pub const fn direct_as_sas(page: u64, buffers: u32) -> Self {
        Self {
            direct: true,
            discipline: Discipline::AsSas,
            page,
            buffers,
            depth: 1,
        }
    }

    /// Through the page cache, with pages in flight while the stream works.
    pub const fn cached_overlapped(page: u64, depth: u32) -> Self {
        Self {
            direct: false,
            discipline: Discipline::Overlapped,
            page,
            buffers: 1,
            depth,
        }
    }

    /// Past the page cache, with transfers in flight while the stream works.
    pub const fn direct_overlapped(page: u64, buffers: u32, depth: u32) -> Self {
        Self {
            direct: true,
            discipline: Discipline::Overlapped,
            page,
            buffers,
            depth,
        }
    }

    /// Returns the method of page I/O.
    pub fn method(self) -> Method {
        if self.direct {
            Method::Direct {
                pages_per_transfer: self.buffers,
            }
        } else {
            Method::Cached
        }
    }

    /// Returns the bytes of a full transfer.
    pub fn transfer_bytes(self) -> u64 {
        Geometry::sequential(self.method(), self.discipline, self.page).transfer_bytes()
    }

    /// Returns its cost: bytes of buffers for each open file.
    pub fn cost(self) -> u64 {
        self.page * u64::from(self.buffers) * u64::from(self.depth)
    }

    /// Applies it to a stream. A written file grows as SAS's data sets do, or is preallocated if transfers overlap,
    /// because a growing file accepts one write at a time.
    pub fn apply(self, stream: &mut Stream) {
        stream.method = self.method();
        stream.discipline = self.discipline;
        stream.depth = self.depth;
        stream.geometry = Geometry::sequential(self.method(), self.discipline, self.page);
        (stream.shape, stream.target) = match self.discipline {
            Discipline::AsSas => (Shape::Scatter, Target::Grow),
            Discipline::Overlapped => (Shape::Contiguous, Target::Reserve),
        };
    }

    /// Returns its name in tables, such as `direct 64K x 16` or `cached 64K, depth 4`.
    pub fn label(self) -> String {
        let mut label = if self.direct { "direct " } else { "cached " }.to_owned();
        label += &format::size(self.page);
        if self.direct && (self.buffers > 1 || self.discipline == Discipline::AsSas) {
            label += &format!(" x {}", self.buffers);
        }
        if self.discipline == Discipline::Overlapped {
            label += &format!(", depth {}", self.depth);
        }
        label
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_what_matters() {
        assert_eq!(Setting::SAS_DEFAULT.label(), "cached 64K");
        assert_eq!(Setting::direct_as_sas(16 << 10, 32).label(), "direct 16K x 32");
        assert_eq!(Setting::direct_overlapped(1 << 20, 1, 8).label(), "direct 1M, depth 8");
        assert_eq!(
            Setting::direct_overlapped(1 << 20, 4, 2).label(),
            "direct 1M x 4, depth 2"
        );
    }

    #[test]
    fn cost_is_memory() {
        assert_eq!(Setting::SAS_DEFAULT.cost(), 64 << 10);
        assert_eq!(Setting::direct_as_sas(64 << 10, 16).cost(), 1 << 20);
        assert_eq!(Setting::direct_overlapped(256 << 10, 2, 4).cost(), 2 << 20);
    }
}
