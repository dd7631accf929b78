//! Calls about files in place of opening them, for loads that measure names and not content.

use feedrate_pageio::{NameCall, NameEffect};

use super::Load;

/// The call that a load makes about each file when its turn begins, in place of opening it. Its blocks move nothing
/// then, and its latencies are those of these calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileCall {
    /// The call.
    pub call: NameCall,
    /// True if the names are those of folders.
    pub of_folders: bool,
}

impl FileCall {
    /// Returns whether what it is about is there before the load begins.
    pub fn needs_names(self) -> bool {
        self.call.effect() != NameEffect::Made
    }

    /// Returns whether what it is about is gone afterwards.
    pub fn removes(self) -> bool {
        self.call.effect() == NameEffect::Removed
    }
}

impl Load {
    /// Returns whether its files are there when it has run, or were.
    pub fn has_files(&self) -> bool {
        self.engine.kind.needs_files() || self.opening.is_some()
    }

    /// Returns whether its files are changed: what they hold, their space, or that they are there.
    pub fn changes_files(&self) -> bool {
        match self.opening {
            Some(opening) => opening.removes(),
            None => {
                let kind = self.engine.kind;
                kind.needs_files() && (self.directions.writes() || kind.reads_change_files())
            }
        }
    }
}
