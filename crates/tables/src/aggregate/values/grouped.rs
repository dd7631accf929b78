//! Values in memory, those of each cell together.

use feedrate_rows::{StepResult, sortable};

/// The most values of a sample.
const SAMPLE: usize = 1024;

/// The values of several variables, by cell.
#[derive(Debug)]
pub(in crate::aggregate) struct GroupedValues {
    columns: Vec<GroupedColumn>,
}

/// The values of a variable, by cell, without missing ones.
#[derive(Debug)]
pub(super) struct GroupedColumn {
    /// The start of the values of each cell, and the number of all values.
    starts: Vec<u32>,
    /// The values in the encoding of [`sortable`].
    values: Vec<u64>,
    /// The frequency or weight of each value; empty if all of them are one.
    weights: Vec<f64>,
}

impl GroupedColumn {
    /// Returns the values of a column, given the cell of each; their weights, if they have any; and the number of
    /// cells.
    pub(super) fn new(column: &[f64], cells: &[u32], weights: Option<&[f64]>, count: usize) -> Self {
        let starts = starts(count, present(cells, column).map(|(&cell, _)| cell));
        let all = starts[count] as usize;
        let mut next = starts.clone();
        let mut values = vec![0; all];
        let mut own_weights = vec![0.0; weights.map_or(0, |_| all)];
        let rows = 0..column.len();
        for (row, (&cell, value)) in rows.zip(cells.iter().zip(column)) {
            if value.is_nan() {
                continue;
            }
            let place = &mut next[cell as usize];
            values[*place as usize] = sortable(*value);
            if let Some(weights) = weights {
                own_weights[*place as usize] = weights[row];
            }
            *place += 1;
        }
        Self {
            starts,
            values,
            weights: own_weights,
        }
    }

    /// Like [`Self::new`], where all are of one cell.
    pub(super) fn of_one_cell(column: &[f64], weights: Option<&[f64]>) -> Self {
        let values: Vec<u64> = column
            .iter()
            .filter(|value| !value.is_nan())
            .copied()
            .map(sortable)
            .collect();
        let weights = weights.map(|weights| present(weights, column).map(|(weight, _)| *weight).collect());
        Self {
            starts: vec![0, values.len() as u32],
            values,
            weights: weights.unwrap_or_default(),
        }
    }

    /// Returns the values of a cell and their weights, of which there are none if all are one.
    fn of(&self, cell: usize) -> (&[u64], &[f64]) {
        let range = self.starts[cell] as usize..self.starts[cell + 1] as usize;
        (&self.values[range.clone()], self.weights.get(range).unwrap_or_default())
    }

    /// Returns about how many values differ in each cell, from a sample of each.
    fn about_differing(&self) -> usize {
        let mut sample: Vec<u64> = Vec::with_capacity(SAMPLE);
        let of_cell = |cell: &[u32]| {
            let values = &self.values[cell[0] as usize..cell[1] as usize];
            sample.clear();
            sample.extend(values.iter().copied().step_by(values.len().div_ceil(SAMPLE).max(1)));
            sample.sort_unstable();
            let differing = sample.chunk_by(|a, b| a == b).count();
            match differing > sample.len() / 2 {
                true => values.len(),
                false => differing,
            }
        };
        self.starts.windows(2).map(of_cell).sum()
    }

    /// Sorts the values of each cell, and returns how many differ in theirs.
    fn sort(&mut self) -> usize {
        let mut differing = 0;
        let mut pairs: Vec<(u64, f64)> = Vec::new();
        for cell in self.starts.windows(2) {
            let range = cell[0] as usize..cell[1] as usize;
            let values = &mut self.values[range.clone()];
            match self.weights.get_mut(range) {
                Some(weights) if !weights.is_empty() => {
                    pairs.clear();
                    pairs.extend(values.iter().copied().zip(weights.iter().copied()));
                    pairs.sort_unstable_by_key(|pair| pair.0);
                    for ((value, weight), pair) in values.iter_mut().zip(weights).zip(&pairs) {
                        (*value, *weight) = *pair;
                    }
                }
                _ => values.sort_unstable(),
            }
            differing += values.chunk_by(|a, b| a == b).count();
        }
        differing
    }
}

impl GroupedValues {
    pub(super) fn new(columns: Vec<GroupedColumn>) -> Self {
        Self { columns }
    }

    /// Returns the number of variables.
    pub(super) fn variables(&self) -> usize {
        self.columns.len()
    }

    /// Returns the number of all values.
    pub(super) fn len(&self) -> usize {
        self.columns.iter().map(|column| column.values.len()).sum()
    }

    /// Returns about how many values of each variable differ in each cell, from a sample.
    pub(super) fn about_differing(&self) -> usize {
        self.columns.iter().map(GroupedColumn::about_differing).sum()
    }

    /// Returns the values of a variable in a cell, in the encoding of [`sortable`], and their weights, of which there
    /// are none if all are one.
    pub(super) fn of(&self, cell: usize, variable: usize) -> (&[u64], &[f64]) {
        self.columns[variable].of(cell)
    }

    /// Sorts the values of each variable in each cell, and returns how many differ in theirs.
    pub(super) fn sort(&mut self) -> usize {
        self.columns.iter_mut().map(GroupedColumn::sort).sum()
    }

    /// Passes the values of a cell to `take`, by variable, each once with its frequency or its weight. They must be
    /// sorted.
    pub(super) fn combined(
        &self,
        cell: usize,
        mut take: impl FnMut(usize, u64, f64) -> StepResult<()>,
    ) -> StepResult<()> {
        for variable in 0..self.columns.len() {
            let (values, mut weights) = self.of(cell, variable);
            for equal in values.chunk_by(|a, b| a == b) {
                let mut weight = equal.len() as f64;
                if let Some((own, others)) = weights.split_at_checked(equal.len()) {
                    weight = own.iter().sum();
                    weights = others;
                }
                take(variable, equal[0], weight)?;
            }
        }
        Ok(())
    }
}

/// Returns the start of each of `count` groups, where all that belongs to one is together, and the number of all;
/// `groups` has the group of each.
pub(super) fn starts(count: usize, groups: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    for group in groups {
        starts[group as usize + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    starts
}

/// Returns the entries whose value is not missing.
fn present<'a, T>(entries: &'a [T], values: &'a [f64]) -> impl Iterator<Item = (&'a T, &'a f64)> {
    entries.iter().zip(values).filter(|(_, value)| !value.is_nan())
}
