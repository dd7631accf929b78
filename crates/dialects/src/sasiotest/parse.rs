//! From arguments to options.

use std::ffi::{OsStr, OsString};

use feedrate_workload::{dash, size};

use super::error::{Error, Result};
use super::options::{Flag, ParsedOptions};
use super::request::Request;
use super::{rules, suggest};
use crate::drives::Drives;

/// Parses the arguments that follow the program's name. `drives` is the mapping of the environment.
///
/// # Errors
///
/// Returns an error if they are invalid.
pub fn parse(arguments: &[OsString], drives: &Drives) -> Result<Request> {
    let Some((file, options)) = arguments.split_first() else {
        return Ok(Request::Help);
    };
    if matches!(key(file).as_str(), "-h" | "-?" | "-help" | "--help") {
        return Ok(Request::Help);
    }
    if key(file).starts_with('-') {
        return Err(Error::FileNotFirst {
            given: file.to_string_lossy().into_owned(),
        });
    }
    if file.is_empty() {
        return Err(Error::EmptyFileName);
    }
    let mut given = ParsedOptions {
        name: file.to_string_lossy().into_owned(),
        drives: drives.clone(),
        ..ParsedOptions::default()
    };
    let mut arguments = options.iter();
    while let Some(argument) = arguments.next() {
        let flag = flag(argument)?;
        if given.has(flag) && flag != Flag::Map {
            return Err(Error::Twice { option: flag.name() });
        }
        given.flags.push(flag);
        if let Some(example) = flag.value() {
            let value = arguments
                .next()
                .filter(|value| !looks_like_an_option(value))
                .ok_or(Error::MissingValue {
                    option: flag.name(),
                    example,
                })?;
            take_value(&mut given, flag, &value.to_string_lossy())?;
        }
    }
    // A mapping may come after the name that it applies to.
    given.file = given.drives.find(file)?;
    rules::decide(given).map(Request::Test)
}

/// Normalizes an argument for comparison with options: in lower case, and with a plain hyphen in place of a dash, as
/// documents may have it.
fn key(argument: &OsStr) -> String {
    let text = argument.to_string_lossy().to_lowercase();
    dash::with_hyphen(&text).unwrap_or(text)
}

fn flag(argument: &OsStr) -> Result<Flag> {
    let key = key(argument);
    // The other dialects have it with two hyphens.
    if let Some(flag) = Flag::named(key.strip_prefix('-').filter(|key| *key == "-map").unwrap_or(&key)) {
        return Ok(flag);
    }
    let given = argument.to_string_lossy().into_owned();
    Err(if key.starts_with('-') {
        Error::UnknownOption {
            nearest: suggest::nearest(&key),
            given,
        }
    } else {
        Error::ExtraArgument { given }
    })
}

/// Returns whether an argument in place of a value is the next option. A negative number is an (invalid) value.
fn looks_like_an_option(argument: &OsStr) -> bool {
    key(argument)
        .strip_prefix('-')
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn take_value(given: &mut ParsedOptions, flag: Flag, value: &str) -> Result<()> {
    let bytes = || {
        size::parse_positive(value).map_err(|source| Error::Size {
            option: flag.name(),
            source,
        })
    };
    match flag {
        Flag::FileSize => given.file_bytes = Some(bytes()?),
        Flag::PageSize => given.page_bytes = Some(bytes()?),
        Flag::Map => given.drives.add(value)?,
        _ => given.pages = Some(pages(value)?),
    }
    Ok(())
}

fn pages(value: &str) -> Result<u32> {
    let digits = value.trim();
    // A sign is not allowed in a number of pages.
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::NotPages {
            given: value.to_owned(),
        });
    }
    match digits.parse() {
        Ok(0) => Err(Error::NoPages),
        Ok(pages) => Ok(pages),
        Err(_) => Err(Error::TooManyPages {
            given: digits.to_owned(),
        }),
    }
}
