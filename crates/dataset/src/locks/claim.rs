//! The exclusive right of a process to change a data set.
//!
//! It is a lock (`flock`; on Windows `LockFileEx`) on the file of the data set. A process that replaces the file holds
//! it from before the first row is read until the new file is in place, so that nothing appended meanwhile is lost; the
//! new file is locked by then, like all [drafts](crate::drafts). Readers take no lock: they read the file that existed
//! when they began.
//!
//! Some network file systems have no locks. So just before a file is replaced, it is compared with the one that was
//! claimed.

use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::lock::{CurrentFile, lock};
use super::target;
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::pages::Identity;
use crate::system;

/// The minimum time to wait for a lock: after a process with transfers in io_uring was killed, the kernel closes its
/// files a moment later.
const PATIENCE: Duration = Duration::from_secs(1);

/// The right to change the file at a path, or to create one there. Other processes can have it once all clones are
/// dropped.
#[derive(Clone, Debug)]
pub(crate) struct Claim(Arc<ClaimState>);

/// A reference to a claim that does not hold the lock.
#[derive(Clone, Debug)]
pub(crate) struct WeakClaim(Weak<ClaimState>);

impl WeakClaim {
    /// Returns the claim if it is still held.
    pub(crate) fn upgrade(&self) -> Option<Claim> {
        self.0.upgrade().map(Claim)
    }

    /// Returns whether the claim is still held.
    pub(crate) fn is_held(&self) -> bool {
        self.0.strong_count() > 0
    }
}

#[derive(Debug)]
struct ClaimState {
    path: PathBuf,
    there: Mutex<CurrentFile>,
    /// True if rows are being appended to the file.
    is_appended_to: AtomicBool,
}

/// A claim for appending rows, which is held at most once.
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

impl Claim {
    /// Claims the file of a data set outside of libraries.
    pub(crate) fn new(name: &DataSetName, path: &Path, wait: Duration) -> Result<Self> {
        Claims::default().claim(name, path, wait)
    }

    /// Converts the claim to one for appending rows.
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] if this session already appends rows to the data set.
    pub(crate) fn append(self, name: &DataSetName) -> Result<AppendClaim> {
        match self.0.is_appended_to.swap(true, Ordering::Relaxed) {
            false => Ok(AppendClaim(self)),
            true => Err(Error::Locked {
                name: name.clone(),
                holder: "this session".to_owned(),
            }),
        }
    }

    /// Returns the path of the file, with links resolved.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns whether there was a file when it was claimed, or one was put there since by the holder.
    pub(crate) fn has_file(&self) -> bool {
        self.current_file().identity.is_some()
    }

    /// Checks that the file is as it was when it was claimed.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] if another program has created, changed, replaced or removed it.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let now = Identity::at(&self.0.path);
        let is_unchanged = match (self.current_file().identity, now) {
            (Some(claimed), Some(now)) => claimed.is_unchanged(now),
            (claimed, now) => claimed.is_none() && now.is_none(),
        };
        match is_unchanged {
            true => Ok(()),
            false => Err(self.changed()),
        }
    }

    /// Returns the error for a change by another program.
    pub(crate) fn changed(&self) -> Error {
        Error::Changed {
            path: self.0.path.clone(),
        }
    }

    /// Records that the holder has changed the file.
    pub(crate) fn renew(&self) {
        let identity = Identity::of_written_at(&self.0.path);
        self.current_file().identity = identity;
    }

    /// Records that the holder has put another file in place. Returns the previous lock, which is released when
    /// dropped.
    pub(crate) fn replaced(&self, lock: Option<File>) -> Option<File> {
        let identity = Identity::of_written_at(&self.0.path);
        let mut there = self.current_file();
        there.identity = identity;
        std::mem::replace(&mut there.lock, lock)
    }

    /// Adds the mark of a draft to the file, or removes it. Returns `false` if that is not possible.
    pub(crate) fn mark(&self, is_marked: bool) -> bool {
        let there = self.current_file();
        let file = there.lock.as_ref();
        file.is_some_and(|file| system::mark(file, is_marked).is_ok())
    }

    /// Returns a reference that does not hold the lock.
    pub(crate) fn weak(&self) -> WeakClaim {
        WeakClaim(Arc::downgrade(&self.0))
    }

    /// Returns whether the file is the one that was opened for reading.
    pub(crate) fn is_of(&self, opened: Identity) -> bool {
        self.current_file()
            .identity
            .is_some_and(|claimed| claimed.is_unchanged(opened))
    }

    fn current_file(&self) -> MutexGuard<'_, CurrentFile> {
        lock_of(&self.0.there)
    }
}

/// The claims of a session.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// The claims that are held, by path.
    live: Mutex<BTreeMap<PathBuf, Weak<ClaimState>>>,
    /// The claims that are held until the end of the current step.
    of_step: Mutex<Vec<Claim>>,
    /// Set when the user wants to stop waiting.
    stop: Arc<AtomicBool>,
    /// True if the current step has waited without success: it does not wait again.
    is_impatient: AtomicBool,
}

impl Claims {
    /// Makes waits end when `stop` is set.
    pub(crate) fn heed(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Returns the flag that is set when the user wants to stop waiting.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Claims the file of a data set at a path, where it need not exist. A claim that this session already holds is
    /// shared.
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] if another process holds it for longer than `wait`.
    pub(crate) fn claim(&self, name: &DataSetName, path: &Path, wait: Duration) -> Result<Claim> {
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
        let claimed = Arc::new(ClaimState {
            path: path.clone(),
            there: Mutex::new(there),
            is_appended_to: AtomicBool::new(false),
        });
        let mut live = lock_of(&self.live);
        live.retain(|_, claimed| claimed.strong_count() > 0);
        live.insert(path, Arc::downgrade(&claimed));
        Ok(Claim(claimed))
    }

    /// Holds a claim until the end of the current step.
    pub(crate) fn keep(&self, claim: Claim) {
        lock_of(&self.of_step).push(claim);
    }

    /// Releases the claims of the step.
    pub(crate) fn release(&self) {
        lock_of(&self.of_step).clear();
        self.is_impatient.store(false, Ordering::Relaxed);
    }

    fn held(&self, path: &Path) -> Option<Arc<ClaimState>> {
        lock_of(&self.live).get(path)?.upgrade()
    }
}

fn lock_of<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The maps are consistent at any moment.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
