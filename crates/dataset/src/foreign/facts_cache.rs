//! What was learned of files, for as long as they stay as they are.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Result;
use crate::pages::Identity;

/// How many files are remembered.
const MOST: usize = 100;

/// What was learned of files by going through them, so that it need not be done again for the next step.
#[derive(Debug)]
pub struct FactsCache<T> {
    files: Mutex<HashMap<PathBuf, (Identity, Arc<T>)>>,
}

impl<T> Default for FactsCache<T> {
    fn default() -> Self {
        Self {
            files: Mutex::default(),
        }
    }
}

impl<T> FactsCache<T> {
    /// What is known of a file, or else what is learned of it by going through it, and what it is read by.
    ///
    /// # Errors
    /// If it cannot be gone through.
    pub fn facts_of<R>(
        &self,
        path: &Path,
        identity: Identity,
        reader: R,
        learn: impl FnOnce(R) -> Result<(R, T)>,
    ) -> Result<(R, Arc<T>)> {
        if let Some(known) = self.get(path, identity) {
            return Ok((reader, known));
        }
        let (reader, learned) = learn(reader)?;
        Ok((reader, self.keep(path, identity, learned)))
    }

    /// What is known of a file, if it is still the same.
    fn get(&self, path: &Path, identity: Identity) -> Option<Arc<T>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let (then, known) = files.get(path)?;
        (*then == identity).then(|| Arc::clone(known))
    }

    /// Keeps what was learned of a file.
    fn keep(&self, path: &Path, identity: Identity, learned: T) -> Arc<T> {
        let learned = Arc::new(learned);
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if files.len() >= MOST {
            files.clear();
        }
        files.insert(path.into(), (identity, Arc::clone(&learned)));
        learned
    }
}
