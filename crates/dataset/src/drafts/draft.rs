//! A draft: a file that is written under a temporary name until it is complete.
//!
//! The name is hidden and random, in the folder of the final file, so that a rename makes it appear at once and
//! complete. Until just before that only its user can read it. Drafts of killed processes are
//! [removed](mod@super::sweep) later: a draft is recognized by its name and its mark, which has no meaning on other
//! files; while one is being written, it is locked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use feedrate_pageio::{Error as PagesError, open_file};

use super::name::name_for;
use crate::error::{Error, Result};
use crate::locks::{self, Claim};
use crate::pages::Identity;
use crate::system::{self, PRIVATE, set_permissions, take_access_list, take_owner};

/// The most names that are tried.
const TRIES: usize = 5;

/// A file that is being written, with a lock on it. Dropping it before it is in place removes it.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(super) temporary: PathBuf,
    pub(super) destination: PathBuf,
    /// The claim on the data set that it replaces, if it is one.
    pub(super) claim: Option<Claim>,
    /// The file, with the lock.
    pub(super) file: File,
    /// The permissions that the system gives new files there.
    pub(super) ordinary: u32,
    /// True if dropping this removes the file with the temporary name.
    pub(super) is_there: bool,
}

impl Draft {
    /// Begins a file that will replace a claimed data set. `make` writes to the open file; its errors name the final
    /// path.
    pub(crate) fn begin<T>(claim: Claim, make: impl FnOnce(&File, &Path) -> Result<T>) -> Result<(Self, T)> {
        let destination = claim.path().to_owned();
        Self::begin_at(destination, Some(claim), make)
    }

    /// Begins a file that will be at `destination` and replaces any file there.
    ///
    /// # Errors
    ///
    /// Fails if `destination` is [not permitted](locks::resolve) or is a file that may not be written.
    pub(crate) fn begin_unclaimed<T>(
        destination: &Path,
        make: impl FnOnce(&File, &Path) -> Result<T>,
    ) -> Result<(Self, T)> {
        let destination = locks::resolve(destination)?;
        check_may_replace(&destination)?;
        Self::begin_at(destination, None, make)
    }

    fn begin_at<T>(
        destination: PathBuf,
        claim: Option<Claim>,
        make: impl FnOnce(&File, &Path) -> Result<T>,
    ) -> Result<(Self, T)> {
        let draft = Self::make_file(destination, claim)?;
        match make(&draft.file, &draft.temporary) {
            Ok(made) => Ok((draft, made)),
            Err(error) => Err(draft.in_terms_of_destination(error)),
        }
    }

    /// Creates and locks the file.
    fn make_file(destination: PathBuf, claim: Option<Claim>) -> Result<Self> {
        let failed = |source| {
            let path = destination.clone();
            Error::Pages(PagesError::Open { path, source })
        };
        // The permissions that the system gives a new file are known once it is created.
        let is_new = fs::symlink_metadata(&destination).is_err();
        let mut tries = 0;
        loop {
            tries += 1;
            let temporary = name_for(&destination).map_err(failed)?;
            let file = match system::new_draft(&temporary, is_new) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => {
                    continue;
                }
                Err(source) => return Err(failed(source)),
            };
            // Another process may have removed it as abandoned before it was locked.
            let is_taken = matches!(open_file::try_lock(&file, true), Ok(false));
            let ordinary = system::permissions_of(&file).map_err(failed)?;
            if (is_taken || open_file::is_removed(&file)) && tries < TRIES {
                continue;
            }
            feedrate_pageio::cold::note_made(&file);
            let draft = Self {
                ordinary,
                temporary,
                destination: destination.clone(),
                claim,
                file,
                is_there: true,
            };
            // On a file system without the mark, abandoned drafts cannot be recognized.
            if is_new && set_permissions(&draft.file, PRIVATE, true).is_err() {
                let _ = set_permissions(&draft.file, PRIVATE, false);
            }
            return Ok(draft);
        }
    }

    /// Returns its path while it is a draft.
    pub(crate) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Returns the open file.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Keeps the file under its temporary name: it is removed neither when this is dropped nor as abandoned.
    ///
    /// # Errors
    ///
    /// Fails if its mark cannot be removed.
    pub(crate) fn keep_as_it_is(&mut self) -> Result<()> {
        let kept = set_permissions(&self.file, PRIVATE, false);
        kept.map_err(|source| Error::file("keep the journal of", &self.destination, source))?;
        self.is_there = false;
        Ok(())
    }

    /// Gives the file the permissions of another one, unless it replaces a file, whose permissions it gets then. If the
    /// owner of that one cannot be its owner, it gets no more than those of all users.
    pub(crate) fn take_permissions_of(&mut self, other: &Path) -> Result<()> {
        let of_other = fs::metadata(other).map_err(|source| Error::file("look at", other, source))?;
        self.ordinary = take_owner(&self.file, &of_other);
        Ok(())
    }

    /// Returns the final path.
    pub(crate) fn destination(&self) -> &Path {
        &self.destination
    }

    /// Puts the file in place, replacing an existing one.
    ///
    /// # Errors
    ///
    /// Fails if the data set is not as it was when it was claimed, or if the system refuses.
    pub(crate) fn put_in_place(mut self) -> Result<()> {
        self.put_under_its_name()
    }

    /// The same for a draft that is dropped later.
    pub(crate) fn put_under_its_name(&mut self) -> Result<()> {
        let mode = self.take_over()?;
        let is_alone = self.claim.as_ref().is_some_and(|claim| !claim.has_file());
        match is_alone {
            true => self.rename_alone()?,
            false => system::replace(&self.temporary, &self.destination).map_err(|source| self.no_name(source))?,
        }
        self.has_its_name(mode);
        Ok(())
    }

    /// Gives the file its final name if no other file has it.
    pub(super) fn rename_alone(&self) -> Result<()> {
        match system::rename_to_new(&self.temporary, &self.destination) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self
                .claim
                .as_ref()
                .map_or_else(|| self.no_name(system::error_of_existing()), Claim::changed)),
            Err(source) => Err(self.no_name(source)),
        }
    }

    /// Checks that the file to be replaced is the claimed one, and gives the draft its owner and permissions as far as
    /// allowed, so that it is not readable by more users. Returns the permissions, without the mark, which stays until
    /// the file is in place.
    pub(super) fn take_over(&self) -> Result<u32> {
        if let Some(claim) = &self.claim {
            claim.check_unchanged()?;
        }
        // A user who can write to the folder could have put another file under the name of the draft.
        if Identity::at(&self.temporary).is_none_or(|there| !self.is_the_file(there)) {
            return Err(self.no_name(io::ErrorKind::NotFound.into()));
        }
        let mode = match fs::symlink_metadata(&self.destination) {
            Ok(before) if before.is_file() => take_owner(&self.file, &before),
            _ => self.ordinary,
        };
        let _ = set_permissions(&self.file, mode, true);
        if take_access_list(&self.file, &self.destination) {
            return Ok(mode);
        }
        // Without the list, the group would get at most what the list gives to others.
        let mode = system::without_group(mode);
        let _ = set_permissions(&self.file, mode, true);
        Ok(mode)
    }

    /// Records that the file is in place and no draft any more. Returns the lock on the replaced file, if that was
    /// claimed.
    pub(super) fn has_its_name(&mut self, mode: u32) -> Option<File> {
        self.is_there = false;
        let _ = set_permissions(&self.file, mode, false);
        // The claim takes over the lock while it is held.
        let lock = self.file.try_clone().ok();
        self.claim.as_ref()?.replaced(lock)
    }

    fn is_the_file(&self, there: Identity) -> bool {
        Identity::of_file(&self.file).is_some_and(|file| file.is_same_file(there))
    }

    pub(super) fn no_name(&self, source: io::Error) -> Error {
        Error::file("put the new data set in place as", &self.destination, source)
    }

    /// Rewrites an error to name the final file.
    pub(crate) fn in_terms_of_destination(&self, error: Error) -> Error {
        in_terms_of(error, &self.temporary, &self.destination)
    }
}

/// Waits until the names in the folder of a file have reached the device.
pub(crate) fn flush_names(destination: &Path) {
    // The data set is in place. A file system that cannot flush a folder keeps names by itself.
    let folder = destination.parent().unwrap_or(Path::new("/"));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.is_there {
            // A file that cannot be removed now is removed later as abandoned.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Replaces the temporary name in an error by the final one.
fn in_terms_of(mut error: Error, temporary: &Path, destination: &Path) -> Error {
    if let Error::Pages(
        PagesError::Open { path, .. } | PagesError::Transfer { path, .. } | PagesError::File { path, .. },
    ) = &mut error
        && path == temporary
    {
        *path = destination.into();
    }
    error
}

/// The rename would replace a file that its owner has write-protected, so the permission is checked first.
pub(crate) fn check_may_replace(destination: &Path) -> Result<()> {
    system::check_may_replace(destination).map_err(|source| Error::file("replace", destination, source))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use rustix::fs::{XattrFlags, fsetxattr, lgetxattr};

    use super::*;

    /// The mark of a draft.
    const MARK: u32 = 0o1000;

    /// The attribute with the access control list of a file.
    const ACCESS_LIST: &str = "system.posix_acl_access";

    fn begin(destination: &Path) -> Draft {
        Draft::begin_unclaimed(destination, |_, _| Ok(())).unwrap().0
    }

    fn mode_of(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn drafts_are_private_until_they_have_their_name() {
        let folder = tempfile::tempdir().unwrap();
        let ordinary = folder.path().join("ordinary");
        fs::write(&ordinary, "").unwrap();
        for (name, before, after) in [
            ("new", None, mode_of(&ordinary)),
            ("private", Some(0o600), 0o600),
            ("shared", Some(0o664), 0o664),
        ] {
            let path = folder.path().join(name);
            if let Some(mode) = before {
                fs::write(&path, "old").unwrap();
                fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            }
            let draft = begin(&path);
            assert_eq!(mode_of(&draft.temporary), MARK | PRIVATE, "{name}");
            draft.put_in_place().unwrap();
            assert_eq!(mode_of(&path), after, "{name}");
        }
    }

    #[test]
    fn an_access_list_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        // The owner, user 1000, the group without rights, the mask, and others.
        let entries = [
            (1, 6, u32::MAX),
            (2, 6, 1000),
            (4, 0, u32::MAX),
            (16, 6, u32::MAX),
            (32, 0, u32::MAX),
        ];
        let mut list = 2u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            list.extend([tag, 0, rights, 0]);
            list.extend(id.to_le_bytes());
        }
        let file = File::options().write(true).open(&path).unwrap();
        if fsetxattr(&file, ACCESS_LIST, &list, XattrFlags::empty()).is_err() {
            // A file system without access control lists.
            return;
        }
        begin(&path).put_in_place().unwrap();
        let mut kept = [0; 4096];
        let length = lgetxattr(&path, ACCESS_LIST, &mut kept).unwrap();
        assert_eq!(kept[..length], list);
        assert_eq!(mode_of(&path), 0o660);
    }
}
