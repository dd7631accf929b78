//! The variables that a step has met so far, with the places of their values.

use std::collections::{HashMap, HashSet};

use feedrate_steps::ir::{Initial, NumberSlot, Slot, TextSlot, Variable, Vector};
use feedrate_values::{Kind, Spec};

use super::list::Roster;

/// The most bytes that the texts of one step may take together. Slots count bytes in 32 bits.
const MOST_TEXT_BYTES: u32 = 1 << 31;

/// Names a variable by its place among those met so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct VariableId(pub usize);

/// Who gives a variable its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The step computes it, or an INPUT statement reads it.
    Step,
    /// SET or MERGE reads it.
    DataSet,
    /// The step keeps it for itself: `_N_`, FIRST. and LAST., IN=, END=, NOBS= and the like. It goes into
    /// no data set.
    Automatic,
}

/// A variable as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its name as first written.
    pub name: String,
    /// Where its value lies; `None` while only its name is known.
    pub slot: Option<Slot>,
    /// The bytes that a number takes in a data set, once something says so.
    pub stored_length: Option<u32>,
    /// Its label; `None` while nothing says so.
    pub label: Option<String>,
    /// Its format; `Some(None)` when it was taken away.
    pub format: Option<Option<Spec>>,
    /// Its informat, likewise.
    pub informat: Option<Option<Spec>>,
    /// Who gives it its value.
    pub origin: Origin,
    /// Whether it keeps its value from one iteration to the next.
    pub retained: bool,
    /// Whether anything gives it a value.
    pub given: bool,
}

/// The variables of a step, or of a condition that is evaluated apart from it.
#[derive(Debug, Default)]
pub(super) struct Variables {
    entries: Vec<Entry>,
    by_name: HashMap<String, VariableId>,
    owners: HashMap<Slot, VariableId>,
    numbers: u32,
    text_bytes: u32,
    initial: Vec<Initial>,
    /// The slots that `initial` names.
    begun: HashSet<Slot>,
}

/// The texts of a step do not fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMuchText;

/// About how many bytes a variable takes with its names, wherever it is known by them.
const ENTRY_BYTES: u64 = 800;

/// About how many bytes an initial value takes beside those of a text.
const INITIAL_BYTES: u64 = 128;

impl Variables {
    /// About how many bytes the variables take, and their values when the step runs.
    pub fn bytes(&self) -> u64 {
        ENTRY_BYTES * self.entries.len() as u64
            + INITIAL_BYTES * self.initial.len() as u64
            + 8 * u64::from(self.numbers)
            + u64::from(self.text_bytes)
    }

    /// Names compare without regard to case.
    pub fn key(name: &str) -> String {
        name.to_uppercase()
    }

    /// The variable of this name, if it was met.
    pub fn find(&self, name: &str) -> Option<VariableId> {
        self.by_name.get(&Self::key(name)).copied()
    }

    /// The variable of this name, which takes its place among the others now if it is new. Its kind is
    /// left open.
    pub fn meet(&mut self, name: &str) -> VariableId {
        let next = VariableId(self.entries.len());
        let id = *self.by_name.entry(Self::key(name)).or_insert(next);
        if id == next {
            self.entries.push(Entry {
                name: name.to_owned(),
                slot: None,
                stored_length: None,
                label: None,
                format: None,
                informat: None,
                origin: Origin::Step,
                retained: false,
                given: false,
            });
        }
        id
    }

    /// Makes a variable a number if its kind is open, and gives its slot if it is a number.
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

    /// Makes a variable a text of that length if its kind is open. Gives its slot if it is a text.
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

    /// Makes a variable whose kind is open a number that lies in a place that was set aside for it.
    pub fn number_in(&mut self, id: VariableId, slot: NumberSlot) {
        if self.entries[id.0].slot.is_none() {
            self.settle(id, Slot::Number(slot));
        }
    }

    /// A variable of this name whose value lies in a slot that is there already.
    pub fn enter(&mut self, name: &str, slot: Slot) -> VariableId {
        let id = self.meet(name);
        self.settle(id, slot);
        id
    }

    /// Leaves out the slots of a vector, so that new ones lie after them.
    pub fn reserve(&mut self, vector: &Vector) {
        self.numbers = self.numbers.max(vector.numbers);
        self.text_bytes = self.text_bytes.max(vector.text_bytes);
    }

    /// Makes room in a vector for the slots that were added since it was reserved.
    pub fn give_room(&self, vector: &mut Vector) {
        vector.numbers = vector.numbers.max(self.numbers);
        vector.text_bytes = vector.text_bytes.max(self.text_bytes);
    }

    fn settle(&mut self, id: VariableId, slot: Slot) {
        self.entries[id.0].slot = Some(slot);
        self.owners.insert(slot, id);
    }

    /// A place for a number that is no variable.
    pub fn spare_number(&mut self) -> NumberSlot {
        let slot = NumberSlot(self.numbers);
        self.numbers += 1;
        slot
    }

    /// A place for a text that is no variable.
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

    /// What a slot holds before the first iteration. What is said last counts.
    pub fn set_initial(&mut self, initial: Initial) {
        self.begun.insert(match &initial {
            Initial::Number(slot, _) => Slot::Number(*slot),
            Initial::Text(slot, _) => Slot::Text(*slot),
        });
        self.initial.push(initial);
    }

    /// Whether something said what a slot holds before the first iteration.
    pub fn has_initial(&self, slot: Slot) -> bool {
        self.begun.contains(&slot)
    }

    /// What is known of a variable.
    pub fn entry(&self, id: VariableId) -> &Entry {
        &self.entries[id.0]
    }

    /// What is known of a variable, to change it.
    pub fn entry_mut(&mut self, id: VariableId) -> &mut Entry {
        &mut self.entries[id.0]
    }

    /// The kind of a variable, when it is known.
    pub fn kind(&self, id: VariableId) -> Option<Kind> {
        self.entries[id.0].slot.map(Slot::kind)
    }

    /// All variables in their order.
    pub fn iter(&self) -> impl Iterator<Item = (VariableId, &Entry)> {
        self.entries
            .iter()
            .enumerate()
            .map(|(index, entry)| (VariableId(index), entry))
    }

    /// The variable whose value lies in a slot; none for elements of temporary arrays.
    pub fn owner(&self, slot: Slot) -> Option<VariableId> {
        self.owners.get(&slot).copied()
    }

    /// The vector of all variables whose kind is known, those that `last` names at the end.
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
        let early = self
            .iter()
            .filter(|(id, _)| !last.contains(id))
            .map(|(_, entry)| entry);
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
    /// The bytes that its value takes in a data set.
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
