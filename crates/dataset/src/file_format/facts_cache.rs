//! Facts about files, cached for as long as the files do not change.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Result;
use crate::pages::Identity;

/// The maximum number of cached files.
const MOST: usize = 100;

/// Facts about files that take a pass over the file to learn, kept for later steps.
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
    /// Returns the cached facts about a file and `reader`, or else those that `learn` returns after reading the file.
    ///
    /// # Errors
    ///
    /// Returns the error of `learn`.
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

    /// Returns the facts about a file if it has not changed.
    fn get(&self, path: &Path, identity: Identity) -> Option<Arc<T>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let (then, known) = files.get(path)?;
        (*then == identity).then(|| Arc::clone(known))
    }

    /// Caches the facts about a file.
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
