//! Any text, read as what other tools are told: a job file of fio, and the command lines of sqlio, with its parameter
//! file, and of DiskSpd.

use std::ffi::OsString;

use feedrate_dialects::testing;

/// A job file, read both ways.
pub fn fio(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for strict in [false, true] {
        testing::fio(&text, strict);
    }
}

/// The first line as the arguments of sqlio, the rest as its parameter file.
pub fn sqlio(bytes: &[u8]) {
    let (arguments, file) = first_line(bytes);
    testing::sqlio(&arguments, file);
}

/// The first line as the arguments of DiskSpd.
pub fn diskspd(bytes: &[u8]) {
    let (arguments, _) = first_line(bytes);
    testing::diskspd(&arguments);
}

fn first_line(bytes: &[u8]) -> (Vec<OsString>, &[u8]) {
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(bytes.len());
    let line = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let arguments = line.split(' ').filter(|word| !word.is_empty());
    (
        arguments.map(OsString::from).collect(),
        bytes.get(end + 1..).unwrap_or_default(),
    )
}
