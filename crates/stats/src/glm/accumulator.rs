//! Accumulates the observations of a model, in any order and on any number of threads.

use hashbrown::HashMap;

use super::cell::{Cell, product};
use super::effect::Model;
use super::error::GlmError;
use super::fit::Fit;
use crate::linear::{SINGULAR, Triangle};

/// One observation.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// The level of each class variable, numbered from 0 in the order of the levels.
    pub levels: &'a [u32],
    /// The values of the covariates.
    pub covariates: &'a [f64],
    /// The response.
    pub response: f64,
    /// The weight; an observation whose weight is not positive is skipped.
    pub weight: f64,
    /// The frequency; an observation whose frequency is not positive is skipped.
    pub frequency: f64,
}

impl<'a> Observation<'a> {
    /// Creates an observation with weight and frequency 1.
    pub fn new(levels: &'a [u32], covariates: &'a [f64], response: f64) -> Self {
        Self {
            levels,
            covariates,
            response,
            weight: 1.0,
            frequency: 1.0,
        }
    }
}

/// The accumulated observations.
#[derive(Clone, Debug)]
pub struct Accumulator {
    model: Model,
    cells: HashMap<Box<[u32]>, Cell>,
    /// A row of a cell's triangle, kept so that no observation allocates.
    row: Vec<f64>,
    singular: f64,
    finite: bool,
}

impl Accumulator {
    /// Creates an accumulator without observations.
    pub fn new(model: Model) -> Self {
        let width = model.monomials.len() + 1;
        Self {
            model,
            cells: HashMap::new(),
            row: vec![0.0; width],
            singular: SINGULAR,
            finite: true,
        }
    }

    /// Sets the share of a column's length below which it counts as dependent on others (SINGULAR=, but of the length
    /// rather than its square).
    pub fn with_singular(mut self, singular: f64) -> Self {
        self.singular = singular;
        self
    }

    /// Adds an observation. Missing levels and covariates count as 0.
    pub fn add(&mut self, observation: &Observation) {
        let weight = observation.weight * observation.frequency;
        if !(observation.weight > 0.0 && observation.frequency > 0.0) {
            return;
        }
        for (value, monomial) in self.row.iter_mut().zip(&self.model.monomials) {
            *value = product(monomial, observation.covariates);
        }
        if let Some(last) = self.row.last_mut() {
            *last = observation.response;
        }
        self.finite &= weight.is_finite() && self.row.iter().all(|value| value.is_finite());
        let levels = match &observation.levels[..observation.levels.len().min(self.model.classes)] {
            // A model without classes has one cell. Its key is not empty, because comparing empty slices at dangling
            // addresses is slower on some processors than everything else here.
            [] => &[0],
            levels => levels,
        };
        let width = self.row.len();
        let cell = match self.cells.get_mut(levels) {
            Some(cell) => cell,
            None => self.cells.entry(levels.into()).or_insert_with(|| Cell {
                frequency: 0.0,
                triangle: Triangle::new(width),
            }),
        };
        cell.frequency += observation.frequency;
        cell.triangle.add_scaled(&self.row, weight.sqrt());
    }

    /// Returns about how many bytes its observations take at most.
    pub fn bytes(&self) -> usize {
        let width = self.row.len();
        let numbers = width * (width + 1) / 2 + Triangle::pending_numbers(width);
        let each = numbers * size_of::<f64>() + self.model.classes * size_of::<u32>() + 128;
        self.cells.len().saturating_mul(each)
    }

    /// Adds the observations of another accumulator of the same model.
    pub fn merge(&mut self, other: Self) {
        self.finite &= other.finite;
        for (levels, cell) in other.cells {
            self.add_cell(levels, cell);
        }
    }

    /// Renumbers the levels of a class variable: level `i` becomes `numbers[i]`. Threads that number levels in the
    /// order of their occurrence do so before they are merged. Levels beyond the list stay.
    pub fn renumber(&mut self, class: usize, numbers: &[u32]) {
        let mut cells: Vec<_> = std::mem::take(&mut self.cells).into_iter().collect();
        // Levels may be combined; their sum must not depend on the order of a hash table.
        cells.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (mut levels, cell) in cells {
            if let Some(level) = levels.get_mut(class) {
                *level = numbers.get(*level as usize).copied().unwrap_or(*level);
            }
            self.add_cell(levels, cell);
        }
    }

    fn add_cell(&mut self, levels: Box<[u32]>, cell: Cell) {
        match self.cells.get_mut(&levels) {
            Some(known) => {
                known.frequency += cell.frequency;
                known.triangle.merge(&cell.triangle);
            }
            None => {
                self.cells.insert(levels, cell);
            }
        }
    }

    /// Fits the model.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no observations, a value was infinite or not a number, the response's squares
    /// overflow or underflow, or the model has too many columns.
    pub fn fit(self) -> Result<Fit, GlmError> {
        if !self.finite {
            return Err(GlmError::NotFinite);
        }
        if self.cells.is_empty() {
            return Err(GlmError::NoObservations);
        }
        let mut cells: Vec<(Box<[u32]>, Cell)> = self.cells.into_iter().collect();
        // The order of a hash table varies from run to run, and rounding must not.
        cells.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Fit::of(self.model, cells, self.singular)
    }
}
