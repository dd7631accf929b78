//! Sends the files that a program finds out of the page cache before it first uses them.
//!
//! This is on in a process from [`begin`], or [`join`] in one that the program starts, until [`end`]. Each opening of a
//! file then first asks [`before_use`]. A file is an input if it was last changed before the program began; one that
//! changed later counts as made by the program, and what of it is in the page cache is an effect of the program. An
//! input goes out of the cache once: the processes of a program share a [register](Share) of those that went, so that
//! one process does not take away what another has just read.
//!
//! The time that this takes is [told](spent()), so that it can be left out of measured times.

mod age;
mod register;
mod spent;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::cache::{Eviction, Residency, evict_open};
use crate::error::{Error, Result};
use register::Register;
pub use register::SentFile;
pub use spent::{Spent, spent};

/// Whether it is on, so that openings cost nothing otherwise.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// The program that this process runs or is a part of.
static PROGRAM: Mutex<Option<Program>> = Mutex::new(None);

/// A file, whatever its name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FileId {
    device: u64,
    inode: u64,
}

/// What a process needs to share the register of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The path of the register, which exists as long as the process that began it.
    pub register: PathBuf,
    /// The number of the program among those that share the register.
    pub program: u32,
}

#[derive(Debug)]
struct Program {
    register: Register,
    number: u32,
    /// The files that need no look any more: those that are cold or were, and those that the program made.
    known: BTreeSet<FileId>,
    /// The inputs that did not become cold, with the reason.
    refused: BTreeMap<FileId, String>,
    /// What the inputs that became cold in the current step then had in the cache.
    opened_cold: BTreeMap<FileId, Residency>,
    /// The files of this process that were not taken yet.
    sent: Vec<SentFile>,
    /// The refusals that were not taken yet.
    refusals: Vec<String>,
}

impl Program {
    fn new(register: Register, number: u32) -> Self {
        Self {
            register,
            number,
            known: BTreeSet::new(),
            refused: BTreeMap::new(),
            opened_cold: BTreeMap::new(),
            sent: Vec::new(),
            refusals: Vec::new(),
        }
    }

    fn before_use(&mut self, file: &File, path: &Path, id: FileId) -> Result<()> {
        let register =
            |action| move |source| Error::file(action, Path::new("the register of --cold"), source);
        let held = self.register.lock().map_err(register("lock"))?;
        if held.has(id).map_err(register("read"))? {
            self.known.insert(id);
            return Ok(());
        }
        let began = Instant::now();
        let eviction = evict_open(file, path)?;
        if let Err(why) = outcome(&eviction) {
            let refusal = Error::Warm {
                path: path.into(),
                why: why.clone(),
            };
            self.refusals.push(refusal.to_string());
            self.refused.insert(id, why);
            return Err(refusal);
        }
        let file_bytes = file.metadata().map_or(0, |metadata| metadata.len());
        let sent = SentFile {
            program: self.number,
            process: std::process::id(),
            path: path.into(),
            file_bytes,
            resident_bytes: eviction.before.bytes().unwrap_or(0),
            left_bytes: eviction.after.bytes().unwrap_or(0),
            elapsed: began.elapsed(),
        };
        held.add(id, &sent).map_err(register("write"))?;
        self.known.insert(id);
        self.opened_cold.insert(id, eviction.after);
        self.sent.push(sent);
        Ok(())
    }
}

/// Begins a program: files that were changed before this are its inputs.
///
/// # Errors
/// Where the system gives no register.
pub fn begin() -> io::Result<()> {
    let register = Register::create(age::beginning())?;
    set(Some(Program::new(register, 0)));
    Ok(())
}

/// Makes this process one of a program that another one has begun.
///
/// # Errors
/// Where its register cannot be used.
pub fn join(share: &Share) -> io::Result<()> {
    let register = Register::open(&share.register)?;
    set(Some(Program::new(register, share.program)));
    Ok(())
}

/// Ends the program.
pub fn end() {
    set(None);
}

fn set(program: Option<Program>) {
    let mut current = current();
    IS_ON.store(program.is_some(), Ordering::Relaxed);
    *current = program;
}

/// Returns what a process of this program needs; `None` if it is off.
pub fn share() -> Option<Share> {
    let current = current();
    let program = current.as_ref()?;
    Some(Share {
        register: program.register.path(),
        program: program.number,
    })
}

/// Returns what the process of another program needs that runs at the same time; `None` if it is off.
pub fn share_with(number: u32) -> Option<Share> {
    Some(Share {
        program: number,
        ..share()?
    })
}

/// Sends an open file out of the page cache if it is an input that no process of the program has used yet.
///
/// # Errors
/// [`Error::Warm`] where it stays in the cache, or it is not known whether it does.
pub fn before_use(file: &File, path: &Path) -> Result<()> {
    if !IS_ON.load(Ordering::Relaxed) {
        return Ok(());
    }
    // What the system does not tell of, no reader can use.
    let Ok(metadata) = file.metadata() else {
        return Ok(());
    };
    // Pipes and devices are not in the page cache as files, and empty files have nothing there.
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(());
    }
    let id = FileId {
        device: metadata.dev(),
        inode: metadata.ino(),
    };
    let mut current = current();
    let Some(program) = current.as_mut() else {
        return Ok(());
    };
    if program.known.contains(&id) {
        return Ok(());
    }
    if let Some(why) = program.refused.get(&id) {
        return Err(Error::Warm {
            path: path.into(),
            why: why.clone(),
        });
    }
    if program.register.began() <= age::last_change(&metadata) {
        program.known.insert(id);
        return Ok(());
    }
    spent::count(|| program.before_use(file, path, id))
}

/// Returns why an eviction did not make a file cold.
fn outcome(eviction: &Eviction) -> std::result::Result<(), String> {
    match eviction.after {
        _ if eviction.is_cold() => Ok(()),
        Residency::Unknown => Err(
            "the system does not tell what of it is in the page cache; run as its owner, or without --cold"
                .to_owned(),
        ),
        Residency::Known(left) => Err(format!(
            "{} of its {} bytes stay in the page cache, as with files in memory (tmpfs) or mapped by another program; \
             copy it to a disk, end that program, or run without --cold",
            left.bytes, left.file_bytes
        )),
    }
}

/// Returns what of an open file is in the page cache; of one that the current step first used, what was in it then.
pub fn resident_before(file: &File) -> Residency {
    let opened_cold = || {
        let metadata = file.metadata().ok()?;
        let id = FileId {
            device: metadata.dev(),
            inode: metadata.ino(),
        };
        current().as_ref()?.opened_cold.get(&id).copied()
    };
    let is_on = IS_ON.load(Ordering::Relaxed);
    is_on
        .then(opened_cold)
        .flatten()
        .unwrap_or_else(|| Residency::of(file))
}

/// Ends the current step: what later ones find in the cache of its files is looked at.
pub fn end_step() {
    if let Some(program) = current().as_mut() {
        program.opened_cold.clear();
    }
}

/// Returns the files that this process has sent out of the cache since this was last called.
pub fn take_sent() -> Vec<SentFile> {
    let mut current = current();
    let program = current.as_mut();
    program.map_or_else(Vec::new, |program| std::mem::take(&mut program.sent))
}

/// Returns the messages about inputs that did not become cold since this was last called.
pub fn take_refusals() -> Vec<String> {
    let mut current = current();
    let program = current.as_mut();
    program.map_or_else(Vec::new, |program| std::mem::take(&mut program.refusals))
}

/// Returns the files that the processes of this program have sent out of the cache; `None` if it is off or the register
/// cannot be read.
pub fn files() -> Option<Vec<SentFile>> {
    let mut current = current();
    let program = current.as_mut()?;
    let all = program.register.lock().ok()?.all().ok()?;
    let number = program.number;
    Some(
        all.into_iter()
            .filter(|file| file.program == number)
            .collect(),
    )
}

fn current() -> MutexGuard<'static, Option<Program>> {
    // It is consistent at any moment.
    PROGRAM.lock().unwrap_or_else(PoisonError::into_inner)
}
