//! Bringing files into the page cache and out of it, and what was written to the device.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::os::windows::io::AsRawHandle;

use windows_sys::Wdk::Storage::FileSystem::{FILE_ACCESS_INFORMATION, FileAccessInformation, NtQueryInformationFile};
use windows_sys::Win32::Foundation::GENERIC_WRITE;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_APPEND_DATA, FILE_FLAG_NO_BUFFERING, FILE_READ_DATA, FILE_WRITE_DATA,
};
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;

use super::call::reopened;

/// Makes the system forget what it holds of a file: it does so when a file is opened past the cache that nobody has
/// open through it, nor in memory. So it is a hint, whose effect is not known.
pub(crate) fn forget(file: &File) {
    drop(reopened(file, FILE_READ_DATA, FILE_FLAG_NO_BUFFERING));
}

/// Returns whether a file is open to be written; `None` where the system does not tell.
pub(crate) fn is_open_to_write(file: &File) -> Option<bool> {
    let mut told = FILE_ACCESS_INFORMATION::default();
    let mut status = IO_STATUS_BLOCK::default();
    // SAFETY: the structure is that of the class, and as long as is told. The call ends before it returns, also for a
    // file that is open for overlapped calls.
    let answer = unsafe {
        NtQueryInformationFile(
            file.as_raw_handle(),
            &raw mut status,
            (&raw mut told).cast(),
            size_of::<FILE_ACCESS_INFORMATION>() as u32,
            FileAccessInformation,
        )
    };
    (answer == 0).then_some(told.AccessFlags & (FILE_WRITE_DATA | FILE_APPEND_DATA) != 0)
}

/// Returns whether a failure to sync says that there is nothing to be synced. [`sync_data`] does not fail then.
pub(crate) fn has_nothing_to_sync(_file: &File, _error: &io::Error) -> bool {
    false
}

/// Waits until what was written to a file has reached the device. A file that is open to be read alone is opened once
/// more for this; nothing of it is flushed where this process may not write it.
pub(crate) fn sync_data(file: &File) -> io::Result<()> {
    sync_all(file)
}

/// Does the same for all that belongs to the file, which the system does not tell apart.
pub(crate) fn sync_all(file: &File) -> io::Result<()> {
    match is_open_to_write(file) {
        Some(false) => match reopened(file, GENERIC_WRITE, 0) {
            Ok(again) => again.sync_all(),
            Err(_) => Ok(()),
        },
        _ => file.sync_all(),
    }
}

/// Waits until what was written to a file has reached the device: a volume as a whole is flushed for administrators
/// alone.
pub(crate) fn sync_volume(file: &File) -> io::Result<()> {
    sync_all(file)
}

/// Reads files into the page cache and keeps nothing.
#[derive(Debug)]
pub(crate) struct CacheReader {
    buffer: Vec<u8>,
}

impl CacheReader {
    /// Prepares to read up to `most` bytes at a time.
    pub(crate) fn new(most: usize) -> io::Result<Self> {
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(most).map_err(|_| io::ErrorKind::OutOfMemory)?;
        buffer.resize(most, 0);
        Ok(Self { buffer })
    }

    /// Reads up to `bytes` bytes from `offset` on. Returns how many, which is 0 at the end, and advances the offset.
    pub(crate) fn read(&mut self, file: &File, offset: &mut u64, bytes: usize) -> io::Result<usize> {
        let bytes = bytes.min(self.buffer.len());
        let read = file.seek_read(&mut self.buffer[..bytes], *offset)?;
        *offset += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_known_for_what_a_file_is_open() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(is_open_to_write(file.as_file()), Some(true));
        let append = File::options().append(true).open(file.path()).unwrap();
        assert_eq!(is_open_to_write(&append), Some(true));
        let read = File::open(file.path()).unwrap();
        assert_eq!(is_open_to_write(&read), Some(false));
    }

    #[test]
    fn a_file_that_is_only_read_can_be_flushed_and_forgotten() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, "12345").unwrap();
        let file = File::open(&path).unwrap();
        sync_data(&file).unwrap();
        sync_volume(&file).unwrap();
        forget(&file);
        assert_eq!(std::io::read_to_string(&file).unwrap(), "12345");
    }

    #[test]
    fn a_file_is_read_to_its_end() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, [1; 25]).unwrap();
        let file = File::open(&path).unwrap();
        let mut reader = CacheReader::new(10).unwrap();
        let mut offset = 0;
        let mut read = || reader.read(&file, &mut offset, 10).unwrap();
        assert_eq!([read(), read(), read(), read()], [10, 10, 5, 0]);
        assert_eq!(offset, 25);
    }
}
