//! From arguments to options.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::error::Result;
use super::parsed_options::{MOST, ParsedOptions};
use super::request::Request;
use super::rules;
use super::value::{affinity, buffering, drive_letters, ideal, latency, pattern, raw, sub_blocks, utilisation};
use crate::argument::{Argument, number};
use crate::argument_error::ArgumentError;
use crate::drives::Drives;
use crate::own_options::OwnOptions;
use feedrate_workload::dash;

/// The tool that lists all options.
const TOOL: &str = "sqlio";

/// Parses the arguments that follow the program's name. `drives` is the mapping of the environment; a parameter file is
/// read through it.
///
/// # Errors
///
/// Returns an error if they are invalid, or if the parameter file cannot be read.
pub fn parse(arguments: &[OsString], drives: &Drives) -> Result<Request> {
    parse_with(arguments, drives, &super::parameter_file::read)
}

/// The same, with another function that reads the parameter file.
///
/// # Errors
///
/// Those of [`parse`].
pub fn parse_with(
    arguments: &[OsString],
    drives: &Drives,
    read: &dyn Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<Request> {
    let given = take(arguments, drives.clone())?;
    if given.own.help {
        return Ok(Request::Help);
    }
    let explain = given.own.explain;
    let test = rules::decide(given, read)?;
    Ok(if explain {
        Request::Explain(test)
    } else {
        Request::Test(test)
    })
}

fn take(arguments: &[OsString], drives: Drives) -> Result<ParsedOptions, ArgumentError> {
    let mut given = ParsedOptions {
        own: OwnOptions {
            drives,
            ..OwnOptions::default()
        },
        ..ParsedOptions::default()
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        // A plain hyphen in place of a dash, as documents may have it.
        let text = dash::with_hyphen(&text).unwrap_or_else(|| text.into_owned());
        if let Some(long) = text.strip_prefix("--") {
            given.own.take(long, &mut arguments, TOOL)?;
        } else if text.len() > 1 && text.starts_with('-') {
            take_short(&mut given, &Argument::new(&text, TOOL))?;
        } else {
            given.files.push(argument.clone());
        }
    }
    Ok(given)
}

/// Parses an option with one hyphen, whose value follows without a blank.
fn take_short(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let value = argument.value;
    match argument.letter {
        '?' | 'h' if value.is_empty() => given.own.help = true,
        'k' => given.writes = writes(argument)?,
        't' => {
            let expected = "write how many threads, 1 to 256, such as -t4";
            given.threads = Some(argument.number(1..=MOST.into(), expected)? as u32);
        }
        's' => given.seconds = Some(argument.number(1..=31_536_000, "write how many seconds, such as -s30")?),
        'o' => {
            let depth = argument.number(0..=65_536, "write how many blocks in flight, such as -o8")?;
            // With none outstanding a thread waits for each block, as without the option.
            given.outstanding = (depth > 0).then_some(depth as u32);
        }
        'b' => {
            let expected = "write the size of a block in KB, such as -b64";
            given.block_kilobytes = Some(argument.number(1..=1 << 21, expected)?);
        }
        'f' => given.pattern = Some(pattern(value).ok_or_else(|| pattern_error(argument))?),
        'i' => given.ios = Some(argument.number(1..=1 << 40, "write how many blocks a run has, such as -i64")?),
        'S' => {
            let expected = "write how many blocks are left out, such as -S100";
            given.start_blocks = argument.number(0..=1 << 40, expected)?;
        }
        'B' => given.buffering = Some(argument.valid(buffering(value), "write -BN, -BY, -BH or -BS")?),
        'm' => {
            let expected = "write -mC or -mS and into how many buffers a block falls, such as -mS16";
            given.sub_blocks = Some(argument.valid(sub_blocks(value), expected)?);
        }
        'L' => {
            let expected = "write -LS or -LP, with i after it for -LSi";
            given.latency = Some(argument.valid(latency(value), expected)?);
        }
        'U' => given.utilisation = Some(argument.valid(utilisation(value), "write -U or -Up")?),
        'p' => {
            let (ideal, value) = ideal(value);
            let expected = "write the number of a processor, such as -p0";
            given.processor = Some((argument.number_of(value, 0..=4095, expected)? as u32, ideal));
        }
        'a' => {
            let expected = "write a mask of processors, such as -a0xf or -aR0x3";
            given.mask = Some(argument.valid(affinity(value), expected)?);
        }
        'd' => given.on_drives = argument.valid(drive_letters(value), "write the letters of drives, such as -dEFG")?,
        'R' => {
            let names = Some(raw(value)).filter(|names| !names.is_empty());
            let expected = "write letters of partitions and numbers of disks, such as -RE,F,1";
            given.raw = argument.valid(names, expected)?;
        }
        'F' => {
            let name = Some(value.into()).filter(|_| !value.is_empty());
            let expected = "write the name of the parameter file without a blank, such as -Fparam.txt";
            given.parameter_file = Some(argument.valid(name, expected)?);
        }
        'v' if value == "1.1.1" => given.same_run = true,
        '6' if value == "4" => given.large_memory = true,
        'D' if number(value).is_some() => given.debug = true,
        letter => return Err(argument.unknown(other_case(letter, value))),
    }
    Ok(())
}

/// Parses `-k`: whether blocks are written.
fn writes(argument: &Argument<'_>) -> Result<bool, ArgumentError> {
    match argument.value {
        "R" | "r" => Ok(false),
        "W" | "w" => Ok(true),
        "RW" | "WR" | "rw" | "wr" => Err(argument.wrong(
            "sqlio reads or writes, and has no mix; run -kR and -kW one after the other, or diskspd with -w<percent>",
        )),
        _ => Err(argument.wrong("write -kR to read or -kW to write")),
    }
}

/// Returns the same option with its letter in the other case, if there is one.
fn other_case(letter: char, value: &str) -> Option<String> {
    let other = if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    };
    (other != letter && "ktsofbimLUBSpadRF".contains(other)).then(|| format!("-{other}{value}"))
}

fn pattern_error(argument: &Argument<'_>) -> ArgumentError {
    let near = match argument.text.get(2..3).map(str::to_ascii_lowercase).as_deref() {
        Some("r") => "-frandom",
        Some("s") => "-fsequential",
        _ => return argument.wrong("write -frandom, -fsequential, or blocks of a stripe such as -f64"),
    };
    argument.unknown(Some(near.to_owned()))
}
