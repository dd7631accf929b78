//! Groups that do not fit into memory, read back row by row, each with its enclosing groups.
//!
//! Rows are in the order of the report, and so are the groups of their first variables: the statistics of a break are
//! the next spilled record of its type when the row is the first of the group.

use feedrate_procedure::records::spilled::{SpilledReader, number, value_bytes};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::Slot;
use feedrate_rows::StepResult;

use super::cell_value::CellValue;
use super::request::Report;
use super::spilling::{GroupLayout, SpilledGroups};
use super::store::Store;

impl SpilledGroups {
    /// Reads the groups back from the first row on.
    pub(super) fn read<'r>(&self, report: &Report, spilling: SpillSetting<'r>) -> StepResult<Groups<'r>> {
        let mut types = Vec::with_capacity(self.types.len());
        for of_type in &self.types {
            types.push(TypeReader {
                layout: of_type.layout.clone(),
                reader: of_type.records.read(spilling)?,
                record: Vec::new(),
                levels: Vec::new(),
            });
        }
        // The type of all row variables, which determines the next row, is read first.
        types.sort_by_key(|of_type| std::cmp::Reverse(of_type.layout.slots.len()));
        let is_complete = |of_type: &TypeReader<'_>| of_type.layout.slots.len() == report.rows;
        Ok(Groups {
            store: Store::of_two_levels(report),
            levels: vec![0; report.rows],
            key: Vec::new(),
            has_begun: false,
            has_rows: types.first().is_some_and(is_complete),
            types,
        })
    }
}

/// Reads the groups of a type.
struct TypeReader<'r> {
    layout: GroupLayout,
    reader: SpilledReader<'r>,
    /// The current group, and the numbers of its levels.
    record: Vec<u8>,
    levels: Vec<u32>,
}

/// Reads rows. Each class variable has two level numbers, 0 and 1, which alternate between the current row and the
/// previous one.
pub(super) struct Groups<'r> {
    /// The current row with its groups, and those of the previous row.
    pub store: Store,
    /// The levels of the current row.
    pub levels: Vec<u32>,
    types: Vec<TypeReader<'r>>,
    /// The key of the current row.
    key: Vec<u8>,
    has_begun: bool,
    has_rows: bool,
}

impl Groups<'_> {
    /// Advances to the next row. Returns false after the last.
    pub(super) fn advance(&mut self) -> StepResult<bool> {
        let Some(rows) = self.types.first_mut().filter(|_| self.has_rows) else {
            return Ok(false);
        };
        let before = std::mem::take(&mut rows.record);
        let mut record = Vec::with_capacity(before.len());
        if !rows.reader.next(&mut record)? {
            return Ok(false);
        }
        let key = &record[..rows.layout.key_bytes()];
        let mut first_changed = if self.has_begun { usize::MAX } else { 0 };
        let (mut start, mut value_at) = (0, key.len());
        let places = rows.layout.ends.iter().zip(&rows.layout.slots).enumerate();
        for (class, (&end, &slot)) in places {
            let value_end = value_at + value_bytes(slot);
            let is_same = self.has_begun && self.key[start..end] == key[start..end];
            if !is_same {
                first_changed = first_changed.min(class);
                self.levels[class] ^= 1;
                let value = &record[value_at..value_end];
                let value = match slot {
                    Slot::Number(_) => CellValue::Number(number(value)),
                    Slot::Text(_) => CellValue::Text(value.to_vec()),
                };
                self.store.set_level(class, self.levels[class], value);
            }
            (start, value_at) = (end, value_end);
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        rows.record = record;
        for (place, of_type) in self.types.iter_mut().enumerate() {
            let count = of_type.layout.slots.len();
            if self.has_begun && count <= first_changed {
                continue;
            }
            if place > 0 && !of_type.reader.next(&mut of_type.record)? {
                continue;
            }
            let figures = of_type.record[of_type.layout.figures()..].as_chunks().0;
            let figures = figures.iter().map(|bytes| f64::from_le_bytes(*bytes));
            let levels = &self.levels[..count];
            let before = std::mem::replace(&mut of_type.levels, levels.to_vec());
            let before = self.has_begun.then_some(before);
            self.store.turn(of_type.layout.bits, before, levels, figures);
        }
        self.has_begun = true;
        Ok(true)
    }
}
