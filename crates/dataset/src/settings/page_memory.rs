//! The memory that a step has for the pages of its data sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The least bytes of all pages together: some of the default size, however little memory a step has.
const LEAST: u64 = 4 << 20;

/// The memory for pages, shared by the data sets that are open at the same time: what MEMSIZE= grants. Without a limit,
/// nothing is refused.
#[derive(Clone, Debug, Default)]
pub struct PageMemory(Option<Arc<Budget>>);

#[derive(Debug)]
struct Budget {
    most: u64,
    /// The total of all: the same, but [`LEAST`] at least.
    shared: u64,
    taken: AtomicU64,
}

/// Memory that was taken, which others can have when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct TakenMemory {
    budget: Option<Arc<Budget>>,
    bytes: u64,
}

impl PageMemory {
    /// Returns memory of so many bytes.
    pub fn of(most: u64) -> Self {
        Self(Some(Arc::new(Budget {
            most,
            shared: most.max(LEAST),
            taken: AtomicU64::new(0),
        })))
    }

    /// Returns all of it in bytes; `None` without a limit.
    pub fn most(&self) -> Option<u64> {
        self.0.as_ref().map(|budget| budget.most)
    }

    /// Returns the bytes that are left.
    pub(crate) fn left(&self) -> u64 {
        self.0.as_ref().map_or(u64::MAX, |budget| budget.left_of(budget.shared))
    }

    /// Returns how many bytes the transfers of one more data set may have at once, if that is more than one page: half
    /// of what is left of half the memory, so that some is left for the next one; `None` without a limit.
    pub(crate) fn for_transfers(&self) -> Option<u64> {
        let budget = self.0.as_ref()?;
        Some(budget.left_of(budget.most / 2) / 2)
    }

    /// Takes bytes; `None` if fewer are left.
    pub(crate) fn take(&self, bytes: u64) -> Option<TakenMemory> {
        let Some(budget) = &self.0 else {
            return Some(TakenMemory::default());
        };
        let taken = |taken: u64| taken.checked_add(bytes).filter(|&all| all <= budget.shared);
        let ordering = Ordering::Relaxed;
        budget.taken.fetch_update(ordering, ordering, taken).ok()?;
        Some(TakenMemory {
            budget: Some(Arc::clone(budget)),
            bytes,
        })
    }
}

impl Budget {
    fn left_of(&self, bytes: u64) -> u64 {
        bytes.saturating_sub(self.taken.load(Ordering::Relaxed))
    }
}

impl Drop for TakenMemory {
    fn drop(&mut self) {
        if let Some(budget) = &self.budget {
            budget.taken.fetch_sub(self.bytes, Ordering::Relaxed);
        }
    }
}

impl PartialEq for PageMemory {
    fn eq(&self, other: &Self) -> bool {
        self.most() == other.most()
    }
}

impl Eq for PageMemory {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_has_is_not_there_for_others() {
        let memory = PageMemory::of(64 << 20);
        let found = |memory: &PageMemory| (memory.left() >> 20, memory.for_transfers());
        assert_eq!(found(&memory), (64, Some(16 << 20)));
        let first = memory.take(16 << 20).unwrap();
        assert_eq!(found(&memory), (48, Some(8 << 20)));
        let second = memory.clone().take(48 << 20).unwrap();
        assert_eq!(found(&memory), (0, Some(0)));
        assert!(memory.take(1).is_none() && memory.take(u64::MAX).is_none());
        drop(first);
        assert_eq!(memory.left(), 16 << 20);
        drop(second);
        assert_eq!((memory.left(), memory.most()), (64 << 20, Some(64 << 20)));
        let small = PageMemory::of(1024);
        assert!(small.take(LEAST).is_some() && small.for_transfers() == Some(256));
        let endless = PageMemory::default();
        assert!(endless.take(u64::MAX).is_some() && endless.for_transfers().is_none());
    }
}
