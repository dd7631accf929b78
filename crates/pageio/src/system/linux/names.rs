//! Files and folders by their names: their entries, kinds, status and modes.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, StatxFlags, lstat, stat, statx};

/// The device that is an empty text.
const NULL: &str = "/dev/null";

/// File systems that compress at most 128 KiB at once, or not at all, by the magic numbers of `statfs(2)`. What is
/// below them does not compress more at once. ZFS is none of them, and a server behind a network file system may have
/// it.
const NEAR: [u32; 4] = [
    0xEF53,      // ext2, ext3 and ext4
    0x5846_5342, // XFS
    0x9123_683E, // Btrfs: 128 KiB
    0x0102_1994, // tmpfs
];

/// Returns the names of all that lies in a folder, in no order.
///
/// # Errors
///
/// Where the folder cannot be opened; each name is one where it cannot be read, and the last then.
pub(crate) fn names_in(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<OsString>> + use<>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(folder, flags, Mode::empty())?;
    Ok(Dir::new(opened)?.filter_map(|entry| match entry {
        Ok(entry) => match entry.file_name().to_bytes() {
            b"." | b".." => None,
            name => Some(Ok(OsString::from_vec(name.to_vec()))),
        },
        Err(error) => Some(Err(error.into())),
    }))
}

/// Waits until everything that was written to the volume of a folder has reached the device (`syncfs(2)`).
///
/// # Errors
///
/// Fails if the folder cannot be opened, or the device did not take what was written.
pub(crate) fn settle(folder: &Path) -> io::Result<()> {
    let opened = File::open(folder)?;
    Ok(rustix::fs::syncfs(&opened)?)
}

/// Reads at an offset of a file. Returns the number of bytes, 0 at its end.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(bytes, offset)
}

/// Returns whether a path names an ordinary file, without opening it.
///
/// # Errors
///
/// Fails if it is not there.
pub(crate) fn is_ordinary(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.is_file())
}

/// Returns whether an open file is an ordinary one.
///
/// # Errors
///
/// Where the system does not tell.
pub(crate) fn is_ordinary_file(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.is_file())
}

/// Returns whether a path names what can be read as a text: a file, a pipe, a terminal or `/dev/null`.
///
/// # Errors
///
/// Fails if it is not there, or is a folder.
pub(crate) fn is_text(path: &Path) -> io::Result<bool> {
    let metadata = fs::metadata(path)?;
    let kind = metadata.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(kind.is_file() || kind.is_fifo() || kind.is_char_device() && (is_null(&metadata) || is_terminal(path)))
}

fn is_null(metadata: &Metadata) -> bool {
    fs::metadata(NULL).is_ok_and(|null| null.rdev() == metadata.rdev())
}

fn is_terminal(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.is_terminal())
}

/// Lets a file that is made with these options be accessible only to its owner.
pub(crate) fn for_owner_alone(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Makes a folder that is accessible only to its owner. It must not be there.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn make_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Asks for the status of a file or folder: of a link, of what it leads to (`stat`).
///
/// # Errors
///
/// The error of the system.
pub(crate) fn ask_status(path: &Path) -> io::Result<()> {
    Ok(stat(path).map(drop)?)
}

/// The same; of a link, of itself (`lstat`).
///
/// # Errors
///
/// The error of the system.
pub(crate) fn ask_link_status(path: &Path) -> io::Result<()> {
    Ok(lstat(path).map(drop)?)
}

/// Asks for all that the system tells of a file or folder; of a link, of what it leads to (`statx`).
///
/// # Errors
///
/// The error of the system.
pub(crate) fn ask_extended_status(path: &Path) -> io::Result<()> {
    Ok(statx(CWD, path, AtFlags::empty(), StatxFlags::ALL).map(drop)?)
}

/// Returns whether the file system of a file is known to look for repeats at most 128 KiB back, or not at all, where it
/// compresses.
pub(crate) fn compresses_near(file: &File) -> bool {
    // Magic numbers have 32 bits, in a field that has more on some machines.
    rustix::fs::fstatfs(file).is_ok_and(|status| NEAR.contains(&(status.f_type as u32)))
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::symlink;
    use std::thread;

    use super::*;
    use crate::NameCall;
    use crate::named_text::{self, TextKind};

    #[test]
    fn links_in_a_folder_are_names_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        symlink("nowhere", folder.path().join("a")).unwrap();
        let found: Vec<_> = crate::folder::entries(folder.path())
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].file_name(), "a");
        assert!(found[0].metadata().unwrap().is_symlink());
    }

    #[test]
    fn texts_are_files_pipes_and_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(named_text::read(Path::new(NULL), 100).unwrap(), b"");
        let pipe = folder.path().join("pipe");
        rustix::fs::mkfifoat(CWD, &pipe, Mode::RWXU).unwrap();
        let writes = {
            let pipe = pipe.clone();
            thread::spawn(move || fs::write(pipe, "through a pipe"))
        };
        assert_eq!(named_text::read(&pipe, 100).unwrap(), b"through a pipe");
        writes.join().unwrap().unwrap();
        for path in ["/dev/zero", "/dev/full", "/dev/urandom"] {
            let error = named_text::read(Path::new(path), 100).unwrap_err().to_string();
            assert!(error.starts_with("it is a device"), "{path}: {error}");
        }
    }

    #[test]
    fn a_text_without_blocks_is_refused_by_its_length_alone() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(1 << 40).unwrap();
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        let note = TextKind {
            name: "note",
            longest: 1 << 20,
        };
        let error = note.read(Path::new(&path)).unwrap_err().to_string();
        assert!(error.starts_with("it is longer"), "{error}");
    }

    #[test]
    fn the_status_of_a_link_is_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("l");
        symlink("nowhere", &link).unwrap();
        assert!(NameCall::STATUS.make(&link).is_err());
        assert!(NameCall::EXTENDED_STATUS.make(&link).is_err());
        NameCall::LINK_STATUS.make(&link).unwrap();
        NameCall::EXTENDED_STATUS.make(folder.path()).unwrap();
    }

    #[test]
    fn what_is_not_known_to_look_near_may_look_far() {
        assert!(!compresses_near(&File::open("/proc/self/stat").unwrap()));
    }
}
