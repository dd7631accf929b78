//! The order of data sets as their files record it: that of the input, which may make a sort needless, and that of the
//! sorted output.

use feedrate_dataset::format::{SortOrder, SortedVariable};
use feedrate_program::{Slot, Write};
use feedrate_rows::StepResult;

use super::request::{Duplicates, Sort, source};

/// The order of the input, as far as its file and the request tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownOrder {
    /// It is recorded that a sort made the requested order.
    Recorded,
    /// Someone says that it has the requested order, by SORTEDBY= or PRESORTED: it is checked.
    Told,
    /// Nothing is known.
    Unknown,
}

impl Sort {
    /// Returns what is known of an input whose file records this order.
    pub(super) fn known_order(&self, recorded: Option<&SortOrder>) -> StepResult<KnownOrder> {
        if self.force {
            return Ok(KnownOrder::Unknown);
        }
        let loads = &source(&self.step)?.loads;
        let column = |slot: Slot| loads.iter().find(|load| load.slot == slot).map(|load| load.column);
        let keys = self.columns(column);
        let fits = recorded.filter(|order| keys.len() == self.by.len() && order.implies(&keys));
        Ok(match fits {
            Some(order) if order.is_validated && self.has_no_duplicates(order) => KnownOrder::Recorded,
            Some(_) => KnownOrder::Told,
            None if self.presorted => KnownOrder::Told,
            None => KnownOrder::Unknown,
        })
    }

    /// Returns whether a data set of this order, which fits the request, has none of the duplicates to be removed.
    fn has_no_duplicates(&self, order: &SortOrder) -> bool {
        match self.duplicates {
            Duplicates::Stay => true,
            Duplicates::OfKeys => order.has_unique_keys && order.keys.len() == self.by.len(),
            Duplicates::OfRecords => order.has_unique_rows,
            Duplicates::UniqueKeys => false,
        }
    }

    /// Returns the order of the sorted data set that this writes; `None` if it lacks the first BY variable.
    pub(super) fn order_made(&self, write: &Write) -> Option<SortOrder> {
        let column = |slot: Slot| {
            write
                .stores
                .iter()
                .find(|store| store.slot == slot)
                .map(|store| store.column)
        };
        let keys = self.columns(column);
        (!keys.is_empty()).then(|| SortOrder {
            is_validated: true,
            has_unique_keys: self.duplicates == Duplicates::OfKeys && keys.len() == self.by.len(),
            has_unique_rows: self.duplicates == Duplicates::OfRecords && write.stores.len() >= self.columns_read(),
            keys,
        })
    }

    fn columns_read(&self) -> usize {
        source(&self.step).map_or(usize::MAX, |source| source.loads.len())
    }

    /// Returns the columns of the BY variables, up to the first that has none.
    fn columns(&self, column: impl Fn(Slot) -> Option<u32>) -> Vec<SortedVariable> {
        let keys = self.by.iter().map_while(|key| {
            Some(SortedVariable {
                column: u16::try_from(column(key.slot)?).ok()?,
                descending: key.descending,
            })
        });
        keys.collect()
    }
}
