//! The data set of OUT=: an observation for each combination of levels in a table.

use std::collections::HashMap;

use feedrate_procedure::records::sorted::Sorter;
use feedrate_rows::{Runtime, StepResult};

use super::branches::{Bounds, dimension};
use super::combinations::Combinations;
use super::levels::NONE;
use super::request::{TableFigure, Tabulate, TabulateOutput};

/// The bytes of a row that is sorted: its page, its type and its combination.
const ROW_BYTES: usize = 3 * size_of::<u32>();

/// The part of the memory of combinations in which rows are sorted.
const ROW_PARTS: usize = 4;

/// The approximate memory of a page's number in bytes.
const PAGE_BYTES: usize = 64;

/// A row of the data set.
pub(super) struct Row<'r> {
    /// The numbers of the TABLE statement and of its page, both from 1.
    pub table: u32,
    pub page: u32,
    /// The type, as a 1 or 0 for each class variable.
    pub of_type: &'r [u8],
    /// The levels of the class variables.
    pub levels: &'r [u32],
    bits: u64,
    figures: &'r [TableFigure],
}

impl Row<'_> {
    /// Returns a statistic; missing if the row has none.
    pub(super) fn figure(&self, figure: TableFigure, combinations: &Combinations<'_>) -> StepResult<f64> {
        match self.figures.contains(&figure) {
            true => combinations.figure(self.bits, figure, self.levels),
            false => Ok(feedrate_values::missing::MISSING),
        }
    }
}

/// Writes the observations of a BY group.
pub(super) fn output(
    tabulate: &Tabulate,
    output: &TabulateOutput,
    combinations: &Combinations<'_>,
    bounds: Bounds<'_>,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    rows(tabulate, combinations, bounds, &mut |row| {
        runtime.core.check_stop()?;
        let values = &mut runtime.core.values;
        combinations.load(row.levels, values);
        values.set_text(output.of_type, row.of_type);
        values.set_number(output.page, f64::from(row.page));
        values.set_number(output.table, f64::from(row.table));
        for &(slot, figure) in &output.figures {
            values.set_number(slot, row.figure(figure, combinations)?);
        }
        runtime.output(&[0])
    })
}

/// Calls `each` with every row of all tables, page by page, then in the order of the table's types.
pub(super) fn rows(
    tabulate: &Tabulate,
    combinations: &Combinations<'_>,
    bounds: Bounds<'_>,
    each: &mut dyn FnMut(&Row<'_>) -> StepResult<()>,
) -> StepResult<()> {
    let classes = tabulate.aggregation.classes.len();
    let mut levels = vec![NONE; classes];
    let mut of_type = vec![b'0'; classes];
    for (number, table) in (1_u32..).zip(&tabulate.tables) {
        // The grammar refuses invalid nestings.
        let Ok(Some(needs)) = table.needs() else {
            continue;
        };
        let types = by_type::<_, Vec<TableFigure>>(needs.figures);
        let pages = dimension(&table.page, None, false, combinations, bounds)?;
        // The pages of each type, by their levels.
        let mut share = bounds.pool.share();
        share.add(pages.leaves.len() * PAGE_BYTES)?;
        let numbered = (1_u32..).zip(&pages.leaves);
        let numbered = numbered.map(|(page, leaf)| (leaf.nesting.classes, (&leaf.levels[..], page)));
        let numbers = by_type::<_, HashMap<&[u32], u32>>(numbered);
        // The page, the place of the type and the combination of each row.
        let mut rows = Sorter::new(combinations.spilling.share(ROW_PARTS), ROW_BYTES, ROW_BYTES);
        let mut page_levels = vec![NONE; classes];
        for combination in 0..combinations.count() {
            let bits = combinations.read(combination, &mut levels)?;
            let Some(place) = types.iter().position(|(other, _)| *other == bits) else {
                continue;
            };
            for (page_type, pages) in numbers.iter().filter(|(page, _)| page & !bits == 0) {
                for (class, level) in page_levels.iter_mut().enumerate() {
                    *level = match tabulate.aggregation.has(*page_type, class) {
                        true => levels[class],
                        false => NONE,
                    };
                }
                if let Some(&page) = pages.get(&page_levels[..]) {
                    let row = [page, place as u32, combination].map(u32::to_be_bytes);
                    rows.push(row.as_flattened())?;
                }
            }
        }
        let mut rows = rows.finish()?;
        while let Some(row) = rows.next_record()? {
            let mut row = row.as_chunks::<4>().0.iter();
            let mut next = || row.next().map_or(0, |bytes| u32::from_be_bytes(*bytes));
            let (page, place, combination) = (next(), next() as usize, next());
            let bits = combinations.read(combination, &mut levels)?;
            for (class, mark) in of_type.iter_mut().enumerate() {
                *mark = b'0' + u8::from(tabulate.aggregation.has(bits, class));
            }
            each(&Row {
                table: number,
                page,
                of_type: &of_type,
                levels: &levels,
                bits,
                figures: &types[place].1,
            })?;
        }
    }
    Ok(())
}

/// Returns the values of each type, in the order in which types come.
fn by_type<T, V: Default + Extend<T>>(values: impl IntoIterator<Item = (u64, T)>) -> Vec<(u64, V)> {
    let mut types: Vec<(u64, V)> = Vec::new();
    for (bits, value) in values {
        let place = types.iter().position(|(other, _)| *other == bits);
        let place = place.unwrap_or_else(|| {
            types.push((bits, V::default()));
            types.len() - 1
        });
        types[place].1.extend([value]);
    }
    types
}
