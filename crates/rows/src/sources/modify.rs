//! MODIFY: finds the observation to change.

use feedrate_dataset::Libraries;
use feedrate_dataset::key::KeyReader;
use feedrate_program::{NumberSlot, ReadKind, ReadStatement, Source};
use feedrate_values::ReturnCode;

use super::by_index::ByIndex;
use super::cursor::Cursor;
use super::filter::RowFilter;
use super::group_position::GroupPosition;
use super::key::KeyLayout;
use super::keyed::KeyedModify;
use super::lookup::Lookup;
use super::modified::UpdatedDataSet;
use super::overlay::Overlay;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::vector::clear::Clear;

/// The way in which a MODIFY statement finds its observations.
pub(crate) enum Modify<'s> {
    InOrder(SequentialModify<'s>),
    Point(NumberSlot),
    By(Box<ByValues<'s>>),
    Key(Box<KeyedModify<'s>>),
}

/// MODIFY without more: one observation after the other. Those that the step adds are not read.
pub(crate) struct SequentialModify<'s> {
    source: &'s Source,
    filter: Option<RowFilter<'s>>,
    /// The number of the row that was examined last.
    at: u64,
    /// The number of rows that were there and satisfied the filter.
    passed: u64,
    /// The number of the next row to read; `None` before the first and after the last.
    next: Option<u64>,
    begun: bool,
}

/// MODIFY with transactions and BY.
pub(crate) struct ByValues<'s> {
    source: &'s Source,
    transactions: Cursor<'s>,
    keys: KeyLayout,
    reader: KeyReader,
    /// An index of the BY variables, if there is one.
    index: Option<ByIndex>,
    overlay: Overlay,
    /// The BY values of the transaction.
    key: Vec<u8>,
    /// The outcome of the one before, if there was one.
    before: Option<ReturnCode>,
    begun: bool,
    /// The variables of both data sets.
    clear: Clear,
}

impl<'s> Modify<'s> {
    /// Returns `None` if a statement does not modify.
    ///
    /// # Errors
    ///
    /// Fails if the transactions cannot be opened, or if a data set lacks variables.
    pub(crate) fn open(
        read: &'s ReadStatement,
        modified: &UpdatedDataSet<'s>,
        libraries: &mut Libraries,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<Self>> {
        let schema = modified.updater.schema();
        let Some(source) = read.sources.first() else {
            return Ok(None);
        };
        let changed = |source: &Source| Fault::changed(&source.data_set);
        Ok(Some(match read.kind {
            ReadKind::Modify => {
                let filter = source.filter.as_ref();
                let filter = filter.map(|filter| RowFilter::new(filter, schema).ok_or_else(|| changed(source)));
                Self::InOrder(SequentialModify {
                    source,
                    filter: filter.transpose()?,
                    at: 0,
                    passed: 0,
                    next: None,
                    begun: false,
                })
            }
            ReadKind::ModifyPoint(point) => {
                modified.updater.check_by_number()?;
                Self::Point(point)
            }
            ReadKind::ModifyKey => match &read.key {
                Some(lookup) => Self::Key(Box::new(KeyedModify::open(source, lookup, modified)?)),
                None => return Ok(None),
            },
            ReadKind::ModifyBy { checks_missing } => {
                let Some(with) = read.sources.get(1) else {
                    return Ok(None);
                };
                let keys = KeyLayout::new(&read.by);
                let reader = keys.reader(source, schema);
                let transactions = Cursor::open(with, &keys, &[], false, libraries)?;
                core.take_rows(&with.data_set.to_string(), transactions.row_bytes() as u32)?;
                let of_transactions = transactions.reader().schema();
                let overlay = Overlay::new(&with.loads, &read.by, checks_missing, of_transactions);
                let loads = source.loads.iter().chain(&with.loads);
                Self::By(Box::new(ByValues {
                    source,
                    index: ByIndex::find(&modified.updater, &keys, &source.loads),
                    reader: reader.ok_or_else(|| changed(source))?,
                    overlay: overlay.ok_or_else(|| changed(with))?,
                    key: vec![0; keys.length()],
                    transactions,
                    keys,
                    before: None,
                    begun: false,
                    clear: Clear::new(loads.map(|load| load.slot)),
                }))
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the transactions.
    pub(crate) fn transactions(&self) -> Option<&Cursor<'s>> {
        match self {
            Self::By(by) => Some(&by.transactions),
            _ => None,
        }
    }

    /// Copies the next observation into the vector. Returns its position; `None` at the end.
    pub(crate) fn next(
        &mut self,
        modified: &mut UpdatedDataSet<'s>,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        core.check_stop()?;
        match self {
            Self::InOrder(in_order) => in_order.next(modified, core),
            Self::Point(point) => {
                let number = core.values.number(*point) as u64;
                if !modified.read(number, core)? {
                    modified.not_found(ReturnCode::NoMatch, core);
                }
                Ok(Some(GroupPosition::ungrouped(false)))
            }
            Self::By(by) => by.next(modified, core),
            Self::Key(key) => {
                key.read(modified, core)?;
                Ok(Some(GroupPosition::ungrouped(false)))
            }
        }
    }
}

impl<'s> SequentialModify<'s> {
    fn next(
        &mut self,
        modified: &mut UpdatedDataSet<'s>,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        if !std::mem::replace(&mut self.begun, true) {
            self.find(modified, core)?;
        }
        let Some(number) = self.next else {
            return Ok(None);
        };
        core.set_flag(self.source.contributes, true);
        modified.read(number, core)?;
        self.find(modified, core)?;
        Ok(Some(GroupPosition::ungrouped(self.next.is_none())))
    }

    /// Finds the next row that satisfies the filter and is within FIRSTOBS= and OBS=.
    fn find(&mut self, modified: &mut UpdatedDataSet<'s>, core: &mut Core<'s, '_>) -> StepResult<()> {
        self.next = None;
        let updater = &mut modified.updater;
        while self.at < updater.stored_before() {
            if self.source.last.is_some_and(|last| self.passed >= last) {
                return Ok(());
            }
            core.check_stop()?;
            self.at += 1;
            if updater.is_new(self.at) {
                continue;
            }
            let Some(row) = updater.row(self.at)? else {
                continue;
            };
            if let Some(filter) = &mut self.filter
                && !filter.holds(row, core)?
            {
                continue;
            }
            self.passed += 1;
            if self.passed >= self.source.first {
                self.next = Some(self.at);
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<'s> ByValues<'s> {
    fn next(
        &mut self,
        modified: &mut UpdatedDataSet<'s>,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        if !std::mem::replace(&mut self.begun, true) {
            self.transactions.advance(core)?;
        }
        if !self.transactions.is_there() {
            return Ok(None);
        }
        let as_before = match self.before {
            Some(_) => self.keys.common(&self.key, self.transactions.key()),
            None => 0,
        };
        self.key.copy_from_slice(self.transactions.key());
        let found = self.find(modified, core)?;
        // A variable that only transactions have is missing, and not that of the one before.
        self.clear.apply(&mut core.values);
        if let Some(number) = found {
            modified.read(number, core)?;
            self.transactions.take_over(&self.overlay, &mut core.values);
            self.before = Some(ReturnCode::Found);
        } else {
            self.transactions.take(&mut core.values);
            let is_again =
                as_before == self.keys.count() && self.before.is_some_and(|before| before != ReturnCode::Found);
            let code = match is_again {
                true => ReturnCode::NoMasterAgain,
                false => ReturnCode::NoMaster,
            };
            modified.not_found(code, core);
            self.before = Some(code);
        }
        core.set_flag(self.source.contributes, found.is_some());
        core.set_flag(self.transactions.source.contributes, true);
        self.transactions.advance(core)?;
        let is_last = !self.transactions.is_there();
        let as_after = match is_last {
            true => 0,
            false => self.keys.common(&self.key, self.transactions.key()),
        };
        Ok(Some(GroupPosition {
            as_before,
            as_after,
            is_last,
        }))
    }

    /// Returns the number of the first row with the BY values of the transaction.
    fn find(&mut self, modified: &mut UpdatedDataSet<'s>, core: &mut Core<'s, '_>) -> StepResult<Option<u64>> {
        if let Some(index) = &mut self.index {
            return index.first(&self.key, &mut modified.updater);
        }
        let lookup = match &mut modified.lookup {
            Some(lookup) => lookup,
            none => {
                let check_stop = core.stop_check();
                let reader = self.reader.clone();
                let memory = &mut core.memory;
                none.insert(Lookup::new(reader, &mut modified.updater, memory, check_stop)?)
            }
        };
        lookup.first(&self.key, &mut modified.updater)
    }
}
