//! The files that a step has opened for reading, as they were then.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::error::{Error, Result};
use crate::format::Directory;
use crate::index::head::DataSetState;
use crate::locks::{self, Claim, WeakClaim};
use crate::native::Description;
use crate::pages::{Identity, Wait};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::settings::Settings;

/// The files that the current step has opened. Opening one again, in another pass or thread, reads the same rows, even
/// if other processes have replaced it or appended to it since.
#[derive(Debug, Default)]
pub(in crate::library) struct OpenedFiles(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Set when the user wants to stop waiting.
    stop: Option<Arc<AtomicBool>>,
    /// True if there is a current step. Between steps, files are opened as they are.
    is_step: bool,
    files: BTreeMap<PathBuf, OpenedFile>,
    /// The descriptions that the step was compiled with.
    described: BTreeMap<PathBuf, DescribedFile>,
    /// Files that the step itself changes, which others do not change while the claim is held.
    own: BTreeMap<PathBuf, WeakClaim>,
    /// The facts that earlier steps have learned of the pages of compressed files without a directory.
    learned: BTreeMap<PathBuf, RememberedDirectory>,
}

/// The most pages of files that are remembered together, of four bytes each.
const MOST_LEARNED: u64 = 1 << 20;

/// The numbers of rows of the pages of a file, as long as it is the same.
#[derive(Debug)]
struct RememberedDirectory {
    identity: Identity,
    state: DataSetState,
    directory: Arc<Directory>,
}

/// A file as it was when the step was compiled.
#[derive(Debug)]
struct DescribedFile {
    identity: Option<Identity>,
    schema: Schema,
}

#[derive(Debug)]
struct OpenedFile {
    identity: Identity,
    /// The description of a `.sas7bdat` file.
    description: Option<Arc<Description>>,
}

impl OpenedFiles {
    /// Makes waits end when `stop` is set.
    pub(in crate::library) fn heed(&self, stop: Arc<AtomicBool>) {
        self.state().stop = Some(stop);
    }

    /// Begins a step.
    pub(in crate::library) fn begin_step(&self) {
        self.begin(true);
    }

    fn begin(&self, is_step: bool) {
        let mut state = self.state();
        state.keep_learned();
        let (stop, learned) = (state.stop.take(), std::mem::take(&mut state.learned));
        *state = State {
            stop,
            is_step,
            learned,
            ..State::default()
        };
    }

    /// Returns whether there is a current step.
    pub(in crate::library) fn is_step(&self) -> bool {
        self.state().is_step
    }

    /// Ends the step.
    pub(in crate::library) fn end_step(&self) {
        self.begin(false);
    }

    /// Returns the description of a `.sas7bdat` file, as it was when the step first opened it, for a source.
    pub(in crate::library) fn describe(
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
        let never = AtomicBool::new(false);
        let wait = Wait {
            most: settings.lock_wait,
            stop: state.stop.as_deref().unwrap_or(&never),
        };
        let description = Description::read(path, settings, wait)?;
        let description = Arc::new(description.of_source(source));
        state.tell_learned(path, &description);
        state.check(path, description.schema())?;
        state.note(path, description.identity(), Some(&description));
        Ok(description)
    }

    /// Records that a file of another format was opened.
    pub(in crate::library) fn note(&self, path: &Path, identity: Identity, schema: &Schema) -> Result<()> {
        let mut state = self.state();
        state.check(path, schema)?;
        state.note(path, identity, None);
        Ok(())
    }

    /// Records that the step is compiled with the current description of a file.
    pub(in crate::library) fn understand_by(&self, path: &Path, reader: &Reader) {
        let mut state = self.state();
        if state.is_step {
            // The variables of the file count, before they are expanded.
            let of_file = reader.metadata().map(|metadata| &metadata.schema);
            let described = DescribedFile {
                identity: reader.identity(),
                schema: of_file.unwrap_or(reader.schema()).clone(),
            };
            state.described.insert(path.to_owned(), described);
        }
    }

    /// Checks that a file to which the step appends rows has the variables with which it was compiled.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] if it has others: another file has replaced it.
    pub(in crate::library) fn check(&self, path: &Path, schema: &Schema) -> Result<()> {
        match self.state().is_as_described(path, schema) {
            true => Ok(()),
            false => Err(Error::Changed { path: path.into() }),
        }
    }

    /// Returns the claim of the current step on a file.
    pub(in crate::library) fn own_claim(&self, path: &Path) -> Option<Claim> {
        let path = locks::resolve(path).ok()?;
        self.state().own.get(&path)?.upgrade()
    }

    /// Returns whether a claimed file is as it was when the step was compiled.
    pub(in crate::library) fn is_current(&self, claim: &Claim) -> bool {
        let state = self.state();
        let mut described = state.described.iter();
        described.all(|(path, described)| {
            let is_claimed = || locks::resolve(path).is_ok_and(|path| path == claim.path());
            described
                .identity
                .is_none_or(|identity| claim.is_of(identity) || !is_claimed())
        })
    }

    /// Forgets the descriptions, so that the step can be compiled again. Its claims are kept.
    pub(in crate::library) fn forget(&self) {
        let mut state = self.state();
        state.files.clear();
        state.described.clear();
    }

    /// Records that the step no longer reads a file, or that another file was put in place.
    pub(in crate::library) fn close(&self, path: &Path) {
        let mut state = self.state();
        state.files.remove(path);
        state.described.remove(path);
    }

    /// Records that the step changes a file from now on.
    ///
    /// # Errors
    ///
    /// Fails if it has read the file, and another process has changed or replaced it before it was claimed.
    pub(in crate::library) fn claim(&self, claim: &Claim) -> Result<()> {
        let mut state = self.state();
        if !state.is_step || state.is_own(claim.path()) {
            return Ok(());
        }
        let is_same = |path: &Path| locks::resolve(path).is_ok_and(|path| path == claim.path());
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
        // The maps are consistent at any moment.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns whether the step is the only one to change a file at a path without links.
    fn is_own(&self, path: &Path) -> bool {
        self.own.get(path).is_some_and(WeakClaim::is_held)
    }

    /// Keeps what the step has learned of the pages of files.
    fn keep_learned(&mut self) {
        for (path, opened) in std::mem::take(&mut self.files) {
            let Some(description) = opened.description else {
                continue;
            };
            if let Some(directory) = description.learned() {
                let learned = RememberedDirectory {
                    identity: description.identity(),
                    state: DataSetState::of(description.metadata()),
                    directory: Arc::clone(directory),
                };
                self.learned.insert(path, learned);
            }
        }
        let pages = |learned: &RememberedDirectory| {
            let pages = learned.directory.pages();
            pages.end - pages.start
        };
        if self.learned.values().map(pages).sum::<u64>() > MOST_LEARNED {
            self.learned.clear();
        }
    }

    /// Tells a file what earlier steps have learned of its pages, unless it has changed since.
    fn tell_learned(&self, path: &Path, description: &Description) {
        if let Some(learned) = self.learned.get(path)
            && learned.identity == description.identity()
            && learned.state == DataSetState::of(description.metadata())
        {
            description.learn(Arc::clone(&learned.directory));
        }
    }

    fn check(&self, path: &Path, schema: &Schema) -> Result<()> {
        // A change by the step itself is expected.
        match self.is_as_described(path, schema) || self.has_claimed(path) {
            true => Ok(()),
            false => Err(Error::Changed { path: path.into() }),
        }
    }

    fn is_as_described(&self, path: &Path, schema: &Schema) -> bool {
        let described = self.described.get(path);
        described.is_none_or(|described| described.schema == *schema)
    }

    /// Returns whether the step has claimed a file to change it.
    fn has_claimed(&self, path: &Path) -> bool {
        let is_claimed = |path: PathBuf| self.own.contains_key(&path);
        locks::resolve(path).is_ok_and(is_claimed)
    }

    fn note(&mut self, path: &Path, identity: Identity, description: Option<&Arc<Description>>) {
        let is_own = || {
            let resolved = locks::resolve(path);
            resolved.is_ok_and(|path| self.is_own(&path))
        };
        if !self.is_step || !self.own.is_empty() && is_own() {
            return;
        }
        // The first reading counts.
        let description = description.cloned();
        let opened = OpenedFile { identity, description };
        self.files.entry(path.to_owned()).or_insert(opened);
    }
}
