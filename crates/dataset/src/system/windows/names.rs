//! The names of files: giving them others, and what may have one.
//!
//! There is no call that exchanges two names. Where the file system has hard links, a name is never without a file all
//! the same; elsewhere it is for a moment, and a process that is killed then leaves the file that had it before under
//! the name of the draft with the extension `old`.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Component, Path, Prefix};

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_ALREADY_EXISTS, ERROR_FILE_EXISTS, ERROR_SHARING_VIOLATION, WIN32_ERROR,
};
use windows_sys::Win32::Storage::FileSystem::{FILE_FLAG_OPEN_REPARSE_POINT, MoveFileExW};

/// The extension of a file that gives up its name for a moment.
const ASIDE: &str = "old";

/// The extension of a further name of a file that is about to be replaced. It may last until the file is closed if the
/// file cannot be.
const SECOND_NAME: &str = "link";

/// The length of a path, in units, from which on calls take it only with the mark `\\?\`.
const LONG: usize = 248;

/// Returns whether a path names a device, such as `NUL`.
pub(crate) fn is_never_replaced(path: &Path) -> bool {
    let prefix = |path: &Path| match path.components().next() {
        Some(Component::Prefix(prefix)) => matches!(prefix.kind(), Prefix::DeviceNS(_)),
        _ => false,
    };
    std::path::absolute(path).is_ok_and(|whole| prefix(&whole))
}

/// Renames a file. Returns `false` if the new name exists.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn rename_to_new(from: &Path, to: &Path) -> io::Result<bool> {
    let (from, to) = (to_units(from)?, to_units(to)?);
    // SAFETY: both paths end with a zero.
    let moved = unsafe { MoveFileExW(from.as_ptr(), to.as_ptr(), 0) };
    if moved != 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    match is_one_of(&error, &[ERROR_ALREADY_EXISTS, ERROR_FILE_EXISTS]) {
        true => Ok(false),
        false => Err(error),
    }
}

/// Renames a file, which replaces another one of the new name. Where the file system does not replace one that is open,
/// that one is renamed and then removed.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn replace(from: &Path, to: &Path) -> io::Result<()> {
    let Err(error) = fs::rename(from, to) else {
        return Ok(());
    };
    let may_be_open = is_one_of(&error, &[ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION]);
    let is_file = || fs::symlink_metadata(to).is_ok_and(|there| there.is_file());
    if !may_be_open || !is_file() || exchange_in_turn(from, to).is_err() {
        return Err(error);
    }
    // The file that was replaced has the name now.
    let _ = fs::remove_file(from);
    Ok(())
}

/// Exchanges the names of two files. Returns `false` if the file system cannot; it always can.
///
/// # Errors
///
/// The error of the system. Both have their names then.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    let second = one.with_extension(SECOND_NAME);
    if fs::hard_link(other, &second).is_ok() {
        if fs::rename(one, other).is_ok() {
            return name_again(&second, one, other).map(|()| true);
        }
        fs::remove_file(&second)?;
    }
    exchange_in_turn(one, other).map(|()| true)
}

/// Does the same with a moment in which no file has the name `other`.
fn exchange_in_turn(one: &Path, other: &Path) -> io::Result<()> {
    let aside = one.with_extension(ASIDE);
    fs::rename(other, &aside)?;
    if let Err(error) = fs::rename(one, other) {
        let _ = fs::rename(&aside, other);
        return Err(error);
    }
    name_again(&aside, one, other)
}

/// Gives the file that is aside the name `one`, or else both files their names of before.
fn name_again(aside: &Path, one: &Path, other: &Path) -> io::Result<()> {
    fs::rename(aside, one).inspect_err(|_| {
        if fs::rename(other, one).is_ok() {
            let _ = fs::rename(aside, other);
        }
    })
}

fn is_one_of(error: &io::Error, numbers: &[WIN32_ERROR]) -> bool {
    let number = error.raw_os_error().map(i32::cast_unsigned);
    number.is_some_and(|number| numbers.contains(&number))
}

/// Returns the units of a path of any length, with a zero at its end.
fn to_units(path: &Path) -> io::Result<Vec<u16>> {
    let whole = std::path::absolute(path)?;
    let units: Vec<u16> = whole.as_os_str().encode_wide().collect();
    let prefix = match whole.components().next() {
        Some(Component::Prefix(prefix)) if units.len() >= LONG => Some(prefix.kind()),
        _ => None,
    };
    let (mark, rest) = match prefix {
        Some(Prefix::Disk(_)) => (r"\\?\", &units[..]),
        // It begins with two backslashes.
        Some(Prefix::UNC(..)) => (r"\\?\UNC\", &units[2..]),
        _ => ("", &units[..]),
    };
    Ok(OsStr::new(mark)
        .encode_wide()
        .chain(rest.iter().copied())
        .chain([0])
        .collect())
}

/// Returns the error of a name that another file has.
pub(crate) fn error_of_existing() -> io::Error {
    io::Error::from_raw_os_error(ERROR_ALREADY_EXISTS.cast_signed())
}

/// Checks that this process may write the file at a path, where there is one.
///
/// # Errors
///
/// The error of the system if it may not, or if another process has it open and does not share it.
pub(crate) fn check_may_replace(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).open(path) {
        // Some servers let administrators write what may only be read.
        Ok(file) if file.metadata()?.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Opens the file at a path to be read, and to be written if `writes`, without following a link.
///
/// # Errors
///
/// The error of the system, and if there is a link.
pub(crate) fn open_to_lock(path: &Path, writes: bool) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(writes)
        .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
        .open(path)?;
    match file.metadata()?.is_symlink() {
        true => Err(io::Error::other("it is a link; name the file that it leads to")),
        false => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Makes two files, which have their names as contents.
    fn two_files(folder: &Path) -> [PathBuf; 2] {
        ["one.tmp", "other"].map(|name| {
            let path = folder.join(name);
            fs::write(&path, name).unwrap();
            path
        })
    }

    #[test]
    fn names_are_exchanged_and_nothing_else_is_left() {
        for exchange_them in [
            |one: &Path, other: &Path| exchange(one, other).map(drop),
            exchange_in_turn,
        ] {
            let folder = tempfile::tempdir().unwrap();
            let [one, other] = two_files(folder.path());
            let open = File::open(&other).unwrap();
            exchange_them(&one, &other).unwrap();
            drop(open);
            assert_eq!(fs::read(&one).unwrap(), b"other");
            assert_eq!(fs::read(&other).unwrap(), b"one.tmp");
            assert_eq!(feedrate_pageio::folder::entries(folder.path()).unwrap().count(), 2);
        }
    }

    #[test]
    fn an_open_file_is_replaced_and_can_still_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = two_files(folder.path());
        let open = File::open(&other).unwrap();
        replace(&one, &other).unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"one.tmp");
        assert_eq!(io::read_to_string(&open).unwrap(), "other");
        drop(open);
        assert_eq!(feedrate_pageio::folder::entries(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_exchanged_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [_, other] = two_files(folder.path());
        let absent = folder.path().join("absent.tmp");
        assert!(exchange(&absent, &other).is_err());
        assert!(replace(&absent, &other).is_err());
        assert_eq!(fs::read(&other).unwrap(), b"other");
        assert_eq!(feedrate_pageio::folder::entries(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn long_paths_get_the_mark() {
        let text = |path: &str| String::from_utf16(&to_units(Path::new(path)).unwrap()).unwrap();
        let long = "x".repeat(LONG);
        assert_eq!(text(r"C:\a"), "C:\\a\0");
        assert_eq!(text(&format!(r"C:\{long}")), format!("\\\\?\\C:\\{long}\0"));
        assert_eq!(
            text(&format!(r"\\server\share\{long}")),
            format!("\\\\?\\UNC\\server\\share\\{long}\0")
        );
    }

    #[test]
    fn devices_are_never_replaced() {
        assert!(is_never_replaced(Path::new("NUL")) && is_never_replaced(Path::new(r"\\.\PhysicalDrive0")));
        assert!(!is_never_replaced(Path::new(r"C:\a")));
    }

    #[test]
    fn a_file_that_is_only_to_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [one, _] = two_files(folder.path());
        check_may_replace(&one).unwrap();
        check_may_replace(&folder.path().join("absent")).unwrap();
        let mut permissions = fs::metadata(&one).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&one, permissions.clone()).unwrap();
        let error = check_may_replace(&one).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }
}
