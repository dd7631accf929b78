//! The values of all parts of the data as they came, by the combinations of class values of the results.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use feedrate_procedure::keys::{HASH_BYTES, Keys};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::threads::results_on_threads;
use feedrate_rows::StepResult;

use super::grouped::starts;
use super::{CellValues, Order, UncombinedValues};

/// The number of values for which a further thread is worthwhile.
const WORTH_VALUES: usize = 1 << 15;

/// The size of a value that is brought into an order, with that of its weight, in bytes.
const VALUE_BYTES: usize = 16;

/// Values by combination. Each combination has members, which are cells of parts of the data.
#[derive(Debug)]
pub(in crate::aggregate) struct HeldValues<'r> {
    spilling: SpillSetting<'r>,
    parts: Vec<UncombinedValues>,
    combinations: Keys,
    members: Vec<Member>,
    /// True while members are added, and are not yet in the order of their combinations.
    is_growing: bool,
    /// The start of the members of each combination, and the number of all members.
    starts: Vec<u32>,
    /// The number of threads.
    workers: usize,
    /// The values of some variables in a combination, that were brought into an order together.
    arranged: Vec<Mutex<CellValues>>,
    /// These variables, and the combination.
    current: (Option<u32>, Range<usize>),
}

/// A cell in a combination.
#[derive(Clone, Copy, Debug)]
struct Member {
    combination: u32,
    part: u32,
    cell: u32,
}

impl<'r> HeldValues<'r> {
    /// Returns no values, for combinations with keys of `key_bytes` bytes, to be arranged by a number of threads.
    pub(in crate::aggregate) fn new(key_bytes: usize, workers: usize, spilling: SpillSetting<'r>) -> Self {
        Self {
            spilling,
            parts: Vec::new(),
            combinations: Keys::new(key_bytes),
            members: Vec::new(),
            is_growing: true,
            starts: Vec::new(),
            workers: workers.max(1),
            arranged: Vec::new(),
            current: (None, 0..0),
        }
    }

    /// Returns the most bytes that a member takes, with a combination of its own.
    pub(in crate::aggregate) fn member_bytes(key_bytes: usize) -> usize {
        // Lists may have room for twice as many.
        2 * (size_of::<Member>() + size_of::<u32>() + key_bytes + HASH_BYTES)
    }

    /// Adds the values of a part of the data. `join` is called with the key of each of its cells, and calls what it is
    /// given with the key of each combination that has the cell.
    pub(in crate::aggregate) fn add(
        &mut self,
        values: UncombinedValues,
        mut join: impl FnMut(&[u8], &mut dyn FnMut(&[u8])),
    ) {
        self.is_growing = true;
        for cell in 0..values.cells.len() as u32 {
            join(values.cells.key(cell), &mut |key| {
                self.members.push(Member {
                    combination: self.combinations.number(key),
                    part: self.parts.len() as u32,
                    cell,
                });
            });
        }
        self.parts.push(values);
    }

    /// Returns the values of a variable in the combination with a key, in an order, which must be the same for all
    /// variables. Those of the variables after it are brought into it at the same time, by other threads.
    pub(in crate::aggregate) fn of(
        &mut self,
        key: &[u8],
        variable: usize,
        order: Order<'_>,
    ) -> StepResult<Option<&CellValues>> {
        self.index();
        let Some(combination) = self.combinations.find(key) else {
            return Ok(None);
        };
        let (current, variables) = &self.current;
        if *current != Some(combination) || !variables.contains(&variable) {
            self.arrange(combination, variable, order)?;
        }
        let place = variable - self.current.1.start;
        let arranged = self.arranged.get_mut(place);
        Ok(arranged.map(|arranged| &*arranged.get_mut().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns whether the values of one variable in any combination fit into memory.
    pub(in crate::aggregate) fn fits(&mut self) -> bool {
        if self.parts.iter().all(|part| part.segments.is_empty()) {
            // They were held within the same memory.
            return true;
        }
        self.index();
        let most = self.spilling.memory / VALUE_BYTES;
        let fits = |members: &[Member]| (0..self.variables()).all(|variable| self.count(members, variable) <= most);
        self.members.chunk_by(|a, b| a.combination == b.combination).all(fits)
    }

    /// Returns the parts.
    pub(in crate::aggregate) fn into_parts(self) -> Vec<UncombinedValues> {
        self.parts
    }

    fn variables(&self) -> usize {
        self.parts.first().map_or(0, |part| part.in_memory.variables())
    }

    /// Returns how many values a variable has in some members.
    fn count(&self, members: &[Member], variable: usize) -> usize {
        let counts = members.iter().map(|member| {
            let part = &self.parts[member.part as usize];
            part.in_memory.of(member.cell as usize, variable).0.len() + part.segments.count(member.cell, variable)
        });
        counts.sum()
    }

    /// Forgets the current order, before another is asked for.
    #[cfg(test)]
    pub(in crate::aggregate) fn forget(&mut self) {
        self.current = (None, 0..0);
    }

    /// Brings the members into the order of their combinations.
    fn index(&mut self) {
        if !std::mem::take(&mut self.is_growing) {
            return;
        }
        self.members.sort_unstable_by_key(|member| member.combination);
        let groups = self.members.iter().map(|member| member.combination);
        self.starts = starts(self.combinations.len(), groups);
    }

    /// Brings the values of variables from `first` on into an order, as many variables as there are threads and as fit
    /// into memory.
    fn arrange(&mut self, combination: u32, first: usize, order: Order<'_>) -> StepResult<()> {
        let range = self.starts[combination as usize] as usize..self.starts[combination as usize + 1] as usize;
        let members = &self.members[range];
        let count = self.count(members, first).max(1);
        let fit = self.spilling.memory / VALUE_BYTES / count;
        let at_once = self.workers.min(fit).max(1);
        let variables = first..self.variables().min(first + at_once);
        self.arranged
            .resize_with(at_once.max(self.arranged.len()), Mutex::default);
        let threads = (count.saturating_mul(variables.len()) / WORTH_VALUES).clamp(1, at_once);
        let arranged = results_on_threads(threads, variables.len(), |place| {
            let mut own = self.arranged[place].lock().unwrap_or_else(PoisonError::into_inner);
            self.gather(members, first + place, &mut own)?;
            own.arrange(order);
            Ok(())
        });
        self.current = (Some(combination), variables);
        arranged.into_iter().collect()
    }

    /// Gathers the values of a variable in some members.
    fn gather(&self, members: &[Member], variable: usize, into: &mut CellValues) -> StepResult<()> {
        into.clear();
        let spilling = self.spilling.share(self.workers);
        for member in members {
            let part = &self.parts[member.part as usize];
            let (values, weights) = part.in_memory.of(member.cell as usize, variable);
            into.add(values, weights);
            part.segments.read(member.cell, variable, spilling, into)?;
        }
        Ok(())
    }
}
