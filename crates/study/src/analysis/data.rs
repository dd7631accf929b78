//! The runs of a study, as the analysis takes them.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::response::Response;
use crate::definition::{Factor, Overrides, Study};
use crate::error::Result;
use crate::plan::Cell;
use crate::store::{Facts, Run, Store};

/// The runs of a study that are counted, and what failed.
#[derive(Clone, Debug)]
pub struct Data {
    /// The study, with the levels of the store.
    pub study: Study,
    /// Its facts in the store.
    pub facts: Facts,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// The cells that were run, in the order of the levels.
    pub cells: Vec<Cell>,
    /// The runs that are counted, in the order in which they ended.
    pub runs: Vec<MeasuredRun>,
    /// The runs that failed.
    pub failures: Vec<Failure>,
    /// The number of runs for warming up.
    pub warm_ups: usize,
    /// The number of runs of cells with other factors, which are therefore not among these.
    pub others: usize,
    /// The positions among the runs, by cell and block.
    pub(crate) places: HashMap<(usize, u32), usize>,
}

/// A run that is counted.
#[derive(Clone, Debug)]
pub struct MeasuredRun {
    /// Its cell, by its number among those of the data.
    pub cell: usize,
    /// The number of its block.
    pub block: u32,
    /// The run.
    pub run: Run,
}

/// A run that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its cell, by its name.
    pub cell: String,
    /// Why.
    pub reason: String,
}

impl Data {
    /// Reads the runs of a store.
    ///
    /// # Errors
    ///
    /// Returns an error if the store cannot be read, or its study is not understood.
    pub fn read(store: &Store) -> Result<Self> {
        let facts = store.facts()?;
        let overrides = Overrides {
            levels: facts.factors.clone(),
            ..Overrides::default()
        };
        let study = Study::parse(Path::new(&facts.file), &facts.definition, &overrides)?;
        Ok(Self::of(study, facts, store.runs()?))
    }

    /// Returns the data of a study and its runs.
    pub fn of(study: Study, facts: Facts, runs: Vec<Run>) -> Self {
        let mut data = Self {
            factors: study.factors.clone(),
            study,
            facts,
            cells: Vec::new(),
            runs: Vec::new(),
            failures: Vec::new(),
            warm_ups: 0,
            others: 0,
            places: HashMap::new(),
        };
        let placed: Vec<Option<Cell>> = runs.iter().map(|run| data.study.cell_of(&run.levels)).collect();
        let mut cells: Vec<Cell> = placed.iter().flatten().cloned().collect();
        cells.sort_unstable();
        cells.dedup();
        data.cells = cells;
        for (run, cell) in runs.into_iter().zip(placed) {
            let Some(cell) = cell else {
                data.others += 1;
                continue;
            };
            if let Some(reason) = &run.failure {
                data.failures.push(Failure {
                    cell: data.study.cell_name(&cell),
                    reason: reason.clone(),
                });
            } else if run.block.is_warm_up {
                data.warm_ups += 1;
            } else if let Ok(cell) = data.cells.binary_search(&cell) {
                data.runs.push(MeasuredRun {
                    cell,
                    block: run.block.number,
                    run,
                });
            }
        }
        data.index_runs();
        data
    }

    /// Finds the positions of the runs anew.
    pub(crate) fn index_runs(&mut self) {
        self.places.clear();
        for (place, run) in self.runs.iter().enumerate() {
            self.places.entry((run.cell, run.block)).or_insert(place);
        }
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: usize) -> String {
        self.study.cell_name(&self.cells[cell])
    }

    /// Returns whether a cell stands beside the choice: a level of it does, and other levels of that factor were run.
    pub fn is_beside(&self, cell: usize) -> bool {
        self.is_beside_but_for(cell, &[])
    }

    /// Returns whether a cell stands beside the choice by another factor than these, which are compared themselves.
    pub(super) fn is_beside_but_for(&self, cell: usize, compared: &[(usize, usize)]) -> bool {
        let levels = self.cells[cell].iter().enumerate();
        let mut others = levels.filter(|(factor, _)| !compared.iter().any(|(known, _)| known == factor));
        others.any(|(factor, level)| {
            let beside = &self.factors[factor].beside;
            let is_other = |level: &usize| !beside.contains(level);
            beside.contains(level) && self.cells.iter().any(|cell| is_other(&cell[factor]))
        })
    }

    /// Returns the factors of a cell that are given, with their levels, if they have several.
    pub fn given(&self, cell: usize) -> Vec<(usize, usize)> {
        let levels = self.cells[cell].iter().copied().enumerate();
        levels
            .filter(|&(factor, _)| self.factors[factor].is_given && self.factors[factor].levels.len() > 1)
            .collect()
    }

    /// Returns the name of a cell of a choice, without what is given, and without factors that have one level to
    /// choose: `direct, 32`.
    pub fn short_name(&self, cell: usize) -> String {
        let has_choice = |factor: &Factor| factor.levels.len() > factor.beside.len() + 1;
        self.name_of(cell, |factor| !factor.is_given && has_choice(factor))
    }

    /// Returns the name of a cell without the size of the data.
    pub fn setting_name(&self, cell: usize) -> String {
        self.name_of(cell, |factor| !factor.is_covariate)
    }

    /// Returns the levels of the factors that are meant and have several.
    fn name_of(&self, cell: usize, is_meant: impl Fn(&Factor) -> bool) -> String {
        let levels = self.factors.iter().zip(&self.cells[cell]);
        let words: Vec<&str> = levels
            .filter(|(factor, _)| is_meant(factor) && factor.levels.len() > 1)
            .map(|(factor, &level)| factor.levels[level].text.as_str())
            .collect();
        match words.is_empty() {
            true => self.name(cell),
            false => words.join(", "),
        }
    }

    /// Returns the name of a cell without the factors that have one level: `512M, direct, 32`.
    pub fn name_without_fixed(&self, cell: usize) -> String {
        self.name_of(cell, |_| true)
    }

    /// Returns the runs of a cell.
    pub fn runs_of(&self, cell: usize) -> impl Iterator<Item = &MeasuredRun> {
        self.runs.iter().filter(move |run| run.cell == cell)
    }

    /// Returns the run of a cell in a block.
    pub fn run_in(&self, cell: usize, block: u32) -> Option<&MeasuredRun> {
        let place = *self.places.get(&(cell, block))?;
        self.runs.get(place)
    }

    /// Returns the numbers of the blocks, in their order.
    pub fn blocks(&self) -> impl Iterator<Item = u32> {
        let blocks: BTreeSet<u32> = self.runs.iter().map(|run| run.block).collect();
        blocks.into_iter()
    }

    /// Returns the values of a cell, in the order of the runs.
    pub fn values(&self, cell: usize, response: &Response) -> Vec<f64> {
        self.runs_of(cell).filter_map(|run| run.value(response)).collect()
    }

    /// Returns the levels of a factor that were run.
    pub fn levels_in_use(&self, factor: usize) -> Vec<usize> {
        let mut levels: Vec<usize> = self.cells.iter().map(|cell| cell[factor]).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Returns the first level of a factor that was run and does not stand beside.
    pub fn first_level(&self, factor: usize) -> Option<usize> {
        let used = self.levels_in_use(factor);
        let beside = &self.factors[factor].beside;
        let chosen = used.iter().find(|level| !beside.contains(level));
        chosen.or(used.first()).copied()
    }

    /// Returns the factor that is the size of the data.
    pub fn covariate(&self) -> Option<usize> {
        self.factors
            .iter()
            .position(|factor| factor.is_covariate && factor.levels.len() > 1)
    }
}

impl MeasuredRun {
    /// Returns a figure of the run or of a step.
    pub fn figure(&self, step: &str, name: &str) -> Option<f64> {
        self.run.figure(step, name)
    }

    /// Returns the value of a response, if it is above 0.
    pub fn value(&self, response: &Response) -> Option<f64> {
        self.figure(&response.step, &response.name)
            .filter(|&value| value > 0.0 && value.is_finite())
    }
}
