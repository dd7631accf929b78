//! The knowledge of a process of the files of its program, and the first use of one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::register::{Fate, Register, SentFile};
use super::{FileId, age, current, turn};
use crate::cache::{Eviction, Residency, evict_open};
use crate::error::{Error, Result};

#[derive(Debug)]
pub(super) struct Program {
    pub(super) register: Arc<Register>,
    pub(super) number: u32,
    /// The files that need no look any more: those that are cold or were, and those that the program made.
    pub(super) known: BTreeSet<FileId>,
    /// The inputs that did not become cold, with the reason.
    refused: BTreeMap<FileId, String>,
    /// The residency of the inputs that became cold in the current step, at that time.
    pub(super) opened_cold: BTreeMap<FileId, Residency>,
    /// The files of this process that were not taken yet.
    pub(super) sent: Vec<SentFile>,
    /// The refusals that were not taken yet, each once.
    pub(super) refusals: Vec<String>,
    /// The files that count as made though nobody is known to have made them, and were not taken yet.
    pub(super) taken_for_made: Vec<PathBuf>,
}

impl Program {
    pub(super) fn new(register: Register, number: u32) -> Self {
        Self {
            register: Arc::new(register),
            number,
            known: BTreeSet::new(),
            refused: BTreeMap::new(),
            opened_cold: BTreeMap::new(),
            sent: Vec::new(),
            refusals: Vec::new(),
            taken_for_made: Vec::new(),
        }
    }

    /// Returns whether a file needs no look any more; `None` if this is not known yet.
    ///
    /// # Errors
    /// [`Error::Warm`] where it did not become cold, each time.
    pub(super) fn look(&mut self, id: FileId, path: &Path) -> Option<Result<()>> {
        if self.known.contains(&id) {
            return Some(Ok(()));
        }
        let why = self.refused.get(&id)?.clone();
        Some(Err(self.refuse(path, why)))
    }

    fn refuse(&mut self, path: &Path, why: String) -> Error {
        let refusal = Error::Warm { path: path.into(), why };
        let text = refusal.to_string();
        if !self.refusals.contains(&text) {
            self.refusals.push(text);
        }
        refusal
    }
}

/// A file that this process has not used yet.
#[derive(Debug)]
pub(super) struct FirstUse<'a> {
    pub(super) file: &'a File,
    pub(super) metadata: &'a Metadata,
    pub(super) path: &'a Path,
    pub(super) id: FileId,
    /// The register and the number of the program.
    pub(super) register: Arc<Register>,
    pub(super) program: u32,
}

impl FirstUse<'_> {
    /// Sends the file out if it is an input that no process of the program has used yet.
    ///
    /// # Errors
    /// [`Error::Warm`] where it does not become cold. Unless it is to stop, this is what the file is from then on.
    pub(super) fn begin(&self) -> Result<()> {
        let failed = |why: String| {
            let mut refusal = None;
            self.update(|program| {
                if !turn::is_to_stop() {
                    program.refused.insert(self.id, why.clone());
                }
                refusal = Some(program.refuse(self.path, why.clone()));
            });
            refusal.unwrap_or_else(|| Error::Warm {
                path: self.path.into(),
                why,
            })
        };
        let changed = age::last_change(self.metadata);
        let changed_in_future = changed > age::now();
        if self.register.began() <= changed {
            match self.register.has(self.id) {
                Ok(true) => {
                    self.know();
                    return Ok(());
                }
                Ok(false) if !changed_in_future => {
                    return self.take_for_made().map_err(failed);
                }
                // By no clock did the program make it.
                Ok(false) => {}
                Err(error) => return Err(failed(of_register("read")(error))),
            }
        }
        self.send_out(changed_in_future).map_err(failed)
    }

    fn take_for_made(&self) -> std::result::Result<(), String> {
        let mut is_new = false;
        self.update(|program| {
            is_new = program.known.insert(self.id);
            if is_new {
                program.taken_for_made.push(self.path.into());
            }
        });
        if !is_new {
            return Ok(());
        }
        let fate = Fate::TakenForMade {
            program: self.program,
            path: self.path.into(),
        };
        let added = self.register.add(self.id, &fate);
        added.map_err(of_register("write"))
    }

    fn send_out(&self, changed_in_future: bool) -> std::result::Result<(), String> {
        let _turn = turn::wait(&self.register).map_err(of_register("lock"))?;
        // Whoever had the turn before may have sent it out.
        if self.register.has(self.id).map_err(of_register("read"))? {
            self.know();
            return Ok(());
        }
        let began = Instant::now();
        let eviction = evict_open(self.file, self.path).map_err(|error| error.to_string())?;
        outcome(&eviction)?;
        let sent = SentFile {
            program: self.program,
            process: std::process::id(),
            path: self.path.into(),
            file_bytes: self.metadata.len(),
            resident_bytes: eviction.before.bytes().unwrap_or(0),
            left_bytes: eviction.after.bytes().unwrap_or(0),
            elapsed: began.elapsed(),
            changed_in_future,
        };
        let fate = Fate::Sent(sent.clone());
        let added = self.register.add(self.id, &fate);
        added.map_err(of_register("write"))?;
        self.update(|program| {
            program.known.insert(self.id);
            program.opened_cold.insert(self.id, eviction.after);
            program.sent.push(sent);
        });
        Ok(())
    }

    fn know(&self) {
        self.update(|program| {
            program.known.insert(self.id);
        });
    }

    /// Changes the program, unless it has ended meanwhile.
    fn update(&self, change: impl FnOnce(&mut Program)) {
        if let Some(program) = current().as_mut()
            && Arc::ptr_eq(&program.register, &self.register)
        {
            change(program);
        }
    }
}

fn of_register(action: &'static str) -> impl Fn(std::io::Error) -> String {
    move |error| format!("cannot {action} the register of --cold: {error}")
}

/// Returns why an eviction did not make a file cold.
fn outcome(eviction: &Eviction) -> std::result::Result<(), String> {
    match eviction.after {
        _ if eviction.is_cold() => Ok(()),
        Residency::Unknown => Err(
            "the system does not tell what of it is in the page cache; run as its owner, or without --cold".to_owned(),
        ),
        Residency::Known(left) => Err(format!(
            "{} of its {} bytes stay in the page cache, as with files in memory (tmpfs) or mapped by another program; \
             copy it to a disk, end that program, or run without --cold",
            left.bytes, left.file_bytes
        )),
    }
}
