//! The parsing of arguments.

mod order;
mod transfers;

use std::ffi::OsString;

use super::error::{Error, Result};
use super::limits::{LARGEST_BLOCK, LONGEST, LONGEST_INTERVAL, LONGEST_PAUSE, MOST_COUNT};
use super::parsed_options::ParsedOptions;
use super::request::Format;
use super::value::{processors, size};
use crate::argument::Argument;
use crate::argument_error::ArgumentError;
use crate::drives::Drives;
use crate::own_options::OwnOptions;
use feedrate_workload::dash;

/// The tool that lists all options.
const TOOL: &str = "diskspd";

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
            take_short(&mut given, &Argument::new(&text, TOOL), &mut arguments)?;
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
        'C' => given.cool_down = Some(seconds(argument, "write how many seconds, such as -C5")?),
        'd' => given.duration = Some(seconds(argument, "write how many seconds, such as -d60")?),
        'W' => given.warm_up = Some(seconds(argument, "write how many seconds, such as -W5")?),
        'D' if value.is_empty() => given.interval = Some(1000),
        'D' => given.interval = Some(argument.number(1..=LONGEST_INTERVAL, "write milliseconds, such as -D500")?),
        'e' if matches!(value, "q" | "c" | "s") => {}
        'e' => return Err(not_supported(argument, "it records events of the Windows kernel")),
        'l' if value.is_empty() => given.large_pages = true,
        'L' if value.is_empty() => given.latency = true,
        'n' if value.is_empty() => given.affinity_disabled = true,
        'a' if matches!(value, "" | "g") => {}
        'a' => {
            let expected = "write numbers of processors, such as -a0,1 or -ag0,0,1";
            given.processors.extend(argument.valid(processors(value), expected)?);
        }
        'P' if value.is_empty() => {}
        'P' => _ = argument.number(1..=u64::MAX, "write a count, such as -P65536")?,
        'R' => report(given, argument)?,
        'v' if value.is_empty() => given.verbose = Some(true),
        'v' if value == "s" => {}
        'x' if value.is_empty() => given.completion_routines = true,
        'X' => profile(given, argument, following)?,
        'y' => return Err(not_supported(argument, "it waits for and sets events of Windows")),
        'z' if value.is_empty() => given.seed = Some(fastrand::u32(..)),
        'z' => {
            let expected = "write a whole number of 32 bits, such as -z7";
            given.seed = Some(argument.number(0..=u32::MAX.into(), expected)? as u32);
        }
        _ => take_of_targets(given, argument)?,
    }
    Ok(())
}

/// Parses an option on targets, and on the blocks that are moved.
fn take_of_targets(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<()> {
    let value = argument.value;
    match argument.letter {
        'B' => order::part(given, argument)?,
        'c' => {
            let size = bytes(given, argument, "write the size that targets are made of, such as -c1G")?;
            if size == 0 {
                let expected = "a target of no bytes measures nothing; write a size such as -c1G";
                return Err(argument.wrong(expected).into());
            }
            given.create = Some(size);
        }
        'f' => order::end_or_hints(given, argument)?,
        'F' => given.all_threads = Some(count(argument, "write how many threads, such as -F8")?),
        't' => given.threads = Some(count(argument, "write how many threads, such as -t4")?),
        'o' => given.depth = Some(count(argument, "write how many blocks in flight, such as -o8")?),
        'O' => given.all_depth = Some(count(argument, "write how many blocks in flight, such as -O8")?),
        'g' => transfers::rate(given, argument)?,
        'h' if value.is_empty() => transfers::caches(given, "h", argument)?,
        'i' => given.burst = Some(argument.number(1..=1 << 32, "write blocks of a burst, such as -i10")?),
        'j' => given.think = Some(argument.number(1..=LONGEST_PAUSE, "write milliseconds, such as -j20")?),
        'I' => given.priority = Some(argument.number(1..=3, "write -I1, -I2 or -I3")? as u8),
        'N' => {
            let why = "mapped memory is written back by the kernel; leave it out";
            return Err(not_supported(argument, why));
        }
        'p' if value.is_empty() => {
            let why = "blocks in flight of a thread are never at one place; leave it out";
            return Err(not_supported(argument, why));
        }
        'r' => order::random(given, argument)?,
        's' => order::sequential(given, argument)?,
        'S' if value.is_empty() => transfers::caches(given, "u", argument)?,
        'S' => transfers::caches(given, value, argument)?,
        'T' => {
            let expected = "write how far threads begin from each other, such as -T1G";
            given.thread_stride = Some(bytes(given, argument, expected)?);
        }
        'w' => {
            let expected = "write how many of 100 blocks are written, such as -w30";
            given.write_percent = argument.number(0..=100, expected)? as u8;
        }
        'Z' => transfers::contents(given, argument)?,
        _ => return Err(argument.unknown(None).into()),
    }
    Ok(())
}

/// Parses a value as a size, which may be in blocks.
fn bytes(given: &ParsedOptions, argument: &Argument<'_>, expected: &'static str) -> Result<u64, ArgumentError> {
    argument.valid(size(argument.value, given.block()), expected)
}

/// Parses a value as a time.
fn seconds(argument: &Argument<'_>, expected: &'static str) -> Result<u64, ArgumentError> {
    argument.number(0..=LONGEST, expected)
}

/// Parses a value as a number of threads or of blocks in flight.
fn count(argument: &Argument<'_>, expected: &'static str) -> Result<u32, ArgumentError> {
    Ok(argument.number(1..=MOST_COUNT.into(), expected)? as u32)
}

/// Returns the error for an option that exists only on Windows, or is not supported.
fn not_supported(argument: &Argument<'_>, why: &'static str) -> Error {
    Error::NotSupported {
        given: argument.text.to_owned(),
        why,
    }
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
