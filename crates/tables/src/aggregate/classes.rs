//! Class values as keys.
//!
//! If the values of a variable are its classes, the key contains the value, as bytes that sort as the values do. If a
//! format maps several values to one class, or classes are not ordered by value, classes are numbered in the order of
//! their first occurrence, and the key contains the number. Numbered classes stay in memory; a step with more of them
//! than fit fails. The cache from values to class numbers is cleared first.

use std::hash::BuildHasher;

use feedrate_procedure::keys::{HASH_BYTES, Keys};
use feedrate_procedure::variables::ClassVariable;
use feedrate_program::Slot;
use feedrate_rows::{Fault, StepResult, sortable};
use feedrate_values::Value;

use crate::fault::TableFault;
use hashbrown::{DefaultHashBuilder, HashTable};

/// The size of a class number in a key, in bytes.
pub(super) const NUMBER_BYTES: usize = 4;

/// The maximum number of values in the cache from values to class numbers.
const MOST_REMEMBERED: usize = 1 << 20;

/// The approximate memory of a class in bytes without its label and its least value: its entry in a table that
/// doubles as it grows, its hash, and the overhead of two allocations.
const CLASS_BYTES: usize = 2 * size_of::<Class>() + HASH_BYTES + 2 * 16;

/// Builds the keys of observations.
#[derive(Debug)]
pub(super) struct ClassReader<'m> {
    parts: Vec<ClassKey<'m>>,
    key: Vec<u8>,
    /// The memory limit of numbered classes in bytes.
    memory: usize,
}

#[derive(Debug)]
struct ClassKey<'m> {
    class: &'m ClassVariable,
    start: usize,
    end: usize,
    /// The classes found so far, if the key contains class numbers.
    numbered: Option<NumberedClasses>,
}

/// Numbered classes.
#[derive(Debug)]
struct NumberedClasses {
    /// The cache of values, from which `of_value` gives the class.
    values: Keys,
    of_value: Vec<u32>,
    classes: Vec<Class>,
    /// The numbers of the classes, by label.
    by_label: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The approximate memory of the classes in bytes.
    class_bytes: usize,
    value: Vec<u8>,
    label: Vec<u8>,
}

/// A class.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The formatted value, or the value itself.
    pub label: Vec<u8>,
    /// The least value in the class, as bytes that sort as the values do.
    pub least: Vec<u8>,
}

impl<'m> ClassReader<'m> {
    /// Returns a reader for these class variables, with a limit of `memory` bytes for numbered classes.
    pub(super) fn new(classes: &'m [ClassVariable], memory: usize) -> Self {
        let mut end = 0;
        let parts = classes.iter().map(|class| {
            let start = end;
            let numbered = class.is_numbered().then(|| NumberedClasses::new(class));
            end += match numbered {
                Some(_) => NUMBER_BYTES,
                None => value_bytes(class.slot),
            };
            ClassKey {
                class,
                start,
                end,
                numbered,
            }
        });
        let parts = parts.collect();
        Self {
            parts,
            key: vec![0; end],
            memory,
        }
    }

    /// Enforces the memory limit: clears the cache of values, which can be rebuilt, and fails if the classes
    /// themselves exceed the limit.
    pub(super) fn hold(&mut self) -> StepResult<()> {
        let numbered = || self.parts.iter().filter_map(|part| part.numbered.as_ref());
        let classes: usize = numbered().map(|numbered| numbered.class_bytes).sum();
        let values: usize = numbered().map(NumberedClasses::value_bytes).sum();
        if classes + values <= self.memory {
            return Ok(());
        }
        if classes > self.memory {
            return Err(self.too_many());
        }
        let parts = self.parts.iter_mut();
        for numbered in parts.filter_map(|part| part.numbered.as_mut()) {
            numbered.forget_values();
        }
        Ok(())
    }

    /// Returns the fault that the classes exceed the memory, which names the variable whose classes take most of it.
    #[cold]
    fn too_many(&self) -> Box<Fault> {
        let bytes = |part: &&ClassKey<'_>| part.numbered.as_ref().map(|numbered| numbered.class_bytes);
        let most = self.parts.iter().max_by_key(bytes);
        TableFault::ClassMemory {
            variable: most.map_or_else(String::new, |part| part.class.heading.clone()),
            bytes: self.memory,
        }
        .into()
    }

    /// Returns whether there are no class variables.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the byte range of each variable in a key.
    pub(super) fn spans(&self) -> Vec<(usize, usize)> {
        let parts = self.parts.iter();
        parts.map(|part| (part.start, part.end)).collect()
    }

    /// Returns the classes of a variable in the order of their first occurrence, if the key contains class numbers.
    pub(super) fn classes(&self, variable: usize) -> &[Class] {
        let numbered = self.parts[variable].numbered.as_ref();
        numbered.map_or(&[], |numbered| &numbered.classes)
    }

    /// Returns the key of an observation, or `None` if a class value is missing and MISSING is not in effect. `value`
    /// returns the value of a class variable by its index.
    /// class variable by its number.
    #[inline]
    pub(super) fn read<'v>(&mut self, value: impl Fn(usize) -> Value<'v>) -> Option<&[u8]> {
        for (number, part) in self.parts.iter_mut().enumerate() {
            let value = value(number);
            if !part.class.missing && value.is_missing() {
                return None;
            }
            let place = &mut self.key[part.start..part.end];
            match &mut part.numbered {
                None => write_value(value, place),
                Some(numbered) => {
                    let number = numbered.number(part.class, value);
                    place.copy_from_slice(&number.to_be_bytes());
                }
            }
        }
        Some(&self.key)
    }
}

/// Returns the size of a value in a key, in bytes.
fn value_bytes(slot: Slot) -> usize {
    match slot {
        Slot::Number(_) => 8,
        Slot::Text(slot) => slot.length as usize,
    }
}

#[inline]
fn write_value(value: Value<'_>, place: &mut [u8]) {
    match value {
        Value::Number(number) => place.copy_from_slice(&sortable(number).to_be_bytes()),
        Value::Text(text) => place.copy_from_slice(text),
    }
}

impl NumberedClasses {
    fn new(class: &ClassVariable) -> Self {
        Self {
            values: Keys::new(value_bytes(class.slot)),
            of_value: Vec::new(),
            classes: Vec::new(),
            by_label: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            class_bytes: 0,
            value: vec![0; value_bytes(class.slot)],
            label: Vec::new(),
        }
    }

    /// Returns the approximate memory of the cache of values in bytes.
    fn value_bytes(&self) -> usize {
        self.values.len() * (self.value.len() + NUMBER_BYTES + HASH_BYTES)
    }

    /// Clears the cache of values and frees its memory.
    fn forget_values(&mut self) {
        self.values = Keys::new(self.value.len());
        self.of_value = Vec::new();
    }

    /// Returns the class number of a value.
    fn number(&mut self, class: &ClassVariable, value: Value<'_>) -> u32 {
        write_value(value, &mut self.value);
        let known = self.values.number(&self.value) as usize;
        if let Some(&number) = self.of_value.get(known) {
            return number;
        }
        self.label.clear();
        match class.formatted {
            true => {
                class.format.write(value, &mut self.label);
            }
            false => self.label.extend_from_slice(&self.value),
        }
        let hash = self.hasher.hash_one(&self.label);
        let has_label = |&number: &u32| self.classes[number as usize].label == self.label;
        let number = match self.by_label.find(hash, has_label) {
            Some(&number) => {
                let least = &mut self.classes[number as usize].least;
                if self.value < *least {
                    least.clone_from(&self.value);
                }
                number
            }
            None => {
                let number = self.classes.len() as u32;
                self.classes.push(Class {
                    label: self.label.clone(),
                    least: self.value.clone(),
                });
                self.class_bytes += CLASS_BYTES + self.label.len() + self.value.len();
                let (classes, hasher) = (&self.classes, &self.hasher);
                self.by_label
                    .insert_unique(hash, number, |&other| hasher.hash_one(&classes[other as usize].label));
                number
            }
        };
        if known >= MOST_REMEMBERED {
            self.forget_values();
        } else {
            self.of_value.push(number);
        }
        number
    }
}
