//! Profiles in XML, which `-X` names: time spans with targets, each with settings of its own.
//!
//! | module | contents |
//! |---|---|
//! | `document` | the text of a profile and its elements |
//! | `fields` | the elements within one, by their names, and their values |
//! | `files` | the files of a target |
//! | `spans` | a profile and its time spans |
//! | `target` | a target |
//!
//! The elements and their meaning are those of the schema `diskspd.xsd`. Elements of which the schema has none are
//! refused, as there.

mod document;
mod fields;
mod files;
mod spans;
mod target;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use feedrate_pageio::named_text::TextKind;

use self::fields::Wrong;
use super::checks;
use super::error::{Error, Result};
use super::names::ELEMENTS;
use super::parsed_options::ParsedOptions;
use super::request::{Format, Test, TimeSpan};
use super::target::NamedFile;

/// The files of profiles.
pub const PROFILE: TextKind = TextKind {
    name: "profile",
    longest: 1 << 20,
};

/// The settings of a profile.
struct ParsedProfile {
    spans: Vec<TimeSpan>,
    verbose: bool,
    format: Format,
    /// The numbers of the templates among its targets.
    templates: Vec<usize>,
    /// Settings with another meaning here, one line each.
    remarks: Vec<String>,
}

/// Reads the bytes of a profile.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    PROFILE.read(path)
}

/// Returns the test of the profile that is called `name`, with the options that stand beside it.
pub(super) fn test(
    given: &ParsedOptions,
    name: &OsStr,
    command_line: String,
    read: &dyn Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<Test> {
    let file = given.own.drives.find(name)?;
    let path = name.to_string_lossy().into_owned();
    let bytes = read(&file).map_err(|source| Error::ProfileFile {
        path: path.clone(),
        source,
    })?;
    let text = document::text(&bytes).map_err(|wrong| wrong.in_file(&path, ""))?;
    let parsed = document::parse(&text)
        .and_then(|document| spans::profile(given, &document))
        .map_err(|wrong| wrong.in_file(&path, &text))?;
    let mut spans = parsed.spans;
    for span in &mut spans {
        span.warm_up = given.warm_up.unwrap_or(span.warm_up);
        span.duration = given.duration.unwrap_or(span.duration);
        span.cool_down = given.cool_down.unwrap_or(span.cool_down);
        span.seed = given.seed.unwrap_or(span.seed);
    }
    let used = |number: usize| parsed.templates.contains(&number);
    if let Some((at, unused)) = (given.targets.iter().enumerate()).find(|(at, _)| !used(at + 1)) {
        return Err(Error::Unused {
            given: unused.to_string_lossy().into_owned(),
            path,
            number: at + 1,
        });
    }
    let mut remarks = parsed.remarks;
    remarks.extend(checks::remarks(&ELEMENTS, &spans));
    Ok(Test {
        command_line,
        profile: Some(NamedFile { name: path, path: file }),
        verbose: given.verbose.unwrap_or(parsed.verbose),
        format: given.format.unwrap_or(parsed.format),
        account: given.own.account,
        overwrite_foreign: given.own.overwrite_foreign,
        remarks,
        spans,
    })
}

impl Wrong {
    /// Returns the error, with the line of its place in the text of the profile.
    fn in_file(self, path: &str, text: &str) -> Error {
        let before = text.as_bytes().get(..self.at).unwrap_or_default();
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        Error::Profile {
            path: path.to_owned(),
            line: lines as u32 + 1,
            what: self.what,
        }
    }
}
