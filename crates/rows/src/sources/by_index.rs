//! Finds the first observation of a data set with given BY values by an index of the BY variables, while its
//! observations are changed.

use std::ops::Range;

use feedrate_dataset::index::{Index, Position};
use feedrate_dataset::{Schema, Updater};
use feedrate_program::Load;
use feedrate_values::Kind;

use super::key::KeyLayout;
use crate::fault::StepResult;

/// A position in an index of the BY variables, and how the key of the index follows from the BY values.
pub(crate) struct ByIndex {
    position: Position,
    parts: Vec<Part>,
    key: Vec<u8>,
}

/// A variable of the index.
struct Part {
    /// Its value among the BY values.
    from: Range<usize>,
    /// Its length in the key of the index, which is at most as long.
    length: usize,
}

impl ByIndex {
    /// Finds an index of the BY variables, in any order of them. Returns `None` if there is none that has all
    /// observations, or if the step reads less of a character variable than the index has.
    pub(crate) fn find(updater: &Updater, by: &KeyLayout, loads: &[Load]) -> Option<Self> {
        let (index, parts) = updater.indexes().find_map(|index| {
            let parts = parts(index, updater.schema(), by, loads)?;
            Some((index, parts))
        })?;
        Some(Self {
            key: vec![0; parts.iter().map(|part| part.length).sum()],
            position: updater.position_of(&index.name)?,
            parts,
        })
    }

    /// Returns the number of the first row with these BY values.
    ///
    /// # Errors
    ///
    /// Fails if a page of the index cannot be read or is damaged.
    pub(crate) fn first(&mut self, by: &[u8], updater: &mut Updater) -> StepResult<Option<u64>> {
        let mut start = 0;
        for part in &self.parts {
            let (value, rest) = by[part.from.clone()].split_at(part.length);
            // A text that is longer than the variable is in no row.
            if rest.iter().any(|&byte| byte != b' ') {
                return Ok(None);
            }
            self.key[start..start + part.length].copy_from_slice(value);
            start += part.length;
        }
        Ok(updater.next_with_key(&mut self.position, &self.key, 0)?)
    }
}

/// Returns the variables of an index that has exactly the BY variables.
fn parts(index: &Index, schema: &Schema, by: &KeyLayout, loads: &[Load]) -> Option<Vec<Part>> {
    if index.no_missing || index.variables.len() != by.count() {
        return None;
    }
    let parts = index.variables.iter().map(|name| {
        let mut variables = schema.variables().iter();
        let column = variables.position(|it| it.name.eq_ignore_ascii_case(name))?;
        let load = loads.iter().find(|load| load.column as usize == column)?;
        let from = by.ascending(load.slot)?;
        let variable = &schema.variables()[column];
        let length = match variable.kind {
            Kind::Number => from.len(),
            Kind::Text => variable.length as usize,
        };
        (length <= from.len()).then_some(Part { from, length })
    });
    parts.collect()
}
