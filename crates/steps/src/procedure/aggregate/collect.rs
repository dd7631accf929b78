//! Takes observations, and keeps the moments and values of each combination of class values.

use super::block::Block;
use super::cells::Cells;
use super::classes::ClassReader;
use super::details::Details;
use super::moments::Layout;
use super::request::{Aggregation, ClassVariable, Wanted};
use super::spilling::Spilling;
use super::tally::Tally;
use crate::data::{Faulted, Values};
use crate::ir::Slot;

/// What is kept of observations, by what is needed of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs<'m> {
    /// Which moments.
    pub layout: Layout,
    /// Whether the values too.
    pub values: bool,
    /// What tells observations that are kept beside their numbers.
    pub ids: &'m [Slot],
}

impl<'m> Needs<'m> {
    pub(super) fn of(aggregation: &Aggregation, wanted: Wanted<'m>) -> Self {
        let statistics = wanted.statistics;
        let words: usize = wanted.ids.iter().copied().map(id_words).sum();
        Self {
            layout: Layout {
                variables: aggregation.variables.len(),
                weighted: aggregation.weight.is_some() || aggregation.frequency.is_some(),
                higher: statistics
                    .iter()
                    .any(|statistic| statistic.needs_higher_moments()),
                details: Details {
                    wanted: wanted.extremes.is_some(),
                    extremes: wanted.extremes.unwrap_or(0),
                    tag: 1 + words,
                },
            },
            values: wanted.values || statistics.iter().any(|statistic| statistic.needs_values()),
            ids: wanted.ids,
        }
    }
}

/// Observations as they come.
#[derive(Debug)]
pub(super) struct Collector<'m, 'r> {
    aggregation: &'m Aggregation,
    needs: Needs<'m>,
    spilling: Spilling<'r>,
    block: Block,
    /// The cell of each observation of the block, and below it the number of the observation.
    places: Vec<u64>,
    /// The cells of the values of each observation of the block.
    tallied: Vec<u32>,
    /// What tells each observation of the block, where details are wanted.
    tags: Vec<f64>,
    collected: Collected<'m>,
}

/// What observations have come to.
#[derive(Debug)]
pub(super) struct Collected<'m> {
    /// What the keys mean.
    pub classes: ClassReader<'m>,
    /// The moments.
    pub cells: Cells,
    /// The values, where they are needed.
    pub values: Option<Tally>,
}

impl<'m> Collected<'m> {
    fn new(aggregation: &'m Aggregation, needs: Needs<'_>, spilling: Spilling<'_>) -> Self {
        let is_numbered = aggregation.classes.iter().any(ClassVariable::is_numbered);
        let shares = 1 + usize::from(needs.values) + usize::from(is_numbered);
        let memory = spilling.memory / shares;
        let classes = ClassReader::new(&aggregation.classes, memory);
        let key_bytes = classes.key_bytes();
        let mut cells = Cells::new(needs.layout, key_bytes, memory);
        if classes.is_empty() {
            // The one cell is there even without observations.
            cells.number(&[]);
        }
        Self {
            cells,
            values: needs
                .values
                .then(|| Tally::new(needs.layout.variables, key_bytes, memory)),
            classes,
        }
    }
}

impl<'m, 'r> Collector<'m, 'r> {
    pub(super) fn new(
        aggregation: &'m Aggregation,
        needs: Needs<'m>,
        spilling: Spilling<'r>,
    ) -> Self {
        Self {
            aggregation,
            needs,
            spilling,
            block: Block::new(needs.layout),
            places: Vec::new(),
            tallied: Vec::new(),
            tags: Vec::new(),
            collected: Collected::new(aggregation, needs, spilling),
        }
    }

    /// Takes an observation, of which `values` has all but the analysis variables, and gives the place of
    /// their numbers; `None` for one that does not count. `number` is the one that it has in its data set.
    #[inline]
    pub(super) fn take(&mut self, values: &Values, number: u64) -> Faulted<Option<&mut [f64]>> {
        let Some((count, weight)) = self.weight(values) else {
            return Ok(None);
        };
        if self.block.is_full() {
            self.empty_block()?;
        }
        let Collected {
            classes,
            cells,
            values: tally,
        } = &mut self.collected;
        if !classes.is_empty() {
            let Some(key) = classes.read(values) else {
                return Ok(None);
            };
            let cell = cells.number(key);
            if self.needs.layout.variables == 0 {
                // Of observations that are counted alone nothing waits for the end of the block.
                cells.cell_mut(cell)[0] += count;
            } else {
                self.places
                    .push(u64::from(cell) << 32 | self.block.rows() as u64);
            }
            if let Some(tally) = tally {
                self.tallied.push(tally.cell(key));
            }
        }
        if self.needs.layout.details.wanted {
            self.tags.push(number as f64);
            for id in self.needs.ids {
                match *id {
                    Slot::Number(slot) => self.tags.push(values.number(slot)),
                    Slot::Text(slot) => pack(values.text(slot), &mut self.tags),
                }
            }
        }
        Ok(Some(self.block.add(count, weight)))
    }

    /// How often an observation counts, and how much it weighs in all; `None` for one that does not count.
    #[inline]
    fn weight(&self, values: &Values) -> Option<(f64, f64)> {
        let mut count = 1.0;
        if let Some(slot) = self.aggregation.frequency {
            // Of 2.9 there are two; of a missing or lesser one than 1, none.
            count = values.number(slot).trunc();
            if count.is_nan() || count < 1.0 {
                return None;
            }
        }
        let mut weight = count;
        if let Some(slot) = self.aggregation.weight {
            let each = values.number(slot);
            if each.is_nan() || each <= 0.0 && self.aggregation.exclude_weightless {
                return None;
            }
            weight *= each.max(0.0);
        }
        Some((count, weight))
    }

    /// Adds the observations of the block to their cells, and makes room for others.
    fn empty_block(&mut self) -> Faulted<()> {
        let Collected {
            classes,
            cells,
            values: tally,
        } = &mut self.collected;
        if let Some(tally) = tally {
            let is_weighted = self.aggregation.weight.is_some();
            let alone = classes.is_empty().then(|| tally.cell(&[]));
            for row in 0..self.block.rows() {
                let (count, weight) = self.block.weight(row);
                let amount = if is_weighted { weight } else { count };
                let cell = alone.unwrap_or_else(|| self.tallied[row]);
                for (variable, &value) in self.block.row(row).iter().enumerate() {
                    if !value.is_nan() {
                        tally.add(cell, variable, value, amount);
                    }
                }
            }
            tally.hold(self.spilling)?;
        }
        let layout = self.needs.layout;
        if layout.details.wanted {
            let tags = self.tags.chunks_exact(layout.details.tag);
            for (row, tag) in tags.enumerate() {
                let cell = self.places.get(row).map_or(0, |place| (place >> 32) as u32);
                let (count, _) = self.block.weight(row);
                for (variable, &value) in self.block.row(row).iter().enumerate() {
                    let place = &mut cells.cell_mut(cell)[layout.details_of(variable)];
                    layout.details.note(place, value, count, tag);
                }
            }
            self.tags.clear();
        }
        if classes.is_empty() {
            self.block.add_all_to(cells.cell_mut(0));
        } else {
            self.places.sort_unstable();
            for rows in self.places.chunk_by(|a, b| a >> 32 == b >> 32) {
                let cell = (rows[0] >> 32) as u32;
                self.block.add_some_to(cells.cell_mut(cell), rows);
            }
            classes.hold()?;
            cells.hold(self.spilling)?;
        }
        self.places.clear();
        self.tallied.clear();
        self.block.clear();
        Ok(())
    }

    /// What the observations so far have come to. The next one is the first of others.
    pub(super) fn finish(&mut self) -> Faulted<Collected<'m>> {
        self.empty_block()?;
        let fresh = Collected::new(self.aggregation, self.needs, self.spilling);
        Ok(std::mem::replace(&mut self.collected, fresh))
    }
}

/// How many numbers stand for an ID value.
fn id_words(slot: Slot) -> usize {
    match slot {
        Slot::Number(_) => 1,
        Slot::Text(slot) => (slot.length as usize).div_ceil(8),
    }
}

/// Adds the bytes of a text, eight to a number.
fn pack(text: &[u8], words: &mut Vec<f64>) {
    words.extend(text.chunks(8).map(|chunk| {
        let mut bytes = [b' '; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        f64::from_le_bytes(bytes)
    }));
}

/// Puts ID values that were kept into their places.
pub(super) fn load_ids(ids: &[Slot], mut words: &[f64], values: &mut Values) {
    for &id in ids {
        let (own, rest) = words.split_at(id_words(id).min(words.len()));
        match id {
            Slot::Number(slot) => {
                if let Some(&number) = own.first() {
                    values.set_number(slot, number);
                }
            }
            Slot::Text(slot) => {
                let mut text: Vec<u8> = own.iter().flat_map(|word| word.to_le_bytes()).collect();
                text.truncate(slot.length as usize);
                values.set_text(slot, &text);
            }
        }
        words = rest;
    }
}
