//! The data sets of OUT=: an observation for each combination of levels.

use std::collections::HashMap;

use feedrate_rows::{Runtime, StepResult, Values};
use feedrate_values::missing::MISSING;

use super::number::share;
use super::request::FreqOutput;
use super::table::Table;

/// Sums of counts, by the levels that they share.
type Sums = HashMap<Vec<u32>, f64>;

/// The sums of strata, and of their rows and columns.
#[derive(Default)]
struct Margins {
    stratum: Sums,
    row: Sums,
    column: Sums,
}

/// Writes the observations of a table of a BY group.
pub(super) fn output(table: &Table<'_>, output: &FreqOutput, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
    let total = match table.is_negative {
        true => MISSING,
        false => table.total(),
    };
    // Excluded missing levels are first, and have no percentages.
    for (levels, count) in table.missing_cells() {
        table.load(levels, &mut runtime.core.values);
        output.set_excluded(count, &mut runtime.core.values);
        runtime.output(&[output.number])?;
    }
    let margins = (output.needs_margins() && table.classes() > 1).then(|| Margins::of(table));
    let mut so_far = 0.0;
    table.each_cell(|levels, count| {
        runtime.core.check_stop()?;
        so_far += count;
        let values = &mut runtime.core.values;
        table.load(levels, values);
        let margins = margins.as_ref().map(|margins| margins.around(levels));
        output.set_counted(count, so_far, total, margins, values);
        runtime.output(&[output.number])
    })
}

impl FreqOutput {
    /// Returns whether it has percentages or expected counts, which need the sums of rows and columns.
    pub(super) fn needs_margins(&self) -> bool {
        self.of_row.is_some() || self.expected.is_some()
    }

    /// Sets the numbers of a cell: `so_far` is the cumulative count, and `margins` are the sums of its stratum, its row
    /// and its column.
    pub(super) fn set_counted(
        &self,
        count: f64,
        so_far: f64,
        total: f64,
        margins: Option<(f64, f64, f64)>,
        values: &mut Values,
    ) {
        values.set_number(self.count, count);
        values.set_number(self.percent, share(count, total));
        if let Some((of_frequency, of_percent)) = self.cumulative {
            values.set_number(of_frequency, so_far);
            values.set_number(of_percent, share(so_far, total));
        }
        let Some((stratum, row, column)) = margins else {
            return;
        };
        for (slot, number) in [
            (self.of_stratum, share(count, stratum)),
            (self.of_row, share(count, row)),
            (self.of_column, share(count, column)),
            (self.expected, row * (share(column, stratum) / 100.0)),
        ] {
            if let Some(slot) = slot {
                values.set_number(slot, number);
            }
        }
    }

    /// Sets the numbers of a cell that is excluded because of a missing value.
    pub(super) fn set_excluded(&self, count: f64, values: &mut Values) {
        values.set_number(self.count, count);
        let others = [self.expected, self.of_stratum, self.of_row, self.of_column];
        let (of_frequency, of_percent) = self.cumulative.unzip();
        let others = others.into_iter().chain([of_frequency, of_percent]);
        for slot in others.flatten().chain([self.percent]) {
            values.set_number(slot, MISSING);
        }
    }
}

/// Returns the levels of the stratum, of the row in it, and of the column in it.
fn keys(levels: &[u32]) -> (&[u32], &[u32], Vec<u32>) {
    let row = &levels[..levels.len() - 1];
    let stratum = &levels[..levels.len() - 2];
    let column = [stratum, &levels[levels.len() - 1..]].concat();
    (stratum, row, column)
}

impl Margins {
    fn of(table: &Table<'_>) -> Self {
        let mut margins = Self::default();
        for (levels, count) in table.cells() {
            let (stratum, row, column) = keys(levels);
            *margins.stratum.entry(stratum.to_vec()).or_default() += count;
            *margins.row.entry(row.to_vec()).or_default() += count;
            *margins.column.entry(column).or_default() += count;
        }
        margins
    }

    /// Returns the sums of the stratum, the row and the column of a cell.
    fn around(&self, levels: &[u32]) -> (f64, f64, f64) {
        let (stratum, row, column) = keys(levels);
        let of = |sums: &Sums, key: &[u32]| sums.get(key).copied().unwrap_or(0.0);
        (
            of(&self.stratum, stratum),
            of(&self.row, row),
            of(&self.column, &column),
        )
    }
}
