//! The last two variables of a table as rows and columns, for one combination of the others (a stratum).

use feedrate_rows::StepResult;
use feedrate_stats::contingency::Contingency;

use super::counts::LevelValue;
use super::table::Table;
use crate::fault::TableFault;

/// The counts of a stratum by rows and columns.
pub(super) struct Crossing<'t, 'c> {
    pub table: &'t Table<'c>,
    /// The levels of the variables before the last two.
    pub stratum: Vec<u32>,
    /// The levels of the row and the column variable.
    pub rows: &'t [u32],
    pub columns: &'t [u32],
    /// The counts, row by row.
    pub counts: Vec<f64>,
    pub row_totals: Vec<f64>,
    pub column_totals: Vec<f64>,
    pub total: f64,
}

/// The levels of the rows and columns of a table.
pub(super) struct Sides {
    rows: Vec<u32>,
    columns: Vec<u32>,
}

impl Sides {
    pub(super) fn of(table: &Table<'_>) -> Self {
        let classes = table.classes();
        Self {
            rows: table.used(classes - 2),
            columns: table.used(classes - 1),
        }
    }

    /// Calls `each` with each stratum, which may take at most `memory` bytes.
    pub(super) fn each_stratum<'t, 'c>(
        &'t self,
        table: &'t Table<'c>,
        memory: usize,
        mut each: impl FnMut(Crossing<'t, 'c>) -> StepResult<()>,
    ) -> StepResult<()> {
        let before = table.classes() - 2;
        let size = self.rows.len().saturating_mul(self.columns.len());
        if size.saturating_mul(size_of::<f64>()) > memory {
            return Err(TableFault::Cells(memory).into());
        }
        let mut cells = table.cells().peekable();
        while let Some((first, _)) = cells.peek() {
            let stratum = first[..before].to_vec();
            let mut counts = vec![0.0; size];
            while let Some((levels, count)) = cells.next_if(|(levels, _)| levels[..before] == stratum[..]) {
                let (row, column) = (levels[before], levels[before + 1]);
                let row = self.rows.binary_search(&row).unwrap_or_default();
                let column = self.columns.binary_search(&column).unwrap_or_default();
                counts[row * self.columns.len() + column] += count;
            }
            each(Crossing::new(table, stratum, &self.rows, &self.columns, counts))?;
        }
        Ok(())
    }
}

impl<'t, 'c> Crossing<'t, 'c> {
    fn new(table: &'t Table<'c>, stratum: Vec<u32>, rows: &'t [u32], columns: &'t [u32], counts: Vec<f64>) -> Self {
        let mut column_totals = vec![0.0; columns.len()];
        let mut row_totals = Vec::with_capacity(rows.len());
        for row in counts.chunks_exact(columns.len().max(1)) {
            row_totals.push(row.iter().sum());
            for (total, count) in column_totals.iter_mut().zip(row) {
                *total += count;
            }
        }
        Self {
            table,
            stratum,
            rows,
            columns,
            total: row_totals.iter().sum(),
            counts,
            row_totals,
            column_totals,
        }
    }

    /// Returns the count of a cell.
    pub(super) fn count(&self, row: usize, column: usize) -> f64 {
        self.counts[row * self.columns.len() + column]
    }

    /// Returns the expected count of a cell if rows and columns are independent.
    pub(super) fn expected(&self, row: usize, column: usize) -> f64 {
        match self.total > 0.0 {
            true => self.row_totals[row] * (self.column_totals[column] / self.total),
            false => feedrate_values::missing::MISSING,
        }
    }

    /// Returns the counts without empty rows and columns, with the scores of rows and columns, for tests.
    pub(super) fn contingency(&self) -> (Contingency, Vec<f64>, Vec<f64>) {
        let met = |totals: &[f64]| -> Vec<usize> {
            let places = (0..totals.len()).filter(|&place| totals[place] > 0.0);
            places.collect()
        };
        let (rows, columns) = (met(&self.row_totals), met(&self.column_totals));
        let counts: Vec<f64> = rows
            .iter()
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
            .map(|(row, column)| self.count(row, column))
            .collect();
        let classes = self.table.classes();
        let scores = |place: usize, levels: &[u32], met: &[usize]| {
            let levels = met.iter().map(|&number| levels[number]);
            scores(self.table, place, levels)
        };
        (
            Contingency::new(columns.len(), &counts),
            scores(classes - 2, self.rows, &rows),
            scores(classes - 1, self.columns, &columns),
        )
    }
}

/// Returns the scores of levels: their values, or 1, 2, 3 and so on for character variables.
fn scores(table: &Table<'_>, place: usize, levels: impl Iterator<Item = u32> + Clone) -> Vec<f64> {
    let values = levels.map(|level| match &table.level(place, level).value {
        LevelValue::Number(number) if !number.is_nan() => Some(*number),
        _ => None,
    });
    let numbers: Option<Vec<f64>> = values.clone().collect();
    numbers.unwrap_or_else(|| (1_u32..).zip(values).map(|(score, _)| score.into()).collect())
}
