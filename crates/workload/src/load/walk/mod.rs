//! Where the next block goes: which file, which place in it, and how long it is.

mod choice;
mod draw;
mod file;
mod lengths;
mod permutation;
mod rules;
mod shared;
#[cfg(test)]
mod tests;
mod visited;
mod visits;

use std::sync::Arc;

use feedrate_pageio::Direction;

use super::spec::{FileBlock, Load, PerDirection};
use choice::Choice;
use file::FileWalk;
use lengths::Lengths;
use rules::Rules;

pub(crate) use shared::SharedPosition;
pub(crate) use visited::Visited;

/// The part of a file that is worked on, as it is once the file is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilePart {
    /// Where it begins in the file.
    pub(crate) offset: u64,
    /// Its bytes.
    pub(crate) bytes: u64,
    /// Where in it sequential order begins.
    pub(crate) start: u64,
    /// Bytes of the whole file.
    pub(crate) file_bytes: u64,
}

/// Walks over the files of a load.
#[derive(Debug)]
pub(crate) struct Walk {
    rules: Rules,
    files: Vec<FileWalk>,
    choice: Choice,
    lengths: PerDirection<Lengths>,
    random: fastrand::Rng,
    /// Random order: blocks until the next new place.
    until_new: u32,
    seed: u64,
}

/// Seeds that follow from one, each for its own use.
fn derived(seed: u64, salt: u64) -> u64 {
    fastrand::Rng::with_seed(seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).u64(..)
}

impl Walk {
    /// A walk over the parts of a load's files. Loads that share their positions are given the same `shared`, one
    /// for each file.
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
            choice: Choice::new(
                &load.choice,
                parts.len(),
                load.open_at_once,
                derived(load.seed, 1),
            ),
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

    /// The place of the next block of a direction; `None` when all files were gone over.
    pub(crate) fn next(&mut self, direction: Direction) -> Option<FileBlock> {
        let new_place = self.until_new == 0;
        self.until_new = if new_place {
            self.rules.hold - 1
        } else {
            self.until_new - 1
        };
        loop {
            let file = self.choice.next()?;
            let place = self.files[file].next(
                &self.rules,
                direction,
                new_place,
                &mut self.lengths,
                &mut self.random,
            );
            match place {
                Some((offset, bytes)) => {
                    return Some(FileBlock {
                        file,
                        offset,
                        bytes,
                    });
                }
                None => self.choice.done(),
            }
        }
    }

    /// Begins again: in the same order where all places come once, else with what is drawn next, for what one pass
    /// left out another may visit.
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
