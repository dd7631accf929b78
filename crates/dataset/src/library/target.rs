//! Resolves the path of a file that is to be written, and checks whether it may be written there.
//!
//! A link in a folder that others can write to may be theirs, to make another user's program write to a file of their
//! choice.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, Result};

/// Folders whose names are not files that could be replaced.
const NO_FILES: [&str; 2] = ["/dev", "/proc"];

/// A folder among them that has ordinary files.
const MEMORY: &str = "/dev/shm";

/// The maximum number of links on a path, as in the system.
const MOST_LINKS: usize = 40;

/// Returns the path without links of a file that is to be replaced, which need not exist: the target of a link is
/// written, not the link.
///
/// # Errors
///
/// Fails if there is something other than an ordinary file, in `/dev` (except `/dev/shm`) and `/proc`, and if a link
/// leads out of a folder that others can write to. The latter is permitted if the link is this user's or root's and
/// others cannot replace it: the folder is not writable for everyone, or has the sticky bit.
pub(crate) fn resolve(path: &Path) -> Result<PathBuf> {
    let failed = |source| Error::file("write", path, source);
    let real = walk(path).map_err(failed)?;
    let is_other = fs::symlink_metadata(&real).is_ok_and(|there| !there.is_file());
    let is_in_memory = real.starts_with(MEMORY);
    if is_other || !is_in_memory && NO_FILES.iter().any(|folder| real.starts_with(folder)) {
        let text = "it is no file that another can take the place of; name one";
        return Err(failed(io::Error::other(text)));
    }
    Ok(real)
}

/// Checks that links on the path of a file that is to be written are permitted, see `resolve`. The file may be of any
/// kind.
///
/// # Errors
///
/// Fails if a link cannot be read or leads out of a folder that others can write to.
pub fn check_links(path: &Path) -> io::Result<()> {
    walk(path).map(drop)
}

/// Resolves the links of a path one by one. What follows a name that does not exist is kept.
fn walk(path: &Path) -> io::Result<PathBuf> {
    let mut real = PathBuf::from("/");
    let mut rest = names(&std::path::absolute(path)?);
    let mut links = 0;
    // Folders that others can write to: a link in them must not lead out.
    let mut bounds: Vec<PathBuf> = Vec::new();
    while let Some(name) = rest.pop() {
        if name == ".." {
            real.pop();
            continue;
        }
        let next = real.join(&name);
        match fs::symlink_metadata(&next) {
            Ok(there) if there.is_symlink() => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(io::Error::other("too many links lead from one to another"));
                }
                let target = fs::read_link(&next)?;
                if !is_trusted(&real, &there)? {
                    bounds.push(real.clone());
                }
                if target.is_absolute() {
                    real = PathBuf::from("/");
                }
                rest.extend(names(&target));
            }
            _ => real = next,
        }
    }
    match bounds.iter().find(|bound| !real.starts_with(bound)) {
        None => Ok(real),
        Some(folder) => Err(io::Error::other(format!(
            "a link leads out of {}, which others can write, to {}; name that file itself",
            folder.display(),
            real.display()
        ))),
    }
}

/// Returns the names of a path, the last one first.
fn names(path: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = path
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_owned()),
            Component::ParentDir => Some("..".into()),
            Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
        })
        .collect();
    names.reverse();
    names
}

/// Returns whether a link in a folder can only be this user's or the system's.
fn is_trusted(folder: &Path, link: &Metadata) -> io::Result<bool> {
    let folder = fs::metadata(folder)?;
    let is_own = |owner: u32| owner == 0 || owner == rustix::process::geteuid().as_raw();
    let everybody = folder.mode() & 0o1002 == 0o002;
    let others = folder.mode() & 0o022 != 0 || !is_own(folder.uid());
    Ok(!everybody && (!others || is_own(link.uid())))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, lchown, symlink};

    use super::*;

    /// A folder with a folder `inner` of this mode, a file beside it, and links in it.
    fn kit(mode: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let inner = root.join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(root.join("outside"), "o").unwrap();
        fs::write(inner.join("inside"), "i").unwrap();
        symlink("../outside", inner.join("out")).unwrap();
        symlink(inner.join("inside"), inner.join("in")).unwrap();
        symlink("new", inner.join("dangling")).unwrap();
        symlink("..", inner.join("up")).unwrap();
        fs::set_permissions(&inner, fs::Permissions::from_mode(mode)).unwrap();
        (folder, inner)
    }

    #[test]
    fn links_are_followed_to_where_they_lead() {
        let (_folder, inner) = kit(0o755);
        let root = inner.parent().unwrap();
        let resolved = |name: &str| resolve(&inner.join(name)).unwrap();
        assert_eq!(resolved("out"), root.join("outside"));
        assert_eq!(resolved("in"), inner.join("inside"));
        assert_eq!(resolved("dangling"), inner.join("new"));
        assert_eq!(resolved("up/outside"), root.join("outside"));
        assert_eq!(resolved("no/such/file"), inner.join("no/such/file"));
    }

    #[test]
    fn links_do_not_lead_out_of_folders_that_everybody_can_write() {
        for mode in [0o777, 0o1777] {
            let (_folder, inner) = kit(mode);
            if mode == 0o1777 {
                // With the sticky bit, the user's own links are still followed.
                assert!(resolve(&inner.join("out")).is_ok());
                if !rustix::process::geteuid().is_root() {
                    continue;
                }
                for link in ["out", "up", "in", "dangling"] {
                    lchown(inner.join(link), Some(65534), None).unwrap();
                }
            }
            for name in ["out", "up/outside", "up/new"] {
                let error = resolve(&inner.join(name)).unwrap_err().to_string();
                assert!(error.contains("a link leads out of"), "{error}");
                assert!(error.contains("name that file itself"), "{error}");
            }
            assert_eq!(resolve(&inner.join("in")).unwrap(), inner.join("inside"));
            assert_eq!(resolve(&inner.join("dangling")).unwrap(), inner.join("new"));
        }
    }

    #[test]
    fn links_of_others_do_not_lead_out_of_folders_that_a_group_can_write() {
        let (_folder, inner) = kit(0o775);
        assert!(resolve(&inner.join("out")).is_ok());
        // Only root can create a link of another user.
        if rustix::process::geteuid().is_root() {
            lchown(inner.join("out"), Some(65534), None).unwrap();
            assert!(resolve(&inner.join("out")).is_err());
            fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
            assert!(resolve(&inner.join("out")).is_ok());
            std::os::unix::fs::chown(&inner, Some(65534), None).unwrap();
            assert!(resolve(&inner.join("out")).is_err());
        }
    }

    #[test]
    fn files_in_memory_are_ordinary() {
        assert!(resolve(Path::new("/dev/shm/new")).is_ok());
    }

    #[test]
    fn circles_of_links_end() {
        let folder = tempfile::tempdir().unwrap();
        symlink("b", folder.path().join("a")).unwrap();
        symlink("a", folder.path().join("b")).unwrap();
        let error = resolve(&folder.path().join("a")).unwrap_err().to_string();
        assert!(error.contains("too many links"), "{error}");
    }

    #[test]
    fn only_ordinary_files_are_written() {
        let folder = tempfile::tempdir().unwrap();
        symlink("/dev/null", folder.path().join("null")).unwrap();
        rustix::fs::mkfifoat(
            rustix::fs::CWD,
            folder.path().join("fifo"),
            rustix::fs::Mode::RUSR,
        )
        .unwrap();
        for path in [
            folder.path().to_owned(),
            folder.path().join("null"),
            folder.path().join("fifo"),
            "/dev/null".into(),
            "/dev/new".into(),
            "/proc/x".into(),
        ] {
            let error = resolve(&path).unwrap_err().to_string();
            assert!(error.contains("no file that another can take"), "{error}");
        }
    }
}
