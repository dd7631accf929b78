//! Steps in the list of items with the same key, and iterators over all items.

use feedrate_program::{Argument, AssignmentTarget, Direction, ObjectCall, PlainAction};

use super::call::{AT_END, NOT_FOUND, SUCCESS};
use super::{Instance, TableIterator};
use crate::evaluation::core::{Core, truth};
use crate::fault::{Fault, StepResult};

impl<'s> Core<'s, '_> {
    /// FIND_NEXT and FIND_PREV.
    pub(super) fn step_in_list(&mut self, call: &ObjectCall, is_forward: bool) -> StepResult<f64> {
        let index = self.index_of(call)?;
        self.items_of(call)?;
        let Self { objects, values, .. } = self;
        let Some(hash) = objects.hash_mut(index) else {
            return Err(Box::new(Fault::Object));
        };
        let Some(items) = &mut hash.items else {
            return Err(Box::new(Fault::Object));
        };
        let found = items.current.and_then(|row| match is_forward {
            true => items.table.next_same(row),
            false => items.table.previous_same(row),
        });
        let Some(row) = found else {
            return Ok(NOT_FOUND);
        };
        items.current = Some(row);
        if let Some(slot) = hash.settings.sum_increment {
            items.table.add_to_sum(row, values.number(slot));
        }
        items.layout.load(items.table.data(row), values);
        Ok(SUCCESS)
    }

    /// HAS_NEXT and HAS_PREV.
    pub(super) fn has_item(
        &mut self,
        call: &ObjectCall,
        direction: Direction,
        result: &'s AssignmentTarget,
    ) -> StepResult<f64> {
        let items = self.items_of(call)?;
        let is_there = items.current.is_some_and(|row| {
            let found = match direction {
                Direction::Next => items.table.next_same(row),
                Direction::Previous => items.table.previous_same(row),
            };
            found.is_some()
        });
        self.set_result(result, truth(is_there))?;
        Ok(SUCCESS)
    }

    /// DO_OVER: the first item of a key, and with each further call the next one, whatever the key then is.
    pub(super) fn do_over(&mut self, call: &ObjectCall, keys: &'s [Argument]) -> StepResult<f64> {
        let index = self.prepare_key(call, keys)?;
        let Self { objects, values, .. } = self;
        let key = std::mem::take(&mut objects.key);
        let mut code = NOT_FOUND;
        if let Some(items) = objects.hash_mut(index).and_then(|hash| hash.items.as_mut()) {
            items.over = match items.over {
                Some(row) => items.table.next_same(row),
                None => items.table.find(&key),
            };
            if let Some(row) = items.over {
                items.current = Some(row);
                items.layout.load(items.table.data(row), values);
                code = SUCCESS;
            }
        }
        objects.key = key;
        Ok(code)
    }

    /// FIRST, LAST, NEXT and PREV of an iterator.
    pub(super) fn step_iterator(&mut self, call: &ObjectCall, action: PlainAction) -> StepResult<f64> {
        let (own, TableIterator { hash, at }) = self.iterator(call)?;
        let Self {
            objects,
            values,
            memory,
            ..
        } = self;
        let Some(items) = objects.hash_mut(hash).and_then(|hash| hash.items.as_mut()) else {
            return Err(self.undefined(hash, call.site));
        };
        items.table.put_in_order(memory)?;
        let row = match (action, at) {
            (PlainAction::Next, Some(row)) => items.table.next(row),
            (PlainAction::Previous, Some(row)) => items.table.previous(row),
            (PlainAction::Last | PlainAction::Previous, _) => items.table.last(),
            _ => items.table.first(),
        };
        if let Some(row) = row {
            items.layout.load(items.table.data(row), values);
        }
        if let Some(Instance::Iterator(iterator)) = objects.instances.get_mut(own) {
            iterator.at = row;
        }
        Ok(if row.is_some() { SUCCESS } else { AT_END })
    }

    /// SETCUR of an iterator.
    pub(super) fn set_cursor(&mut self, call: &ObjectCall, keys: &'s [Argument]) -> StepResult<f64> {
        let (own, TableIterator { hash, .. }) = self.iterator(call)?;
        let Some(layout) = self.objects.hash_mut(hash).and_then(|hash| hash.items.as_ref()) else {
            return Err(self.undefined(hash, call.site));
        };
        let layout = std::rc::Rc::clone(&layout.layout);
        let mut key = std::mem::take(&mut self.objects.key);
        let prepared = match keys.is_empty() {
            true => {
                layout.key_of(&self.values, &mut key);
                Ok(())
            }
            false => self.given(&layout.keys, keys, true, &mut key, call),
        };
        let Self { objects, values, .. } = self;
        let mut row = None;
        if let Some(items) = objects.hash_mut(hash).and_then(|hash| hash.items.as_ref())
            && prepared.is_ok()
        {
            row = items.table.find(&key);
            if let Some(row) = row {
                layout.load(items.table.data(row), values);
            }
        }
        objects.key = key;
        prepared?;
        if let (Some(row), Some(Instance::Iterator(iterator))) = (row, objects.instances.get_mut(own)) {
            iterator.at = Some(row);
        }
        Ok(if row.is_some() { SUCCESS } else { NOT_FOUND })
    }

    /// Returns the iterator of a call, and its number, less 1.
    fn iterator(&mut self, call: &ObjectCall) -> StepResult<(usize, TableIterator)> {
        let index = self.index_of(call)?;
        match self.objects.instances.get(index) {
            Some(Instance::Iterator(iterator)) => Ok((index, *iterator)),
            _ => Err(self.object_fault(call.site, "Uninitialized object")),
        }
    }
}
