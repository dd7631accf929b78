//! The right to change a data set, which one process has at a time.
//!
//! It is a lock (`flock`) on the file of the data set. Who replaces the file holds it from before the first row is read
//! until the new file has its name, so that nothing that others add meanwhile is lost; the new file is locked by then,
//! as all [drafts](super::draft) are. Readers take no lock: they read the file that was there when they began.
//!
//! Some network file systems have no locks. So just before a file is replaced, it is compared with what it was when it
//! was claimed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::ops::Deref;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;

use super::lock_holder::holder_of;
use super::target;
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::pages::Identity;

/// How long a lock is waited for whatever is asked: of a process that was killed with transfers in io_uring, the kernel
/// closes the files a moment later.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long it is waited before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// The right to change the file at a path, or to make one there. Another process can have it when all clones are gone.
#[derive(Clone, Debug)]
pub(crate) struct Claim(Arc<Claimed>);

/// A claim that does not hold the lock by itself.
#[derive(Clone, Debug)]
pub(super) struct WeakClaim(Weak<Claimed>);

impl WeakClaim {
    /// Whether somebody has the claim still.
    pub(super) fn is_held(&self) -> bool {
        self.0.strong_count() > 0
    }
}

#[derive(Debug)]
struct Claimed {
    path: PathBuf,
    there: Mutex<CurrentFile>,
    /// Whether somebody adds rows to the file.
    is_appended_to: AtomicBool,
}

/// A claim of who adds rows to a data set, which only one does at a time.
#[derive(Debug)]
pub(crate) struct AppendClaim(Claim);

impl Deref for AppendClaim {
    type Target = Claim;

    fn deref(&self) -> &Claim {
        &self.0
    }
}

impl Drop for AppendClaim {
    fn drop(&mut self) {
        self.0.0.is_appended_to.store(false, Ordering::Relaxed);
    }
}

/// What is at the path.
#[derive(Debug)]
struct CurrentFile {
    /// Which file it is; `None` for none.
    identity: Option<Identity>,
    /// The file with the lock on it.
    lock: Option<File>,
}

impl Claim {
    /// Claims the file of a data set for who has no libraries.
    pub(crate) fn new(name: &DataSetName, path: &Path, wait: Duration) -> Result<Self> {
        Claims::default().claim(name, path, wait)
    }

    /// Takes it for who adds rows.
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] where this session itself adds rows to the data set already.
    pub(crate) fn append(self, name: &DataSetName) -> Result<AppendClaim> {
        match self.0.is_appended_to.swap(true, Ordering::Relaxed) {
            false => Ok(AppendClaim(self)),
            true => Err(Error::Locked {
                name: name.clone(),
                holder: "this session".to_owned(),
            }),
        }
    }

    /// Where the file is, or will be, without links.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Whether there was a file when it was claimed, or there is one by now that was put there since.
    pub(crate) fn has_file(&self) -> bool {
        self.there().identity.is_some()
    }

    /// Says whether the file is as it was when it was claimed.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] where another program has made, changed, replaced or removed it.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let now = Identity::at(&self.0.path);
        match self.there().identity == now {
            true => Ok(()),
            false => Err(self.changed()),
        }
    }

    /// That another program was faster.
    pub(crate) fn changed(&self) -> Error {
        Error::Changed {
            path: self.0.path.clone(),
        }
    }

    /// The file at the path was changed by who holds this.
    pub(crate) fn renew(&self) {
        let identity = Identity::at(&self.0.path);
        self.there().identity = identity;
    }

    /// Another file was put at the path by who holds this. Returns what was locked before, which is locked until that
    /// is dropped.
    pub(crate) fn replaced(&self, lock: Option<File>) -> Option<File> {
        let identity = Identity::at(&self.0.path);
        let mut there = self.there();
        there.identity = identity;
        std::mem::replace(&mut there.lock, lock)
    }

    /// Changes the permissions of what is there; false where they cannot be changed.
    pub(crate) fn set_permissions(&self, change: impl FnOnce(u32) -> u32) -> bool {
        let there = self.there();
        let Some(file) = &there.lock else {
            return false;
        };
        file.metadata().is_ok_and(|metadata| {
            let mode = change(metadata.mode() & 0o7777);
            file.set_permissions(Permissions::from_mode(mode)).is_ok()
        })
    }

    /// The same claim, for who only asks whether it is held.
    pub(super) fn weak(&self) -> WeakClaim {
        WeakClaim(Arc::downgrade(&self.0))
    }

    /// Whether the file is the one that had been opened to be read.
    pub(super) fn is_of(&self, opened: Identity) -> bool {
        self.there().identity == Some(opened)
    }

    fn there(&self) -> MutexGuard<'_, CurrentFile> {
        lock_of(&self.0.there)
    }
}

/// The claims of a session.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// Those that are held by somebody, by their paths.
    live: Mutex<BTreeMap<PathBuf, Weak<Claimed>>>,
    /// Those that are held until the step at hand is over.
    of_step: Mutex<Vec<Claim>>,
    /// Whether the user wants no more waiting.
    stop: Arc<AtomicBool>,
    /// Whether the step at hand has waited in vain: it does not wait a second time.
    is_impatient: AtomicBool,
}

impl Claims {
    /// Waits end when `stop` becomes true.
    pub(super) fn heed(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Claims the file of a data set at a path, at which there need not be one. One that this session has claimed
    /// already is shared.
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] where another process has it for longer than `wait`.
    pub(super) fn claim(&self, name: &DataSetName, path: &Path, wait: Duration) -> Result<Claim> {
        let path = target::resolve(path)?;
        if let Some(claimed) = self.held(&path) {
            return Ok(Claim(claimed));
        }
        let wait = match self.is_impatient.load(Ordering::Relaxed) {
            true => Duration::ZERO,
            false => wait.max(PATIENCE),
        };
        let there = lock(name, &path, wait, &self.stop).inspect_err(|error| {
            let is_in_vain = matches!(error, Error::Locked { .. });
            self.is_impatient.store(is_in_vain, Ordering::Relaxed);
        })?;
        let claimed = Arc::new(Claimed {
            path: path.clone(),
            there: Mutex::new(there),
            is_appended_to: AtomicBool::new(false),
        });
        let mut live = lock_of(&self.live);
        live.retain(|_, claimed| claimed.strong_count() > 0);
        live.insert(path, Arc::downgrade(&claimed));
        Ok(Claim(claimed))
    }

    /// Keeps a claim until the step at hand is over.
    pub(super) fn keep(&self, claim: Claim) {
        lock_of(&self.of_step).push(claim);
    }

    /// The step is over.
    pub(super) fn release(&self) {
        lock_of(&self.of_step).clear();
        self.is_impatient.store(false, Ordering::Relaxed);
    }

    fn held(&self, path: &Path) -> Option<Arc<Claimed>> {
        lock_of(&self.live).get(path)?.upgrade()
    }
}

/// Opens the file at a path without links. Some network file systems lock only what is open for writing; nothing is
/// written by that. Who may only read it may remove or rename it all the same.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options
        .read(true)
        .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    match options.clone().write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => options.open(path),
        opened => opened,
    }
}

/// Opens and locks the file at a path without links.
fn lock(name: &DataSetName, path: &Path, wait: Duration, stop: &AtomicBool) -> Result<CurrentFile> {
    let failed = |source| Error::file("replace", path, source);
    let deadline = Instant::now() + wait;
    loop {
        let file = match open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(CurrentFile {
                    identity: None,
                    lock: None,
                });
            }
            Err(source) => return Err(failed(source)),
        };
        let metadata = file.metadata().map_err(failed)?;
        let locked = flock(&file, FlockOperation::NonBlockingLockExclusive);
        match locked {
            Err(Errno::WOULDBLOCK) if stop.load(Ordering::Relaxed) => return Err(Error::Stopped),
            Err(Errno::WOULDBLOCK) if Instant::now() >= deadline => {
                return Err(Error::Locked {
                    name: name.clone(),
                    holder: holder_of(&file),
                });
            }
            Err(Errno::WOULDBLOCK | Errno::INTR) => thread::sleep(PAUSE),
            // A file system without locks: what is there is compared later.
            Ok(()) | Err(_) => {
                // Who held the lock may have put another file there, or removed it.
                let is_there = fs::symlink_metadata(path).is_ok_and(|there| {
                    (there.dev(), there.ino()) == (metadata.dev(), metadata.ino())
                });
                if is_there {
                    return Ok(CurrentFile {
                        identity: Identity::of_file(&file),
                        lock: Some(file),
                    });
                }
                if Instant::now() >= deadline {
                    return Err(Error::Changed { path: path.into() });
                }
            }
        }
    }
}

fn lock_of<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in them is whole at any moment.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
