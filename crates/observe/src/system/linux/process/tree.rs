//! The processes of the command: it, its children, and theirs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustix::process::Signal;

use super::children::{self, Children};
use super::tree_sum::TreeSum;
use super::{Process, ThreadStates};
use crate::counters::Counters;
use crate::process_seen::ProcessSeen;

/// The most processes that are followed at once; each needs three open files.
const MOST: usize = 200;

/// The most processes that are reported.
const MOST_REPORTED: usize = 200;

/// The processes of the command.
#[derive(Debug)]
pub(crate) struct Tree {
    own: Process,
    /// True if the kernel lists the children of a process, which it can be built not to do.
    pub(crate) lists_children: bool,
    main: u32,
    /// Children of this process that it had before the command.
    others: BTreeSet<u32>,
    living: BTreeMap<u32, Process>,
    /// The living, each after its parent.
    order: Vec<u32>,
    /// The counts of adopted processes that were waited for.
    reaped: Counters,
    sum: TreeSum,
    /// Ticks that processes which are gone waited for block I/O.
    past_wait_ticks: u64,
    /// Those that were seen, as far as they are reported.
    pub(crate) seen: Vec<ProcessSeen>,
    /// The number of processes that were seen.
    pub(crate) count: u64,
    /// The most that lived at the same time.
    pub(crate) most_at_once: usize,
    /// True if there were more than are followed.
    pub(crate) is_crowded: bool,
}

impl Tree {
    /// Looks at the children that this process has before it starts the command; `None` without `/proc`.
    pub(crate) fn before(buffer: &mut Vec<u8>) -> Option<Self> {
        let own = Process::open(std::process::id(), buffer)?;
        let mut tree = Self {
            lists_children: children::are_listed(&own),
            own,
            main: 0,
            others: BTreeSet::new(),
            living: BTreeMap::new(),
            order: Vec::new(),
            reaped: Counters::default(),
            sum: TreeSum::default(),
            past_wait_ticks: 0,
            seen: Vec::new(),
            count: 0,
            most_at_once: 0,
            is_crowded: false,
        };
        let children = Children::now(tree.lists_children, buffer);
        tree.others = tree.own_children(&children, buffer).into_iter().collect();
        Some(tree)
    }

    /// Follows the process of the command.
    pub(crate) fn begin(&mut self, main: u32) {
        self.main = main;
    }

    /// Returns the children of this process, which adopts those whose parents end.
    fn own_children(&mut self, children: &Children, buffer: &mut Vec<u8>) -> Vec<u32> {
        // Its threads come and go.
        let _ = self.own.read_stat(buffer);
        children.of(&self.own, buffer)
    }

    /// Finds the processes that have come. Those whose parents ended are followed as long as they live.
    pub(crate) fn find(&mut self, seconds: f64, buffer: &mut Vec<u8>) {
        let mut queue: VecDeque<u32> = [self.main].into();
        let children = Children::now(self.lists_children, buffer);
        let adopted = self.own_children(&children, buffer);
        queue.extend(
            adopted
                .into_iter()
                .filter(|id| *id != self.main && !self.others.contains(id)),
        );
        let mut found = BTreeSet::new();
        let mut order = Vec::new();
        while let Some(id) = queue.pop_front() {
            if !found.insert(id) {
                continue;
            }
            if !self.living.contains_key(&id) {
                if self.living.len() >= MOST {
                    self.is_crowded = true;
                    continue;
                }
                let Some(process) = Process::open(id, buffer) else {
                    continue;
                };
                self.add(process, seconds);
            }
            order.push(id);
            if let Some(process) = self.living.get(&id) {
                queue.extend(children.of(process, buffer));
            }
        }
        // Known ones that nobody adopted here.
        order.extend(self.living.keys().filter(|id| !found.contains(id)));
        self.order = order;
    }

    fn add(&mut self, mut process: Process, seconds: f64) {
        self.count += 1;
        if self.seen.len() < MOST_REPORTED {
            process.seen = Some(self.seen.len());
            self.seen.push(ProcessSeen {
                process: process.id,
                parent: process.stat.parent,
                name: process.stat.name.clone(),
                first_seen_seconds: seconds,
                last_seen_seconds: seconds,
                counters: Counters::default(),
                is_hidden: false,
            });
        }
        self.living.insert(process.id, process);
        self.most_at_once = self.most_at_once.max(self.living.len());
    }

    /// Reads the counters of all, and returns their sum and what their threads do.
    pub(crate) fn read(&mut self, seconds: f64, buffer: &mut Vec<u8>) -> (Counters, ThreadStates) {
        let mut sum = self.reaped;
        let mut states = ThreadStates::default();
        let mut gone = Vec::new();
        // Parents first: a child that ends meanwhile may be missing then, but is never counted twice.
        for id in &self.order {
            let Some(process) = self.living.get_mut(id) else {
                continue;
            };
            match process.read(buffer) {
                Some(of_process) => states = states.or(of_process),
                None => {
                    gone.push(*id);
                    continue;
                }
            }
            sum = sum.plus(process.counters);
            if let Some(seen) = process.seen.and_then(|index| self.seen.get_mut(index)) {
                seen.last_seen_seconds = seconds;
                seen.counters = process.counters;
                seen.parent = process.stat.parent;
                seen.is_hidden = process.is_io_hidden;
                if seen.name != process.stat.name {
                    seen.name.clone_from(&process.stat.name);
                }
            }
        }
        for id in gone {
            self.forget(id);
        }
        (self.sum.add(sum), states)
    }

    fn forget(&mut self, id: u32) {
        if let Some(process) = self.living.remove(&id) {
            self.past_wait_ticks = self.past_wait_ticks.saturating_add(process.block_wait_ticks);
        }
        self.order.retain(|known| *known != id);
    }

    /// Takes the processes that this process has adopted and that have ended: they wait to be waited for.
    pub(crate) fn take_ended(&mut self) -> Vec<u32> {
        let ended: Vec<u32> = self
            .living
            .values()
            .filter(|process| process.id != self.main && process.stat.parent == self.own.id && process.stat.is_ended())
            .map(|process| process.id)
            .collect();
        for id in &ended {
            if let Some(process) = self.living.get(id) {
                self.reaped = self.reaped.plus(process.counters);
            }
            self.forget(*id);
        }
        ended
    }

    /// Returns those that live, the command's own with them.
    pub(crate) fn living_mut(&mut self) -> impl Iterator<Item = &mut Process> {
        self.living.values_mut().filter(|process| !process.stat.is_ended())
    }

    /// Calls a function with each that lives, parents first.
    pub(crate) fn each_living(&mut self, mut act: impl FnMut(&mut Process)) {
        for id in &self.order {
            let process = self.living.get_mut(id);
            if let Some(process) = process.filter(|process| !process.stat.is_ended()) {
                act(process);
            }
        }
    }

    /// Returns whether one of them lives besides the command's own process.
    pub(crate) fn has_others(&self) -> bool {
        self.left().next().is_some()
    }

    /// Returns those that live besides the command's own process.
    pub(crate) fn left(&self) -> impl Iterator<Item = &Process> {
        let living = self.living.values();
        living.filter(|process| process.id != self.main && !process.stat.is_ended())
    }

    /// Returns the numbers and names of those that live.
    pub(crate) fn names_of_living(&mut self) -> String {
        let names = self.living_mut();
        let names = names.map(|process| format!("process {} ({})", process.id, process.stat.name));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Tells each that lives to end, once.
    pub(crate) fn urge(&mut self) {
        for process in self.living_mut().filter(|process| !process.is_urged) {
            process.is_urged = true;
            process.signal(Signal::TERM);
            // A suspended process cannot end.
            process.signal(Signal::CONT);
        }
    }

    /// Sends a signal to all that live.
    pub(crate) fn signal(&mut self, signal: Signal) {
        self.living_mut().for_each(|process| process.signal(signal));
    }

    /// Returns the sum of their counters so far.
    pub(crate) fn sum(&self) -> Counters {
        self.sum.sum()
    }

    /// Returns the ticks that the threads that were seen waited for block I/O.
    pub(crate) fn block_wait_ticks(&self) -> u64 {
        let living = self.living.values().map(|process| process.block_wait_ticks);
        living.fold(self.past_wait_ticks, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_the_same_children() {
        let mut buffer = Vec::new();
        let mut tree = Tree::before(&mut buffer).unwrap();
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        for lists_children in [true, false] {
            let children = Children::now(lists_children, &mut buffer);
            let found = tree.own_children(&children, &mut buffer);
            assert!(found.contains(&child.id()), "{lists_children}");
        }
        tree.begin(child.id());
        tree.find(1.0, &mut buffer);
        tree.read(2.0, &mut buffer);
        let seen = tree.seen.iter().find(|seen| seen.process == child.id()).unwrap();
        assert_eq!((seen.first_seen_seconds, seen.last_seen_seconds), (1.0, 2.0));
        child.kill().unwrap();
        child.wait().unwrap();
        tree.read(3.0, &mut buffer);
        assert!(!tree.living.contains_key(&child.id()));
    }
}
