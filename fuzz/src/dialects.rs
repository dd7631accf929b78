//! Any text, read as what other tools are told: a job file of fio, and the command lines of sqlio, with its parameter
//! file, and of DiskSpd, with its profile.

use std::ffi::OsString;

use feedrate_dialects::testing;
use feedrate_translate::{Source, Tool, translate};

/// A job file, read both ways.
pub fn fio(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for strict in [false, true] {
        feedrate_fio::testing::fio(&text, strict);
    }
}

/// The first line as the arguments of sqlio, the rest as its parameter file.
pub fn sqlio(bytes: &[u8]) {
    let (arguments, file) = first_line(bytes);
    if let Some(test) = testing::sqlio(&arguments, file) {
        translate_to_all(Source::Sqlio(&test));
    }
}

/// The first line as the arguments of DiskSpd, the rest as its profile.
pub fn diskspd(bytes: &[u8]) {
    let (arguments, profile) = first_line(bytes);
    if let Some(test) = testing::diskspd(&arguments, profile) {
        translate_to_all(Source::Diskspd(&test));
    }
}

fn translate_to_all(test: Source<'_>) {
    for tool in Tool::ALL {
        assert!(!translate(test, tool).text.is_empty());
    }
}

fn first_line(bytes: &[u8]) -> (Vec<OsString>, &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let arguments = line.split(' ').filter(|word| !word.is_empty());
    (
        arguments.map(OsString::from).collect(),
        bytes.get(end + 1..).unwrap_or_default(),
    )
}
