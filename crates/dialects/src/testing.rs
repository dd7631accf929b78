//! Checks for any arguments: they are parsed or rejected, and parsed ones can be described. For the tests of this crate
//! and for the fuzz targets (cargo feature `testing`).

use std::ffi::OsString;
use std::io::sink;
use std::path::Path;

use feedrate_workload::Control;

use crate::{Drives, diskspd, sqlio};

/// Parses arguments of sqlio; every parameter file that they name has these bytes. Returns the test.
///
/// # Panics
///
/// Panics if a parsed request cannot be described.
pub fn sqlio(arguments: &[OsString], file: &[u8]) -> Option<sqlio::Test> {
    let drives = Drives::parse("F:=/mnt/f").expect("the map is one");
    let read = |_: &Path| Ok(file.to_vec());
    let test = match sqlio::parse_with(arguments, &drives, &read) {
        Ok(sqlio::Request::Test(test) | sqlio::Request::Explain(test)) => test,
        Ok(sqlio::Request::Help) => return None,
        Err(error) => return refused(&error.to_string()),
    };
    let words = sqlio::Request::Explain(test.clone());
    sqlio::run(&words, &Control::default(), &mut sink(), &mut sink()).expect("it is told");
    Some(test)
}

/// Parses arguments of DiskSpd; every profile that they name has these bytes. Returns the test.
///
/// # Panics
///
/// Panics if a parsed request cannot be described.
pub fn diskspd(arguments: &[OsString], profile: &[u8]) -> Option<diskspd::Test> {
    let drives = Drives::parse("F:=/mnt/f").expect("the map is one");
    let read = |_: &Path| Ok(profile.to_vec());
    let test = match diskspd::parse_with(arguments, &drives, &read) {
        Ok(diskspd::Request::Test(test) | diskspd::Request::Explain(test) | diskspd::Request::Profile(test)) => test,
        Ok(diskspd::Request::Help) => return None,
        Err(error) => return refused(&error.to_string()),
    };
    for request in [
        diskspd::Request::Explain(test.clone()),
        diskspd::Request::Profile(test.clone()),
    ] {
        diskspd::run(&request, &Control::default(), &mut sink(), &mut sink()).expect("it is told");
    }
    Some(test)
}

fn refused<T>(message: &str) -> Option<T> {
    assert!(!message.trim().is_empty());
    None
}
