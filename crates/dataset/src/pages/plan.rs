//! The sizes of transfers and the depth of the queue.

use std::path::Path;

use feedrate_pageio::{Discipline, EngineChoice, EngineKind, Geometry, Method, Queue, QueueRequest, Shape};

use crate::error::{Error, Result};
use crate::settings::{PageMemory, TakenMemory};

/// The minimum bytes of a direct transfer that overlaps with the caller's work: enough to keep a device busy with few
/// of them.
const LEAST_DIRECT: u64 = 1 << 20;

/// The same through the page cache, where a transfer is a copy that is best made within the processor's cache.
const LEAST_CACHED: u64 = 512 << 10;

/// Transfers in flight through the page cache, each in its own thread. io_uring makes the copies in the caller's own
/// thread if it can: measured on two cores, such threads read two to three times as fast from the cache, and cold files
/// at least as fast as the kernel's read-ahead alone.
const DEEPEST_CACHED: u64 = 2;

/// The maximum bytes of transfers in flight, unless two of them need more.
const MOST_IN_FLIGHT: u64 = 16 << 20;

/// The minimum number of buffers for overlapping transfers: two in flight, and one that the caller works in.
const LEAST_OVERLAPPING: u64 = 3;

/// The maximum number of direct transfers in flight.
const DEEPEST_DIRECT: u64 = 8;

/// The sizes of a pass over the pages of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) geometry: Geometry,
    /// The maximum number of transfers in flight.
    pub(super) depth: u32,
    /// Buffers of one transfer each: those in flight, and with overlapping one that the caller works in.
    pub(super) slots: usize,
    engine: EngineChoice,
    shape: Shape,
}

impl Plan {
    /// Returns the plan for pages of `page_bytes` bytes in a file with `pages` of them, if known: it allocates no more
    /// than these need, and no more than `most_bytes` unless a page is larger.
    ///
    /// Single transfers have the sizes from BUFNO=, regardless of memory.
    pub(super) fn new(
        method: Method,
        discipline: Discipline,
        page_bytes: u64,
        pages: Option<u64>,
        most_bytes: Option<u64>,
    ) -> Self {
        let pages = pages.unwrap_or(u64::MAX);
        let within = |geometry: Geometry| Geometry {
            pages: u64::from(geometry.pages).min(pages.max(1)) as u32,
            ..geometry
        };
        if discipline == Discipline::AsSas {
            return Self {
                geometry: within(Geometry::sequential(method, discipline, page_bytes)),
                depth: 1,
                slots: 1,
                engine: EngineChoice::Auto,
                // The page buffers of SGIO.
                shape: match method.is_direct() {
                    true => Shape::Scatter,
                    false => Shape::Contiguous,
                },
            };
        }
        let (least, deepest) = match method.is_direct() {
            true => (LEAST_DIRECT, DEEPEST_DIRECT),
            false => (LEAST_CACHED, DEEPEST_CACHED),
        };
        let for_least = (least / page_bytes.max(1)).clamp(1, least) as u32;
        let mut geometry = within(Geometry::even(page_bytes, for_least.max(method.pages_per_transfer())));
        let depth_of = |geometry: &Geometry| (MOST_IN_FLIGHT / geometry.transfer_bytes().max(1)).clamp(2, deepest);
        let mut deepest_here = depth_of(&geometry);
        if let Some(most_bytes) = most_bytes {
            // With fewer than two transfers in flight and one in use, none would overlap: so they become smaller
            // instead.
            let most_pages = most_bytes / LEAST_OVERLAPPING / page_bytes.max(1);
            geometry.pages = u64::from(geometry.pages).min(most_pages.max(1)) as u32;
            let slots = most_bytes / geometry.transfer_bytes().max(1);
            deepest_here = deepest_here.min(match slots {
                LEAST_OVERLAPPING.. => slots - 1,
                _ => 1,
            });
        }
        let transfers = pages.div_ceil(u64::from(geometry.pages)).max(1);
        let depth = deepest_here.min(transfers) as u32;
        Self {
            geometry,
            depth,
            slots: match deepest_here {
                1 => 1,
                _ => (u64::from(depth) + 1).min(transfers) as usize,
            },
            engine: match method.is_direct() || depth == 1 {
                true => EngineChoice::Auto,
                false => EngineChoice::OrStandIn(EngineKind::THREADS),
            },
            shape: Shape::Contiguous,
        }
    }

    /// Increases the memory for pages that were read and not yet used, for a file with so many pages whose caller works
    /// long on each. Without overlapping, nothing changes.
    pub(super) fn reading_ahead(mut self, bytes: u64, pages: u64) -> Self {
        if self.slots > 1 {
            let transfers = pages.div_ceil(u64::from(self.geometry.pages)).max(1);
            let ahead = bytes.div_ceil(self.geometry.transfer_bytes().max(1)) + 1;
            let slots = usize::try_from(ahead.min(transfers)).unwrap_or(self.slots);
            self.slots = self.slots.max(slots);
        }
        self
    }

    /// Takes the memory of the buffers, for a file at this path.
    ///
    /// # Errors
    ///
    /// [`Error::PageMemory`] if less is left.
    pub(super) fn take_memory(&self, path: &Path, memory: &PageMemory) -> Result<TakenMemory> {
        let bytes = self.geometry.transfer_bytes() * self.slots as u64;
        memory.take(bytes).ok_or_else(|| Error::PageMemory {
            path: path.into(),
            page_bytes: self.geometry.page,
            most: memory.left(),
        })
    }

    /// Returns why a queue for the plan has fewer transfers in flight.
    pub(super) fn notes<'q>(&self, queue: &'q Queue) -> &'q [String] {
        let report = queue.engine();
        match report.depth < self.depth {
            true => &report.refused,
            false => &[],
        }
    }

    /// Returns the queue for the plan.
    pub(super) fn queue(&self) -> QueueRequest {
        QueueRequest {
            engine: self.engine,
            depth: self.depth,
            transfer_bytes: usize::try_from(self.geometry.transfer_bytes()).unwrap_or(usize::MAX),
            slots: self.slots,
            page_bytes: usize::try_from(self.geometry.page).unwrap_or(usize::MAX),
            shape: self.shape,
        }
    }
}

/// The transfers of a pass over the pages of a large file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfers {
    /// Pages of a full transfer.
    pub pages: u32,
    /// The maximum number of transfers in flight.
    pub depth: u32,
}

impl Transfers {
    /// Returns those for pages of `page_bytes` bytes.
    pub fn planned(method: Method, discipline: Discipline, page_bytes: u64) -> Self {
        let plan = Plan::new(method, discipline, page_bytes, None, None);
        Self {
            pages: plan.geometry.pages,
            depth: plan.depth,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const K: u64 = 1 << 10;

    fn direct(pages_per_transfer: u32) -> Method {
        Method::Direct { pages_per_transfer }
    }

    #[test]
    fn one_transfer_at_a_time_has_the_sizes_of_sas() {
        let plan = Plan::new(direct(16), Discipline::AsSas, 4 * K, None, None);
        assert!(plan.geometry.first_page_alone);
        assert_eq!((plan.geometry.pages, plan.depth, plan.slots), (15, 1, 1));
        assert_eq!(plan.shape, Shape::Scatter);
        let plan = Plan::new(Method::Cached, Discipline::AsSas, 4 * K, None, None);
        assert_eq!((plan.geometry.pages, plan.depth, plan.slots), (1, 1, 1));
    }

    #[test]
    fn overlapped_transfers_are_large_and_several() {
        let plan = Plan::new(direct(1), Discipline::Overlapped, 64 * K, None, None);
        assert_eq!((plan.geometry.pages, plan.depth, plan.slots), (16, 8, 9));
        // More buffers are what the user requested.
        let plan = Plan::new(direct(64), Discipline::Overlapped, 64 * K, None, None);
        assert_eq!((plan.geometry.pages, plan.depth), (64, 4));
        let plan = Plan::new(direct(1), Discipline::Overlapped, 1 << 30, None, None);
        assert_eq!((plan.geometry.pages, plan.depth, plan.slots), (1, 2, 3));
        let plan = Plan::new(Method::Cached, Discipline::Overlapped, 64 * K, None, None);
        assert_eq!((plan.geometry.pages, plan.depth, plan.slots), (8, 2, 3));
        assert_eq!(plan.engine, EngineChoice::OrStandIn(EngineKind::THREADS));
        let planned = Transfers::planned(direct(64), Discipline::Overlapped, 64 * K);
        assert_eq!((planned.pages, planned.depth), (64, 4));
    }

    #[test]
    fn a_small_file_needs_little_memory() {
        let plan = Plan::new(direct(64), Discipline::Overlapped, 64 * K, Some(3), None);
        assert_eq!((plan.geometry.pages, plan.depth, plan.slots), (3, 1, 1));
        let plan = Plan::new(direct(64), Discipline::AsSas, 64 * K, Some(3), None);
        assert_eq!(plan.geometry.pages, 3);
        let plan = Plan::new(Method::Cached, Discipline::Overlapped, 64 * K, Some(0), None);
        assert_eq!((plan.geometry.pages, plan.slots), (1, 1));
    }

    #[test]
    fn of_less_memory_transfers_are_fewer_first_and_then_smaller() {
        let within = |method, page, most| {
            let plan = Plan::new(method, Discipline::Overlapped, page, None, Some(most));
            (plan.geometry.pages, plan.depth, plan.slots)
        };
        let (page, mib) = (64 * K, 1 << 20);
        assert_eq!(within(direct(1), page, 9 * mib), (16, 8, 9));
        assert_eq!(within(direct(1), page, 6 * mib), (16, 5, 6));
        assert_eq!(within(direct(1), page, 3 * mib), (16, 2, 3));
        assert_eq!(within(direct(1), page, 2 * mib), (10, 2, 3));
        assert_eq!(within(direct(1), page, 3 * page), (1, 2, 3));
        assert_eq!(within(direct(1), page, 2 * page), (1, 1, 1));
        assert_eq!(within(direct(1), page, 0), (1, 1, 1));
        assert_eq!(within(Method::Cached, page, 2 * mib), (8, 2, 3));
        assert_eq!(within(Method::Cached, page, mib), (5, 2, 3));
        // The BUFNO= of single transfers is unchanged.
        let plan = Plan::new(direct(16), Discipline::AsSas, page, None, Some(0));
        assert_eq!(plan.geometry.pages, 15);
    }

    #[test]
    fn what_is_read_ahead_needs_no_more_than_the_file() {
        let plan = |pages| {
            let page = 64 * K;
            let plan = Plan::new(Method::Cached, Discipline::Overlapped, page, Some(pages), None);
            let plan = plan.reading_ahead(16 << 20, pages);
            (plan.geometry.pages, plan.depth, plan.slots)
        };
        assert_eq!(plan(10_000), (8, 2, 33));
        assert_eq!(plan(80), (8, 2, 10));
        assert_eq!(plan(3), (3, 1, 1));
        let plan = Plan::new(Method::Cached, Discipline::AsSas, 64 * K, None, None);
        assert_eq!(plan.reading_ahead(16 << 20, 10_000), plan);
    }

    proptest! {
        #[test]
        fn no_plan_is_empty_or_needs_much_more_than_the_file(
            page in 1u64..3_000_000, bufno in 1u32..100_000, pages in proptest::option::of(0u64..100_000),
            most_bytes in proptest::option::of(0u64..50_000_000), cached: bool, as_sas: bool,
        ) {
            let method = if cached { Method::Cached } else { direct(bufno) };
            let discipline = if as_sas { Discipline::AsSas } else { Discipline::Overlapped };
            let plan = Plan::new(method, discipline, page, pages, most_bytes);
            prop_assert!(plan.geometry.pages >= 1 && plan.depth >= 1);
            prop_assert!(plan.slots >= plan.depth as usize && plan.slots <= plan.depth as usize + 1);
            if let Some(pages) = pages {
                let held = plan.slots as u64 * u64::from(plan.geometry.pages);
                prop_assert!(held <= 3 * pages.max(1), "{held} of {pages}");
            }
            if let (Some(most), false) = (most_bytes, as_sas) {
                let held = plan.slots as u64 * plan.geometry.transfer_bytes();
                prop_assert!(held <= most.max(page), "{held} of {most}");
            }
        }
    }
}
