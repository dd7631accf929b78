//! The files that a step has opened to read, as they were then.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::claim::Claim;
use super::target;
use crate::error::Result;
use crate::pages::Identity;
use crate::reader::Description;
use crate::settings::Settings;

/// The files that the step at hand has opened. Whoever opens one again, another pass or thread of it, reads the same
/// rows, whatever other processes have put in its place or added to it since.
#[derive(Debug, Default)]
pub(super) struct OpenedFiles(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Whether there is a step. Between steps, files are opened as they are.
    is_step: bool,
    files: BTreeMap<PathBuf, OpenedFile>,
    /// Files that the step itself changes, and which others do not change therefore.
    own: BTreeSet<PathBuf>,
}

#[derive(Debug)]
struct OpenedFile {
    identity: Identity,
    /// Of a `.sas7bdat` file.
    description: Option<Arc<Description>>,
}

impl OpenedFiles {
    /// A step begins.
    pub(super) fn begin_step(&self) {
        *self.state() = State {
            is_step: true,
            ..State::default()
        };
    }

    /// Whether there is a step.
    pub(super) fn is_step(&self) -> bool {
        self.state().is_step
    }

    /// The step is over.
    pub(super) fn end_step(&self) {
        *self.state() = State::default();
    }

    /// The description of a `.sas7bdat` file, as it was when the step first opened it, for a source.
    pub(super) fn describe(
        &self,
        path: &Path,
        source: Weak<()>,
        settings: &Settings,
    ) -> Result<Arc<Description>> {
        let mut state = self.state();
        if let Some(OpenedFile {
            description: Some(description),
            ..
        }) = state.files.get(path)
        {
            return Ok(Arc::clone(description));
        }
        let description = Description::read(path, settings.most_page_bytes)?;
        let description = Arc::new(description.of_source(source));
        state.note(path, description.identity(), Some(&description));
        Ok(description)
    }

    /// A file of another format was opened.
    pub(super) fn note(&self, path: &Path, identity: Identity) {
        self.state().note(path, identity, None);
    }

    /// The step reads a file no more.
    pub(super) fn close(&self, path: &Path) {
        self.state().files.remove(path);
    }

    /// The step is to change a file from now on.
    ///
    /// # Errors
    ///
    /// Where it has read the file, and another process has changed or replaced it before it was claimed.
    pub(super) fn claim(&self, claim: &Claim) -> Result<()> {
        let mut state = self.state();
        if !state.is_step || state.own.contains(claim.path()) {
            return Ok(());
        }
        let is_same = |path: &Path| target::resolve(path).is_ok_and(|path| path == claim.path());
        let mut is_changed = false;
        state.files.retain(|path, opened| {
            let is_claimed = is_same(path);
            is_changed |= is_claimed && !claim.is_of(opened.identity);
            !is_claimed
        });
        if is_changed {
            return Err(claim.changed());
        }
        state.own.insert(claim.path().to_owned());
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What it says of each file is whole at any moment.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn note(&mut self, path: &Path, identity: Identity, description: Option<&Arc<Description>>) {
        let is_own = || {
            let resolved = target::resolve(path);
            resolved.is_ok_and(|path| self.own.contains(&path))
        };
        if !self.is_step || !self.own.is_empty() && is_own() {
            return;
        }
        // What was read first counts.
        let description = description.cloned();
        let opened = OpenedFile {
            identity,
            description,
        };
        self.files.entry(path.to_owned()).or_insert(opened);
    }
}
