//! Resolves the path of a file that is to be replaced, and checks whether it may be.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use feedrate_pageio::named_file;

use crate::error::{Error, Result};
use crate::system;

/// Returns the path without links of a file that is to be replaced, which need not exist: the target of a link is
/// written, not the link.
///
/// # Errors
///
/// Fails if there is something other than an ordinary file, in `/dev` (except `/dev/shm`) and `/proc`, for devices such
/// as `NUL`, and for links as [`named_file::resolve`].
pub(crate) fn resolve(path: &Path) -> Result<PathBuf> {
    let failed = |source| Error::file("write", path, source);
    let real = named_file::resolve(path).map_err(failed)?;
    let is_other = fs::symlink_metadata(&real).is_ok_and(|there| !there.is_file());
    if is_other || system::is_never_replaced(&real) {
        let text = "it is no file that another can take the place of; name one";
        return Err(failed(io::Error::other(text)));
    }
    Ok(real)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_do_not_lead_out_of_folders_that_everybody_can_write() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        symlink("/var/outside", folder.path().join("out")).unwrap();
        let error = resolve(&folder.path().join("out")).unwrap_err().to_string();
        assert!(error.contains("a link leads out of"), "{error}");
    }

    #[test]
    fn files_in_memory_are_ordinary() {
        assert!(resolve(Path::new("/dev/shm/new")).is_ok());
    }

    #[test]
    fn only_ordinary_files_are_written() {
        let folder = tempfile::tempdir().unwrap();
        symlink("/dev/null", folder.path().join("null")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, folder.path().join("fifo"), rustix::fs::Mode::RUSR).unwrap();
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
