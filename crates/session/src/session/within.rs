//! A session that runs within another.

use std::sync::Arc;

use feedrate_dataset::Libraries;

use super::Session;
use crate::conversions::Conversions;
use crate::file_references::FileReferences;

impl Session<'_> {
    /// Gives a new session the libraries, files and formats of the session around it, which has this depth.
    pub(crate) fn run_within(
        &mut self,
        mut libraries: Libraries,
        files: FileReferences,
        conversions: Conversions,
        depth: usize,
    ) {
        libraries.heed(Arc::clone(self.execution.stop()));
        self.libraries = libraries;
        self.files = files;
        self.conversions = conversions;
        self.depth = depth;
        self.drop_records();
        self.apply_options();
    }
}
