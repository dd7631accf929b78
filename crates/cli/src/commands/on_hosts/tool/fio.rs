//! fio's command line on other hosts: job files go along, and each host has names of its own for generated files.

use std::ffi::OsString;

use feedrate_connect::{HOST, HostName, file_argument};
use feedrate_fio::{OnOtherHosts, on_other_hosts};
use feedrate_pageio::named_text::TextKind;

use super::{Needs, command};

/// A file that goes along.
const JOB_FILE: TextKind = TextKind {
    name: "job file",
    longest: 4 << 20,
};

/// Returns why a host's name cannot be a part of the names of fio's files, if it cannot.
pub(super) fn refused(host: &HostName) -> Option<String> {
    let has_sign = host.as_str().contains([':', '/']);
    has_sign.then(|| {
        format!("the host {host} cannot be a part of the names of fio's files: `:` and `/` separate these; give it another name")
    })
}

/// Returns what the command line needs.
pub(super) fn needs(arguments: &[OsString]) -> Result<Needs, String> {
    let OnOtherHosts {
        files,
        written,
        judges,
    } = on_other_hosts(arguments).map_err(|error| error.to_string())?;
    let mut words = command::texts(arguments)?;
    let mut contents = Vec::new();
    // Files come behind options, whose values may be called the same.
    for path in files.iter().rev() {
        let named = path.to_string_lossy().into_owned();
        let content = JOB_FILE
            .read(path)
            .map_err(|error| format!("{named}: {error}"))?;
        let place = words.iter_mut().rfind(|word| **word == named);
        let place = place.ok_or_else(|| format!("{named} cannot be found among the arguments"))?;
        *place = file_argument(contents.len());
        contents.push((named, content));
    }
    words.insert(0, format!("--client-name={HOST}"));
    Ok(Needs {
        words,
        files: contents,
        written,
        judges,
    })
}
