//! Removes and renames data sets, with their indexes.

use crate::error::{Error, Result};
use crate::library::{Libraries, member};
use crate::name::DataSetName;
use crate::update::check_not_interrupted;
use crate::{drafts, index};

impl Libraries {
    /// Removes a data set.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if another process changes it, or if it cannot be removed.
    pub fn delete(&mut self, name: &DataSetName) -> Result<()> {
        self.writable(name)?;
        let path = self.path(name)?;
        let _claim = self.claim_to_remove(name, &path)?;
        std::fs::remove_file(&path).map_err(|source| Error::file("delete", &path, source))?;
        index::remove(&path);
        Ok(())
    }

    /// Renames a data set within its library.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if the new name exists or is invalid, or if the file cannot be renamed.
    pub fn rename(&mut self, name: &DataSetName, to: &str) -> Result<()> {
        let to = name.sibling(to)?;
        let folder = self.writable(name)?;
        let from = self.path(name)?;
        if to == *name {
            return Ok(());
        }
        self.check_no_view(&to)?;
        let taken = |path| Error::Exists { name: to.clone(), path };
        let extension = folder.extension;
        // That of a library of several folders stays in its own.
        let folder = from.parent().unwrap_or(folder.path);
        if let Some(path) = member::find(folder, to.member(), extension)? {
            return Err(taken(path));
        }
        let path = member::file_of(folder, to.member(), extension);
        let _claim = self.claim_to_remove(name, &from)?;
        self.opened.close(&path);
        // Its journal is found by its name.
        check_not_interrupted(&from)?;
        // Until the data set follows, they are the indexes of no data set.
        let (old, new) = (index::path_of(&from), index::path_of(&path));
        // Under both names, so that the data set has them wherever this is interrupted.
        let _ = std::fs::remove_file(&new);
        let is_linked = std::fs::hard_link(&old, &new).is_ok();
        let has_indexes = is_linked || old.exists() && std::fs::rename(&old, &new).is_ok();
        let renamed = drafts::rename(&from, &path);
        match &renamed {
            Ok(true) if is_linked => index::remove(&from),
            Ok(true) => {}
            _ if is_linked => index::remove(&path),
            _ if has_indexes => drop(std::fs::rename(&new, &old)),
            _ => {}
        }
        match renamed? {
            true => Ok(()),
            false => Err(taken(path)),
        }
    }
}
