//! The runs of a study, in blocks of all cells, with their time and the space that they need.

use std::time::Duration;

use super::block::{Block, Cell};
use crate::definition::Study;
use crate::error::{Error, Result};

/// The runs of a study.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cells, in the order of the levels.
    pub cells: Vec<Cell>,
    /// The blocks, in their order; more are added by a stop rule.
    pub blocks: Vec<Block>,
    /// The most bytes that one of the runs needs.
    pub space: Option<u64>,
}

/// The time that a study will take, from runs that are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeEstimate {
    /// The time of the runs that are left.
    pub time: Duration,
    /// The number of cells that have been run, so that their time is known.
    pub known_cells: usize,
}

impl Plan {
    /// Returns the plan of a study.
    ///
    /// # Errors
    ///
    /// Returns an error if no cell is left, or the space is no product.
    pub fn of(study: &Study) -> Result<Self> {
        let cells: Vec<Cell> = all_cells(study)
            .into_iter()
            .filter(|cell| !is_left_out(study, cell))
            .collect();
        if cells.is_empty() {
            return Err(Error::Refused(format!(
                "{}: all cells are left out; leave fewer out",
                study.file.display()
            )));
        }
        let mut space = None;
        if let Some(of_run) = &study.space {
            for cell in &cells {
                let bytes = of_run
                    .bytes(&study.values(cell))
                    .map_err(|what| Error::Refused(format!("{}: space: {what}", study.file.display())))?;
                space = space.max(Some(bytes));
            }
        }
        let blocks = |is_warm_up: bool, count: u32| (1..=count).map(move |number| Block { is_warm_up, number });
        Ok(Self {
            cells,
            blocks: blocks(true, study.warm_up)
                .chain(blocks(false, study.repeats))
                .collect(),
            space,
        })
    }

    /// Keeps the cells that have one of the given levels of each factor that is named.
    ///
    /// # Errors
    ///
    /// Returns an error if a factor or level is not there, or no cell is left.
    pub fn keep_only(&mut self, study: &Study, only: &[(String, Vec<String>)]) -> Result<()> {
        for (name, levels) in only {
            let factor = study
                .factor(name)
                .ok_or_else(|| Error::Refused(format!("--only {name}: the study has no such factor")))?;
            let mut kept = Vec::new();
            for text in levels {
                let known = &study.factors[factor].levels;
                let level = known.iter().position(|level| level.text == *text);
                kept.push(level.ok_or_else(|| {
                    let known: Vec<&str> = known.iter().map(|level| level.text.as_str()).collect();
                    Error::Refused(format!("--only {name}={text}: its levels are {}", known.join(", ")))
                })?);
            }
            self.cells.retain(|cell| kept.contains(&cell[factor]));
        }
        match self.cells.is_empty() {
            true => Err(Error::Refused("--only: no cell has all of these levels".to_owned())),
            false => Ok(()),
        }
    }

    /// Returns the number of runs, warm-ups among them.
    pub fn runs(&self) -> usize {
        self.cells.len() * self.blocks.len()
    }

    /// Returns how long the runs that are left take, by the numbers of their cells: each as long as its cell took so
    /// far, and those of other cells as long as the mean of all. `None` if no run is known.
    pub fn expected(
        &self,
        left: impl Iterator<Item = usize>,
        known: impl Fn(usize) -> Option<f64>,
    ) -> Option<TimeEstimate> {
        let known: Vec<Option<f64>> = (0..self.cells.len()).map(known).collect();
        let times: Vec<f64> = known.iter().flatten().copied().collect();
        if times.is_empty() {
            return None;
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let seconds: f64 = left.map(|cell| known[cell].unwrap_or(mean)).sum();
        Some(TimeEstimate {
            time: Duration::from_secs_f64(seconds.clamp(0.0, 1e9)),
            known_cells: times.len(),
        })
    }
}

fn all_cells(study: &Study) -> Vec<Cell> {
    let mut cells = vec![Vec::new()];
    for factor in &study.factors {
        cells = cells
            .into_iter()
            .flat_map(|cell: Cell| {
                (0..factor.levels.len()).map(move |level| {
                    let mut longer = cell.clone();
                    longer.push(level);
                    longer
                })
            })
            .collect();
    }
    cells
}

fn is_left_out(study: &Study, cell: &Cell) -> bool {
    let has = |(factor, levels): &(usize, Vec<usize>)| levels.contains(&cell[*factor]);
    study.left_out.iter().any(|entry| entry.iter().all(has))
}
