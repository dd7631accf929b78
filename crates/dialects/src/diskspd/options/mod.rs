//! The parsing of arguments.

mod argument;
mod order;
mod transfers;

use std::ffi::OsString;

use self::argument::Argument;
pub(super) use self::argument::LONGEST;
pub(super) use self::transfers::LARGEST_SOURCE;
use super::error::{Error, Result};
use super::parsed_options::ParsedOptions;
use super::request::Format;
use super::value::{number, processors, size};
use crate::argument_error::ArgumentError;
use crate::drives::Drives;
use crate::own_options::OwnOptions;
use feedrate_workload::dash;

/// The tool that lists all options.
const TOOL: &str = "diskspd";

/// The largest block.
pub(super) const LARGEST_BLOCK: u64 = (1 << 31) - 1;

/// The most threads, and the most blocks in flight.
pub(super) const MOST_COUNT: u32 = 1 << 16;

/// The longest pause between bursts, in milliseconds.
pub(super) const LONGEST_PAUSE: u64 = 86_400_000;

/// The options that go with a profile.
const BESIDE_PROFILE: &str = "?CdRvWXz";

/// Parses all arguments.
pub(super) fn take(arguments: &[OsString], drives: Drives) -> Result<ParsedOptions> {
    let mut given = ParsedOptions {
        own: OwnOptions {
            drives,
            ..OwnOptions::default()
        },
        ..ParsedOptions::default()
    };
    // Sizes may be in blocks, wherever the block size is given.
    for argument in arguments {
        let text = argument.to_string_lossy();
        if let Some(value) = text.strip_prefix("-b") {
            let block = size(value, 0).filter(|block| (1..=LARGEST_BLOCK).contains(block));
            given.block = Some(block.ok_or_else(|| ArgumentError::Value {
                given: text.clone().into_owned(),
                expected: "write the size of a block, such as -b64K",
            })?);
        }
    }
    let block = given.block.unwrap_or(super::rules::DEFAULT_BLOCK);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if let Some(long) = text.strip_prefix("--") {
            given.own.take(long, &mut arguments, TOOL)?;
        } else if text.len() > 1 && text.starts_with('-') {
            if !given.targets.is_empty() {
                return Err(Error::OptionAfterTarget {
                    given: text.into_owned(),
                });
            }
            take_short(&mut given, &Argument::new(&text, block), &mut arguments)?;
        } else if let Some(what) = dash::complaint(argument) {
            return Err(ArgumentError::Fit(what).into());
        } else {
            given.targets.push(argument.clone());
        }
    }
    match &given.not_beside_profile {
        Some(given_too) if given.profile.is_some() => Err(Error::BesideProfile {
            given: given_too.clone(),
        }),
        _ => Ok(given),
    }
}

/// Parses an option with one hyphen. Values follow without a blank; that of `-X` may also be the next argument.
fn take_short<'a>(
    given: &mut ParsedOptions,
    argument: &Argument<'_>,
    following: &mut impl Iterator<Item = &'a OsString>,
) -> Result<()> {
    let value = argument.value;
    if !BESIDE_PROFILE.contains(argument.letter) {
        let text = || argument.text.to_owned();
        given.not_beside_profile.get_or_insert_with(text);
    }
    match argument.letter {
        '?' => given.own.help = true,
        'b' => {}
        'B' => order::part(given, argument)?,
        'c' => {
            let size = argument.bytes("write the size that targets are made of, such as -c1G")?;
            if size == 0 {
                let expected = "a target of no bytes measures nothing; write a size such as -c1G";
                return Err(argument.wrong(expected).into());
            }
            given.create = Some(size);
        }
        'C' => given.cool_down = Some(argument.seconds("write how many seconds, such as -C5")?),
        'd' => given.duration = Some(argument.seconds("write how many seconds, such as -d60")?),
        'W' => given.warm_up = Some(argument.seconds("write how many seconds, such as -W5")?),
        'D' => {
            given.interval = Some(match value {
                "" => 1000,
                _ => argument.count(3_600_000, "write milliseconds, such as -D500")?,
            });
        }
        'e' => match value {
            "q" | "c" | "s" => {}
            _ => return Err(argument.not_supported("it records events of the Windows kernel")),
        },
        'f' => order::end_or_hints(given, argument)?,
        'F' => {
            given.all_threads = Some(argument.small_count("write how many threads, such as -F8")?);
        }
        't' => given.threads = Some(argument.small_count("write how many threads, such as -t4")?),
        'o' => {
            let expected = "write how many blocks in flight, such as -o8";
            given.depth = Some(argument.small_count(expected)?);
        }
        'O' => {
            let expected = "write how many blocks in flight, such as -O8";
            given.all_depth = Some(argument.small_count(expected)?);
        }
        'g' => transfers::rate(given, argument)?,
        'h' if value.is_empty() => transfers::caches(given, "h", argument)?,
        'i' => {
            given.burst = Some(argument.count(1 << 32, "write blocks of a burst, such as -i10")?);
        }
        'j' => {
            given.think = Some(argument.count(LONGEST_PAUSE, "write milliseconds, such as -j20")?);
        }
        'I' => given.priority = Some(argument.count(3, "write -I1, -I2 or -I3")? as u8),
        'l' if value.is_empty() => given.large_pages = true,
        'L' if value.is_empty() => given.latency = true,
        'n' if value.is_empty() => given.affinity_disabled = true,
        'a' => {
            if !matches!(value, "" | "g") {
                let expected = "write numbers of processors, such as -a0,1 or -ag0,0,1";
                let numbers = processors(value).ok_or_else(|| argument.wrong(expected))?;
                given.processors.extend(numbers);
            }
        }
        'N' => {
            return Err(argument.not_supported("mapped memory is written back by the kernel; leave it out"));
        }
        'p' if value.is_empty() => {
            return Err(argument.not_supported("blocks in flight of a thread are never at one place; leave it out"));
        }
        'P' => {
            if !value.is_empty() {
                argument.count(u64::MAX, "write a count, such as -P65536")?;
            }
        }
        'r' => order::random(given, argument)?,
        'R' => report(given, argument)?,
        's' => order::sequential(given, argument)?,
        'S' => {
            let letters = if value.is_empty() { "u" } else { value };
            transfers::caches(given, letters, argument)?;
        }
        'T' => {
            let expected = "write how far threads begin from each other, such as -T1G";
            given.thread_stride = Some(argument.bytes(expected)?);
        }
        'v' if value.is_empty() => given.verbose = Some(true),
        'v' if value == "s" => {}
        'w' => {
            let expected = "write how many of 100 blocks are written, such as -w30";
            given.write_percent = argument.percent(value, 0, expected)?;
        }
        'x' if value.is_empty() => given.completion_routines = true,
        'X' => profile(given, argument, following)?,
        'y' => return Err(argument.not_supported("it waits for and sets events of Windows")),
        'z' => {
            let expected = "write a whole number of 32 bits, such as -z7";
            given.seed = Some(match value {
                "" => fastrand::u32(..),
                _ => number(value)
                    .and_then(|seed| u32::try_from(seed).ok())
                    .ok_or_else(|| argument.wrong(expected))?,
            });
        }
        'Z' => transfers::contents(given, argument)?,
        _ => return Err(argument.unknown().into()),
    }
    Ok(())
}

/// `-R`: the form of the report; with a `p` it has only the arguments.
fn report(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let (profile_only, form) = match argument.value.strip_prefix('p') {
        Some(form) => (true, form),
        None => (false, argument.value),
    };
    given.profile_only = profile_only;
    given.format = match form {
        "text" => Some(Format::Text),
        "xml" => Some(Format::Xml),
        "" if profile_only => given.format,
        _ => return Err(argument.wrong("write -Rtext, -Rxml, -Rptext or -Rpxml")),
    };
    Ok(())
}

/// `-X`: the file of a profile.
fn profile<'a>(
    given: &mut ParsedOptions,
    argument: &Argument<'_>,
    following: &mut impl Iterator<Item = &'a OsString>,
) -> Result<(), ArgumentError> {
    let name = match argument.value {
        "" => following.next().cloned(),
        value => Some(value.into()),
    };
    let expected = "write the file of one profile, such as -Xprofile.xml";
    if name.is_none() || given.profile.is_some() {
        return Err(argument.wrong(expected));
    }
    given.profile = name;
    Ok(())
}
