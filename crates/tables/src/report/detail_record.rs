//! The record of an observation while rows are sorted: its key, and the values that its row needs.

use feedrate_procedure::records::spilled::{load_value, value_bytes, write_value};
use feedrate_program::Slot;
use feedrate_rows::{StepResult, Values};

use super::expand::ColumnLayout;
use super::levels::{LevelNumbers, write_key};
use super::request::{Report, ReportContent};

/// The size of a level number in a key, in bytes.
const LEVEL_BYTES: usize = size_of::<u32>();

/// The record of the current observation.
pub(super) struct DetailRecord {
    /// The class variables whose levels were numbered by the counting pass.
    ranked: Vec<bool>,
    /// The end of the part of each class variable in a key.
    ends: Vec<usize>,
    /// The slots that are stored in addition to the key of an observation.
    slots: Vec<Slot>,
    bytes: Vec<u8>,
    /// A buffer for formatted values.
    label: Vec<u8>,
}

impl DetailRecord {
    /// Returns an empty record.
    pub(super) fn new(report: &Report) -> StepResult<Self> {
        let aggregation = &report.aggregation;
        let is_ranked = |class| aggregation.types().contains(&report.class_type(class));
        let ranked: Vec<bool> = (0..report.rows).map(is_ranked).collect();
        let mut end = 0;
        let parts = aggregation.classes.iter().zip(&ranked);
        let ends = parts.map(|(class, ranked)| {
            end += match ranked {
                true => LEVEL_BYTES,
                false => value_bytes(class.slot),
            };
            end
        });
        Ok(Self {
            ends: ends.collect(),
            ranked,
            slots: kept(report)?,
            bytes: Vec::new(),
            label: Vec::new(),
        })
    }

    /// Returns which class variables have numbered levels.
    pub(super) fn ranked(&self) -> &[bool] {
        &self.ranked
    }

    /// Returns the end of the part of each class variable in a key.
    pub(super) fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Returns the slots of the values.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns whether rows are sorted at all.
    pub(super) fn has_key(&self) -> bool {
        !self.ends.is_empty()
    }

    /// Returns the length of the key.
    pub(super) fn key_bytes(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the length of a record.
    pub(super) fn bytes(&self) -> usize {
        let values = self.slots.iter().map(|&slot| value_bytes(slot));
        self.key_bytes() + values.sum::<usize>()
    }

    /// Returns the key of the current observation.
    pub(super) fn key(&self) -> &[u8] {
        &self.bytes[..self.key_bytes()]
    }

    /// Sets the key to that of the current observation, and the levels whose `numbers` are known. Returns false if a
    /// class value is missing and MISSING is not in effect.
    pub(super) fn set_key(
        &mut self,
        report: &Report,
        values: &Values,
        numbers: &[Option<LevelNumbers>],
        levels: &mut [u32],
    ) -> bool {
        self.bytes.clear();
        let classes = &report.aggregation.classes;
        for (place, class) in classes.iter().enumerate() {
            let value = values.value(class.slot);
            if !class.missing && value.is_missing() {
                return false;
            }
            match numbers.get(place).and_then(Option::as_ref) {
                Some(numbers) => {
                    // Another program may have changed the data set in the meantime.
                    let number = numbers.of(class, value, &mut self.label);
                    let number = number.unwrap_or(u32::MAX);
                    levels[place] = number;
                    self.bytes.extend_from_slice(&number.to_be_bytes());
                }
                None => {
                    let start = self.bytes.len();
                    write_key(value, &mut self.bytes);
                    if class.descending {
                        let part = &mut self.bytes[start..];
                        part.iter_mut().for_each(|byte| *byte = !*byte);
                    }
                }
            }
        }
        true
    }

    /// Adds the values of the current observation behind its key, and returns the record.
    pub(super) fn with_values(&mut self, values: &Values) -> &[u8] {
        for &slot in &self.slots {
            write_value(values, slot, &mut self.bytes);
        }
        &self.bytes
    }

    /// Takes a record over, and loads its values into their slots, and its levels.
    pub(super) fn load(&mut self, record: &[u8], values: &mut Values, levels: &mut [u32]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(record);
        let mut start = 0;
        for ((&end, ranked), level) in self.ends.iter().zip(&self.ranked).zip(levels) {
            let part = self.bytes.get(start..end).unwrap_or_default();
            if let (true, Some(bytes)) = (*ranked, part.first_chunk()) {
                *level = u32::from_be_bytes(*bytes);
            }
            start = end;
        }
        let mut rest = self.bytes.get(start..).unwrap_or_default();
        for &slot in &self.slots {
            let (own, behind) = rest.split_at(value_bytes(slot).min(rest.len()));
            load_value(own, slot, values);
            rest = behind;
        }
    }
}

/// Returns the slots of the values that a row needs.
fn kept(report: &Report) -> StepResult<Vec<Slot>> {
    let aggregation = &report.aggregation;
    let mut slots: Vec<Slot> = Vec::new();
    let classes = aggregation.classes.iter().map(|class| class.slot);
    let variables = aggregation.variables.iter();
    let variables = variables.map(|variable| Slot::Number(variable.slot));
    let expanded = ColumnLayout::of(report, None)?;
    let columns = expanded
        .columns
        .iter()
        .filter_map(|placed| match placed.column.content {
            ReportContent::Display(slot) => Some(slot),
            _ => None,
        });
    for slot in classes.chain(variables).chain(columns) {
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    Ok(slots)
}
