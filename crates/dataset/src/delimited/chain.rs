//! The order of the parts of a file that several threads read at the same time: the results of parts that those behind
//! them need.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::states::{State, Transitions};

/// The results of parts as far as they are known.
#[derive(Debug)]
pub(super) struct Chain {
    links: Mutex<Links>,
    changed: Condvar,
}

#[derive(Debug)]
struct Links {
    /// The number of parts, and the next one that no thread has.
    parts: usize,
    next: usize,
    /// The states at the beginnings of the first parts, and the transitions of parts behind them.
    states: Vec<State>,
    transitions: BTreeMap<usize, Transitions>,
    /// The numbers of rows before the first parts, and those of parts behind them.
    rows_before: Vec<u64>,
    rows: BTreeMap<usize, u64>,
    /// True if the rows are known that are counted.
    is_counted: bool,
    /// The first part that failed.
    failed: Option<usize>,
}

impl Chain {
    /// Begins with no part, and the rows are counted if a number of them is wanted.
    pub fn new(parts: usize, counts_rows: bool) -> Self {
        let links = Links {
            parts,
            next: 0,
            states: vec![State::Fresh],
            transitions: BTreeMap::new(),
            rows_before: vec![0],
            rows: BTreeMap::new(),
            is_counted: !counts_rows,
            failed: None,
        };
        Self {
            links: Mutex::new(links),
            changed: Condvar::new(),
        }
    }

    /// Takes the next part; `None` after the last, and if one has failed.
    pub fn take(&self) -> Option<usize> {
        let mut links = self.links();
        let is_wanted = links.next < links.parts && links.failed.is_none();
        is_wanted.then(|| {
            links.next += 1;
            links.next - 1
        })
    }

    /// Sets the transitions of a part. Returns the state at its beginning when it is known; `None` if a part before it
    /// has failed.
    pub fn state(&self, part: usize, transitions: Transitions) -> Option<State> {
        let mut links = self.links();
        links.transitions.insert(part, transitions);
        while let Some((state, transitions)) = links.next_transitions() {
            links.states.push(transitions.from(state));
        }
        self.changed.notify_all();
        self.wait(links, part, |links| links.states.get(part).copied())
    }

    /// Returns the number of rows before a part when it is known, or a great one if so many are not wanted; `None` if a
    /// part before it has failed.
    pub fn rows_before(&self, part: usize) -> Option<u64> {
        self.wait(self.links(), part, |links| match links.is_counted {
            true => Some(u64::MAX),
            false => links.rows_before.get(part).copied(),
        })
    }

    /// Sets the number of rows of a part.
    pub fn set_rows(&self, part: usize, rows: u64) {
        let mut links = self.links();
        links.rows.insert(part, rows);
        while let Some(rows) = links.next_rows() {
            links.rows_before.push(rows);
        }
        self.changed.notify_all();
    }

    /// Tells that no further rows need be counted.
    pub fn end_count(&self) {
        self.links().is_counted = true;
        self.changed.notify_all();
    }

    /// Tells that a part has failed: those behind it are not needed.
    pub fn fail(&self, part: usize) {
        let mut links = self.links();
        links.failed = Some(links.failed.map_or(part, |failed| failed.min(part)));
        self.changed.notify_all();
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<T>(&self, mut links: MutexGuard<'_, Links>, part: usize, known: impl Fn(&Links) -> Option<T>) -> Option<T> {
        loop {
            if links.failed.is_some_and(|failed| failed < part) {
                return None;
            }
            if let Some(known) = known(&links) {
                return Some(known);
            }
            links = self.changed.wait(links).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Links {
    /// Returns the last known state with the transitions of its part.
    fn next_transitions(&mut self) -> Option<(State, Transitions)> {
        let state = *self.states.last()?;
        let transitions = self.transitions.remove(&(self.states.len() - 1))?;
        Some((state, transitions))
    }

    /// Returns the number of rows before the first part for which it is not known.
    fn next_rows(&mut self) -> Option<u64> {
        let before = *self.rows_before.last()?;
        let rows = self.rows.remove(&(self.rows_before.len() - 1))?;
        Some(before + rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_resolved_in_their_order() {
        let chain = Chain::new(3, true);
        assert_eq!((chain.take(), chain.take()), (Some(0), Some(1)));
        let of = |text: &[u8]| Transitions::of(text, b',');
        std::thread::scope(|scope| {
            let second = scope.spawn(|| (chain.state(1, of(b"x\n")), chain.rows_before(1)));
            assert_eq!(chain.state(0, of(b"a,\"")), Some(State::Fresh));
            chain.set_rows(0, 5);
            assert_eq!(second.join().unwrap(), (Some(State::Quoted), Some(5)));
        });
        chain.fail(1);
        assert_eq!((chain.take(), chain.rows_before(2)), (None, None));
        chain.end_count();
        assert_eq!(chain.rows_before(1), Some(u64::MAX));
    }
}
