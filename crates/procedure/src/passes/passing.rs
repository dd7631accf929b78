//! The work of each thread in a pass.

use std::ops::Range;

use feedrate_dataset::Rows;
use feedrate_program::{Load, Source};
use feedrate_rows::{Fault, Loader, Scan, ScanWork, StepResult, TakeRows, Values};

use super::Passes;

/// A pass by several threads.
pub(super) struct PassWork<'p, B, F> {
    pub passes: &'p Passes,
    pub source: &'p Source,
    pub scan: &'p Scan,
    /// The range of rows of each part, and the number of its first observation.
    pub parts: &'p [(Range<u64>, u64)],
    /// The numbers of the observations to take.
    pub wanted: &'p Range<u64>,
    pub begin: &'p B,
    pub take: &'p F,
}

/// Takes the rows of a part of a pass.
pub(super) struct PartOfPass<'p, T, F> {
    loader: Loader,
    values: Values,
    /// The number of the next observation.
    number: u64,
    wanted: &'p Range<u64>,
    found: T,
    take: &'p F,
}

impl Passes {
    /// Returns the loads of the variables that passes by several threads load.
    pub(super) fn loads<'s>(&self, source: &'s Source) -> impl Iterator<Item = Load> + use<'_, 's> {
        let loads = source.loads.iter().copied();
        loads.filter(|load| self.slots.contains(&load.slot))
    }
}

impl<'p, T, B, F> ScanWork for PassWork<'p, B, F>
where
    T: Send,
    B: Fn() -> T + Sync,
    F: Fn(&mut T, u64, &Values) -> StepResult<()> + Sync,
{
    type Taker = PartOfPass<'p, T, F>;
    type Output = T;

    fn is_in_order(&self) -> bool {
        true
    }

    fn begin(&self, first: u64, _: usize) -> StepResult<Self::Taker> {
        let loads: Vec<Load> = self.passes.loads(self.source).collect();
        let changed = || Fault::changed(&self.source.data_set);
        let part = self.parts.iter().find(|part| part.0.start == first);
        Ok(PartOfPass {
            loader: Loader::new(&loads, self.scan.schema()).ok_or_else(changed)?,
            values: Values::new(&self.passes.reading.vector),
            number: part.map_or(0, |part| part.1),
            wanted: self.wanted,
            found: (self.begin)(),
            take: self.take,
        })
    }

    fn end(&self, taker: Self::Taker) -> StepResult<T> {
        Ok(taker.found)
    }
}

impl<T, F: Fn(&mut T, u64, &Values) -> StepResult<()>> TakeRows for PartOfPass<'_, T, F> {
    fn rows(&mut self, rows: Rows<'_>) -> StepResult<bool> {
        for row in rows.iter() {
            if !self.row(row, 0)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn row(&mut self, row: &[u8], _: u64) -> StepResult<bool> {
        let number = self.number;
        if number >= self.wanted.end {
            return Ok(false);
        }
        if number >= self.wanted.start {
            self.loader.load(row, &mut self.values);
            (self.take)(&mut self.found, number, &self.values)?;
        }
        self.number += 1;
        Ok(true)
    }
}
