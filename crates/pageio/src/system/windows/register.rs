//! Files in memory that processes share, which are not used here: the system does not tell what of a file its cache
//! holds.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::path::{Path, PathBuf};

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::SystemInformation::GetSystemTimeAsFileTime;

use super::status::{moment, status};

/// Refuses to make a file that processes share.
pub(crate) fn new_register() -> io::Result<File> {
    Err(unsupported())
}

/// Returns a path that names nothing: there is no file of [`new_register`].
pub(crate) fn register_path(_file: &File) -> PathBuf {
    PathBuf::new()
}

/// Refuses to open a file of another process.
pub(crate) fn open_register(_path: &Path) -> io::Result<File> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    let reason = "Windows does not tell what of a file is in its cache";
    io::Error::new(io::ErrorKind::Unsupported, reason)
}

/// Reads exactly as many bytes, whatever the position of the file is.
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = file.seek_read(bytes, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        offset += read as u64;
    }
    Ok(())
}

/// Writes all bytes, whatever the position of the file is.
pub(crate) fn write_all_at(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = file.seek_write(bytes, offset)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = &bytes[written..];
        offset += written as u64;
    }
    Ok(())
}

/// Returns the volume of a file, and its number there.
pub(crate) fn file_identity(file: &File) -> io::Result<(u64, u64)> {
    status(file).map(|told| (told.device, told.number))
}

/// Returns the path that `OsStr::as_encoded_bytes` made bytes of; `None` for names that are no Unicode.
pub(crate) fn path_of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    Some(String::from_utf8(bytes).ok()?.into())
}

/// Returns the time of day in seconds and nanoseconds, by the clock that file systems note changes by: it ticks every
/// few milliseconds.
pub(crate) fn file_clock() -> (i64, i64) {
    let mut time = FILETIME::default();
    // SAFETY: the call fills the structure.
    unsafe { GetSystemTimeAsFileTime(&raw mut time) };
    moment(time)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn a_file_is_itself_alone() {
        let (one, other) = (tempfile::NamedTempFile::new().unwrap(), tempfile::tempfile().unwrap());
        let again = File::open(one.path()).unwrap();
        let identity = |file| file_identity(file).unwrap();
        assert_eq!(identity(one.as_file()), identity(&again));
        assert_ne!(identity(one.as_file()), identity(&other));
    }

    #[test]
    fn a_range_is_read_whatever_the_position_is() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, "0123456789").unwrap();
        let file = File::open(&path).unwrap();
        let mut bytes = [0; 4];
        read_exact_at(&file, &mut bytes, 5).unwrap();
        assert_eq!(&bytes, b"5678");
        let error = read_exact_at(&file, &mut bytes, 7).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn the_clock_of_files_is_near_the_other_one() {
        let seconds = || {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            since.unwrap().as_secs() as i64
        };
        let (before, (ticked, _), after) = (seconds(), file_clock(), seconds());
        assert!((before - 1..=after).contains(&ticked));
    }
}
