//! fio's command line on other hosts: job files go along, and each host has names of its own for generated files.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use feedrate_connect::{HOST, file_argument};
use feedrate_fio::{OnOtherHosts, on_other_hosts};

use super::{Needs, command};

/// The longest file that goes along.
const LONGEST: u64 = 4 << 20;

/// Returns what the command line needs.
pub(super) fn needs(arguments: &[OsString]) -> Result<Needs, String> {
    let OnOtherHosts { files, written } =
        on_other_hosts(arguments).map_err(|error| error.to_string())?;
    let mut words = command::texts(arguments)?;
    let mut contents = Vec::new();
    for path in files {
        let named = path.to_string_lossy().into_owned();
        let content = read(&path).map_err(|error| format!("{named}: {error}"))?;
        // A name may be given twice, and then its jobs run twice.
        let place = words.iter_mut().find(|word| **word == named);
        let place = place.ok_or_else(|| format!("{named} cannot be found among the arguments"))?;
        *place = file_argument(contents.len());
        contents.push((named, content));
    }
    words.insert(0, format!("--client-name={HOST}"));
    Ok(Needs {
        words,
        files: contents,
        written,
    })
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    match path.as_os_str() == "-" {
        true => std::io::stdin()
            .lock()
            .take(LONGEST)
            .read_to_end(&mut content)?,
        false => File::open(path)?.take(LONGEST).read_to_end(&mut content)?,
    };
    Ok(content)
}
