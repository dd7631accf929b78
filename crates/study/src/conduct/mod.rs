//! Carries out a plan: a process for each run, with its factors set and put back.

mod building;
mod cache_state;
mod checks;
mod command;
mod data_folder;
mod job_file;
mod left_running;
mod probe;
mod process;
mod run;
mod run_command;
mod run_files;
mod setting;
mod shell;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_machine::Memory;
use feedrate_pageio::folder;
use feedrate_stats::Summary;

use crate::definition::{Change, Factor, Study, WellKnown};
use crate::error::{Error, Result};
use crate::figures;
use crate::plan::{Block, Cell, History, Plan, TimeEstimate, order};
use crate::store::{Ending, Run, Store};
use data_folder::DataFolder;
use setting::Settings;

/// Receives what happens.
pub trait Observer {
    /// A run begins.
    fn begins(&mut self, progress: &Progress<'_>);

    /// A run has ended after so many seconds.
    fn ended(&mut self, cell: &str, seconds: f64, ended: &Ending);

    /// Something is to be known.
    fn note(&mut self, text: &str);

    /// Somebody is asked to set a factor by hand. Returns once that is done.
    ///
    /// # Errors
    ///
    /// Returns an error if nobody can be asked, or the study is to stop.
    fn by_hand(&mut self, prompt: &str) -> Result<()>;
}

/// A run among those of a study.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The levels of its cell.
    pub cell: &'a str,
    /// Its block.
    pub block: Block,
    /// Its number among the runs of the plan, from 1.
    pub number: usize,
    /// The runs of the plan.
    pub runs: usize,
    /// The work that is left with it, if the time of any run is known.
    pub left: Option<TimeEstimate>,
}

/// The conductor of a study: it carries out the plan.
#[derive(Debug)]
pub struct Conductor<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its plan.
    pub plan: &'a Plan,
    /// The program `feedrate`.
    pub program: &'a Path,
    /// The folder in which that of the study's own data is made.
    pub folder: &'a Path,
    /// The number of the machine in the store.
    pub machine: i64,
    /// Set to stop.
    pub stop: &'a Arc<AtomicBool>,
}

/// Why a study ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All of its runs are done.
    Complete,
    /// The time budget leaves no time for the next run.
    OutOfTime,
}

impl Conductor<'_> {
    /// Carries out the runs that the store does not have yet. Whatever happens, factors are put back to what they were
    /// before, and the study's own data is removed.
    ///
    /// # Errors
    ///
    /// Returns an error if a factor cannot be set, the data cannot be made, the store cannot be written to, or a signal
    /// stops it. Runs that fail are no error; they are in the store.
    pub fn carry_out(&self, store: &mut Store, observer: &mut dyn Observer) -> Result<Outcome> {
        let mut settings = Settings::new(self.study);
        settings.put_back_what_was_left(store, observer)?;
        let outcome = self.within_folder(store, &mut settings, observer);
        // Also after a signal.
        let put_back = settings.put_back(store, observer);
        if let (Err(_), Err(error)) = (&outcome, &put_back) {
            observer.note(&error.to_string());
        }
        let outcome = outcome?;
        put_back.map(|()| outcome)
    }

    fn within_folder(
        &self,
        store: &mut Store,
        settings: &mut Settings<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome> {
        checks::limits(self.study, self.plan)?;
        checks::paths(self)?;
        let began = Instant::now();
        let mut history = History::of(self.study, &self.plan.cells, store.runs()?);
        let mut blocks = self.plan.blocks.clone();
        let last = blocks.last().copied();
        if !self.is_anything_left(&history, &blocks) && !last.is_some_and(|last| self.wants_more(&history, last)) {
            return Ok(Outcome::Complete);
        }
        let data = DataFolder::make(self.folder)?;
        let _kept = self.prepare(&data, observer)?;
        checks::programs(self, &data)?;
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            let in_order = order(self.study, &self.plan.cells, block);
            for (place, &position) in in_order.iter().enumerate() {
                let cell = &self.plan.cells[position];
                if history.is_done(position, block) || history.has_failed_often(position) {
                    continue;
                }
                self.stop_if_told()?;
                let left = self.expected(&history, &blocks);
                if self.is_out_of_time(began, history.of_cell(position)) {
                    return Ok(Outcome::OutOfTime);
                }
                let name = self.study.cell_name(cell);
                let levels = self.study.levels(cell);
                let number = next * self.plan.cells.len() + place + 1;
                let all = blocks.len() * self.plan.cells.len();
                observer.begins(&Progress {
                    cell: &name,
                    block,
                    number,
                    runs: all,
                    left,
                });
                settings.set(cell, store, self.stop, observer)?;
                self.come_to_rest(&data, cell, history.of_cell(position).last());
                let new = self.run(cell, &levels, block, place + 1, &data)?;
                observer.ended(&name, new.seconds, &new.ended);
                if let Ending::Failed(reason) = &new.ended {
                    observer.note(&format!("{name} failed: {reason}"));
                }
                store.add(&new)?;
                history.add(store.runs_after(history.last())?);
            }
            next += 1;
            if next == blocks.len() && self.wants_more(&history, block) {
                blocks.push(Block {
                    number: block.number + 1,
                    ..block
                });
            }
        }
        Ok(Outcome::Complete)
    }

    fn is_anything_left(&self, history: &History, blocks: &[Block]) -> bool {
        let mut cells = blocks
            .iter()
            .flat_map(|&block| (0..self.plan.cells.len()).map(move |cell| (cell, block)));
        cells.any(|(cell, block)| !history.is_done(cell, block))
    }

    fn stop_if_told(&self) -> Result<()> {
        match self.stop.load(Ordering::Acquire) {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// Returns what the runs that are not done take, by the known ones.
    fn expected(&self, history: &History, blocks: &[Block]) -> Option<TimeEstimate> {
        let left = blocks.iter().flat_map(|&block| {
            (0..self.plan.cells.len())
                .filter(move |&cell| !history.is_done(cell, block) && !history.has_failed_often(cell))
        });
        self.plan.expected(left, |cell| history.median_seconds(cell))
    }

    /// Returns whether the next run of a cell would probably end after the time budget.
    fn is_out_of_time(&self, began: Instant, of_cell: &[Run]) -> bool {
        let Some(budget) = self.study.time_budget else {
            return false;
        };
        let last = of_cell.iter().rev().find(|run| run.failure.is_none());
        let takes = last.map_or(Duration::ZERO, |run| {
            Duration::from_secs_f64(run.seconds.clamp(0.0, 1e9))
        });
        began.elapsed() + takes > budget
    }

    /// Returns whether the stop rule asks for another block: a cell's interval is still too wide.
    fn wants_more(&self, history: &History, last: Block) -> bool {
        let Some(rule) = self.study.stop else {
            return false;
        };
        if last.number >= rule.most_repeats {
            return false;
        }
        (0..self.plan.cells.len()).any(|cell| {
            let own = history
                .of_cell(cell)
                .iter()
                .filter(|run| run.failure.is_none() && !run.block.is_warm_up);
            let values: Vec<f64> = own.filter_map(|run| run.figure("", self.study.main_figure())).collect();
            let is_known = Summary::of(&values).is_some_and(|summary| {
                summary.interval.is_some() && summary.relative_spread().is_some_and(|spread| spread <= rule.interval)
            });
            !is_known && !history.has_failed_often(cell)
        })
    }

    /// Lets the volume come to rest, and brings free memory back where the host of a virtual machine takes it.
    fn come_to_rest(&self, data: &DataFolder, cell: &Cell, last: Option<&Run>) {
        // Where it fails, the run only has more company.
        let _ = folder::settle(data.path());
        let is_limited = |factor: &Factor| factor.change == Change::WellKnown(WellKnown::Memory);
        if self.study.factors.iter().any(is_limited) {
            // A limit is for what a run brings into the page cache, and not for what is there.
            cache_state::send_out_all_within(data.path());
        }
        let memory = Memory::host();
        if memory.free_memory_goes_to_host != Some(true) || memory.cgroup_limit_bytes.is_some() {
            return;
        }
        let values = self.study.values(cell);
        let stated = self.study.space.as_ref().and_then(|space| space.bytes(&values).ok());
        let moved = |run: &Run| {
            let of = |name| run.figure("", name).unwrap_or(0.0);
            (of(figures::READ_BYTES) + of(figures::WRITTEN_BYTES)) as u64
        };
        let bytes = stated.max(last.map(moved)).unwrap_or(0);
        if bytes > 0 {
            feedrate_pageio::cache::take_and_free(bytes.saturating_add(bytes / 4), self.stop);
        }
    }
}
