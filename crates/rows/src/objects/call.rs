//! The calls of methods, and their return codes.

use feedrate_program::{ObjectAction, ObjectCall, PlainAction, Site, SiteId, Text};
use feedrate_values::Severity;

use super::hash_object::{HashObject, Items};
use super::{Instance, Objects};
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};

/// The return code of success.
pub(super) const SUCCESS: f64 = 0.0;
/// The return code for a key, or a further item, that is not there.
pub(super) const NOT_FOUND: f64 = 160_038.0;
/// The return code for a key that is there already.
pub(super) const DUPLICATE: f64 = 160_037.0;
/// The return code of an iterator at the end of its table.
pub(super) const AT_END: f64 = 160_022.0;
/// The return code for memory that does not suffice.
pub(super) const NO_MEMORY: f64 = 160_068.0;

/// Returns the error for a return code that nothing looks at.
fn text_of(code: f64) -> &'static str {
    if code == DUPLICATE {
        "Duplicate key."
    } else if code == AT_END {
        "The iterator is at the end of its hash object."
    } else if code == NO_MEMORY {
        "The memory does not suffice for the hash object."
    } else {
        "Key not found."
    }
}

impl<'s> Objects<'s> {
    /// Returns the hash table of a number, less 1.
    #[inline]
    pub(super) fn hash_mut(&mut self, index: usize) -> Option<&mut HashObject<'s>> {
        match self.instances.get_mut(index) {
            Some(Instance::Hash(hash)) => Some(hash),
            _ => None,
        }
    }
}

impl<'s> Core<'s, '_> {
    /// Carries out a call. Returns its return code, the value of an attribute, or the number of a new object.
    ///
    /// # Errors
    ///
    /// Fails if the object does not exist or is not defined, if an argument is wrong, and if a data set cannot be read
    /// or made.
    pub(crate) fn object_call(&mut self, call: &'s ObjectCall) -> StepResult<f64> {
        self.carry_out(call).map_err(|fault| self.fault_at(call.site, fault))
    }

    fn carry_out(&mut self, call: &'s ObjectCall) -> StepResult<f64> {
        let code = match &call.action {
            ObjectAction::Lookup(lookup, keys) => self.lookup(call, *lookup, keys)?,
            ObjectAction::Change(change, item) => self.change_item(call, *change, item)?,
            ObjectAction::NewHash(new) => return self.new_hash(new, call.site),
            ObjectAction::NewIterator(of) => return self.new_iterator(of, call.site),
            ObjectAction::DefineKey(names) => self.define(call, true, names)?,
            ObjectAction::DefineData(names) => self.define(call, false, names)?,
            ObjectAction::DefineAllKeys(all) => self.define_all(call, true, all)?,
            ObjectAction::DefineAllData(all) => self.define_all(call, false, all)?,
            ObjectAction::DefineDone(memory_code) => self.define_done(call, memory_code.as_ref())?,
            ObjectAction::ReplaceCurrent(item) => self.replace_current(call, item)?,
            ObjectAction::Plain(PlainAction::ItemCount) => return Ok(self.items_of(call)?.table.len() as f64),
            ObjectAction::Plain(PlainAction::ItemSize) => return Ok(self.items_of(call)?.table.row_bytes() as f64),
            ObjectAction::Plain(plain) => self.plain_action(call, *plain)?,
            ObjectAction::Has(direction, result) => self.has_item(call, *direction, result)?,
            ObjectAction::Equals(other, result) => self.equals(call, other, result)?,
            ObjectAction::Sum(keys, result) => self.sum_of(call, keys, result)?,
            ObjectAction::SumCurrent(result) => self.sum_of_current(call, result)?,
            ObjectAction::Output(outputs) => self.output_object(call, outputs)?,
        };
        if code != SUCCESS && call.is_statement {
            self.objects.has_failed = true;
            self.raised = true;
            if self.logs_details() {
                self.log
                    .message_at(Severity::Error, text_of(code), self.site(call.site));
            }
        }
        Ok(code)
    }

    fn plain_action(&mut self, call: &'s ObjectCall, action: PlainAction) -> StepResult<f64> {
        match action {
            PlainAction::Clear => self.clear_items(call),
            PlainAction::Delete => self.delete_object(call),
            PlainAction::FindNext => self.step_in_list(call, true),
            PlainAction::FindPrevious => self.step_in_list(call, false),
            PlainAction::ResetCurrent => {
                self.items_of(call)?.over = None;
                Ok(SUCCESS)
            }
            PlainAction::ItemCount | PlainAction::ItemSize => Ok(SUCCESS),
            PlainAction::First => self.step_iterator(call, PlainAction::First),
            PlainAction::Last => self.step_iterator(call, PlainAction::Last),
            PlainAction::Next => self.step_iterator(call, PlainAction::Next),
            PlainAction::Previous => self.step_iterator(call, PlainAction::Previous),
        }
    }

    /// Logs an error about an object, with its position, and returns the fault that ends the step.
    #[cold]
    pub(super) fn object_fault(&mut self, site: SiteId, what: &str) -> Box<Fault> {
        let place = self.site(site);
        let Site { line, column } = place;
        let text = format!("{what} at line {line} column {column}.");
        self.log.message_at(Severity::Error, &text, place);
        Box::new(Fault::Object)
    }

    /// Returns the number of the object of a call, less 1.
    #[inline]
    pub(super) fn index_of(&mut self, call: &ObjectCall) -> StepResult<usize> {
        let number = self.values.number(call.object);
        match number >= 1.0 {
            true => Ok(number as usize - 1),
            false => Err(self.object_fault(call.site, "Uninitialized object")),
        }
    }

    /// Returns the items of the hash table of a call.
    ///
    /// # Errors
    ///
    /// Fails if there is no hash table, or if it is not completely defined.
    #[inline]
    pub(super) fn items_of(&mut self, call: &ObjectCall) -> StepResult<&mut Items> {
        let index = self.index_of(call)?;
        // The borrow checker does not see that the items are not returned where the fault is.
        let is_there = self.objects.hash_mut(index).is_some_and(|hash| hash.items.is_some());
        if !is_there {
            return Err(self.undefined(index, call.site));
        }
        match self.objects.hash_mut(index).and_then(|hash| hash.items.as_mut()) {
            Some(items) => Ok(items),
            None => Err(Box::new(Fault::Object)),
        }
    }

    /// Returns the fault of an object that cannot be used yet, or not any more.
    #[cold]
    pub(super) fn undefined(&mut self, index: usize, site: SiteId) -> Box<Fault> {
        let what = match self.objects.hash_mut(index) {
            Some(_) => "The hash object is not complete before DEFINEDONE is called,",
            None => "Uninitialized object",
        };
        self.object_fault(site, what)
    }

    /// Returns the value of a character expression without blanks around it.
    pub(super) fn word(&mut self, text: &'s Text) -> StepResult<String> {
        self.with_text(text, |text| String::from_utf8_lossy(text).trim().to_owned())
    }
}
