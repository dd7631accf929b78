//! The variables of a step, and the slots of their values.

use std::collections::{HashMap, HashSet};

use feedrate_program::{Initial, NumberSlot, Slot, TextSlot, Variable, Vector};
use feedrate_values::{Kind, Spec};

use super::list::Roster;

/// The maximum total length of the character values of one step. Slots count bytes in 32 bits.
const MOST_TEXT_BYTES: u32 = 1 << 31;

/// The index of a variable in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct VariableId(pub usize);

/// The source of a variable's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// The step computes it, or an INPUT statement reads it.
    #[default]
    Step,
    /// SET or MERGE reads it.
    DataSet,
    /// An automatic variable: `_N_`, FIRST. and LAST., IN=, END=, NOBS= and so on. It is not written to data sets.
    Automatic,
}

/// The attributes of a variable that are known so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// Its name as first written.
    pub name: String,
    /// The slot of its value; `None` while its kind is unknown.
    pub slot: Option<Slot>,
    /// The length of a number in a data set, if it was specified.
    pub stored_length: Option<u32>,
    /// Its label; `None` if none was specified.
    pub label: Option<String>,
    /// Its format; `Some(None)` if it was removed.
    pub format: Option<Option<Spec>>,
    /// Its informat; `Some(None)` if it was removed.
    pub informat: Option<Option<Spec>>,
    pub origin: Origin,
    /// True if it is retained from one iteration to the next.
    pub retained: bool,
    /// Set when anything assigns to it.
    pub assigned: bool,
}

/// The variables of a step, or of a condition that is evaluated on its own.
#[derive(Debug, Default)]
pub(super) struct Variables {
    entries: Vec<Entry>,
    by_name: HashMap<String, VariableId>,
    owners: HashMap<Slot, VariableId>,
    numbers: u32,
    text_bytes: u32,
    initial: Vec<Initial>,
    /// The slots in `initial`.
    initialized: HashSet<Slot>,
}

/// The character values of a step exceed the maximum total length.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMuchText;

/// The approximate memory of a variable with its names in bytes, including all tables that hold them.
const ENTRY_BYTES: u64 = 800;

/// The approximate memory of an initial value in bytes, without that of a character value.
const INITIAL_BYTES: u64 = 128;

impl Variables {
    /// Returns the approximate memory of the variables, and of their values when the step runs, in bytes.
    pub fn bytes(&self) -> u64 {
        ENTRY_BYTES * self.entries.len() as u64
            + INITIAL_BYTES * self.initial.len() as u64
            + 8 * u64::from(self.numbers)
            + u64::from(self.text_bytes)
    }

    /// Returns the key under which a name is stored; names compare without regard to case.
    pub fn key(name: &str) -> String {
        name.to_uppercase()
    }

    /// Returns the variable of this name, if it was declared.
    pub fn find(&self, name: &str) -> Option<VariableId> {
        self.by_name.get(&Self::key(name)).copied()
    }

    /// Returns the variable of this name, which is declared without a kind if it is new.
    pub fn declare(&mut self, name: &str) -> VariableId {
        let next = VariableId(self.entries.len());
        let id = *self.by_name.entry(Self::key(name)).or_insert(next);
        if id == next {
            self.entries.push(Entry {
                name: name.to_owned(),
                ..Entry::default()
            });
        }
        id
    }

    /// Makes a variable numeric if it has no kind yet. Returns its slot if it is numeric.
    pub fn number(&mut self, id: VariableId) -> Option<NumberSlot> {
        match self.entries[id.0].slot {
            Some(Slot::Number(slot)) => Some(slot),
            Some(Slot::Text(_)) => None,
            None => {
                let slot = self.spare_number();
                self.settle(id, Slot::Number(slot));
                Some(slot)
            }
        }
    }

    /// Makes a variable a character variable of that length if it has no kind yet. Returns its slot if it is a
    /// character variable.
    pub fn text(&mut self, id: VariableId, length: u32) -> Result<Option<TextSlot>, TooMuchText> {
        match self.entries[id.0].slot {
            Some(Slot::Text(slot)) => Ok(Some(slot)),
            Some(Slot::Number(_)) => Ok(None),
            None => {
                let slot = self.spare_text(length)?;
                self.settle(id, Slot::Text(slot));
                Ok(Some(slot))
            }
        }
    }

    /// Makes a variable without a kind numeric, with a slot that was reserved for it.
    pub fn number_in(&mut self, id: VariableId, slot: NumberSlot) {
        if self.entries[id.0].slot.is_none() {
            self.settle(id, Slot::Number(slot));
        }
    }

    /// Declares a variable of this name whose value is in an existing slot.
    pub fn enter(&mut self, name: &str, slot: Slot) -> VariableId {
        let id = self.declare(name);
        self.settle(id, slot);
        id
    }

    /// Reserves the slots of a vector, so that new slots follow them.
    pub fn reserve(&mut self, vector: &Vector) {
        self.numbers = self.numbers.max(vector.numbers);
        self.text_bytes = self.text_bytes.max(vector.text_bytes);
    }

    /// Adds the slots that were allocated since `reserve` to the vector.
    pub fn add_reserved(&self, vector: &mut Vector) {
        vector.numbers = vector.numbers.max(self.numbers);
        vector.text_bytes = vector.text_bytes.max(self.text_bytes);
    }

    fn settle(&mut self, id: VariableId, slot: Slot) {
        self.entries[id.0].slot = Some(slot);
        self.owners.insert(slot, id);
    }

    /// Returns a number slot that belongs to no variable.
    pub fn spare_number(&mut self) -> NumberSlot {
        let slot = NumberSlot(self.numbers);
        self.numbers += 1;
        slot
    }

    /// Returns a character slot that belongs to no variable.
    pub fn spare_text(&mut self, length: u32) -> Result<TextSlot, TooMuchText> {
        let end = self
            .text_bytes
            .checked_add(length)
            .filter(|&end| end <= MOST_TEXT_BYTES);
        let slot = TextSlot {
            start: self.text_bytes,
            length,
        };
        self.text_bytes = end.ok_or(TooMuchText)?;
        Ok(slot)
    }

    /// Sets the value of a slot before the first iteration. The last call for a slot counts.
    pub fn set_initial(&mut self, initial: Initial) {
        self.initialized.insert(match &initial {
            Initial::Number(slot, _) => Slot::Number(*slot),
            Initial::Text(slot, _) => Slot::Text(*slot),
        });
        self.initial.push(initial);
    }

    /// Returns whether a slot has an initial value.
    pub fn has_initial(&self, slot: Slot) -> bool {
        self.initialized.contains(&slot)
    }

    /// Returns the attributes of a variable.
    pub fn entry(&self, id: VariableId) -> &Entry {
        &self.entries[id.0]
    }

    /// Returns the attributes of a variable for changes.
    pub fn entry_mut(&mut self, id: VariableId) -> &mut Entry {
        &mut self.entries[id.0]
    }

    /// Returns the kind of a variable, if it is known.
    pub fn kind(&self, id: VariableId) -> Option<Kind> {
        self.entries[id.0].slot.map(Slot::kind)
    }

    /// Iterates over all variables in order.
    pub fn iter(&self) -> impl Iterator<Item = (VariableId, &Entry)> {
        self.entries
            .iter()
            .enumerate()
            .map(|(index, entry)| (VariableId(index), entry))
    }

    /// Returns the variable of a slot; `None` for elements of temporary arrays.
    pub fn owner(&self, slot: Slot) -> Option<VariableId> {
        self.owners.get(&slot).copied()
    }

    /// Returns the vector of all variables whose kind is known, with those in `last` at the end.
    pub fn into_vector(self, last: &[VariableId], default_number_length: u32) -> Vector {
        let shape = |entry: &Entry| {
            let slot = entry.slot?;
            Some(Variable {
                name: entry.name.clone(),
                slot,
                stored_length: entry.stored_length(default_number_length),
                label: entry.label.clone().unwrap_or_default(),
                format: entry.format.clone().flatten(),
                informat: entry.informat.clone().flatten(),
                automatic: entry.origin == Origin::Automatic,
            })
        };
        let early = self.iter().filter(|(id, _)| !last.contains(id)).map(|(_, entry)| entry);
        let late = last.iter().map(|&id| self.entry(id));
        Vector {
            numbers: self.numbers,
            text_bytes: self.text_bytes,
            variables: early.chain(late).filter_map(shape).collect(),
            initial: self.initial,
        }
    }
}

impl Entry {
    /// Returns the place of its format or of its informat.
    pub fn spec_mut(&mut self, is_format: bool) -> &mut Option<Option<Spec>> {
        match is_format {
            true => &mut self.format,
            false => &mut self.informat,
        }
    }

    /// Returns the length of the variable's value in a data set.
    pub fn stored_length(&self, default_number_length: u32) -> u32 {
        match self.slot {
            Some(Slot::Text(slot)) => slot.length,
            _ => self.stored_length.unwrap_or(match self.origin {
                Origin::Step => default_number_length,
                Origin::DataSet | Origin::Automatic => 8,
            }),
        }
    }
}

impl Roster for Variables {
    fn count(&self) -> usize {
        self.entries.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.entries[index].name
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.entries[index].slot.map(Slot::kind)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.find(name).map(|id| id.0)
    }

    fn is_listed(&self, index: usize) -> bool {
        self.entries[index].origin != Origin::Automatic
    }
}
