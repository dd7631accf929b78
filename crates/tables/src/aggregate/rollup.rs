//! Computes the cells of every requested type from those of a crossing, in the order of the results.

use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;

use super::cells::{Cells, SortedCells};
use super::collect::Collection;
use super::crossing::{CrossingTables, KeyParts};
use super::needs::Needs;
use super::ranks::{ClassRanks, TYPE_BYTES};
use super::request::{Aggregation, CrossedClasses};
use super::values::{CrossingValues, HeldValues, Tally};

/// The collected parts of the data, from which crossings are taken one at a time.
#[derive(Debug)]
pub(super) struct CollectedParts<'m> {
    /// The classes, which decode the keys.
    pub ranks: ClassRanks<'m>,
    /// The tables of each crossing for each part of the data.
    crossings: Vec<Vec<CrossingTables>>,
}

/// The results of a crossing, in order.
#[derive(Debug)]
pub(super) struct CrossingResults<'m, 'r> {
    pub crossing: &'m CrossedClasses,
    /// The ranges of the class values in a key, after the type.
    pub parts: KeyParts,
    /// The moments.
    pub cells: SortedCells<'r>,
    /// The values, if they are collected. They have the same keys as the cells.
    pub values: Option<CrossingValues<'r>>,
}

impl<'m> CollectedParts<'m> {
    /// Joins the consecutive parts of the data.
    pub(super) fn new(aggregation: &'m Aggregation, collected: Vec<Collection<'m>>) -> Self {
        let mut readers = Vec::with_capacity(collected.len());
        let mut crossings: Vec<Vec<CrossingTables>> = Vec::new();
        crossings.resize_with(aggregation.crossings.len(), Vec::new);
        for of_part in collected {
            readers.push(of_part.classes);
            for (all, crossed) in crossings.iter_mut().zip(of_part.crossings) {
                all.push(crossed);
            }
        }
        Self {
            ranks: ClassRanks::new(&aggregation.classes, readers),
            crossings,
        }
    }

    /// Takes a crossing out and merges its parts. Values in memory are brought into order by a number of threads.
    pub(super) fn results<'r>(
        &mut self,
        number: usize,
        crossing: &'m CrossedClasses,
        needs: Needs<'_>,
        spilling: SpillSetting<'r>,
        workers: usize,
    ) -> StepResult<CrossingResults<'m, 'r>> {
        let crossed = self.crossings.get_mut(number).map(std::mem::take);
        let mut crossed = crossed.unwrap_or_default();
        let held = self.held_values(crossing, &mut crossed, workers, spilling);
        let mut results = match crossing.classes.is_empty() {
            true => self.one_cell(crossing, needs, crossed, spilling),
            false => self.by_types(crossing, needs, crossed, spilling),
        }?;
        if let Some(held) = held {
            results.values = Some(CrossingValues::Held(held));
        }
        Ok(results)
    }

    /// Takes the values of a crossing out of its parts. Returns `None`, and leaves them, if there are none, if any were
    /// combined, or if the combinations, or the values of a variable in one of them, do not fit into memory.
    fn held_values<'r>(
        &self,
        crossing: &CrossedClasses,
        parts: &mut [CrossingTables],
        workers: usize,
        spilling: SpillSetting<'r>,
    ) -> Option<HeldValues<'r>> {
        let is_uncombined = |part: &CrossingTables| part.values.as_ref().is_some_and(Tally::is_uncombined);
        if parts.is_empty() || !parts.iter().all(is_uncombined) {
            return None;
        }
        let own = KeyParts::new(crossing, self.ranks.spans());
        let is_one_cell = crossing.classes.is_empty();
        let mut key = vec![0; if is_one_cell { 0 } else { TYPE_BYTES + own.bytes() }];
        let cells = parts.iter().filter_map(|part| part.values.as_ref().map(Tally::cells));
        let members = cells.sum::<usize>().saturating_mul(crossing.types.len().max(1));
        if members.saturating_mul(HeldValues::member_bytes(key.len())) > spilling.memory / 2 {
            return None;
        }
        let mut held = HeldValues::new(key.len(), workers, spilling);
        for (reader, part) in parts.iter_mut().enumerate() {
            held.add(part.values.as_mut()?.take_uncombined()?, |from, join| {
                if is_one_cell {
                    return join(&[]);
                }
                self.each_key((reader, from), crossing, &own, &mut key, join);
            });
        }
        if held.fits() {
            for part in parts {
                part.values = None;
            }
            return Some(held);
        }
        for (part, values) in parts.iter_mut().zip(held.into_parts()) {
            part.values.as_mut()?.put_back(values);
        }
        None
    }

    /// Returns the results without class variables, which are one cell.
    fn one_cell<'r>(
        &self,
        crossing: &'m CrossedClasses,
        needs: Needs<'_>,
        crossed: Vec<CrossingTables>,
        spilling: SpillSetting<'r>,
    ) -> StepResult<CrossingResults<'m, 'r>> {
        let mut whole = Cells::new(needs.layout, 0, spilling.memory);
        let number = whole.number(&[]);
        let mut all: Option<Tally> = None;
        for CrossingTables { mut cells, values } in crossed {
            needs.layout.merge(whole.cell_mut(number), cells.cell_mut(0));
            match (&mut all, values) {
                (Some(all), Some(values)) => all.absorb(values, spilling)?,
                (all, values) => *all = values,
            }
        }
        Ok(CrossingResults {
            crossing,
            parts: KeyParts::new(crossing, self.ranks.spans()),
            cells: whole.into_sorted(spilling)?,
            values: sorted(all, spilling)?,
        })
    }

    /// Passes the key of each combination of the results that has a cell to `take`. `from` has the number of the part
    /// and the key of the cell there; `key` has room for a key.
    fn each_key(
        &self,
        (reader, from): (usize, &[u8]),
        crossing: &CrossedClasses,
        parts: &KeyParts,
        key: &mut [u8],
        mut take: impl FnMut(&[u8]),
    ) {
        for (place, &bits) in (0_u32..).zip(&crossing.types) {
            let (start, rest) = key.split_at_mut(TYPE_BYTES);
            start.copy_from_slice(&place.to_be_bytes());
            self.ranks.write(reader, from, crossing, parts, bits, rest);
            take(key);
        }
    }

    fn by_types<'r>(
        &self,
        crossing: &'m CrossedClasses,
        needs: Needs<'_>,
        crossed: Vec<CrossingTables>,
        spilling: SpillSetting<'r>,
    ) -> StepResult<CrossingResults<'m, 'r>> {
        let parts = KeyParts::new(crossing, self.ranks.spans());
        let mut key = vec![0; TYPE_BYTES + parts.bytes()];
        let share = spilling.share(if needs.values { 2 } else { 1 });
        let mut cells = Cells::new(needs.layout, key.len(), share.memory);
        let mut tally = needs
            .values
            .then(|| Tally::new(needs.layout.variables, needs.layout.weighted, key.len(), share.memory));
        for (reader, part) in crossed.into_iter().enumerate() {
            let mut part_cells = part.cells.into_sorted(share)?;
            while let Some((from, moments)) = part_cells.next()? {
                spilling.check_stop()?;
                self.each_key((reader, from), crossing, &parts, &mut key, |key| {
                    let number = cells.number(key);
                    needs.layout.merge(cells.cell_mut(number), moments);
                });
                cells.hold(share)?;
            }
            drop(part_cells);
            let (Some(values), Some(tally)) = (part.values, &mut tally) else {
                continue;
            };
            let mut values = values.into_sorted(share)?;
            while let Some((from, valued)) = values.current() {
                spilling.check_stop()?;
                self.each_key((reader, from), crossing, &parts, &mut key, |key| {
                    let number = tally.cell(key);
                    tally.add(number, valued.variable, valued.value, valued.weight);
                });
                tally.hold(share)?;
                values.advance()?;
            }
        }
        Ok(CrossingResults {
            crossing,
            parts,
            cells: cells.into_sorted(share)?,
            values: sorted(tally, share)?,
        })
    }
}

/// Returns the values of a table in order.
fn sorted<'r>(tally: Option<Tally>, spilling: SpillSetting<'r>) -> StepResult<Option<CrossingValues<'r>>> {
    let sorted = tally.map(|tally| tally.into_sorted(spilling)).transpose()?;
    Ok(sorted.map(CrossingValues::Sorted))
}
