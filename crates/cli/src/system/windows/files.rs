//! Names of files and devices, and their kinds.

use std::fs::Metadata;
use std::path::Path;

use tempfile::Builder;

/// The device that discards what is written.
pub const NULL: &str = "NUL";

/// The names that are devices in every folder, with any extension. See [`PORTS`] for the others.
const DEVICES: [&str; 6] = ["NUL", "CON", "CONIN$", "CONOUT$", "PRN", "AUX"];

/// The names that are devices with a digit after them.
const PORTS: [&str; 2] = ["COM", "LPT"];

/// Returns whether a path, as the user gave it, is a device and no file by its name alone, such as `NUL` or a pipe
/// (`\\.\pipe\NAME`).
pub fn is_device_name(path: &Path) -> bool {
    if path.as_os_str().to_string_lossy().starts_with(r"\\.\pipe\") {
        return true;
    }
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_uppercase());
    let name = name.unwrap_or_default();
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let is_port = |port: &str| {
        stem.strip_prefix(port)
            .is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    DEVICES.contains(&stem) || PORTS.into_iter().any(is_port)
}

/// Returns whether a path without links is in a folder of devices: there is none.
pub fn is_in_folder_of_devices(_path: &Path) -> bool {
    false
}

/// Returns whether a path names an open file of a process: none does.
pub fn is_descriptor(_path: &Path) -> bool {
    false
}

/// Returns whether it is a named pipe. Pipes are not found in folders here.
pub fn is_pipe(_file: &Metadata) -> bool {
    false
}

/// Returns whether it is a disk. Disks are not found in folders here.
pub fn is_disk(_file: &Metadata) -> bool {
    false
}

/// Returns whether a name is that of standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str().eq_ignore_ascii_case("CONOUT$") || path.as_os_str().eq_ignore_ascii_case("CON")
}

/// Returns whether what is written to a path is discarded: `NUL`. Of standard output that is not known.
pub fn discards(path: Option<&Path>) -> bool {
    path.and_then(Path::file_stem)
        .is_some_and(|name| name.eq_ignore_ascii_case(NULL))
}

/// Does nothing: a new file has the permissions of its folder.
pub fn permit_as_new<'a, 'b>(temporary: &'a mut Builder<'b, 'b>) -> &'a mut Builder<'b, 'b> {
    temporary
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_known_by_their_names() {
        for name in ["NUL", "nul.txt", r"C:\x\con", "COM1", "lpt9.log", r"\\.\pipe\x"] {
            assert!(is_device_name(Path::new(name)), "{name}");
        }
        for name in ["null", "COM", "COM0", "COM10", r"C:\nul\x", "console"] {
            assert!(!is_device_name(Path::new(name)), "{name}");
        }
    }
}
