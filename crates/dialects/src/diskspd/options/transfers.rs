//! Options on transfers and their content.

use super::super::error::{Error, Result};
use super::super::limits::LARGEST_SOURCE;
use super::super::parsed_options::{ContentOption, ParsedOptions};
use super::super::target::Throttle;
use super::super::value::size;
use crate::argument::Argument;
use crate::argument_error::ArgumentError;

/// Parses the letters of `-S`.
pub(super) fn caches(given: &mut ParsedOptions, letters: &str, argument: &Argument<'_>) -> Result<()> {
    for letter in letters.chars() {
        match letter {
            'b' => given.cached = true,
            'u' => given.direct = true,
            'h' => (given.direct, given.write_through) = (true, true),
            'w' => given.write_through = true,
            'm' => given.mapped = true,
            'r' => {
                return Err(Error::NotSupported {
                    given: "-Sr".to_owned(),
                    why: "it is of file shares on Windows; use -Su",
                });
            }
            _ => {
                let expected = "write letters of b, h, m, u and w, such as -Su or -Sh";
                return Err(argument.wrong(expected).into());
            }
        }
    }
    if u8::from(given.cached) + u8::from(given.direct) + u8::from(given.mapped) > 1 && !(given.cached && given.mapped) {
        let expected = "it says both to use the page cache and to go past it; give one";
        return Err(argument.wrong(expected).into());
    }
    Ok(())
}

/// `-g`: the limit of each thread and target.
pub(super) fn rate(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let expected = "write bytes a millisecond, or blocks a second with an i, such as -g1000 or -g500i";
    let (digits, blocks) = match argument.value.strip_suffix('i') {
        Some(digits) => (digits, true),
        None => (argument.value, false),
    };
    let most = argument.number_of(digits, 1..=1 << 40, expected)?;
    given.throttle = Some(if blocks {
        Throttle::BlocksPerSecond(most)
    } else {
        Throttle::BytesPerMillisecond(most)
    });
    Ok(())
}

/// `-Z`, `-Zr`, `-Z<size>`, `-Z<size>,<file>`.
pub(super) fn contents(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let expected = "write -Z, -Zr, or a size up to 1G with or without a file, such as -Z20M or -Z20M,data.bin";
    given.content = Some(match argument.value {
        "" => ContentOption::Zeros,
        "r" => ContentOption::RandomEach,
        value => {
            let (bytes, file) = match value.split_once(',') {
                Some((bytes, file)) => (bytes, Some(file)),
                None => (value, None),
            };
            let bytes = size(bytes, given.block())
                .filter(|bytes| (1..=LARGEST_SOURCE).contains(bytes))
                .filter(|_| file.is_none_or(|file| !file.is_empty()));
            ContentOption::Source {
                bytes: argument.valid(bytes, expected)?,
                file: file.map(Into::into),
            }
        }
    });
    Ok(())
}
