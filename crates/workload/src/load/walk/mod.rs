//! Computes the next block: its file, its offset and its length.

mod choice;
mod draw;
mod file;
mod lengths;
mod permutation;
mod rules;
mod shared;
#[cfg(test)]
mod tests;
mod visit_map;
mod visits;

use std::sync::Arc;

use feedrate_pageio::Direction;

use super::spec::{FileBlock, Load, LoadFile, PerDirection};
use choice::Choice;
use file::FileWalk;
use lengths::Lengths;
use rules::Rules;

pub(crate) use shared::SharedPosition;
pub(crate) use visit_map::VisitMap;

/// The used part of a file, after layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilePart {
    /// Its offset in the file.
    pub(crate) offset: u64,
    /// Its bytes.
    pub(crate) bytes: u64,
    /// The beginning of sequential order in it.
    pub(crate) start: u64,
    /// The bytes of the whole file.
    pub(crate) file_bytes: u64,
}

impl FilePart {
    /// Returns the part of a file that a load uses.
    pub(crate) fn of(file: &LoadFile, bytes: u64, file_bytes: u64) -> Self {
        Self {
            offset: file.offset,
            bytes,
            start: file.start,
            file_bytes,
        }
    }
}

/// A walk over the files of a load.
#[derive(Debug)]
pub(crate) struct Walk {
    rules: Rules,
    files: Vec<FileWalk>,
    choice: Choice,
    lengths: PerDirection<Lengths>,
    random: fastrand::Rng,
    /// With random order: the blocks until the next random position.
    until_new: u32,
    seed: u64,
}

/// Derives a seed for one use from another.
fn derived(seed: u64, salt: u64) -> u64 {
    fastrand::Rng::with_seed(seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).u64(..)
}

impl Walk {
    /// Creates a walk over the used parts of a load's files. Loads that share their positions get the same `shared`,
    /// one for each file.
    pub(crate) fn new(load: &Load, parts: &[FilePart], shared: &[Arc<SharedPosition>]) -> Self {
        let rules = Rules::new(load);
        let files = parts
            .iter()
            .enumerate()
            .map(|(index, &part)| {
                let seed = derived(load.seed, 100 + index as u64);
                FileWalk::new(&rules, part, shared.get(index).cloned(), seed)
            })
            .collect();
        Self {
            files,
            choice: Choice::new(&load.choice, parts.len(), load.open_at_once, derived(load.seed, 1)),
            lengths: PerDirection {
                read: Lengths::new(&load.blocks.read, derived(load.seed, 2)),
                write: Lengths::new(&load.blocks.write, derived(load.seed, 3)),
            },
            random: fastrand::Rng::with_seed(derived(load.seed, 4)),
            until_new: 0,
            seed: load.seed,
            rules,
        }
    }

    /// Returns the next block of a direction; `None` if all files are done.
    pub(crate) fn next(&mut self, direction: Direction) -> Option<FileBlock> {
        let new_place = self.until_new == 0;
        self.until_new = if new_place {
            self.rules.hold - 1
        } else {
            self.until_new - 1
        };
        loop {
            let file = self.choice.next()?;
            let place = self.files[file].next(&self.rules, direction, new_place, &mut self.lengths, &mut self.random);
            match place {
                Some((offset, bytes)) => {
                    return Some(FileBlock { file, offset, bytes });
                }
                None => self.choice.done(),
            }
        }
    }

    /// Restarts: in the same order if each position is visited once, else with further random numbers, because another
    /// pass may visit what one pass left out.
    pub(crate) fn restart(&mut self) {
        self.choice.restart();
        self.until_new = 0;
        if !self.rules.leaves_places_out() {
            self.random = fastrand::Rng::with_seed(derived(self.seed, 4));
        }
        for file in &mut self.files {
            file.restart();
        }
    }
}
