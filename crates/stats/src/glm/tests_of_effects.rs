//! Tests of effects: sequential (type I) and partial (type III) sums of squares.

use super::f_test::Test;
use super::fit::Fit;
use crate::distribution::f;
use crate::linear::length;

/// The rounding error of a coefficient, where coefficients are integers or ratios of small ones.
const ROUNDING: f64 = 1e-8;

impl Fit {
    /// Returns the test of a sum of squares against the residuals.
    pub(super) fn test(&self, degrees: f64, squares: f64) -> Test {
        let mean_square = match degrees > 0.0 {
            true => squares / degrees,
            false => f64::NAN,
        };
        let ratio = mean_square / self.mean_square_error();
        Test {
            degrees,
            squares,
            mean_square,
            f: ratio,
            probability: f::upper(ratio, degrees, self.error_degrees()),
        }
    }

    /// Returns the test of functions of the parameters being jointly 0. The functions must be estimable, or the sum of
    /// squares has another meaning.
    pub(super) fn test_of(&self, functions: &[Vec<f64>]) -> Test {
        let hypothesis = self.least.hypothesis(functions);
        self.test(hypothesis.degrees as f64, hypothesis.squares)
    }

    /// Returns, for each effect, the test of what it explains in addition to those before it.
    pub fn type_one(&self) -> Vec<Test> {
        self.columns
            .ranges
            .iter()
            .map(|range| {
                let parts = self.least.pivots().iter().zip(self.least.projections());
                let own = parts.filter(|(pivot, _)| range.contains(pivot));
                let (degrees, squares) = own.fold((0.0, 0.0), |(degrees, squares), (_, part)| {
                    (degrees + 1.0, squares + part * part)
                });
                self.test(degrees, squares)
            })
            .collect()
    }

    /// Returns, for each effect, the test of its type III functions.
    pub fn type_three(&self) -> Vec<Test> {
        let estimable = self.least.estimable_functions();
        (0..self.model.effects.len())
            .map(|effect| self.test_of(&self.functions_of(effect, &estimable)))
            .collect()
    }

    /// Returns the type III functions of an effect, one in each row: a basis of the estimable functions that involve
    /// only the effect's parameters and those of effects that contain it, and that are orthogonal to the functions of
    /// the containing effects alone.
    pub fn type_three_functions(&self, effect: usize) -> Vec<Vec<f64>> {
        match effect < self.model.effects.len() {
            true => self.functions_of(effect, &self.least.estimable_functions()),
            false => Vec::new(),
        }
    }

    /// Finds the space by elimination, so that it does not depend on the order of effects or levels. The definition is
    /// that of SAS/STAT, "The Four Types of Estimable Functions".
    fn functions_of(&self, effect: usize, estimable: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let own = &self.model.effects[effect];
        let involved = |column: usize| match self.columns.list[column].effect {
            None => false,
            Some(other) => other == effect || own.is_contained_in(&self.model.effects[other]),
        };
        let outside: Vec<usize> = (0..self.columns.list.len())
            .filter(|column| !involved(*column))
            .collect();
        let (_, within) = eliminated(estimable.to_vec(), &outside);
        let range: Vec<usize> = self.columns.ranges[effect].clone().collect();
        let (mut functions, containing) = eliminated(within, &range);
        let basis = orthonormal(containing);
        for function in &mut functions {
            remove(function, &basis);
        }
        functions
    }
}

/// Applies row operations that leave each of `columns` in one row at most: returns the rows that have one, and the
/// others, in which all of them are zero.
fn eliminated(mut rows: Vec<Vec<f64>>, columns: &[usize]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let scales: Vec<f64> = columns
        .iter()
        .map(|column| rows.iter().fold(0.0, |most: f64, row| most.max(row[*column].abs())))
        .collect();
    let mut with = Vec::new();
    for (column, scale) in columns.iter().zip(scales) {
        let greatest = (0..rows.len()).max_by(|a, b| {
            let size = |row: &usize| rows[*row][*column].abs();
            size(a).total_cmp(&size(b))
        });
        let Some(greatest) = greatest.filter(|row| rows[*row][*column].abs() > ROUNDING * scale) else {
            continue;
        };
        let pivot = rows.swap_remove(greatest);
        for row in &mut rows {
            let share = row[*column] / pivot[*column];
            if share != 0.0 {
                for (value, of_pivot) in row.iter_mut().zip(&pivot) {
                    *value -= share * of_pivot;
                }
            }
            row[*column] = 0.0;
        }
        with.push(pivot);
    }
    (with, rows)
}

/// Returns an orthonormal basis of independent rows.
fn orthonormal(rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut basis: Vec<Vec<f64>> = Vec::with_capacity(rows.len());
    for mut row in rows {
        let before = length(row.iter().copied());
        // Twice is enough: the second pass removes the rounding errors of the first.
        remove(&mut row, &basis);
        remove(&mut row, &basis);
        let after = length(row.iter().copied());
        if after > ROUNDING * before {
            row.iter_mut().for_each(|value| *value /= after);
            basis.push(row);
        }
    }
    basis
}

/// Subtracts from `row` its projection onto an orthonormal basis.
fn remove(row: &mut [f64], basis: &[Vec<f64>]) {
    for direction in basis {
        let share: f64 = row.iter().zip(direction).map(|(a, b)| a * b).sum();
        for (value, part) in row.iter_mut().zip(direction) {
            *value -= share * part;
        }
    }
}
