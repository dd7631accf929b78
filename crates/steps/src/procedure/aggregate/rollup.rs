//! From the cells of all class variables to those of every type that is wanted, in the order of results.

use super::cells::{Cells, SortedCells};
use super::classes::ClassReader;
use super::collect::{Collected, Needs};
use super::ranks::ClassRanks;
use super::request::Aggregation;
use super::spilling::Spilling;
use super::tally::{SortedValues, Tally};
use crate::data::Faulted;

/// All results, in order.
#[derive(Debug)]
pub(super) struct Results<'m, 'r> {
    /// What the keys mean; nothing without class variables.
    pub ranks: ClassRanks<'m>,
    /// The moments.
    pub cells: SortedCells<'r>,
    /// The values, where they are needed. Their keys are those of the cells.
    pub values: Option<SortedValues<'r>>,
}

/// Puts together what was collected from one part of the data after the other.
pub(super) fn results<'m, 'r>(
    aggregation: &'m Aggregation,
    needs: Needs<'_>,
    collected: Vec<Collected<'m>>,
    spilling: Spilling<'r>,
) -> Faulted<Results<'m, 'r>> {
    let mut readers = Vec::with_capacity(collected.len());
    let mut parts = Vec::with_capacity(collected.len());
    for Collected {
        classes,
        cells,
        values,
    } in collected
    {
        readers.push(classes);
        parts.push((cells, values));
    }
    match aggregation.classes.is_empty() {
        true => one_cell(aggregation, needs, readers, parts, spilling),
        false => by_types(aggregation, needs, readers, parts, spilling),
    }
}

type Parts = Vec<(Cells, Option<Tally>)>;

/// Without class variables all is one cell.
fn one_cell<'m, 'r>(
    aggregation: &'m Aggregation,
    needs: Needs<'_>,
    readers: Vec<ClassReader<'m>>,
    parts: Parts,
    spilling: Spilling<'r>,
) -> Faulted<Results<'m, 'r>> {
    let mut whole = Cells::new(needs.layout, 0, spilling.memory);
    let number = whole.number(&[]);
    let mut values: Option<Tally> = None;
    for (mut cells, tally) in parts {
        needs
            .layout
            .merge(whole.cell_mut(number), cells.cell_mut(0));
        match (&mut values, tally) {
            (Some(values), Some(tally)) => values.absorb(tally),
            (values, tally) => *values = tally,
        }
    }
    Ok(Results {
        ranks: ClassRanks::new(&aggregation.classes, readers),
        cells: whole.into_sorted(spilling)?,
        values: values
            .map(|values| values.into_sorted(spilling))
            .transpose()?,
    })
}

fn by_types<'m, 'r>(
    aggregation: &'m Aggregation,
    needs: Needs<'_>,
    readers: Vec<ClassReader<'m>>,
    parts: Parts,
    spilling: Spilling<'r>,
) -> Faulted<Results<'m, 'r>> {
    let ranks = ClassRanks::new(&aggregation.classes, readers);
    let mut key = vec![0; ranks.key_bytes()];
    let share = spilling.share(if needs.values { 2 } else { 1 });
    let mut cells = Cells::new(needs.layout, key.len(), share.memory);
    let mut tally = needs
        .values
        .then(|| Tally::new(needs.layout.variables, key.len(), share.memory));
    let places = || (0_u32..).zip(aggregation.types.iter().copied());
    for (reader, (part_cells, part_values)) in parts.into_iter().enumerate() {
        let mut part_cells = part_cells.into_sorted(share)?;
        while let Some((from, moments)) = part_cells.next()? {
            spilling.heed_stop()?;
            for (place, bits) in places() {
                ranks.write(reader, from, place, bits, &mut key);
                let number = cells.number(&key);
                needs.layout.merge(cells.cell_mut(number), moments);
            }
            cells.hold(share)?;
        }
        drop(part_cells);
        let (Some(part_values), Some(tally)) = (part_values, &mut tally) else {
            continue;
        };
        let mut part_values = part_values.into_sorted(share)?;
        while let Some((from, valued)) = part_values.current() {
            spilling.heed_stop()?;
            for (place, bits) in places() {
                ranks.write(reader, from, place, bits, &mut key);
                let number = tally.cell(&key);
                tally.add(number, valued.variable, valued.value, valued.weight);
            }
            tally.hold(share)?;
            part_values.advance()?;
        }
    }
    Ok(Results {
        cells: cells.into_sorted(share)?,
        values: tally.map(|tally| tally.into_sorted(share)).transpose()?,
        ranks,
    })
}
