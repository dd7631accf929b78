//! Takes observations, and keeps the moments and values of each combination of class values of each crossing.

use feedrate_steps::data::{Faulted, Values};
use feedrate_steps::ir::Slot;
use feedrate_values::Value;

use super::block::Block;
use super::classes::ClassReader;
use super::crossing::{Crossed, CrossingCollector, KeyParts, hold, memory_of};
use super::details::Details;
use super::ids::{id_words, pack};
use super::layout::Layout;
use super::request::{Aggregation, ClassVariable, Computation};
use super::spilling::Spilling;

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
    pub(super) fn of(aggregation: &Aggregation, wanted: Computation<'m>) -> Self {
        let statistics = wanted.statistics;
        let tag: usize = wanted.ids.iter().copied().map(id_words).sum();
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
                    tag: 1 + tag,
                },
            },
            values: wanted.values || statistics.iter().any(|statistic| statistic.needs_values()),
            ids: wanted.ids,
        }
    }
}

/// The most observations of a block times the number of crossings: each can make a cell in each crossing before
/// it is seen how much memory the cells take.
const MOST_NEW_CELLS: usize = 1 << 16;

/// Observations as they come.
#[derive(Debug)]
pub(super) struct Collector<'m, 'r> {
    aggregation: &'m Aggregation,
    needs: Needs<'m>,
    spilling: Spilling<'r>,
    /// Bytes that the cells of all crossings may hold.
    cell_memory: usize,
    block: Block,
    /// What tells each observation of the block, where details are wanted.
    tags: Vec<f64>,
    /// The classes that were met, of all variables: an observation is looked up once for all crossings.
    classes: ClassReader<'m>,
    crossings: Vec<CrossingCollector>,
}

/// What observations have come to.
#[derive(Debug)]
pub(super) struct Collected<'m> {
    /// What the keys mean.
    pub classes: ClassReader<'m>,
    /// Of each crossing.
    pub crossings: Vec<Crossed>,
}

impl<'m, 'r> Collector<'m, 'r> {
    pub(super) fn new(
        aggregation: &'m Aggregation,
        needs: Needs<'m>,
        spilling: Spilling<'r>,
    ) -> Self {
        let memory = share(aggregation, needs, spilling);
        let classes = ClassReader::new(&aggregation.classes, memory);
        let count = aggregation.crossings.len().max(1);
        let cell_memory = memory_of(count, memory);
        let spans = classes.spans();
        let crossings = aggregation.crossings.iter().map(|crossing| {
            let parts = KeyParts::new(crossing, &spans);
            CrossingCollector::new(parts, needs, cell_memory / count)
        });
        Self {
            aggregation,
            needs,
            spilling,
            cell_memory,
            block: Block::new(needs.layout, MOST_NEW_CELLS / count),
            tags: Vec::new(),
            crossings: crossings.collect(),
            classes,
        }
    }

    /// Takes an observation, of which `values` has all but the analysis variables, and gives the place of
    /// their numbers; `None` for one that does not count. `number` is the one that it has in its data set.
    #[inline]
    pub(super) fn take(&mut self, values: &Values, number: u64) -> Faulted<Option<&mut [f64]>> {
        let classes = &self.aggregation.classes;
        self.take_of(|class| values.value(classes[class].slot), values, number)
    }

    /// The same with class values from elsewhere: `class_value` gives that of a variable by its number.
    #[inline]
    pub(super) fn take_of<'v>(
        &mut self,
        class_value: impl Fn(usize) -> Value<'v>,
        values: &Values,
        number: u64,
    ) -> Faulted<Option<&mut [f64]>> {
        let Some((count, weight)) = self.weight(values) else {
            return Ok(None);
        };
        if self.block.is_full() {
            self.empty_block()?;
        }
        if !self.classes.is_empty() {
            let Some(key) = self.classes.read(class_value) else {
                return Ok(None);
            };
            let row = self.block.rows();
            let counted = (self.needs.layout.variables == 0).then_some(count);
            for crossing in &mut self.crossings {
                crossing.take(key, row, counted);
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
        let is_weighted = self.aggregation.weight.is_some();
        for crossing in &mut self.crossings {
            let (block, tags) = (&self.block, &self.tags);
            crossing.empty(block, tags, self.needs, is_weighted, self.spilling)?;
        }
        if !self.classes.is_empty() {
            self.classes.hold()?;
            hold(&mut self.crossings, self.cell_memory, self.spilling)?;
        }
        self.tags.clear();
        self.block.clear();
        Ok(())
    }

    /// What the observations so far have come to. The next one is the first of others.
    pub(super) fn finish(&mut self) -> Faulted<Collected<'m>> {
        self.empty_block()?;
        let memory = share(self.aggregation, self.needs, self.spilling);
        let fresh = ClassReader::new(&self.aggregation.classes, memory);
        let crossings = self.crossings.iter_mut();
        Ok(Collected {
            crossings: crossings
                .map(|crossing| crossing.finish(self.needs))
                .collect(),
            classes: std::mem::replace(&mut self.classes, fresh),
        })
    }
}

/// Bytes of memory for cells; as many are for values, and for classes that are numbered, where there are such.
fn share(aggregation: &Aggregation, needs: Needs<'_>, spilling: Spilling<'_>) -> usize {
    let is_numbered = aggregation.classes.iter().any(ClassVariable::is_numbered);
    spilling.memory / (1 + usize::from(needs.values) + usize::from(is_numbered))
}
