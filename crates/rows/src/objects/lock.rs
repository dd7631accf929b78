//! Items at which iterators are, which cannot be removed.

use feedrate_program::ObjectCall;

use super::{Instance, Objects};
use crate::evaluation::core::Core;
use crate::fault::StepResult;

/// The error for an item at which an iterator is.
pub(super) const LOCKED: &str = "Cannot remove record from a hash object which has been locked by an iterator";

impl Objects<'_> {
    /// Returns the items at which the iterators over a hash table are.
    pub(super) fn locked(&mut self, index: usize) -> Vec<u32> {
        let Some(hash) = self.hash_mut(index) else {
            return Vec::new();
        };
        let iterators = std::mem::take(&mut hash.iterators);
        let at = iterators
            .iter()
            .filter_map(|&iterator| match self.instances.get(iterator) {
                Some(Instance::Iterator(iterator)) => iterator.at,
                _ => None,
            });
        let rows = at.collect();
        if let Some(hash) = self.hash_mut(index) {
            hash.iterators = iterators;
        }
        rows
    }
}

impl Core<'_, '_> {
    /// Checks that no iterator is at an item with a key.
    pub(super) fn check_unlocked(&mut self, call: &ObjectCall, hash: usize, key: &[u8]) -> StepResult<()> {
        let locked = self.objects.locked(hash);
        let table = &self.items_of(call)?.table;
        match locked.into_iter().any(|row| table.key(row) == key) {
            true => Err(self.object_fault(call.site, LOCKED)),
            false => Ok(()),
        }
    }
}
