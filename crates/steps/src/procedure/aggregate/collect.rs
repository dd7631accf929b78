//! Takes observations, and keeps the moments and values of each combination of class values.

use super::block::Block;
use super::cells::Cells;
use super::classes::ClassReader;
use super::moments::Layout;
use super::request::{Aggregation, ClassVariable};
use super::spilling::Spilling;
use super::statistic::Statistic;
use super::tally::Tally;
use crate::data::{Faulted, Values};

/// What is kept of observations, by what is needed of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Which moments.
    pub layout: Layout,
    /// Whether the values too.
    pub values: bool,
}

impl Needs {
    pub(super) fn of(aggregation: &Aggregation, statistics: &[Statistic]) -> Self {
        Self {
            layout: Layout {
                variables: aggregation.variables.len(),
                weighted: aggregation.weight.is_some() || aggregation.frequency.is_some(),
                higher: statistics
                    .iter()
                    .any(|statistic| statistic.needs_higher_moments()),
            },
            values: statistics.iter().any(|statistic| statistic.needs_values()),
        }
    }
}

/// Observations as they come.
#[derive(Debug)]
pub(super) struct Collector<'m, 'r> {
    aggregation: &'m Aggregation,
    needs: Needs,
    spilling: Spilling<'r>,
    block: Block,
    /// The cell of each observation of the block, and below it the number of the observation.
    places: Vec<u64>,
    /// The cells of the values of each observation of the block.
    tallied: Vec<u32>,
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
    fn new(aggregation: &'m Aggregation, needs: Needs, spilling: Spilling<'_>) -> Self {
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
    pub(super) fn new(aggregation: &'m Aggregation, needs: Needs, spilling: Spilling<'r>) -> Self {
        Self {
            aggregation,
            needs,
            spilling,
            block: Block::new(needs.layout),
            places: Vec::new(),
            tallied: Vec::new(),
            collected: Collected::new(aggregation, needs, spilling),
        }
    }

    /// Takes an observation, of which `values` has all but the analysis variables, and gives the place of
    /// their numbers; `None` for one that does not count.
    #[inline]
    pub(super) fn take(&mut self, values: &Values) -> Faulted<Option<&mut [f64]>> {
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
