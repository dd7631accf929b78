//! The order of classes, and the keys of results.

use std::collections::HashMap;

use feedrate_procedure::variables::{ClassOrder, ClassVariable};
use feedrate_program::Slot;
use feedrate_rows::{Values, from_sortable};
use feedrate_values::missing::MISSING;

use super::classes::{Class, ClassReader, NUMBER_BYTES};
use super::crossing::KeyParts;
use super::request::CrossedClasses;

/// The merged and ordered classes of several readers, which translate the readers' keys to the keys of results: the
/// index of the type, followed by the values of its variables.
#[derive(Debug)]
pub(super) struct ClassRanks<'m> {
    classes: &'m [ClassVariable],
    /// The range of each variable in a reader's key.
    spans: Vec<(usize, usize)>,
    /// The least value of each class by rank, for each variable with numbered classes.
    least: Vec<Option<Vec<Vec<u8>>>>,
    /// The rank of each reader's classes, by variable.
    ranks: Vec<Vec<Vec<u32>>>,
}

/// The size of the type in the key of a result, in bytes.
pub(super) const TYPE_BYTES: usize = 4;

impl<'m> ClassRanks<'m> {
    /// Merges the classes of readers of consecutive parts of the data.
    pub(super) fn new(classes: &'m [ClassVariable], readers: Vec<ClassReader<'m>>) -> Self {
        let first = readers.first();
        let spans = first.map_or_else(Vec::new, ClassReader::spans);
        let mut ranks = vec![vec![Vec::new(); classes.len()]; readers.len()];
        let mut least = vec![None; classes.len()];
        for (variable, class) in classes.iter().enumerate() {
            if !class.is_numbered() {
                continue;
            }
            let found: Vec<_> = readers.iter().map(|reader| reader.classes(variable)).collect();
            let (of_readers, values) = ranked(class, &found);
            for (reader, of_reader) in of_readers.into_iter().enumerate() {
                ranks[reader][variable] = of_reader;
            }
            least[variable] = Some(values);
        }
        Self {
            classes,
            spans,
            least,
            ranks,
        }
    }

    /// Returns the range of each class variable in a reader's key.
    pub(super) fn spans(&self) -> &[(usize, usize)] {
        &self.spans
    }

    /// Writes the class values of the key of a result from a reader's key of a crossing, with these parts, for the
    /// type with these bits.
    pub(super) fn write(
        &self,
        reader: usize,
        from: &[u8],
        crossing: &CrossedClasses,
        parts: &KeyParts,
        bits: u64,
        key: &mut [u8],
    ) {
        for (place, &(variable, start, end)) in parts.own().iter().enumerate() {
            let part = &mut key[start..end];
            if !crossing.has(bits, place) {
                part.fill(0);
                continue;
            }
            match self.least[variable] {
                None => part.copy_from_slice(&from[start..end]),
                Some(_) => {
                    let number = word(&from[start..end]);
                    let rank = self.ranks[reader][variable].get(number as usize);
                    part.copy_from_slice(&rank.copied().unwrap_or(0).to_be_bytes());
                }
            }
            if self.classes[variable].descending {
                part.iter_mut().for_each(|byte| *byte = !*byte);
            }
        }
    }

    /// Loads the class values of a result into their slots. Variables of the crossing that are not in its type are
    /// set to missing.
    pub(super) fn load(&self, key: &[u8], crossing: &CrossedClasses, parts: &KeyParts, bits: u64, values: &mut Values) {
        for (place, &(variable, start, end)) in parts.own().iter().enumerate() {
            let class = &self.classes[variable];
            if !crossing.has(bits, place) {
                values.clear(class.slot);
                continue;
            }
            let mut part = key.get(start..end).unwrap_or_default().to_vec();
            if class.descending {
                part.iter_mut().for_each(|byte| *byte = !*byte);
            }
            let least = self.least[variable].as_ref();
            if let Some(least) = least {
                part = least.get(word(&part) as usize).cloned().unwrap_or_default();
            }
            match class.slot {
                Slot::Number(slot) => {
                    let bytes = part.first_chunk::<8>();
                    let number = bytes.map(|bytes| from_sortable(u64::from_be_bytes(*bytes)));
                    values.set_number(slot, number.unwrap_or(MISSING));
                }
                Slot::Text(slot) => values.set_text(slot, &part),
            }
        }
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(bytes.first_chunk::<NUMBER_BYTES>().copied().unwrap_or_default())
}

/// Returns the ranks of the classes of several readers, and the least value of each class by rank.
fn ranked(class: &ClassVariable, found: &[&[Class]]) -> (Vec<Vec<u32>>, Vec<Vec<u8>>) {
    let mut by_label: HashMap<&[u8], usize> = HashMap::new();
    // Labels and least values, in the order of the classes' first occurrence.
    let mut all: Vec<(&[u8], &[u8])> = Vec::new();
    let mut of_readers: Vec<Vec<u32>> = Vec::with_capacity(found.len());
    for classes in found {
        let numbers = classes.iter().map(|class| {
            let number = *by_label.entry(&class.label).or_insert_with(|| {
                all.push((&class.label, &class.least));
                all.len() - 1
            });
            let least = &mut all[number].1;
            *least = (*least).min(&class.least);
            number as u32
        });
        of_readers.push(numbers.collect());
    }
    // The index of a class is also its position in the order of first occurrence.
    let mut order: Vec<usize> = (0..all.len()).collect();
    match class.order {
        ClassOrder::Data => {}
        ClassOrder::Internal => order.sort_by(|&a, &b| all[a].1.cmp(all[b].1)),
        ClassOrder::Formatted => order.sort_by(|&a, &b| all[a].0.cmp(all[b].0)),
    }
    let mut ranks = vec![0_u32; all.len()];
    for (rank, &number) in (0..).zip(&order) {
        ranks[number] = rank;
    }
    for numbers in &mut of_readers {
        for number in numbers {
            *number = ranks[*number as usize];
        }
    }
    let least = order.into_iter().map(|number| all[number].1.to_vec());
    (of_readers, least.collect())
}
