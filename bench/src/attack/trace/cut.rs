//! The files of a disk as a power cut at some moment may leave them.
//!
//! Of what was written before the last flush of a file that was over, all is there. Of what was written after it, some
//! sectors of 512 bytes are there and others are not, in no order. What was done to names is there up to some deed, at
//! least as far as their folder was flushed.

use std::collections::HashMap;

use fastrand::Rng;

use crate::attack::trace::recording::{Deed, TimedDeed};

/// The bytes that a device writes wholly or not at all.
const SECTOR: usize = 512;

/// The deeds of a program to a disk.
#[derive(Debug)]
pub struct Recording {
    /// The files before, by their names.
    pub files: HashMap<String, Vec<u8>>,
    /// The deeds, in the order in which they began.
    pub done: Vec<TimedDeed>,
}

/// The files that a cut left.
#[derive(Debug)]
pub struct Remains {
    /// The files, by their names.
    pub files: HashMap<String, Vec<u8>>,
    /// The permissions of those that were made or got others.
    pub modes: HashMap<String, u32>,
}

/// By what chance what was not flushed is there.
#[derive(Debug)]
pub struct Chance {
    rng: Rng,
    /// Of what was not flushed.
    pub share: f64,
}

impl Chance {
    /// Draws a share.
    pub fn draw(rng: &mut Rng) -> Self {
        let shares = [0.0, 0.1, 0.5, 0.9, 1.0];
        Self {
            share: shares[rng.usize(..shares.len())],
            rng: Rng::with_seed(rng.u64(..)),
        }
    }

    /// All of it.
    pub fn all() -> Self {
        Self {
            rng: Rng::with_seed(0),
            share: 1.0,
        }
    }

    fn falls(&mut self) -> bool {
        self.rng.f64() < self.share
    }
}

/// A file, whatever it is called.
#[derive(Debug, Default)]
struct Inode {
    /// The bytes that it surely holds.
    bytes: Vec<u8>,
    /// The deeds that may have reached it, by their numbers.
    pending: Vec<usize>,
}

/// A recording as far as it is replayed.
#[derive(Debug)]
struct Replay<'a> {
    recording: &'a Recording,
    inodes: Vec<Inode>,
    /// The names as programs see them.
    seen: HashMap<String, usize>,
    /// The names as the device has them.
    kept: Names,
    /// The changes of names that are not flushed.
    names: Vec<Naming>,
}

impl Recording {
    /// Returns the files that may be there after a cut after the line `cut` of the trace.
    pub fn state(&self, cut: usize, chance: &mut Chance) -> Remains {
        let mut replay = Replay::of(self);
        for (number, done) in self.done.iter().enumerate() {
            if done.from <= cut {
                replay.step(number, done, done.to <= cut);
            }
        }
        replay.remains(chance)
    }

    /// Lays down for good what was over before a flush began.
    fn settle(&self, inode: &mut Inode, flush: usize) {
        let mut all = Chance::all();
        let (sure, open) = inode.pending.iter().partition(|number| self.done[**number].to < flush);
        let sure: Vec<usize> = sure;
        inode.pending = open;
        for number in sure {
            self.lay(&mut inode.bytes, number, &mut all);
        }
    }

    /// Returns the bytes of a file: those that it surely holds, and some of the rest.
    fn left_of(&self, inode: &Inode, chance: &mut Chance) -> Vec<u8> {
        let mut bytes = inode.bytes.clone();
        for &number in &inode.pending {
            self.lay(&mut bytes, number, chance);
        }
        bytes
    }

    /// Does some of a deed to the bytes of a file.
    fn lay(&self, bytes: &mut Vec<u8>, number: usize, chance: &mut Chance) {
        match &self.done[number].deed {
            Deed::Make(..) if chance.falls() => bytes.clear(),
            Deed::Cut(_, length) if chance.falls() => bytes.resize(*length as usize, 0),
            Deed::Write { at, bytes: new, .. } => {
                let (mut at, mut rest) = (*at as usize, &new[..]);
                while !rest.is_empty() {
                    let (part, after) = rest.split_at(rest.len().min(SECTOR - at % SECTOR));
                    let is_there = chance.falls();
                    // The length of a file may be there without what is behind it.
                    if bytes.len() < at + part.len() && (is_there || chance.falls()) {
                        bytes.resize(at + part.len(), 0);
                    }
                    if is_there {
                        bytes[at..at + part.len()].copy_from_slice(part);
                    }
                    at += part.len();
                    rest = after;
                }
            }
            _ => {}
        }
    }
}

impl<'a> Replay<'a> {
    fn of(recording: &'a Recording) -> Self {
        let mut inodes: Vec<Inode> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (name, bytes) in &recording.files {
            seen.insert(name.clone(), inodes.len());
            inodes.push(Inode {
                bytes: bytes.clone(),
                pending: Vec::new(),
            });
        }
        let kept = Names {
            inodes: seen.clone(),
            modes: HashMap::new(),
        };
        Self {
            recording,
            inodes,
            seen,
            kept,
            names: Vec::new(),
        }
    }

    /// Does a deed, which is over or has begun only.
    fn step(&mut self, number: usize, done: &TimedDeed, is_over: bool) {
        match &done.deed {
            Deed::Make(name, mode) if !self.seen.contains_key(name) => {
                let inode = self.inodes.len();
                self.seen.insert(name.clone(), inode);
                self.names.push(Naming::Make(name.clone(), inode, *mode));
                self.inodes.push(Inode::default());
            }
            Deed::Make(name, _) | Deed::Write { name, .. } | Deed::Cut(name, _) => {
                if let Some(&inode) = self.seen.get(name) {
                    self.inodes[inode].pending.push(number);
                }
            }
            // As the names do, permissions reach the device in the order in which they were changed.
            Deed::Mode(name, mode) => {
                if let Some(&inode) = self.seen.get(name) {
                    self.names.push(Naming::Mode(inode, *mode));
                }
            }
            Deed::Flush(name) if is_over => {
                if let Some(&inode) = self.seen.get(name) {
                    self.recording.settle(&mut self.inodes[inode], done.from);
                }
            }
            Deed::FlushFolder(folder) if is_over => {
                // Names of one folder wait for each other alone, yet all that is done to others before is done.
                let last = self.names.iter().rposition(|naming| naming.is_in(folder));
                for naming in self.names.drain(..last.map_or(0, |last| last + 1)) {
                    naming.apply(&mut self.kept);
                }
            }
            Deed::Rename(before, after) => {
                if let Some(inode) = self.seen.remove(before) {
                    self.seen.insert(after.clone(), inode);
                }
                self.names.push(Naming::Rename(before.clone(), after.clone()));
            }
            Deed::Remove(name) => {
                self.seen.remove(name);
                self.names.push(Naming::Remove(name.clone()));
            }
            Deed::Flush(_) | Deed::FlushFolder(_) => {}
        }
    }

    /// Returns the files of the device, with some of the changes that are not flushed.
    fn remains(mut self, chance: &mut Chance) -> Remains {
        let there = self.names.iter().take_while(|_| chance.falls()).count();
        for naming in self.names.drain(..there) {
            naming.apply(&mut self.kept);
        }
        let mut remains = Remains {
            files: HashMap::new(),
            modes: HashMap::new(),
        };
        for (name, inode) in self.kept.inodes {
            let bytes = self.recording.left_of(&self.inodes[inode], chance);
            if let Some(&mode) = self.kept.modes.get(&inode) {
                remains.modes.insert(name.clone(), mode);
            }
            remains.files.insert(name, bytes);
        }
        remains
    }
}

/// The names that the device has, and the permissions of files that were made or got others.
#[derive(Debug)]
struct Names {
    inodes: HashMap<String, usize>,
    modes: HashMap<usize, u32>,
}

/// A change of a name or of permissions.
#[derive(Debug)]
enum Naming {
    Make(String, usize, u32),
    Mode(usize, u32),
    Rename(String, String),
    Remove(String),
}

impl Naming {
    fn is_in(&self, folder: &str) -> bool {
        match self {
            Self::Make(name, ..) | Self::Rename(name, _) | Self::Remove(name) => {
                name.split_once('/').is_some_and(|(it, _)| it == folder)
            }
            Self::Mode(..) => false,
        }
    }

    fn apply(self, names: &mut Names) {
        match self {
            Self::Make(name, inode, mode) => {
                names.inodes.insert(name, inode);
                Self::Mode(inode, mode).apply(names);
            }
            Self::Mode(inode, mode) => {
                names.modes.insert(inode, mode);
            }
            Self::Rename(before, after) => {
                if let Some(inode) = names.inodes.remove(&before) {
                    names.inodes.insert(after, inode);
                }
            }
            Self::Remove(name) => {
                names.inodes.remove(&name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(deeds: Vec<Deed>) -> Recording {
        let done = deeds.into_iter().enumerate();
        let done = done.map(|(line, deed)| TimedDeed {
            deed,
            from: line,
            to: line,
        });
        Recording {
            files: HashMap::from([("d/a".into(), vec![1; 1024])]),
            done: done.collect(),
        }
    }

    fn write(name: &str, at: u64, byte: u8) -> Deed {
        Deed::Write {
            name: name.into(),
            at,
            bytes: vec![byte; 1024],
        }
    }

    fn with_share(share: f64) -> Chance {
        Chance {
            rng: Rng::with_seed(7),
            share,
        }
    }

    #[test]
    fn what_was_flushed_is_there_and_the_rest_in_sectors() {
        let recording = recording(vec![
            write("d/a", 1024, 2),
            Deed::Flush("d/a".into()),
            write("d/a", 0, 3),
        ]);
        let none = recording.state(usize::MAX, &mut with_share(0.0)).files;
        assert_eq!(none["d/a"], [vec![1; 1024], vec![2; 1024]].concat());
        let all = recording.state(usize::MAX, &mut with_share(1.0)).files;
        assert_eq!(all["d/a"], [vec![3; 1024], vec![2; 1024]].concat());
        let cut = recording.state(0, &mut with_share(0.0)).files;
        assert_eq!(cut["d/a"], vec![1; 1024]);
        let mut torn = 0;
        for seed in 0..20 {
            let mut chance = with_share(0.5);
            chance.rng = Rng::with_seed(seed);
            let some = recording.state(usize::MAX, &mut chance).files;
            let sectors: Vec<_> = some["d/a"].chunks(SECTOR).collect();
            assert!(
                sectors
                    .iter()
                    .all(|sector| sector.iter().all(|byte| *byte == sector[0]))
            );
            torn += u32::from(sectors[0] != sectors[1]);
        }
        assert!(torn > 0);
    }

    #[test]
    fn a_name_without_a_flush_may_stand_for_what_was_not_flushed() {
        let recording = recording(vec![
            Deed::Make("d/t".into(), 0o1600),
            write("d/t", 0, 4),
            Deed::Rename("d/t".into(), "d/a".into()),
        ]);
        let none = recording.state(usize::MAX, &mut with_share(0.0)).files;
        assert_eq!(none["d/a"], vec![1; 1024]);
        let all = recording.state(usize::MAX, &mut with_share(1.0)).files;
        assert_eq!(all["d/a"], vec![4; 1024]);
        let mut empty = 0;
        for seed in 0..50 {
            let mut chance = with_share(0.5);
            chance.rng = Rng::with_seed(seed);
            let some = recording.state(usize::MAX, &mut chance).files;
            empty += u32::from(some["d/a"].contains(&0) || some["d/a"].is_empty());
        }
        assert!(empty > 0);
    }

    #[test]
    fn a_flush_of_the_folder_keeps_its_names() {
        let recording = recording(vec![
            Deed::Make("d/t".into(), 0o1600),
            write("d/t", 0, 4),
            Deed::Flush("d/t".into()),
            Deed::Rename("d/t".into(), "d/a".into()),
            Deed::Mode("d/a".into(), 0o644),
            Deed::FlushFolder("d".into()),
        ]);
        let begun = recording.state(2, &mut with_share(1.0));
        assert_eq!(begun.modes["d/t"], 0o1600);
        let none = recording.state(usize::MAX, &mut with_share(0.0)).files;
        assert_eq!(none, HashMap::from([("d/a".into(), vec![4; 1024])]));
    }
}
