//! The names in a folder.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::mem::offset_of;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use windows_sys::Win32::Foundation::{ERROR_FILE_NOT_FOUND, ERROR_NO_MORE_FILES};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_ID_BOTH_DIR_INFO, FILE_LIST_DIRECTORY, FileIdBothDirectoryInfo,
    GetFileInformationByHandleEx,
};

use super::call::{checked, is_number};

/// The most bytes of entries that are asked for at a time.
const PART: usize = 64 << 10;

/// Returns the names of all that lies in a folder, in no order.
///
/// # Errors
///
/// Where the folder cannot be opened; each name is one where it cannot be read, and the last then.
pub(crate) fn names_in(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<OsString>> + use<>> {
    let opened = OpenOptions::new()
        .access_mode(FILE_LIST_DIRECTORY)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS)
        .open(folder)?;
    match opened.metadata()?.is_dir() {
        true => Ok(Listing {
            folder: opened,
            names: VecDeque::new(),
            is_over: false,
        }),
        false => Err(ErrorKind::NotADirectory.into()),
    }
}

/// The names in a folder, as far as they are not told yet.
struct Listing {
    folder: File,
    names: VecDeque<OsString>,
    is_over: bool,
}

impl Iterator for Listing {
    type Item = io::Result<OsString>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(name) = self.names.pop_front() {
                return Some(Ok(name));
            }
            if self.is_over {
                return None;
            }
            match entries(&self.folder) {
                Ok(bytes) => self.names.extend(names_of(&bytes)),
                Err(error) => {
                    self.is_over = true;
                    let is_end = is_number(&error, ERROR_NO_MORE_FILES) || is_number(&error, ERROR_FILE_NOT_FOUND);
                    if !is_end {
                        return Some(Err(error));
                    }
                }
            }
        }
    }
}

/// Returns the next entries of a folder, one behind the other.
fn entries(folder: &File) -> io::Result<Vec<u8>> {
    // Numbers of 64 bits, so that they are aligned.
    let mut entries = vec![0_u64; PART / 8];
    let start = entries.as_mut_ptr().cast();
    // SAFETY: the handle is open, and the call writes no more bytes than are told.
    checked(unsafe {
        GetFileInformationByHandleEx(folder.as_raw_handle(), FileIdBothDirectoryInfo, start, PART as u32)
    })?;
    Ok(entries.iter().flat_map(|number| number.to_ne_bytes()).collect())
}

/// Returns the names of entries, without those of the folder itself and of the one above it.
fn names_of(mut entries: &[u8]) -> Vec<OsString> {
    let mut names = Vec::new();
    loop {
        let number = |at: usize| {
            let bytes = entries.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u32::from_ne_bytes) as usize
        };
        let next = number(offset_of!(FILE_ID_BOTH_DIR_INFO, NextEntryOffset));
        let length = number(offset_of!(FILE_ID_BOTH_DIR_INFO, FileNameLength));
        let start = offset_of!(FILE_ID_BOTH_DIR_INFO, FileName);
        let bytes = entries.get(start..start + length).unwrap_or_default();
        let units = bytes.chunks_exact(2).map(|unit| u16::from_ne_bytes([unit[0], unit[1]]));
        let name = OsString::from_wide(&units.collect::<Vec<_>>());
        if !(name.is_empty() || name == "." || name == "..") {
            names.push(name);
        }
        match entries.get(next..) {
            Some(rest) if next > 0 => entries = rest,
            _ => return names,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_names_than_are_told_at_once_are_all_listed() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(names_in(folder.path()).unwrap().count(), 0);
        let name = |number: usize| format!("{number}-{}", "x".repeat(100));
        for number in 0..500 {
            std::fs::write(folder.path().join(name(number)), "").unwrap();
        }
        let mut names: Vec<OsString> = names_in(folder.path()).unwrap().map(Result::unwrap).collect();
        names.sort();
        let mut expected: Vec<OsString> = (0..500).map(|number| name(number).into()).collect();
        expected.sort();
        assert_eq!(names, expected);
    }
}
