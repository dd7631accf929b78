//! Libraries that are pipes, and the piped data sets of the current step.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use feedrate_pipe::{Address, PipeOptions, Pipes};

use super::LibraryStorage;
use crate::error::{Error, Result};
use crate::library::{Assignment, Engine, Libraries};
use crate::name::DataSetName;
use crate::pipe::{Inlet, PipedError};

/// The pipes of a session.
#[derive(Debug, Default)]
pub(in crate::library) struct SessionPipes {
    /// Opens pipes.
    pipes: Option<Pipes>,
    current_step: Mutex<CurrentStep>,
}

/// The pipes of the current step.
#[derive(Debug, Default)]
struct CurrentStep {
    /// Why it cannot read any, if so.
    refusal: Option<&'static str>,
    /// The data sets that it reads, by library.
    taken: BTreeMap<String, Arc<Inlet>>,
    /// The data sets that it writes, by library.
    offered: BTreeMap<String, DataSetName>,
}

impl SessionPipes {
    fn current_step(&self) -> MutexGuard<'_, CurrentStep> {
        // The maps are consistent at any moment.
        self.current_step.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Assignment {
    /// Creates a library that is a pipe.
    ///
    /// # Errors
    ///
    /// Fails if the name is invalid.
    pub fn pipe(libref: &str, pipe_options: PipeOptions) -> Result<Self> {
        Ok(Self {
            more: Vec::new(),
            absent: None,
            libref: crate::name::libref(libref)?,
            place: pipe_options.address.to_string().into(),
            named: PathBuf::new(),
            engine: Engine::Pipe(Arc::new(pipe_options)),
            read_only: false,
            requested: crate::RequestedSettings::default(),
        })
    }

    /// Parses the address of a pipe in LIBNAME.
    ///
    /// # Errors
    ///
    /// Fails if it is invalid.
    pub fn address(libref: &str, text: &str) -> Result<Address> {
        Ok(Address::parse(text).map_err(|source| PipedError::Address {
            libref: libref.to_ascii_uppercase(),
            source,
        })?)
    }
}

impl Libraries {
    /// Sets what opens pipes. Without it, libraries of pipes cannot be used.
    pub fn set_pipes(&mut self, pipes: Pipes) {
        self.pipes.pipes = Some(pipes);
    }

    /// Begins a step. `refusal` is why it cannot read pipes, if so, such as `PROC RANK goes through its data set
    /// twice`.
    pub fn begin_step(&self, refusal: Option<&'static str>) {
        self.pipes.current_step().refusal = refusal;
        self.opened.begin_step();
        self.claims.release();
    }

    /// Ends the step, its pipes and its claims. If it is complete, writers of pipes that it has not read to their end
    /// are told to stop; otherwise the steps at the other ends learn that it failed.
    pub fn end_step(&self, is_complete: bool) {
        let current_step = std::mem::take(&mut *self.pipes.current_step());
        for inlet in current_step.taken.into_values() {
            inlet.end(is_complete);
        }
        self.opened.end_step();
        self.claims.release();
    }

    /// Returns whether a library is a pipe.
    pub fn is_pipe(&self, libref: &str) -> bool {
        matches!(self.storage_of(libref), Ok(LibraryStorage::Pipe(..)))
    }

    /// Returns the inlet of a data set: the existing one, or a new one for whose writer this waits.
    pub(in crate::library) fn inlet(&self, name: &DataSetName, pipe_options: &PipeOptions) -> Result<Arc<Inlet>> {
        let libref = name.library();
        let mut current_step = self.pipes.current_step();
        if let Some(reason) = current_step.refusal {
            return Err(PipedError::read_once(name, reason).into());
        }
        if let Some(there) = current_step.taken.get(libref) {
            return match there.name() == name {
                true => Ok(Arc::clone(there)),
                false => Err(taken(name, there.name())),
            };
        }
        if let Some(other) = current_step.offered.get(libref) {
            return Err(taken(name, other));
        }
        let inlet = Arc::new(Inlet::take(self.session_pipes(libref)?, pipe_options, name)?);
        current_step.taken.insert(libref.to_owned(), Arc::clone(&inlet));
        Ok(inlet)
    }

    /// Returns what offers a data set, which must be the only one of its pipe in this step.
    pub(in crate::library) fn outgoing(&self, name: &DataSetName) -> Result<&Pipes> {
        let libref = name.library();
        let mut current_step = self.pipes.current_step();
        if let Some(there) = current_step.taken.get(libref) {
            return Err(taken(name, there.name()));
        }
        if let Some(other) = current_step.offered.get(libref) {
            return Err(taken(name, other));
        }
        let pipes = self.session_pipes(libref)?;
        current_step.offered.insert(libref.to_owned(), name.clone());
        Ok(pipes)
    }

    fn session_pipes(&self, libref: &str) -> Result<&Pipes> {
        let pipes = self.pipes.pipes.as_ref();
        pipes.ok_or_else(|| not_possible(libref, "belongs to a session, and there is none here"))
    }
}

fn taken(name: &DataSetName, other: &DataSetName) -> Error {
    PipedError::Taken {
        name: name.clone(),
        libref: name.library().to_owned(),
        other: other.clone(),
    }
    .into()
}

/// Returns the error for a pipe where files of data sets are required.
pub(in crate::library) fn no_folder(libref: &str) -> Error {
    let reason = "holds no data sets that could be listed, looked for, changed or deleted";
    not_possible(libref, reason)
}

fn not_possible(libref: &str, reason: &'static str) -> Error {
    PipedError::Library {
        libref: libref.to_owned(),
        reason,
    }
    .into()
}
