//! The files that a step has opened to read, as they were then.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::claim::{Claim, WeakClaim};
use super::target;
use crate::error::{Error, Result};
use crate::pages::Identity;
use crate::reader::{Description, Reader};
use crate::schema::Schema;
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
    /// What the step was understood by.
    described: BTreeMap<PathBuf, Described>,
    /// Files that the step itself changes, and which others do not change as long as the claim is held.
    own: BTreeMap<PathBuf, WeakClaim>,
}

/// A file as it was when the step was being understood.
#[derive(Debug)]
struct Described {
    identity: Option<Identity>,
    schema: Schema,
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
        state.check(path, description.schema())?;
        state.note(path, description.identity(), Some(&description));
        Ok(description)
    }

    /// A file of another format was opened.
    pub(super) fn note(&self, path: &Path, identity: Identity, schema: &Schema) -> Result<()> {
        let mut state = self.state();
        state.check(path, schema)?;
        state.note(path, identity, None);
        Ok(())
    }

    /// The step is understood by what a file is now.
    pub(super) fn understand_by(&self, path: &Path, reader: &Reader) {
        let mut state = self.state();
        if state.is_step {
            // What counts is the file, not how much room its text is given here.
            let of_file = reader.metadata().map(|metadata| &metadata.schema);
            let described = Described {
                identity: reader.identity(),
                schema: of_file.unwrap_or(reader.schema()).clone(),
            };
            state.described.insert(path.to_owned(), described);
        }
    }

    /// Says whether a file to which the step adds rows has the variables by which it was understood.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] where it has others: another file has taken its place.
    pub(super) fn check(&self, path: &Path, schema: &Schema) -> Result<()> {
        match self.state().is_as_described(path, schema) {
            true => Ok(()),
            false => Err(Error::Changed { path: path.into() }),
        }
    }

    /// Whether what was claimed is what the step was understood by, if it was so by that.
    pub(super) fn is_current(&self, claim: &Claim) -> bool {
        let state = self.state();
        let mut described = state.described.iter();
        described.all(|(path, described)| {
            let is_claimed = || target::resolve(path).is_ok_and(|path| path == claim.path());
            described
                .identity
                .is_none_or(|identity| claim.is_of(identity) || !is_claimed())
        })
    }

    /// The step is to be understood anew, by what there is now. What it has claimed it keeps.
    pub(super) fn forget(&self) {
        let mut state = self.state();
        state.files.clear();
        state.described.clear();
    }

    /// The step reads a file no more, or another has its name.
    pub(super) fn close(&self, path: &Path) {
        let mut state = self.state();
        state.files.remove(path);
        state.described.remove(path);
    }

    /// The step is to change a file from now on.
    ///
    /// # Errors
    ///
    /// Where it has read the file, and another process has changed or replaced it before it was claimed.
    pub(super) fn claim(&self, claim: &Claim) -> Result<()> {
        let mut state = self.state();
        if !state.is_step || state.is_own(claim.path()) {
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
        state.own.insert(claim.path().to_owned(), claim.weak());
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What it says of each file is whole at any moment.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether the step changes a file at a path without links, and nobody else does.
    fn is_own(&self, path: &Path) -> bool {
        self.own.get(path).is_some_and(WeakClaim::is_held)
    }

    fn check(&self, path: &Path, schema: &Schema) -> Result<()> {
        // What the step itself changes is what it is to be.
        match self.is_as_described(path, schema) || self.has_claimed(path) {
            true => Ok(()),
            false => Err(Error::Changed { path: path.into() }),
        }
    }

    fn is_as_described(&self, path: &Path, schema: &Schema) -> bool {
        let described = self.described.get(path);
        described.is_none_or(|described| described.schema == *schema)
    }

    /// Whether the step has claimed a file to change it.
    fn has_claimed(&self, path: &Path) -> bool {
        let is_claimed = |path: PathBuf| self.own.contains_key(&path);
        target::resolve(path).is_ok_and(is_claimed)
    }

    fn note(&mut self, path: &Path, identity: Identity, description: Option<&Arc<Description>>) {
        let is_own = || {
            let resolved = target::resolve(path);
            resolved.is_ok_and(|path| self.is_own(&path))
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
