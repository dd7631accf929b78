//! Which file is next, which are open, and which are done.

use super::generator::Generator;
use super::law::Law;
use crate::load::spec::{Distribution, FileChoice};

/// The numbers that a skewed law has for each file.
const PER_FILE: u64 = 1 << 10;

/// An event of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileEvent {
    /// It was opened.
    Open(usize),
    /// It was closed.
    Close(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed,
    Open,
    Done,
    /// Done, and open again for what is read back of it.
    Reopened,
}

#[derive(Clone, Debug)]
enum Rule {
    InTurn,
    /// One until it is done.
    OneByOne,
    Even(Generator),
    Skewed(Law),
}

/// The turns of files.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    states: Vec<State>,
    rule: Rule,
    next: usize,
    at: Option<usize>,
    /// The blocks that the file at work still gets before another is chosen.
    left: u64,
    blocks: u64,
    open: usize,
    most_open: usize,
    done: usize,
    /// The events since it was last asked for, where they are wanted.
    pub(super) events: Option<Vec<FileEvent>>,
}

impl Turns {
    pub(super) fn new(choice: &FileChoice, files: usize, at_once: Option<u32>) -> Self {
        let (blocks, rule) = match choice {
            FileChoice::RoundRobin { blocks } => (*blocks, Rule::InTurn),
            FileChoice::Sequential => (1, Rule::OneByOne),
            FileChoice::Random { blocks, .. } => (*blocks, Rule::InTurn),
        };
        Self {
            states: vec![State::Closed; files],
            rule,
            next: 0,
            at: None,
            left: 0,
            blocks: blocks.max(1),
            open: 0,
            most_open: at_once.map_or(files, |number| number as usize).clamp(1, files.max(1)),
            done: 0,
            events: None,
        }
    }

    /// Draws random files from a seed from now on.
    pub(super) fn seed(&mut self, choice: &FileChoice, seed: u64, is_long: bool) {
        if let FileChoice::Random { distribution, .. } = choice {
            let count = self.states.len() as u64 * PER_FILE;
            self.rule = match (distribution, Law::new(distribution, count, None, seed)) {
                (Distribution::Even, _) | (_, None) => Rule::Even(Generator::new(seed, is_long)),
                (_, Some(law)) => Rule::Skewed(law.in_order()),
            };
        }
    }

    /// True if files are chosen by a law that prefers some, and never done.
    pub(super) fn are_skewed(&self) -> bool {
        matches!(self.rule, Rule::Skewed(_))
    }

    /// Returns the file of the next block and whether it was opened for it; `None` if all are done.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, bool)> {
        if self.done >= self.states.len() {
            return None;
        }
        if let Some(at) = self.at
            && self.states[at] == State::Open
        {
            if matches!(self.rule, Rule::OneByOne) {
                return Some((at, false));
            }
            if self.left > 0 {
                self.left -= 1;
                return Some((at, false));
            }
        }
        let (file, is_new) = self.another();
        self.at = Some(file);
        self.left = self.blocks - 1;
        Some((file, is_new))
    }

    /// Chooses a file that is not done, and opens it if as many as may be are not yet open.
    fn another(&mut self) -> (usize, bool) {
        loop {
            let files = self.states.len();
            let drawn = match &mut self.rule {
                Rule::InTurn | Rule::OneByOne => {
                    let file = self.next;
                    self.next = if file + 1 == files { 0 } else { file + 1 };
                    file
                }
                Rule::Even(generator) => (files as f64 * generator.fraction()) as usize,
                Rule::Skewed(law) => (law.next() / PER_FILE) as usize,
            };
            let file = drawn.min(files - 1);
            match self.states[file] {
                State::Open => return (file, false),
                State::Closed if self.open < self.most_open => {
                    self.states[file] = State::Open;
                    self.open += 1;
                    self.note(FileEvent::Open(file));
                    return (file, true);
                }
                State::Closed | State::Done | State::Reopened => {}
            }
        }
    }

    /// Closes a file from which no block came; it is done, unless it may be chosen again.
    pub(super) fn close(&mut self, file: usize) {
        self.note(FileEvent::Close(file));
        self.open -= 1;
        self.states[file] = State::Closed;
        if !self.are_skewed() {
            self.states[file] = State::Done;
            self.done += 1;
        }
    }

    /// Closes all files, so that each can be chosen again.
    pub(super) fn close_all(&mut self) {
        for file in 0..self.states.len() {
            if matches!(self.states[file], State::Open | State::Reopened) {
                self.note(FileEvent::Close(file));
            }
            self.states[file] = State::Closed;
        }
        self.open = 0;
        self.done = 0;
    }

    /// Opens a file apart from the turns and however many are open, and returns whether it was closed. One that is
    /// done stays so.
    pub(super) fn open(&mut self, file: usize) -> bool {
        self.states[file] = match self.states[file] {
            State::Open | State::Reopened => return false,
            State::Done => State::Reopened,
            State::Closed => {
                self.open += 1;
                State::Open
            }
        };
        self.note(FileEvent::Open(file));
        true
    }

    /// Closes a file that was opened apart from the turns, after the last of them.
    pub(super) fn close_apart(&mut self, file: usize) {
        if self.states[file] == State::Open {
            self.open -= 1;
        }
        self.states[file] = State::Done;
        self.note(FileEvent::Close(file));
    }

    fn note(&mut self, event: FileEvent) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(turns: &mut Turns, number: usize) -> Vec<usize> {
        (0..number).filter_map(|_| turns.next().map(|(file, _)| file)).collect()
    }

    #[test]
    fn files_take_turns_until_they_are_done() {
        let mut turns = Turns::new(&FileChoice::RoundRobin { blocks: 2 }, 3, None);
        assert_eq!(first(&mut turns, 7), [0, 0, 1, 1, 2, 2, 0]);
        turns.close(0);
        assert_eq!(first(&mut turns, 4), [1, 1, 2, 2]);
        turns.close(2);
        assert_eq!(first(&mut turns, 2), [1, 1]);
        turns.close(1);
        assert_eq!(turns.next(), None);
        turns.close_all();
        assert_eq!(turns.next(), Some((2, true)));
    }

    #[test]
    fn so_many_are_open_at_once() {
        let mut turns = Turns::new(&FileChoice::RoundRobin { blocks: 1 }, 4, Some(2));
        assert_eq!(first(&mut turns, 4), [0, 1, 0, 1]);
        turns.close(1);
        assert_eq!(first(&mut turns, 3), [2, 0, 2]);
    }

    #[test]
    fn a_file_that_is_done_stays_so_when_it_is_read_back() {
        let mut turns = Turns::new(&FileChoice::RoundRobin { blocks: 1 }, 3, Some(2));
        assert_eq!(first(&mut turns, 3), [0, 1, 0]);
        turns.close(0);
        assert!(turns.open(0));
        assert!(!turns.open(0));
        assert_eq!(first(&mut turns, 3), [1, 2, 1]);
        turns.close(1);
        assert_eq!(first(&mut turns, 2), [2, 2]);
        turns.close(2);
        assert_eq!(turns.next(), None);
    }

    #[test]
    fn random_choice_comes_to_all_that_are_not_done() {
        for distribution in [Distribution::Even, Distribution::Zipf { theta: 0.5 }] {
            let random = FileChoice::Random {
                blocks: 1,
                distribution,
            };
            let mut turns = Turns::new(&random, 3, None);
            turns.seed(&random, 7, false);
            let mut chosen = first(&mut turns, 200);
            chosen.sort_unstable();
            chosen.dedup();
            assert_eq!(chosen, [0, 1, 2]);
        }
    }
}
