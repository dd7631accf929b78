//! The file of a job that a path of a step means.

use std::collections::HashMap;

use feedrate_pageio::Direction;
use feedrate_session::record::Growth;

use crate::job::{Job, JobFile, Origin};
use crate::profile::{FileUse, InputFile};

/// The part of a file in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It reads it, or changes it in place.
    Read,
    /// It makes it, in the place of another if there is one.
    Make,
    /// It makes pages that belong to a file that stays.
    Beside,
    /// It is a utility file.
    Utility,
    /// It is a pipe.
    Pipe,
}

/// The files of a job while it is derived.
#[derive(Debug)]
pub(super) struct FileTable {
    files: Vec<JobFile>,
    /// The present file of a [`key`].
    paths: HashMap<String, usize>,
    /// The pipes by the name of their address, and which end is missing.
    open_pipes: HashMap<String, (usize, Direction)>,
    /// The utility file of the present step.
    utility: Option<(usize, usize)>,
    lengths: HashMap<String, u64>,
}

impl FileTable {
    pub(super) fn new(inputs: &[InputFile]) -> Self {
        let lengths = inputs.iter().map(|file| (file.path.clone(), file.bytes));
        Self {
            files: Vec::new(),
            paths: HashMap::new(),
            open_pipes: HashMap::new(),
            utility: None,
            lengths: lengths.collect(),
        }
    }

    /// Returns whether there is such a file.
    pub(super) fn knows(&self, name: &str, path: &str) -> bool {
        self.paths.contains_key(&key(name, path)) || self.lengths.contains_key(path)
    }

    /// Returns the index of the file that a step uses, after adding it if it is new.
    pub(super) fn find(
        &mut self,
        name: &str,
        file: &FileUse,
        role: Role,
        direction: Direction,
        step: usize,
        bytes: u64,
    ) -> usize {
        let new = |origin| JobFile {
            name: name.to_owned(),
            path: matches!(origin, Origin::Input { .. }).then(|| file.path.clone()),
            origin,
            header_bytes: file.header_bytes(),
            page_bytes: file.page_bytes,
            bytes,
            removed_after: None,
            grows_with: None,
        };
        match role {
            Role::Pipe => self.pipe(&file.path, direction, new(Origin::Pipe)),
            Role::Utility => self.utility_file(step, bytes, new(Origin::Utility)),
            Role::Read => {
                let key = key(name, &file.path);
                if let Some(&index) = self.paths.get(&key) {
                    return index;
                }
                let cached = file.resident_before_bytes.unwrap_or(0) > bytes / 2;
                let mut new = new(Origin::Input { cached });
                // Bytes that were read besides pages may be a part of them.
                new.bytes = match self.lengths.get(&file.path) {
                    Some(&length) => length,
                    None => bytes - bytes.checked_rem(file.page_bytes).unwrap_or(0),
                };
                new.header_bytes = header_of(new.bytes, new.page_bytes);
                let index = self.add(new);
                self.paths.insert(key, index);
                index
            }
            Role::Make => {
                let index = self.add(new(Origin::Made));
                if let Some(before) = self.paths.insert(key(name, &file.path), index) {
                    self.files[before].removed_after = Some(step);
                }
                index
            }
            Role::Beside => self.add(new(Origin::Made)),
        }
    }

    /// Returns the index of the pipe whose other end is open, after adding it if none is.
    fn pipe(&mut self, path: &str, direction: Direction, new: JobFile) -> usize {
        let address = pipe_name(path);
        if let Some((index, missing)) = self.open_pipes.remove(&address)
            && missing == direction
        {
            return index;
        }
        let index = self.add(new);
        self.open_pipes.insert(address, (index, opposite(direction)));
        index
    }

    /// Returns the index of the utility file of a step, after adding it if it is new.
    fn utility_file(&mut self, step: usize, bytes: u64, new: JobFile) -> usize {
        if let Some((of, index)) = self.utility
            && of == step
        {
            let there = &mut self.files[index];
            there.bytes = there.bytes.max(bytes);
            return index;
        }
        let index = self.add(JobFile {
            removed_after: Some(step),
            name: format!("utility files of step {}", step + 1),
            ..new
        });
        self.utility = Some((step, index));
        index
    }

    /// Sets the quantity by which a file that a step makes grows.
    pub(super) fn set_growth(&mut self, file: usize, growth: Option<Growth>) {
        self.files[file].grows_with = growth;
    }

    fn add(&mut self, file: JobFile) -> usize {
        self.files.push(file);
        self.files.len() - 1
    }

    /// Returns the files so far.
    pub(super) fn files(&self) -> &[JobFile] {
        &self.files
    }

    /// Returns the files.
    pub(super) fn finish(self) -> Vec<JobFile> {
        self.files
    }
}

/// Returns the other direction.
pub(super) fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Read => Direction::Write,
        Direction::Write => Direction::Read,
    }
}

/// Returns what a file is known by: its path. An index has a temporary name while it is made, so that it is known by
/// its folder and that of its data set.
fn key(name: &str, path: &str) -> String {
    match (name.ends_with(".INDEX"), path.rsplit_once('/')) {
        (true, Some((folder, _))) => format!("{folder}/{name}"),
        _ => path.to_owned(),
    }
}

/// Returns the header of a file of pages: what is left of whole pages, or as long as one.
fn header_of(bytes: u64, page_bytes: u64) -> u64 {
    match bytes.checked_rem(page_bytes) {
        None => 0,
        Some(0) => page_bytes.min(bytes),
        Some(rest) => rest,
    }
}

/// Returns the part of an address that both ends of a pipe have in common: they may name the host differently.
fn pipe_name(address: &str) -> String {
    let last = address.rsplit(':').next().unwrap_or(address);
    last.to_ascii_lowercase()
}

/// Removes the uses of pipes whose other end is not a step of the program: nobody would read or fill them.
pub(super) fn drop_open_pipes(job: &mut Job) {
    let mut ends = vec![(0, 0); job.files.len()];
    for use_ in job.steps.iter().flat_map(|step| &step.uses) {
        match use_.direction {
            Direction::Read => ends[use_.file].0 += 1,
            Direction::Write => ends[use_.file].1 += 1,
        }
    }
    for (index, file) in job.files.iter().enumerate() {
        if file.origin != Origin::Pipe || ends[index] == (1, 1) {
            continue;
        }
        job.assumptions.push(format!(
            "{}: the other end of its pipe is no step of the program, and is left out.",
            file.name
        ));
        for step in &mut job.steps {
            step.retain_uses(|use_| use_.file != index);
        }
    }
}
