//! The kinds of engines: their names and abilities.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::system::ABSENT;
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
    /// Its abilities.
    pub(super) abilities: Abilities,
    /// See [`EngineKind::stand_in`].
    pub(super) stand_in: Option<EngineKind>,
    /// Opens it. What could not be had but is not essential is appended to the second argument.
    ///
    /// # Errors
    /// The reason in plain words, where it cannot be had.
    pub(super) open: fn(&Ground<'_>, &mut Vec<String>) -> Result<OpenEngine, String>,
}

/// Declares the abilities of engines once: as what an engine states of itself, and as functions of its kind. Each has
/// the value that it has for blocking calls that move bytes of files, one at a time.
macro_rules! abilities {
    ($($(#[$doc:meta])* $name:ident = $of_blocking:literal,)*) => {
        /// The abilities of an engine; see the functions of [`EngineKind`] with these names.
        pub(super) struct Abilities {
            $(pub(super) $name: bool,)*
        }

        impl Abilities {
            /// Those of blocking calls that move bytes of files, one at a time.
            pub(super) const BLOCKING: Self = Self { $($name: $of_blocking,)* };
        }

        impl EngineKind {
            $($(#[$doc])* pub fn $name(self) -> bool {
                self.0.abilities.$name
            })*
        }
    };
}

abilities! {
    /// True if each transfer is over when its submission returns, so that it never has more than one in flight.
    is_synchronous = true,
    /// Returns whether it moves any bytes between files and memory.
    moves_bytes = true,
    /// Returns whether its transfers are of open files. One that does not move any bytes may need them all the same.
    needs_files = true,
    /// Returns whether its reads change files too, which must be open for writing then.
    reads_change_files = false,
    /// Returns whether its writes cut files, so that the mark of feedrate's own ([`mark`](crate::mark)) may go.
    cuts_files = false,
    /// True if it maps files into memory: they must be readable and as long as they will be when the queue is made,
    /// and go through the page cache however they were opened.
    maps_files = false,
    /// True if [`CallOptions`](crate::CallOptions) have any effect on its transfers.
    takes_call_options = false,
    /// True if its transfers can have priorities of their own.
    takes_priorities = false,
    /// True if it registers buffers with the kernel, where the kernel allows it and transfers go past the page cache.
    registers_buffers = false,
}

/// An engine that was opened.
pub(crate) struct OpenEngine {
    pub(crate) engine: Box<dyn Engine>,
    /// The kind that it turned out to be.
    pub(crate) kind: EngineKind,
    /// The most transfers that it keeps in flight.
    pub(crate) depth: u32,
}

impl EngineKind {
    /// Returns every engine of this system.
    pub fn all() -> impl Iterator<Item = Self> {
        ENGINES.iter().copied().filter(|kind| kind.is_here())
    }

    /// Returns whether this system has it.
    pub(super) fn is_here(self) -> bool {
        !ABSENT.contains(&self.0.id)
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
