//! The kinds of engines: their names and abilities.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::{ENGINES, Engine, Ground};

/// One of the engines: what it is called, and what it can do.
///
/// In JSON it is a string, such as `"uring-plain"`.
#[derive(Clone, Copy)]
pub struct EngineKind(pub(super) &'static Facts);

/// The facts that an engine states of itself, in its own file.
pub(super) struct Facts {
    /// In JSON.
    pub(super) id: &'static str,
    /// In command lines and errors.
    pub(super) argument: &'static str,
    /// In reports.
    pub(super) name: &'static str,
    /// See [`EngineKind::help`].
    pub(super) help: Option<&'static str>,
    /// The calls that move the bytes of a transfer that is one run of memory, in words.
    pub(super) calls: &'static str,
    /// See [`EngineKind::is_synchronous`].
    pub(super) is_synchronous: bool,
    /// See [`EngineKind::moves_bytes`].
    pub(super) moves_bytes: bool,
    /// See [`EngineKind::needs_files`].
    pub(super) needs_files: bool,
    /// See [`EngineKind::reads_change_files`].
    pub(super) reads_change_files: bool,
    /// See [`EngineKind::cuts_files`].
    pub(super) cuts_files: bool,
    /// See [`EngineKind::maps_files`].
    pub(super) maps_files: bool,
    /// See [`EngineKind::takes_call_options`].
    pub(super) takes_call_options: bool,
    /// See [`EngineKind::takes_priorities`].
    pub(super) takes_priorities: bool,
    /// See [`EngineKind::registers_buffers`].
    pub(super) registers_buffers: bool,
    /// See [`EngineKind::stand_in`].
    pub(super) stand_in: Option<EngineKind>,
    /// Opens it. What could not be had but is not essential is appended to the second argument.
    ///
    /// # Errors
    /// The reason in plain words, where it cannot be had.
    pub(super) open: fn(&Ground<'_>, &mut Vec<String>) -> Result<OpenEngine, String>,
}

/// An engine that was opened.
pub(super) struct OpenEngine {
    pub(super) engine: Box<dyn Engine>,
    /// The kind that it turned out to be.
    pub(super) kind: EngineKind,
    /// The most transfers that it keeps in flight.
    pub(super) depth: u32,
}

impl EngineKind {
    /// Returns every engine.
    pub fn all() -> impl Iterator<Item = Self> {
        ENGINES.iter().copied()
    }

    /// Returns the line of help in lists of engines to choose from; `None` for one that is not offered there.
    pub fn help(self) -> Option<&'static str> {
        self.0.help
    }

    /// Returns the name that reports use.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the name that command lines and errors use. It is not unique: variants of one engine share it.
    pub fn argument(self) -> &'static str {
        self.0.argument
    }

    /// Returns what moves the bytes of a transfer that is one run of memory, such as "pread and pwrite".
    pub fn calls(self) -> &'static str {
        self.0.calls
    }

    /// True if each transfer is over when its submission returns, so that it never has more than one in flight.
    pub fn is_synchronous(self) -> bool {
        self.0.is_synchronous
    }

    /// Returns whether it moves any bytes between files and memory.
    pub fn moves_bytes(self) -> bool {
        self.0.moves_bytes
    }

    /// Returns whether its transfers are of open files. One that does not move any bytes may need them all the same.
    pub fn needs_files(self) -> bool {
        self.0.needs_files
    }

    /// Returns whether its reads change files too, which must be open for writing then.
    pub fn reads_change_files(self) -> bool {
        self.0.reads_change_files
    }

    /// Returns whether its writes cut files, so that the mark of feedrate's own ([`mark`](crate::mark)) may go.
    pub fn cuts_files(self) -> bool {
        self.0.cuts_files
    }

    /// True if it maps files into memory: they must be readable and as long as they will be when the queue is made,
    /// and go through the page cache however they were opened.
    pub fn maps_files(self) -> bool {
        self.0.maps_files
    }

    /// True if [`CallOptions`](crate::CallOptions) have any effect on its transfers.
    pub fn takes_call_options(self) -> bool {
        self.0.takes_call_options
    }

    /// True if its transfers can have priorities of their own.
    pub fn takes_priorities(self) -> bool {
        self.0.takes_priorities
    }

    /// True if it registers buffers with the kernel, where the kernel allows it and transfers go past the page cache.
    pub fn registers_buffers(self) -> bool {
        self.0.registers_buffers
    }

    /// Returns the engine that takes its place where it cannot be had and another will do.
    pub fn stand_in(self) -> Option<Self> {
        self.0.stand_in
    }
}

impl PartialEq for EngineKind {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for EngineKind {}

impl Hash for EngineKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Debug for EngineKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.id)
    }
}

impl Serialize for EngineKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id)
    }
}

impl<'de> Deserialize<'de> for EngineKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::all()
            .find(|kind| kind.0.id == id)
            .ok_or_else(|| serde::de::Error::custom(format!("there is no engine \"{id}\"")))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn engines_are_told_apart_and_read_back() {
        for (index, kind) in EngineKind::all().enumerate() {
            let text = serde_json::to_string(&kind).unwrap();
            assert_eq!(serde_json::from_str::<EngineKind>(&text).unwrap(), kind);
            assert_eq!(EngineKind::all().position(|other| other == kind), Some(index));
        }
        assert!(serde_json::from_str::<EngineKind>("\"none\"").is_err());
    }

    #[test]
    fn names_to_choose_by_are_unique() {
        let offered = || EngineKind::all().filter(|kind| kind.help().is_some());
        let names: BTreeSet<_> = offered().map(EngineKind::argument).collect();
        assert_eq!(names.len(), offered().count());
    }
}
