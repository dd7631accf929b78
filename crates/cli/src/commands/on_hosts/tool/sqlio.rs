//! sqlio's command line on other hosts: the parameter file goes along.

use std::ffi::OsString;
use std::path::Path;

use feedrate_dialects::sqlio::{self, Request};
use feedrate_pageio::named_text::TextKind;

use super::{Needs, command};
use crate::commands::drives;

const PARAMETER_FILE: TextKind = TextKind {
    name: "parameter file",
    longest: 1 << 20,
};

/// Returns what the command line needs.
pub(super) fn needs(arguments: &[OsString]) -> Result<Needs, String> {
    let drives = drives::known().map_err(|error| error.to_string())?;
    let request = sqlio::parse(arguments, &drives).map_err(|error| error.to_string())?;
    let mut words = command::texts(arguments)?;
    let Request::Test(test) = request else {
        return Err("--hosts is for tests that run".to_owned());
    };
    let files = match &test.parameter_file {
        None => Vec::new(),
        Some(name) => vec![command::file_along(
            &mut words,
            name,
            &PARAMETER_FILE,
            Path::new(name),
        )?],
    };
    let paths = test.pools.iter().flat_map(|pool| &pool.files);
    let written = paths.filter(|_| test.writes);
    Ok(Needs {
        words,
        files,
        written: written
            .map(|file| file.path.to_string_lossy().into_owned())
            .collect(),
        judges: false,
    })
}
