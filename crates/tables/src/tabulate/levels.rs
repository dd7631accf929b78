//! The levels of class variables.

use feedrate_procedure::variables::ClassVariable;
use feedrate_program::Slot;
use feedrate_rows::{StepResult, Values};

use super::pool::Share;

/// The level of a class variable that is not part of a combination's type.
pub(super) const NONE: u32 = u32::MAX;

/// The levels of a class variable, which are numbered in their ascending order.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// The keys of the levels in the results, one after the other, and the length of each. They are kept only while the
    /// results are gathered.
    keys: Vec<u8>,
    key_bytes: usize,
    /// The formatted values, one after the other, and where each ends.
    texts: String,
    ends: Vec<usize>,
    numbers: Vec<f64>,
    /// The values of a character variable, one after the other, and the length of each.
    bytes: Vec<u8>,
    value_bytes: usize,
    /// The number of observations of each level with ORDER=FREQ.
    observations: Vec<f64>,
    /// The numbers of the levels in display order.
    shown: Vec<u32>,
}

impl Levels {
    /// Returns the number of levels.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of the level with a key.
    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            let own = &self.keys[middle * self.key_bytes..][..self.key_bytes];
            match own.cmp(key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle as u32),
            }
        }
        None
    }

    /// Adds a level with a key that is greater than those before it, whose value is in the vector. Its memory is added
    /// to `share`.
    pub(super) fn add(
        &mut self,
        class: &ClassVariable,
        key: &[u8],
        values: &Values,
        share: &mut Share<'_>,
    ) -> StepResult<()> {
        let text = class.format.text(values.value(class.slot));
        let text = String::from_utf8_lossy(&text);
        let text = text.trim();
        let fixed = size_of::<usize>() + size_of::<u32>() + 2 * size_of::<f64>();
        let own = match class.slot {
            Slot::Number(_) => 0,
            Slot::Text(slot) => slot.length as usize,
        };
        // Memory that grows by doubling is half empty.
        share.add(2 * (fixed + key.len() + text.len() + own))?;
        self.keys.extend_from_slice(key);
        self.key_bytes = key.len();
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        match class.slot {
            Slot::Number(slot) => self.numbers.push(values.number(slot)),
            Slot::Text(slot) => {
                let value = values.text(slot);
                self.bytes.extend_from_slice(value);
                self.value_bytes = value.len();
            }
        }
        Ok(())
    }

    /// Counts the observations of the level that was added last.
    pub(super) fn count_observations(&mut self, observations: f64) {
        self.observations.push(observations);
    }

    /// Puts the levels into display order: by the observations that were counted, if they were.
    pub(super) fn finish(&mut self) {
        self.keys = Vec::new();
        self.shown = (0..self.count() as u32).collect();
        let observations = std::mem::take(&mut self.observations);
        if !observations.is_empty() {
            self.shown
                .sort_by(|&a, &b| observations[b as usize].total_cmp(&observations[a as usize]));
        }
    }

    /// Returns the numbers of the levels in display order.
    pub(super) fn shown(&self) -> &[u32] {
        &self.shown
    }

    /// Returns whether the levels are displayed in the order of their numbers.
    pub(super) fn is_in_order(&self) -> bool {
        self.shown.is_sorted()
    }

    /// Returns the formatted value of a level.
    pub(super) fn text(&self, level: u32) -> &str {
        let level = level as usize;
        let start = level.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.texts[start..self.ends[level]]
    }

    /// Loads the value of a level into its slot; clears the slot if there is no such level.
    pub(super) fn load(&self, level: u32, slot: Slot, values: &mut Values) {
        let level = level as usize;
        match slot {
            _ if level >= self.count() => values.clear(slot),
            Slot::Number(slot) => values.set_number(slot, self.numbers[level]),
            Slot::Text(slot) => {
                let value = &self.bytes[level * self.value_bytes..][..self.value_bytes];
                values.set_text(slot, value);
            }
        }
    }
}
