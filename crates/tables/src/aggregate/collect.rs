//! Collects observations: the moments and values of each combination of class values of each crossing.

use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::variables::ClassVariable;
use feedrate_program::Slot;
use feedrate_rows::{StepResult, Values};
use feedrate_stats::Moments;
use feedrate_values::Value;

use super::block::Block;
use super::classes::ClassReader;
use super::crossing::{CrossingCollector, CrossingTables, KeyParts, hold, memory_of};
use super::ids::pack;
use super::needs::Needs;
use super::request::Aggregation;

/// The maximum number of observations in a block times the number of crossings. The memory limit is checked once per
/// block, and each observation can add a cell to each crossing.
const MOST_NEW_CELLS: usize = 1 << 16;

/// Collects observations.
#[derive(Debug)]
pub(super) struct Collector<'m, 'r> {
    aggregation: &'m Aggregation,
    needs: Needs<'m>,
    spilling: SpillSetting<'r>,
    /// The memory limit of the cells of all crossings in bytes.
    cell_memory: usize,
    block: Block,
    /// The tags of the observations in the block, if details are collected.
    tags: Vec<f64>,
    /// The records of the observations in the block, if observations are selected.
    records: Vec<f64>,
    /// The classes of all variables. Each observation is looked up once for all crossings.
    classes: ClassReader<'m>,
    crossings: Vec<CrossingCollector>,
}

/// The collected observations.
#[derive(Debug)]
pub(super) struct Collection<'m> {
    /// The classes, which decode the keys.
    pub classes: ClassReader<'m>,
    /// The cells and values of each crossing.
    pub crossings: Vec<CrossingTables>,
}

impl<'m, 'r> Collector<'m, 'r> {
    pub(super) fn new(aggregation: &'m Aggregation, needs: Needs<'m>, spilling: SpillSetting<'r>) -> Self {
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
            records: Vec::new(),
            crossings: crossings.collect(),
            classes,
        }
    }

    /// Adds an observation and returns its numbers, which the caller must set to the analysis variables; returns
    /// `None` if the observation is excluded. `values` has all other variables. `number` is the observation number in
    /// the data set.
    #[inline]
    pub(super) fn take(&mut self, values: &Values, number: u64) -> StepResult<Option<&mut [f64]>> {
        let classes = &self.aggregation.classes;
        self.take_of(|class| values.value(classes[class].slot), values, number)
    }

    /// Like [`take`](Self::take), with class values from `class_value`, which is called with the index of a class
    /// variable.
    #[inline]
    pub(super) fn take_of<'v>(
        &mut self,
        class_value: impl Fn(usize) -> Value<'v>,
        values: &Values,
        number: u64,
    ) -> StepResult<Option<&mut [f64]>> {
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
            let is_counted = self.needs.layout.variables == 0 && self.needs.selections.is_empty();
            let counted = is_counted.then_some(count);
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
        if !self.needs.selections.is_empty() {
            let Needs {
                layout,
                ids,
                selections,
                ..
            } = self.needs;
            layout
                .selections
                .push(selections, ids, values, number, &mut self.records);
        }
        Ok(Some(self.block.add(count, weight)))
    }

    /// Adds observations that were summarized elsewhere: so many with these class values, and their moments of each
    /// variable.
    pub(super) fn take_summary<'v>(
        &mut self,
        class_value: impl Fn(usize) -> Value<'v>,
        count: f64,
        moments: &[Moments],
    ) -> StepResult<()> {
        let key = match self.classes.is_empty() {
            true => &[][..],
            false => match self.classes.read(class_value) {
                Some(key) => key,
                None => return Ok(()),
            },
        };
        for crossing in &mut self.crossings {
            crossing.take_summary(key, count, moments, self.needs.layout);
        }
        if !self.classes.is_empty() {
            self.classes.hold()?;
            hold(&mut self.crossings, self.cell_memory, self.spilling)?;
        }
        Ok(())
    }

    /// Returns the frequency and the total weight of an observation, or `None` if it is excluded.
    #[inline]
    fn weight(&self, values: &Values) -> Option<(f64, f64)> {
        let mut count = 1.0;
        if let Some(slot) = self.aggregation.frequency {
            // FREQ is truncated to an integer; observations with a missing frequency or one below 1 are excluded.
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

    /// Adds the observations of the block to their cells, and clears the block.
    fn empty_block(&mut self) -> StepResult<()> {
        let is_weighted = self.aggregation.weight.is_some();
        for crossing in &mut self.crossings {
            crossing.select(&self.records, self.needs.layout);
            let (block, tags) = (&self.block, &self.tags);
            crossing.empty(block, tags, self.needs, is_weighted, self.spilling)?;
        }
        if !self.classes.is_empty() {
            self.classes.hold()?;
            hold(&mut self.crossings, self.cell_memory, self.spilling)?;
        }
        self.tags.clear();
        self.records.clear();
        self.block.clear();
        Ok(())
    }

    /// Returns the collected observations and starts over.
    pub(super) fn finish(&mut self) -> StepResult<Collection<'m>> {
        self.empty_block()?;
        let memory = share(self.aggregation, self.needs, self.spilling);
        let fresh = ClassReader::new(&self.aggregation.classes, memory);
        let crossings = self.crossings.iter_mut();
        Ok(Collection {
            crossings: crossings.map(|crossing| crossing.finish(self.needs)).collect(),
            classes: std::mem::replace(&mut self.classes, fresh),
        })
    }
}

/// Returns the memory limit of the cells in bytes. Values and numbered classes get the same amount each, where they
/// are collected.
fn share(aggregation: &Aggregation, needs: Needs<'_>, spilling: SpillSetting<'_>) -> usize {
    let is_numbered = aggregation.classes.iter().any(ClassVariable::is_numbered);
    spilling.memory / (1 + usize::from(needs.values) + usize::from(is_numbered))
}
