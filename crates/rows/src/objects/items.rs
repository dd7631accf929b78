//! Methods that look up, add, replace and remove items.

use std::rc::Rc;

use feedrate_program::{Argument, AssignmentTarget, ItemChange, Lookup, NewItem, ObjectCall, Slot, Text};

use super::call::{DUPLICATE, NOT_FOUND, SUCCESS};
use super::layout::Layout;
use super::lock::LOCKED;
use super::{Instance, Objects};
use crate::evaluation::core::{Core, truth};
use crate::fault::{Fault, StepResult};

impl<'s> Core<'s, '_> {
    /// Sets the buffer to the key of a call, and returns the number of its hash table, less 1.
    #[inline]
    pub(super) fn prepare_key(&mut self, call: &ObjectCall, keys: &'s [Argument]) -> StepResult<usize> {
        let index = self.index_of(call)?;
        let Self { objects, values, .. } = self;
        let Objects { instances, key, .. } = objects;
        let hash = match instances.get_mut(index) {
            Some(Instance::Hash(hash)) => Some(hash),
            _ => None,
        };
        let Some(items) = hash.and_then(|hash| hash.items.as_ref()) else {
            return Err(self.undefined(index, call.site));
        };
        if keys.is_empty() {
            items.layout.key_of(values, key);
            return Ok(index);
        }
        let layout = Rc::clone(&items.layout);
        let mut key = std::mem::take(key);
        let given = self.given(&layout.keys, keys, true, &mut key, call);
        self.objects.key = key;
        given.map(|()| index)
    }

    pub(super) fn lookup(&mut self, call: &ObjectCall, lookup: Lookup, keys: &'s [Argument]) -> StepResult<f64> {
        match lookup {
            Lookup::SetCursor => return self.set_cursor(call, keys),
            Lookup::Remove => return self.remove_key(call, keys),
            Lookup::RemoveCurrent => return self.remove_current(call, keys),
            Lookup::DoOver => return self.do_over(call, keys),
            Lookup::Find | Lookup::Check => {}
        }
        let index = self.prepare_key(call, keys)?;
        let Self { objects, values, .. } = self;
        let Objects { instances, key, .. } = objects;
        let Some(Instance::Hash(hash)) = instances.get_mut(index) else {
            return Err(Box::new(Fault::Object));
        };
        let Some(items) = &mut hash.items else {
            return Err(Box::new(Fault::Object));
        };
        let early = hash.guesses.take(key, &items.table);
        let found = early.unwrap_or_else(|| items.table.find(key));
        if let (Some(row), Some(slot)) = (found, hash.settings.sum_increment) {
            items.table.add_to_sum(row, values.number(slot));
        }
        if lookup == Lookup::Find {
            items.current = found;
            if let Some(row) = found {
                items.layout.load(items.table.data(row), values);
            }
        }
        Ok(if found.is_some() { SUCCESS } else { NOT_FOUND })
    }

    /// ADD, REPLACE and REF.
    pub(super) fn change_item(&mut self, call: &ObjectCall, change: ItemChange, item: &'s NewItem) -> StepResult<f64> {
        let index = self.prepare_key(call, &item.keys)?;
        let layout = Rc::clone(&self.items_of(call)?.layout);
        self.prepare_data(call, &layout, item)?;
        let Self {
            objects,
            values,
            memory,
            ..
        } = self;
        let Objects {
            instances, key, data, ..
        } = objects;
        let Some(Instance::Hash(hash)) = instances.get_mut(index) else {
            return Err(Box::new(Fault::Object));
        };
        let Some(items) = &mut hash.items else {
            return Err(Box::new(Fault::Object));
        };
        let increment = hash.settings.sum_increment.map(|slot| values.number(slot));
        let search = items.table.search(key);
        if let Some(head) = search.head {
            match change {
                ItemChange::Add if hash.settings.has_lists => {}
                ItemChange::Add => return Ok(DUPLICATE),
                ItemChange::Replace => {
                    let mut next = Some(head);
                    while let Some(row) = next {
                        items.table.data_mut(row).copy_from_slice(data);
                        items.table.set_sum(row, increment.unwrap_or(0.0));
                        next = items.table.next_same(row);
                    }
                    return Ok(SUCCESS);
                }
                ItemChange::Ref => {
                    items.table.add_to_sum(head, increment.unwrap_or(0.0));
                    return Ok(SUCCESS);
                }
            }
        }
        let row = items.table.add_searched(search, key, memory)?;
        items.table.data_mut(row).copy_from_slice(data);
        items.table.add_to_sum(row, increment.unwrap_or(0.0));
        Ok(SUCCESS)
    }

    /// Sets the buffer to the data of an item.
    fn prepare_data(&mut self, call: &ObjectCall, layout: &Layout, item: &'s NewItem) -> StepResult<()> {
        let mut data = std::mem::take(&mut self.objects.data);
        let prepared = match item.data.is_empty() {
            false => self.given(&layout.data, &item.data, false, &mut data, call),
            true => {
                data.clear();
                data.resize(layout.data_bytes(), 0);
                match item.keys.is_empty() {
                    true => layout.store(&self.values, &mut data),
                    false if layout.data_are_keys => layout.store_key(&self.objects.key, &mut data),
                    // As many as there are data, none of which was given.
                    false => self.given(&layout.data, &[], false, &mut data, call)?,
                }
                Ok(())
            }
        };
        self.objects.data = data;
        prepared
    }

    /// REPLACEDUP: replaces the data of the current item, or adds an item if there is none.
    pub(super) fn replace_current(&mut self, call: &ObjectCall, item: &'s NewItem) -> StepResult<f64> {
        let Some(row) = self.items_of(call)?.current else {
            return self.change_item(call, ItemChange::Replace, item);
        };
        let layout = Rc::clone(&self.items_of(call)?.layout);
        self.prepare_data(call, &layout, item)?;
        let data = std::mem::take(&mut self.objects.data);
        self.items_of(call)?.table.data_mut(row).copy_from_slice(&data);
        self.objects.data = data;
        Ok(SUCCESS)
    }

    /// REMOVE: removes all items of a key.
    fn remove_key(&mut self, call: &ObjectCall, keys: &'s [Argument]) -> StepResult<f64> {
        let index = self.prepare_key(call, keys)?;
        let key = std::mem::take(&mut self.objects.key);
        let mut next = self.items_of(call)?.table.find(&key);
        let code = if next.is_some() { SUCCESS } else { NOT_FOUND };
        let checked = self.check_unlocked(call, index, &key);
        self.objects.key = key;
        checked?;
        let items = self.items_of(call)?;
        while let Some(row) = next {
            next = items.table.next_same(row);
            items.remove(row);
        }
        Ok(code)
    }

    /// REMOVEDUP: removes the current item, or the first one of the key if the current one has another.
    fn remove_current(&mut self, call: &ObjectCall, keys: &'s [Argument]) -> StepResult<f64> {
        let index = self.prepare_key(call, keys)?;
        let mut key = std::mem::take(&mut self.objects.key);
        let items = self.items_of(call)?;
        let current = items
            .current
            .filter(|&row| keys.is_empty() || items.table.key(row) == key);
        let row = current.or_else(|| items.table.find(&key));
        if let Some(row) = row {
            key.clear();
            key.extend_from_slice(items.table.key(row));
        }
        let checked = self.check_unlocked(call, index, &key);
        self.objects.key = key;
        checked?;
        match row {
            Some(row) => self.items_of(call)?.remove(row),
            None => return Ok(NOT_FOUND),
        }
        Ok(SUCCESS)
    }

    /// CLEAR: removes all items.
    pub(super) fn clear_items(&mut self, call: &ObjectCall) -> StepResult<f64> {
        let index = self.index_of(call)?;
        self.items_of(call)?;
        if !self.objects.locked(index).is_empty() {
            return Err(self.object_fault(call.site, LOCKED));
        }
        self.items_of(call)?.clear();
        Ok(SUCCESS)
    }

    /// EQUALS.
    pub(super) fn equals(
        &mut self,
        call: &ObjectCall,
        other: &'s Text,
        result: &'s AssignmentTarget,
    ) -> StepResult<f64> {
        self.items_of(call)?;
        let index = self.index_of(call)?;
        let name = self.word(other)?;
        let other = self.hash_named(&name, call.site)?;
        let equal = match (self.objects.instances.get(index), self.objects.instances.get(other)) {
            (Some(Instance::Hash(own)), Some(Instance::Hash(other))) => match (&own.items, &other.items) {
                (Some(items), Some(others)) => {
                    Some(own.settings.exponent == other.settings.exponent && items.equals(others))
                }
                _ => None,
            },
            _ => None,
        };
        let Some(equal) = equal else {
            return Err(self.undefined(other, call.site));
        };
        self.set_result(result, truth(equal))?;
        Ok(SUCCESS)
    }

    /// SUM.
    pub(super) fn sum_of(
        &mut self,
        call: &ObjectCall,
        keys: &'s [Argument],
        result: &'s AssignmentTarget,
    ) -> StepResult<f64> {
        self.prepare_key(call, keys)?;
        let key = std::mem::take(&mut self.objects.key);
        let row = self.items_of(call)?.table.find(&key);
        self.objects.key = key;
        self.set_sum(call, row, result)
    }

    /// SUMDUP.
    pub(super) fn sum_of_current(&mut self, call: &ObjectCall, result: &'s AssignmentTarget) -> StepResult<f64> {
        let row = self.items_of(call)?.current;
        self.set_sum(call, row, result)
    }

    fn set_sum(&mut self, call: &ObjectCall, row: Option<u32>, result: &'s AssignmentTarget) -> StepResult<f64> {
        let Some(row) = row else {
            return Ok(NOT_FOUND);
        };
        match self.items_of(call)?.table.sum(row) {
            Some(sum) => {
                self.set_result(result, sum)?;
                Ok(SUCCESS)
            }
            None => Err(self.object_fault(call.site, "The hash object has no sums, which SUMINC: makes,")),
        }
    }

    pub(super) fn set_result(&mut self, target: &'s AssignmentTarget, number: f64) -> StepResult<()> {
        if let Slot::Number(slot) = self.target_slot(target)? {
            self.values.set_number(slot, number);
        }
        Ok(())
    }
}
