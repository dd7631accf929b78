//! Chooses the next file.

use super::draw::Draw;
use crate::load::spec::FileChoice;

/// Marks a file that is done and not replaced by a further one.
const DONE: usize = usize::MAX;

/// The choice among the files at work.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The indices of files at work. Files that are done stay in the list until they are half of it, so that a million
    /// files are not moved for each that is done.
    active: Vec<usize>,
    done: usize,
    /// The next file to be added.
    upcoming: usize,
    files: usize,
    at_once: usize,
    at: usize,
    in_a_row: u64,
    blocks: u64,
    how: ChoiceRule,
}

#[derive(Clone, Debug)]
enum ChoiceRule {
    RoundRobin,
    Sequential,
    Random { draw: Draw, random: fastrand::Rng },
}

impl Choice {
    pub(crate) fn new(choice: &FileChoice, files: usize, at_once: Option<u32>, seed: u64) -> Self {
        let (blocks, how) = match choice {
            FileChoice::RoundRobin { blocks } => (*blocks, ChoiceRule::RoundRobin),
            FileChoice::Sequential => (u64::MAX, ChoiceRule::Sequential),
            FileChoice::Random { blocks, distribution } => {
                let draw = Draw::new(distribution, files as u64, 1, seed);
                let random = fastrand::Rng::with_seed(seed);
                (*blocks, ChoiceRule::Random { draw, random })
            }
        };
        let at_once = at_once.map_or(files, |number| number as usize).clamp(1, files.max(1));
        let mut choice = Self {
            active: Vec::with_capacity(at_once),
            done: 0,
            upcoming: 0,
            files,
            at_once,
            at: 0,
            in_a_row: 0,
            blocks: blocks.max(1),
            how,
        };
        choice.restart();
        choice
    }

    /// Restarts all files.
    pub(crate) fn restart(&mut self) {
        self.active.clear();
        self.active.extend(0..self.at_once.min(self.files));
        self.done = 0;
        self.upcoming = self.active.len();
        self.at = 0;
        self.in_a_row = 0;
    }

    /// Returns the file of the next block; `None` if all are done.
    pub(crate) fn next(&mut self) -> Option<usize> {
        if self.active.len() > 1 && self.in_a_row >= self.blocks {
            self.in_a_row = 0;
            self.at = match &mut self.how {
                ChoiceRule::RoundRobin | ChoiceRule::Sequential => (self.at + 1) % self.active.len(),
                ChoiceRule::Random { draw, random } => draw.next(random) as usize % self.active.len(),
            };
        }
        self.in_a_row += 1;
        if self.done > 0 {
            self.pass_done();
        }
        self.active.get(self.at).copied()
    }

    /// Skips to the next file that is not done.
    fn pass_done(&mut self) {
        if self.done < self.active.len() {
            while self.active[self.at] == DONE {
                self.at = (self.at + 1) % self.active.len();
            }
        }
    }

    /// Marks the last chosen file as done.
    pub(crate) fn done(&mut self) {
        self.in_a_row = 0;
        if self.upcoming < self.files {
            self.active[self.at] = self.upcoming;
            self.upcoming += 1;
            return;
        }
        self.active[self.at] = DONE;
        self.done += 1;
        if self.done * 2 > self.active.len() {
            let before = self.active[..self.at].iter();
            self.at = before.filter(|&&file| file != DONE).count();
            self.active.retain(|&file| file != DONE);
            self.done = 0;
            if self.at >= self.active.len() {
                self.at = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(choice: &mut Choice, number: usize) -> Vec<usize> {
        (0..number).filter_map(|_| choice.next()).collect()
    }

    #[test]
    fn files_take_turns_until_they_are_done() {
        let mut choice = Choice::new(&FileChoice::RoundRobin { blocks: 2 }, 3, None, 1);
        assert_eq!(first(&mut choice, 7), [0, 0, 1, 1, 2, 2, 0]);
        choice.done();
        assert_eq!(first(&mut choice, 4), [1, 1, 2, 2]);
        choice.done();
        choice.done();
        assert_eq!(choice.next(), None);
        choice.restart();
        assert_eq!(choice.next(), Some(0));
    }

    #[test]
    fn many_files_are_done_in_no_more_than_their_turns() {
        const FILES: usize = 200_000;
        for (choice, at_once) in [
            (FileChoice::Sequential, None),
            (FileChoice::RoundRobin { blocks: 1 }, None),
            (FileChoice::RoundRobin { blocks: 1 }, Some(1000)),
        ] {
            let mut choice = Choice::new(&choice, FILES, at_once, 1);
            let mut came = Vec::with_capacity(FILES);
            while let Some(file) = choice.next() {
                came.push(file);
                choice.done();
            }
            came.sort_unstable();
            assert!(came.into_iter().eq(0..FILES));
        }
    }

    #[test]
    fn files_that_are_done_are_left_out_of_the_turns_of_the_others() {
        let mut choice = Choice::new(&FileChoice::RoundRobin { blocks: 1 }, 5, None, 1);
        assert_eq!(first(&mut choice, 2), [0, 1]);
        choice.done();
        assert_eq!(first(&mut choice, 2), [2, 3]);
        choice.done();
        assert_eq!(first(&mut choice, 4), [4, 0, 2, 4]);
        choice.done();
        assert_eq!(first(&mut choice, 4), [0, 2, 0, 2]);
    }

    #[test]
    fn sequential_choice_stays_until_a_file_is_done() {
        let mut choice = Choice::new(&FileChoice::Sequential, 2, None, 1);
        assert_eq!(first(&mut choice, 3), [0, 0, 0]);
        choice.done();
        assert_eq!(first(&mut choice, 2), [1, 1]);
    }

    #[test]
    fn so_many_are_worked_on_at_once() {
        let mut choice = Choice::new(&FileChoice::RoundRobin { blocks: 1 }, 4, Some(2), 1);
        assert_eq!(first(&mut choice, 4), [0, 1, 0, 1]);
        choice.done();
        assert_eq!(first(&mut choice, 3), [2, 0, 2]);
    }

    #[test]
    fn random_choice_comes_to_all() {
        let random = FileChoice::Random {
            blocks: 1,
            distribution: crate::load::Distribution::Even,
        };
        let mut chosen = first(&mut Choice::new(&random, 3, None, 1), 100);
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen, [0, 1, 2]);
    }
}
