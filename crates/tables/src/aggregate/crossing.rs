//! One crossing of class variables, and the cells of its combinations.

use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;
use feedrate_stats::Moments;

use super::block::Block;
use super::cells::Cells;
use super::layout::Layout;
use super::needs::Needs;
use super::request::CrossedClasses;
use super::values::Tally;

/// The minimum memory of each of several crossings in bytes. With less, cells would be spilled again and again.
const LEAST_BYTES: usize = 4 << 10;

/// The byte ranges of the variables of a crossing in the key of all class variables and in the key of the crossing,
/// which is the concatenation of its variables' parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyParts {
    /// The variables, each with the start and end of its part in the key of the crossing.
    own: Vec<(usize, usize, usize)>,
    /// The ranges that are copied from the key of all variables; adjacent parts are joined.
    copied: Vec<(usize, usize)>,
    bytes: usize,
}

impl KeyParts {
    /// Returns the parts of a crossing. `spans` has the range of each class variable in the key of all.
    pub(super) fn new(crossing: &CrossedClasses, spans: &[(usize, usize)]) -> Self {
        let mut parts = Self {
            own: Vec::with_capacity(crossing.classes.len()),
            copied: Vec::new(),
            bytes: 0,
        };
        for &class in &crossing.classes {
            let (start, end) = spans[class];
            let from = parts.bytes;
            parts.bytes += end - start;
            parts.own.push((class, from, parts.bytes));
            match parts.copied.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => parts.copied.push((start, end)),
            }
        }
        parts
    }

    /// Returns the variables, each with the start and end of its part in the key of the crossing.
    pub(super) fn own(&self) -> &[(usize, usize, usize)] {
        &self.own
    }

    /// Returns the ranges that are copied from the key of all variables, as start and end.
    #[inline]
    pub(super) fn copied(&self) -> &[(usize, usize)] {
        &self.copied
    }

    /// Returns the length of a key of the crossing in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The collected observations of a crossing.
#[derive(Debug)]
pub(super) struct CrossingTables {
    /// The moments.
    pub cells: Cells,
    /// The values, if they are collected.
    pub values: Option<Tally>,
}

impl CrossingTables {
    /// Returns empty tables, with a limit of `memory` bytes for the cells and the same for the values.
    fn new(needs: Needs<'_>, key_bytes: usize, memory: usize) -> Self {
        let mut cells = Cells::new(needs.layout, key_bytes, memory);
        if key_bytes == 0 {
            // The only cell exists even without observations.
            cells.number(&[]);
        }
        let values = needs.values;
        Self {
            cells,
            values: values.then(|| Tally::new(needs.layout.variables, needs.layout.weighted, key_bytes, memory)),
        }
    }
}

/// Collects the observations of a crossing.
#[derive(Debug)]
pub(super) struct CrossingCollector {
    parts: KeyParts,
    /// The key, where it consists of several ranges.
    key: Vec<u8>,
    /// For each observation of the block the cell in the upper 32 bits, and the row in the lower.
    places: Vec<u64>,
    /// The cell in `values` of each observation of the block.
    tallied: Vec<u32>,
    crossed: CrossingTables,
    /// The memory limit of the cells and that of the values in bytes.
    memory: usize,
}

impl CrossingCollector {
    /// Returns a collector for keys with these parts, with a limit of `memory` bytes for the cells and the same for
    /// the values.
    pub(super) fn new(parts: KeyParts, needs: Needs<'_>, memory: usize) -> Self {
        Self {
            key: vec![0; parts.bytes()],
            places: Vec::new(),
            tallied: Vec::new(),
            crossed: CrossingTables::new(needs, parts.bytes(), memory),
            parts,
            memory,
        }
    }

    /// Adds an observation by its key of all class variables. `row` is its row in the block. Without moments, it is
    /// added at once with the frequency `counted`.
    #[inline]
    pub(super) fn take(&mut self, key: &[u8], row: usize, counted: Option<f64>) {
        let CrossingTables { cells, values } = &mut self.crossed;
        let key = match *self.parts.copied() {
            [(start, end)] => &key[start..end],
            _ => {
                let mut rest = self.key.as_mut_slice();
                for &(start, end) in self.parts.copied() {
                    let (own, behind) = rest.split_at_mut(end - start);
                    own.copy_from_slice(&key[start..end]);
                    rest = behind;
                }
                &self.key
            }
        };
        let cell = cells.number(key);
        match counted {
            // Without moments nothing is deferred to the end of the block.
            Some(count) => cells.cell_mut(cell)[0] += count,
            None => self.places.push(u64::from(cell) << 32 | row as u64),
        }
        if let Some(tally) = values {
            self.tallied.push(tally.cell(key));
        }
    }

    /// Adds observations by their key of all class variables: their number and the moments of each variable.
    pub(super) fn take_summary(&mut self, key: &[u8], count: f64, moments: &[Moments], layout: Layout) {
        let mut at = 0;
        for &(start, end) in self.parts.copied() {
            self.key[at..at + end - start].copy_from_slice(&key[start..end]);
            at += end - start;
        }
        let cells = &mut self.crossed.cells;
        let number = cells.number(&self.key);
        let cell = cells.cell_mut(number);
        cell[0] += count;
        for (variable, moments) in moments.iter().enumerate() {
            layout.add(cell, variable, moments);
        }
    }

    /// Adds the observations of a block to the selections of their cells, by their records.
    pub(super) fn select(&mut self, records: &[f64], layout: Layout) {
        let record = layout.selections.record().max(1);
        for (row, record) in records.chunks_exact(record).enumerate() {
            let cell = self.places.get(row).map_or(0, |place| (place >> 32) as u32);
            let place = &mut self.crossed.cells.cell_mut(cell)[layout.selected()];
            layout.selections.note(place, record);
        }
    }

    /// Adds the observations of a block to their cells. `tags` identifies them, if details are collected.
    pub(super) fn empty(
        &mut self,
        block: &Block,
        tags: &[f64],
        needs: Needs<'_>,
        is_weighted: bool,
        spilling: SpillSetting<'_>,
    ) -> StepResult<()> {
        let is_alone = self.parts.bytes == 0;
        let CrossingTables { cells, values } = &mut self.crossed;
        if let Some(tally) = values {
            tally.add_block(block, &self.tallied, is_weighted);
            tally.hold(spilling)?;
        }
        let layout = needs.layout;
        if layout.details.wanted {
            for (row, tag) in tags.chunks_exact(layout.details.tag).enumerate() {
                let cell = self.places.get(row).map_or(0, |place| (place >> 32) as u32);
                let (count, _) = block.weight(row);
                for (variable, &value) in block.row(row).iter().enumerate() {
                    let place = &mut cells.cell_mut(cell)[layout.details_of(variable)];
                    layout.details.note(place, value, count, tag);
                }
            }
        }
        if is_alone {
            block.add_all_to(cells.cell_mut(0));
        } else {
            self.places.sort_unstable();
            for rows in self.places.chunk_by(|a, b| a >> 32 == b >> 32) {
                let cell = (rows[0] >> 32) as u32;
                block.add_some_to(cells.cell_mut(cell), rows);
            }
        }
        self.places.clear();
        self.tallied.clear();
        Ok(())
    }

    /// Returns the collected observations and starts over.
    pub(super) fn finish(&mut self, needs: Needs<'_>) -> CrossingTables {
        let fresh = CrossingTables::new(needs, self.parts.bytes(), self.memory);
        let mut crossed = std::mem::replace(&mut self.crossed, fresh);
        if let Some(values) = &mut crossed.values {
            values.finish();
        }
        crossed
    }
}

/// Returns the memory limit for the cells of all crossings together, in bytes. Values have the same limit.
pub(super) fn memory_of(crossings: usize, memory: usize) -> usize {
    match crossings {
        0 | 1 => memory,
        several => memory.max(several.saturating_mul(LEAST_BYTES)),
    }
}

/// Spills cells if those of all crossings exceed the memory limit: the largest crossings first, until half of the
/// memory is free.
pub(super) fn hold(crossings: &mut [CrossingCollector], memory: usize, spilling: SpillSetting<'_>) -> StepResult<()> {
    let cells = || crossings.iter().map(|crossing| &crossing.crossed.cells);
    let mut bytes: usize = cells().map(Cells::bytes).sum();
    if bytes <= memory && !cells().any(Cells::is_full) {
        return Ok(());
    }
    let mut most_first: Vec<&mut Cells> = crossings
        .iter_mut()
        .map(|crossing| &mut crossing.crossed.cells)
        .collect();
    most_first.sort_by_key(|cells| std::cmp::Reverse(cells.bytes()));
    for cells in most_first {
        // Spilling a single cell is useless, since it is added again soon.
        if (bytes > memory / 2 || cells.is_full()) && cells.len() > 1 {
            bytes -= cells.bytes();
            cells.spill(spilling)?;
        }
    }
    Ok(())
}
