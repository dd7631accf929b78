//! The columns of a model, which are its parameters.

use std::ops::Range;

use hashbrown::HashMap;

use super::cell::product;
use super::effect::Model;

/// A column of the model, which is a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The effect that it belongs to; `None` for the intercept.
    pub effect: Option<usize>,
    /// The levels of the effect's class variables, in the order of [`Effect::classes`](super::Effect::classes).
    pub levels: Vec<u32>,
}

/// All columns of a model: the intercept, then effect by effect the combinations of levels that occur.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) list: Vec<Column>,
    /// The range of the columns of each effect.
    pub(super) ranges: Vec<Range<usize>>,
    /// The column of a combination of levels, for each effect.
    places: Vec<HashMap<Vec<u32>, usize>>,
    /// The class variables of each effect.
    pub(super) classes: Vec<Vec<usize>>,
}

impl Columns {
    /// Creates the columns for the combinations of levels in `cells`.
    pub(super) fn of<'a>(model: &Model, cells: impl Iterator<Item = &'a [u32]> + Clone) -> Self {
        let mut columns = Self {
            list: Vec::new(),
            ranges: Vec::new(),
            places: Vec::new(),
            classes: model.effects.iter().map(super::Effect::classes).collect(),
        };
        if model.intercept {
            columns.list.push(Column {
                effect: None,
                levels: Vec::new(),
            });
        }
        for (effect, classes) in columns.classes.iter().enumerate() {
            let mut combinations: Vec<Vec<u32>> = cells.clone().map(|levels| of_classes(levels, classes)).collect();
            combinations.sort_unstable();
            combinations.dedup();
            let first = columns.list.len();
            columns.ranges.push(first..first + combinations.len());
            columns.list.extend(combinations.iter().map(|levels| Column {
                effect: Some(effect),
                levels: levels.clone(),
            }));
            let placed = combinations.into_iter().zip(first..);
            columns.places.push(placed.collect());
        }
        columns
    }

    /// Returns the column of each effect that is not zero in a cell; `None` if its combination never occurred.
    pub(super) fn in_cell(&self, levels: &[u32]) -> Vec<Option<usize>> {
        self.classes
            .iter()
            .zip(&self.places)
            .map(|(classes, places)| places.get(&of_classes(levels, classes)).copied())
            .collect()
    }

    /// Returns the row of the model for an observation; `None` if one of its combinations of levels never occurred.
    pub(super) fn row(&self, model: &Model, levels: &[u32], covariates: &[f64]) -> Option<Vec<f64>> {
        let mut row = vec![0.0; self.list.len()];
        if model.intercept {
            row[0] = 1.0;
        }
        for (place, monomial) in self.in_cell(levels).into_iter().zip(&model.monomial_of) {
            row[place?] = product(&model.monomials[*monomial], covariates);
        }
        Some(row)
    }
}

fn of_classes(levels: &[u32], classes: &[usize]) -> Vec<u32> {
    classes
        .iter()
        .map(|class| levels.get(*class).copied().unwrap_or(0))
        .collect()
}
