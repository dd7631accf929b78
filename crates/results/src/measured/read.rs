//! Reads a result from a file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use feedrate_document::format;
use feedrate_study::analysis::Data;
use feedrate_study::store::Store;
use jiff::Timestamp;
use serde_json::Value;

use super::{ResultFile, data, document};
use crate::error::{Error, Result};

/// The beginning of a file of SQLite.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// The largest JSON that is read.
const LARGEST: u64 = 128 << 20;

/// Reads a store of a study, or the JSON of a command or of fio.
///
/// # Errors
///
/// Returns an error in one line if it is none of these, or cannot be read.
pub fn read(path: &Path) -> Result<ResultFile> {
    let mut measured = read_kind(path)?;
    if measured.time.is_none() {
        let modified = fs::metadata(path).and_then(|file| file.modified());
        measured.time = modified.ok().and_then(|time| Timestamp::try_from(time).ok());
    }
    Ok(measured)
}

fn read_kind(path: &Path) -> Result<ResultFile> {
    let failed = |reason: String| Error::File {
        file: path.to_owned(),
        reason,
    };
    let told = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => failed("no such file; name a store or a JSON file".to_owned()),
        _ => failed(error.to_string()),
    };
    let about = fs::metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(failed("it is no file; name a store or a JSON file".to_owned()));
    }
    let mut text = vec![0; SQLITE.len()];
    let mut file = File::open(path).map_err(told)?;
    let mut length = 0;
    while length < text.len() {
        match file.read(&mut text[length..]).map_err(told)? {
            0 => break,
            count => length += count,
        }
    }
    text.truncate(length);
    if text == SQLITE {
        let data = Store::open(path).and_then(|store| Data::read(&store))?;
        return Ok(data::measured(path, data));
    }
    let begins_object = text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    if !begins_object {
        return Err(failed(
            "it is neither a store of a study nor JSON; name one of these".to_owned(),
        ));
    }
    if about.len() > LARGEST {
        return Err(failed(format!(
            "it has {}, and a result at most {}; name another file",
            format::amount(about.len()),
            format::amount(LARGEST)
        )));
    }
    file.take(LARGEST).read_to_end(&mut text).map_err(told)?;
    let document: Value = serde_json::from_slice(&text)
        .map_err(|error| failed(format!("it is no whole JSON ({error}); write it again")))?;
    document::measured(path, &document).map_err(failed)
}
