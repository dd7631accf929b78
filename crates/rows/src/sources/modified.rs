//! The data set that MODIFY changes in place.

use std::ops::Range;

use feedrate_dataset::{Error, Libraries, Schema, Updater};
use feedrate_program::{self as program, Change, SiteId, Store};
use feedrate_values::missing::MISSING;
use feedrate_values::{Kind, ReturnCode};

use super::lookup::Lookup;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::{DataSetUpdated, RejectedRows};
use crate::vector::load::Loader;
use crate::vector::store::Storer;

/// An opened data set that is changed in place.
pub(crate) struct UpdatedDataSet<'s> {
    modified: &'s program::ModifiedDataSet,
    pub(crate) updater: Updater,
    loader: Loader,
    storer: Storer,
    /// A row of missing values.
    blank: Vec<u8>,
    current: Current,
    /// The rows by their BY values, if MODIFY with BY has looked for one.
    pub(crate) lookup: Option<Lookup>,
    /// The number of observations that were read.
    pub(crate) taken: u64,
    rejected: RejectedRows,
    is_random: bool,
}

/// The observation that REPLACE and REMOVE change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Current {
    /// No MODIFY was executed yet.
    Unread,
    /// The row of this number.
    Row(u64),
    /// MODIFY has found none.
    NotFound(ReturnCode),
    /// It was removed.
    Removed,
}

impl<'s> UpdatedDataSet<'s> {
    /// Opens the data set.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be changed in place or has other variables than the step expects.
    pub(crate) fn open(
        modified: &'s program::ModifiedDataSet,
        libraries: &Libraries,
        core: &mut Core<'s, '_>,
        is_random: bool,
    ) -> StepResult<Self> {
        let name = &modified.data_set;
        let now = core.context.clock.datetime();
        let updater = libraries.update(name, &modified.settings, now)?;
        let schema = updater.schema();
        core.take_rows(&name.to_string(), schema.row_length())?;
        let changed = || Fault::changed(name);
        let stores = modified.loads.iter().map(|load| Store {
            slot: load.slot,
            column: load.column,
        });
        let stores: Vec<Store> = stores.collect();
        core.values.set_number(modified.return_code, 0.0);
        Ok(Self {
            modified,
            loader: Loader::new(&modified.loads, schema).ok_or_else(changed)?,
            storer: Storer::new(&stores, schema).ok_or_else(changed)?,
            blank: blank(schema),
            updater,
            current: Current::Unread,
            lookup: None,
            taken: 0,
            rejected: RejectedRows::default(),
            is_random,
        })
    }

    /// Copies the row of this number into the vector. If it is deleted or there is none, the vector stays as it is, and
    /// this returns `false`.
    pub(crate) fn read(&mut self, number: u64, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let Some(row) = self.updater.row(number)? else {
            return Ok(false);
        };
        self.loader.load(row, &mut core.values);
        self.taken += 1;
        self.current = Current::Row(number);
        self.set_code(ReturnCode::Found, core);
        Ok(true)
    }

    /// Records that MODIFY has found no observation, and sets `_ERROR_` to 1.
    pub(crate) fn not_found(&mut self, code: ReturnCode, core: &mut Core<'s, '_>) {
        self.current = Current::NotFound(code);
        self.set_code(code, core);
        core.raised = true;
    }

    fn set_code(&self, code: ReturnCode, core: &mut Core<'s, '_>) {
        core.values.set_number(self.modified.return_code, code.number().into());
    }

    /// Executes REPLACE, REMOVE or OUTPUT. If a unique index has the key already, nothing is written, and `_IORC_` and
    /// `_ERROR_` say so.
    pub(crate) fn change(&mut self, change: Change, site: SiteId, core: &mut Core<'s, '_>) -> StepResult<()> {
        let done = match change {
            Change::Replace => self.row(change).and_then(|row| self.replace(row, core)),
            Change::Remove => self.row(change).and_then(|row| self.remove(row)),
            Change::Append => self.append(core),
        };
        let done = match done {
            Ok(()) => {
                self.accept(core);
                Ok(())
            }
            Err(fault) => self.reject(change, fault, core),
        };
        done.map_err(|fault| core.fault_at(site, fault))
    }

    /// Takes back what `_IORC_` says about an earlier observation that was rejected.
    fn accept(&self, core: &mut Core<'s, '_>) {
        let code = core.values.number(self.modified.return_code);
        if code == f64::from(ReturnCode::NotWritten.number()) {
            self.set_code(ReturnCode::Found, core);
        }
    }

    /// Counts an observation that a unique index rejects. Other faults are returned.
    fn reject(&mut self, change: Change, fault: Box<Fault>, core: &mut Core<'s, '_>) -> StepResult<()> {
        if !matches!(*fault, Fault::DataSet(Error::DuplicateKey { .. })) {
            return Err(fault);
        }
        match change {
            Change::Append => self.rejected.adds += 1,
            Change::Replace | Change::Remove => self.rejected.updates += 1,
        }
        self.set_code(ReturnCode::NotWritten, core);
        core.raised = true;
        Ok(())
    }

    /// Rewrites the observation at the end of an iteration in which nothing says what becomes of it. If MODIFY has not
    /// been executed, there is none, and none of a number leaves all as it is.
    pub(crate) fn replace_implicitly(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        match self.current {
            Current::Unread | Current::NotFound(ReturnCode::NoMatch) => Ok(()),
            _ => self.change(Change::Replace, self.modified.site, core),
        }
    }

    /// Returns the number of the row to change.
    fn row(&self, change: Change) -> StepResult<u64> {
        let reason = match self.current {
            Current::Row(row) => return Ok(row),
            Current::Unread => "no MODIFY has read one",
            Current::Removed => "it was removed before",
            Current::NotFound(ReturnCode::NoMatch) => "MODIFY has found none; test _IORC_ before it",
            Current::NotFound(_) => {
                "The TRANSACTION data set observation does not exist on the MASTER data set; test _IORC_ before it"
            }
        };
        Err(Box::new(Fault::NoObservation {
            statement: change.name(),
            reason,
        }))
    }

    fn replace(&mut self, number: u64, core: &mut Core<'s, '_>) -> StepResult<()> {
        let Some(row) = self.updater.row_mut(number)? else {
            return Ok(());
        };
        let before = self.lookup.as_mut().map(|lookup| lookup.hash(row));
        self.storer.store(&core.values, row);
        let after = self.lookup.as_mut().map(|lookup| lookup.hash(row));
        self.updater.keep()?;
        if let (Some(lookup), Some(hash)) = (&mut self.lookup, after.filter(|_| after != before)) {
            lookup.add(hash, number, &mut core.memory)?;
        }
        Ok(())
    }

    fn remove(&mut self, number: u64) -> StepResult<()> {
        self.updater.delete(number)?;
        self.current = Current::Removed;
        Ok(())
    }

    fn append(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        let row = self.updater.next_row()?;
        let length = self.blank.len().min(row.len());
        row[..length].copy_from_slice(&self.blank[..length]);
        self.storer.store(&core.values, row);
        let hash = self.lookup.as_mut().map(|lookup| lookup.hash(row));
        self.updater.keep()?;
        if let (Some(lookup), Some(hash)) = (&mut self.lookup, hash) {
            lookup.add(hash, self.updater.added(), &mut core.memory)?;
        }
        Ok(())
    }

    /// Returns what the step has done to the data set.
    pub(crate) fn updated(&self) -> DataSetUpdated {
        DataSetUpdated {
            name: self.modified.data_set.clone(),
            observations: self.taken,
            at_random: self.is_random,
            changes: self.updater.changes(),
            rejected: self.rejected,
            account: None,
            remains: None,
        }
    }

    /// Returns the position of the statement.
    pub(crate) fn site(&self) -> SiteId {
        self.modified.site
    }
}

/// Returns a row in which all values are missing.
fn blank(schema: &Schema) -> Vec<u8> {
    let mut row = vec![0; schema.row_length() as usize];
    for variable in schema.variables() {
        let span: Range<usize> = variable.span();
        match variable.kind {
            Kind::Number => {
                let length = span.len().min(8);
                row[span].copy_from_slice(&MISSING.to_le_bytes()[8 - length..]);
            }
            Kind::Text => row[span].fill(b' '),
        }
    }
    row
}
