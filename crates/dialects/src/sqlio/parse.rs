//! From arguments to options.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::error::Result;
use super::request::{Affinity, Buffering, Latency, Pattern, Request, SubBlocks, Utilisation};
use super::rules;
use super::value::{affinity, ideal, number, pattern, raw, sub_blocks};
use crate::argument_error::ArgumentError;
use crate::drives::Drives;
use crate::own_options::OwnOptions;
use feedrate_workload::dash;

/// The tool that lists all options.
const TOOL: &str = "sqlio";

/// The most threads, and the most files.
pub(super) const MOST: u32 = 256;

/// Parsed arguments, before their combination is checked. The last of several values of an option counts.
#[derive(Debug, Default)]
pub(super) struct ParsedOptions {
    pub(super) own: OwnOptions,
    pub(super) writes: bool,
    pub(super) threads: Option<u32>,
    pub(super) seconds: Option<u64>,
    pub(super) outstanding: Option<u32>,
    pub(super) block_kilobytes: Option<u64>,
    pub(super) pattern: Option<PatternOption>,
    pub(super) ios: Option<u64>,
    pub(super) same_run: bool,
    pub(super) start_blocks: u64,
    pub(super) buffering: Option<Buffering>,
    pub(super) sub_blocks: Option<SubBlocks>,
    pub(super) latency: Option<Latency>,
    pub(super) utilisation: Option<Utilisation>,
    pub(super) processor: Option<(u32, bool)>,
    pub(super) mask: Option<(Affinity, u64, bool)>,
    pub(super) on_drives: Vec<char>,
    pub(super) raw: Vec<String>,
    pub(super) parameter_file: Option<OsString>,
    pub(super) large_memory: bool,
    pub(super) debug: bool,
    pub(super) files: Vec<OsString>,
}

/// The value of `-f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PatternOption {
    Order(Pattern),
    Factor(u64),
}

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
            take_short(&mut given, &text)?;
        } else {
            given.files.push(argument.clone());
        }
    }
    Ok(given)
}

fn take_short(given: &mut ParsedOptions, text: &str) -> Result<(), ArgumentError> {
    let mut letters = text[1..].chars();
    let letter = letters.next().unwrap_or('-');
    let value = letters.as_str();
    let wrong = |expected: &'static str| ArgumentError::Value {
        given: text.to_owned(),
        expected,
    };
    match letter {
        '?' | 'h' if value.is_empty() => given.own.help = true,
        'k' => {
            given.writes = match value {
                "R" | "r" => false,
                "W" | "w" => true,
                "RW" | "WR" | "rw" | "wr" => {
                    return Err(wrong(
                        "sqlio reads or writes, and has no mix; run -kR and -kW one after the other, or diskspd \
                         with -w<percent>",
                    ));
                }
                _ => return Err(wrong("write -kR to read or -kW to write")),
            }
        }
        't' => {
            let expected = "write how many threads, 1 to 256, such as -t4";
            let threads = number(value).filter(|&threads| threads <= MOST.into());
            given.threads = Some(threads.filter(|&n| n > 0).ok_or_else(|| wrong(expected))? as u32);
        }
        's' => {
            let seconds = number(value).filter(|&seconds| (1..=31_536_000).contains(&seconds));
            given.seconds = Some(seconds.ok_or_else(|| wrong("write how many seconds, such as -s30"))?);
        }
        'o' => {
            let depth = number(value).filter(|&depth| depth <= 65_536);
            let depth = depth.ok_or_else(|| wrong("write how many blocks in flight, such as -o8"))?;
            // With none outstanding a thread waits for each block, as without the option.
            given.outstanding = (depth > 0).then_some(depth as u32);
        }
        'b' => {
            let expected = "write the size of a block in KB, such as -b64";
            let kilobytes = number(value).filter(|&kb| (1..=1 << 21).contains(&kb));
            given.block_kilobytes = Some(kilobytes.ok_or_else(|| wrong(expected))?);
        }
        'f' => given.pattern = Some(pattern(value).ok_or_else(|| pattern_error(text))?),
        'i' => {
            let ios = number(value).filter(|&ios| (1..=1 << 40).contains(&ios));
            given.ios = Some(ios.ok_or_else(|| wrong("write how many blocks a run has, such as -i64"))?);
        }
        'S' => {
            let start = number(value).filter(|&blocks| blocks <= 1 << 40);
            given.start_blocks = start.ok_or_else(|| wrong("write how many blocks are left out, such as -S100"))?;
        }
        'B' => {
            given.buffering = Some(match value {
                "N" | "n" => Buffering::None,
                "Y" | "y" => Buffering::All,
                "H" | "h" => Buffering::Hardware,
                "S" | "s" => Buffering::Software,
                _ => return Err(wrong("write -BN, -BY, -BH or -BS")),
            });
        }
        'm' => {
            let expected = "write -mC or -mS and into how many buffers a block falls, such as -mS16";
            given.sub_blocks = Some(sub_blocks(value).ok_or_else(|| wrong(expected))?);
        }
        'L' => {
            let (timer, initiation) = match value.strip_suffix(['i', 'I']) {
                Some(timer) => (timer, true),
                None => (value, false),
            };
            let processor_timer = match timer {
                "S" | "s" => false,
                "P" | "p" => true,
                _ => return Err(wrong("write -LS or -LP, with i after it for -LSi")),
            };
            given.latency = Some(Latency {
                processor_timer,
                initiation,
            });
        }
        'U' => {
            let each_processor = match value {
                "" => false,
                "p" | "P" => true,
                _ => return Err(wrong("write -U or -Up")),
            };
            given.utilisation = Some(Utilisation { each_processor });
        }
        'p' => {
            let (ideal, value) = ideal(value);
            let processor = number(value).filter(|&number| number < 4096);
            let processor = processor.ok_or_else(|| wrong("write the number of a processor, such as -p0"))?;
            given.processor = Some((processor as u32, ideal));
        }
        'a' => {
            let expected = "write a mask of processors, such as -a0xf or -aR0x3";
            given.mask = Some(affinity(value).ok_or_else(|| wrong(expected))?);
        }
        'd' => {
            given.on_drives = value.chars().filter(|c| !matches!(c, ',' | ':')).collect();
            let letters = given.on_drives.iter().all(char::is_ascii_alphabetic);
            if given.on_drives.is_empty() || !letters {
                return Err(wrong("write the letters of drives, such as -dEFG"));
            }
        }
        'R' => {
            given.raw = raw(value);
            if given.raw.is_empty() {
                return Err(wrong(
                    "write letters of partitions and numbers of disks, such as -RE,F,1",
                ));
            }
        }
        'F' => {
            if value.is_empty() {
                return Err(wrong(
                    "write the name of the parameter file without a blank, such as -Fparam.txt",
                ));
            }
            given.parameter_file = Some(value.into());
        }
        'v' if value == "1.1.1" => given.same_run = true,
        '6' if value == "4" => given.large_memory = true,
        'D' if number(value).is_some() => given.debug = true,
        _ => {
            return Err(ArgumentError::Unknown {
                given: text.to_owned(),
                nearest: other_case(letter, value),
                tool: TOOL,
            });
        }
    }
    Ok(())
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

fn pattern_error(text: &str) -> ArgumentError {
    let near = match text.get(2..3).map(str::to_ascii_lowercase).as_deref() {
        Some("r") => Some("-frandom"),
        Some("s") => Some("-fsequential"),
        _ => None,
    };
    match near {
        Some(near) => ArgumentError::Unknown {
            given: text.to_owned(),
            nearest: Some(near.to_owned()),
            tool: TOOL,
        },
        None => ArgumentError::Value {
            given: text.to_owned(),
            expected: "write -frandom, -fsequential, or blocks of a stripe such as -f64",
        },
    }
}
