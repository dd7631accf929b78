//! Sends the files that a program finds out of the page cache before it first uses them.
//!
//! This is on in a process from [`begin`], or [`join`] in one that the program starts, until [`end`]. Each opening of a
//! file then first asks [`before_use`]. Files that the program made, from nothing, are [noted](note_made); what of them
//! is in the page cache is an effect of the program. Any other file is an input if it was last changed before the
//! program began, or will be in the future. What was last changed between is taken for made by the program, and
//! [told](take_taken_for_made). An input goes out of the cache once: the processes of a program share a
//! [register](Share) of those that went and of those that were made, so that one process does not take away what
//! another has just read.
//!
//! The time that this takes is [told](eviction_time()), so that it can be left out of measured times.

mod age;
mod eviction_time;
mod program;
mod register;
mod turn;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cache::Residency;
use crate::error::Result;
use crate::system;
pub use eviction_time::{EvictionTime, eviction_time, eviction_time_of_thread};
use program::{FirstUse, Program};
pub use register::SentFile;
use register::{Fate, Register};
pub use turn::set_stop_flag;

/// True if it is on, so that openings cost nothing otherwise.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// The program that this process runs or is a part of.
static PROGRAM: Mutex<Option<Program>> = Mutex::new(None);

/// A file, whatever its name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    /// Returns that of an open file; `None` where the system does not tell.
    fn of(file: &File) -> Option<Self> {
        let (device, inode) = system::file_identity(file).ok()?;
        Some(Self { device, inode })
    }
}

/// The means by which a process shares the register of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The path of the register, which exists as long as the process that began it.
    pub register: PathBuf,
    /// The number of the program among those that share the register.
    pub program: u32,
}

/// Begins a program: files that were there before this are its inputs.
///
/// # Errors
/// Where the system gives no register. `Unsupported` where it does not tell what its page cache holds, as Windows.
pub fn begin() -> io::Result<()> {
    let register = Register::create(age::beginning())?;
    set(Some(Program::new(register, 0)));
    Ok(())
}

/// Makes this process one of a program that another one has begun.
///
/// # Errors
/// Where its register cannot be used. `Unsupported` where [`begin`] is.
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
/// [`Error::Warm`](crate::Error::Warm) where it stays in the cache, or it is not known whether it does.
pub fn before_use(file: &File, path: &Path) -> Result<()> {
    if !IS_ON.load(Ordering::Relaxed) {
        return Ok(());
    }
    // A file of which the system does not tell, no reader can use.
    let Ok(metadata) = file.metadata() else {
        return Ok(());
    };
    // Pipes and devices are not in the page cache as files.
    if !metadata.is_file() {
        return Ok(());
    }
    if metadata.len() == 0 {
        note_made(file);
        return Ok(());
    }
    let Some(id) = FileId::of(file) else {
        return Ok(());
    };
    let (register, number) = {
        let mut current = current();
        let Some(program) = current.as_mut() else {
            return Ok(());
        };
        if let Some(looked) = program.look(id, path) {
            return looked;
        }
        (Arc::clone(&program.register), program.number)
    };
    let first = FirstUse {
        file,
        metadata: &metadata,
        path,
        id,
        register,
        program: number,
    };
    eviction_time::count(|| first.begin())
}

/// Notes that the program makes a file, if it is open to be written and is empty, so that all that it will hold is of
/// the program.
pub fn note_made(file: &File) {
    if !IS_ON.load(Ordering::Relaxed) {
        return;
    }
    let is_to_write = system::is_open_to_write(file) == Some(true);
    let metadata = file.metadata();
    let is_empty = metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0);
    let Some(id) = FileId::of(file).filter(|_| is_to_write && is_empty) else {
        return;
    };
    if let Some(program) = current().as_mut()
        && program.known.insert(id)
    {
        // Where it fails, other processes take the file for made by its time.
        let _ = program.register.add(id, &Fate::Made);
    }
}

/// Returns what of an open file is in the page cache; of one that the current step first used, what was in it then.
pub fn resident_before(file: &File) -> Residency {
    let opened_cold = || {
        let id = FileId::of(file)?;
        current().as_ref()?.opened_cold.get(&id).copied()
    };
    let is_on = IS_ON.load(Ordering::Relaxed);
    is_on.then(opened_cold).flatten().unwrap_or_else(|| Residency::of(file))
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

/// Returns the files that count as made by the program because of their times alone, since this was last called.
pub fn take_taken_for_made() -> Vec<PathBuf> {
    let mut current = current();
    let program = current.as_mut();
    program.map_or_else(Vec::new, |program| std::mem::take(&mut program.taken_for_made))
}

/// Returns the messages about inputs that did not become cold since this was last called.
pub fn take_refusals() -> Vec<String> {
    let mut current = current();
    let program = current.as_mut();
    program.map_or_else(Vec::new, |program| std::mem::take(&mut program.refusals))
}

/// The fates of the files that the processes of a program have used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Those that were sent out of the cache, in this order.
    pub sent: Vec<SentFile>,
    /// Those that count as made by the program because of their times alone.
    pub taken_for_made: Vec<PathBuf>,
}

/// Returns the files of this program; `None` if it is off or the register cannot be read.
pub fn files() -> Option<Files> {
    let (register, number) = {
        let current = current();
        let program = current.as_ref()?;
        (Arc::clone(&program.register), program.number)
    };
    let mut files = Files::default();
    for fate in register.all().ok()? {
        match fate {
            Fate::Sent(sent) if sent.program == number => files.sent.push(sent),
            Fate::TakenForMade { program, path } if program == number => {
                files.taken_for_made.push(path);
            }
            _ => {}
        }
    }
    Some(files)
}

fn current() -> MutexGuard<'static, Option<Program>> {
    // It is consistent at any moment.
    PROGRAM.lock().unwrap_or_else(PoisonError::into_inner)
}
