//! Files in the folders of processes, read into one buffer.
//!
//! Such a folder that is held open stays that of the process: another one that gets its number later is never taken for
//! it.

use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Dir, Mode, OFlags, openat};

/// More than any of the short files has.
const SHORT: usize = 4096;

/// The most that is read of a file: the mappings of a process may be many.
const LONGEST: usize = 4 << 20;

/// Opens a file in a folder.
///
/// # Errors
///
/// The error of the system.
pub fn open_in(folder: impl AsFd, path: &str) -> rustix::io::Result<OwnedFd> {
    openat(folder, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
}

/// Reads a file in a folder from its beginning, as [`read_again`] does.
///
/// # Errors
///
/// The error of the system.
pub fn read_in(folder: impl AsFd, path: impl AsRef<str>, buffer: &mut Vec<u8>) -> rustix::io::Result<()> {
    read_again(&open_in(folder, path.as_ref())?, buffer)
}

/// Reads a file from its beginning until the buffer is full or the file ends. The buffer grows as needed.
///
/// # Errors
///
/// The error of the system.
pub fn read_again(file: &OwnedFd, buffer: &mut Vec<u8>) -> rustix::io::Result<()> {
    buffer.clear();
    buffer.resize(SHORT, 0);
    let mut length = 0;
    loop {
        let read = rustix::io::pread(file, &mut buffer[length..], length as u64)?;
        length += read;
        // A short read is the end of the files that fit; of longer ones the kernel returns a memory page at a time.
        if read == 0 || (length < SHORT / 2 && length < buffer.len()) {
            break;
        }
        if length == buffer.len() {
            if length >= LONGEST {
                break;
            }
            buffer.resize(length * 2, 0);
        }
    }
    buffer.truncate(length);
    Ok(())
}

/// Returns the numbers that are names in a folder, such as those of the threads of a process; none if it is gone.
pub fn numbers_in(folder: impl AsFd, path: &str) -> Vec<u32> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = openat(folder, path, flags, Mode::empty());
    let Ok(entries) = opened.and_then(Dir::new) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str().ok()?.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use rustix::fs::CWD;

    use super::*;

    #[test]
    fn long_files_are_read_to_their_end() {
        let mut buffer = Vec::new();
        read_in(CWD, "/proc/self/maps", &mut buffer).unwrap();
        assert!(buffer.len() > 1000 && buffer.ends_with(b"\n"));
        assert!(String::from_utf8_lossy(&buffer).contains("[stack]"));
    }

    #[test]
    fn the_numbers_of_a_folder_are_those_of_its_names() {
        assert!(numbers_in(CWD, "/proc/self/fd").len() >= 3);
        assert!(numbers_in(CWD, "/nowhere/at/all").is_empty());
    }
}
