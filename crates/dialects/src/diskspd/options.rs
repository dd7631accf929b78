//! Arguments to options.

use std::ffi::OsString;

use super::error::{Error, Result};
use super::given::Given;
use super::request::{Content, Throttle};
use super::value::{distribution, leading_size, number, processors, size};
use crate::drives::Drives;
use crate::own_options::OwnOptions;

/// The longest time that a test may be asked to take, in seconds.
const LONGEST: u64 = 31_536_000;

/// The largest block.
const LARGEST_BLOCK: u64 = (1 << 31) - 1;

/// Reads all arguments.
pub(super) fn take(arguments: &[OsString], drives: Drives) -> Result<Given> {
    let mut given = Given {
        own: OwnOptions {
            drives,
            ..OwnOptions::default()
        },
        ..Given::default()
    };
    // Sizes may be in blocks, wherever the block is given.
    for argument in arguments {
        let text = argument.to_string_lossy();
        if let Some(value) = text.strip_prefix("-b") {
            let block = size(value, 0).filter(|block| (1..=LARGEST_BLOCK).contains(block));
            given.block = Some(block.ok_or_else(|| Error::Value {
                given: text.clone().into_owned(),
                expected: "write the size of a block, such as -b64K",
            })?);
        }
    }
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if let Some(long) = text.strip_prefix("--") {
            given.own.take(long, &mut arguments)?;
        } else if text.len() > 1 && text.starts_with('-') {
            if !given.targets.is_empty() {
                return Err(Error::OptionAfterTarget {
                    given: text.into_owned(),
                });
            }
            take_short(&mut given, &text)?;
        } else {
            given.targets.push(argument.clone());
        }
    }
    Ok(given)
}

fn take_short(given: &mut Given, text: &str) -> Result<()> {
    let block = given.block.unwrap_or(super::rules::DEFAULT_BLOCK);
    let mut letters = text[1..].chars();
    let letter = letters.next().unwrap_or('-');
    let value = letters.as_str();
    let wrong = |expected: &'static str| Error::Value {
        given: text.to_owned(),
        expected,
    };
    let not_here = |why: &'static str| Error::NotHere {
        given: text.to_owned(),
        why,
    };
    let bytes = |expected: &'static str| size(value, block).ok_or_else(|| wrong(expected));
    let count = |most: u64, expected: &'static str| {
        number(value)
            .filter(|count| (1..=most).contains(count))
            .ok_or_else(|| wrong(expected))
    };
    let seconds = |expected: &'static str| {
        number(value)
            .filter(|&seconds| seconds <= LONGEST)
            .ok_or_else(|| wrong(expected))
    };
    match letter {
        '?' => given.own.help = true,
        'b' => {}
        'B' => {
            let expected = "write an offset, and a size after a colon, such as -B1G or -B1G:512M";
            let (from, rest) = leading_size(value, block).ok_or_else(|| wrong(expected))?;
            given.from = Some(from);
            if let Some(length) = rest.strip_prefix(':') {
                let length = size(length, block).ok_or_else(|| wrong(expected))?;
                set_end(
                    given,
                    from.checked_add(length).ok_or_else(|| wrong(expected))?,
                )?;
            } else if !rest.is_empty() {
                return Err(wrong(expected));
            }
        }
        'c' => {
            let size = bytes("write the size that targets are made of, such as -c1G")?;
            given.create = Some(Some(size).filter(|&size| size > 0).ok_or_else(|| {
                wrong("a target of no bytes measures nothing; write a size such as -c1G")
            })?);
        }
        'C' => {
            if seconds("write seconds, such as -C0")? > 0 {
                return Err(not_here(
                    "work ends with the time that is counted; leave it out",
                ));
            }
        }
        'd' => given.duration = Some(seconds("write how many seconds, such as -d60")?),
        'W' => given.warm_up = Some(seconds("write how many seconds, such as -W5")?),
        'D' => {
            given.interval = Some(match value {
                "" => 1000,
                _ => count(3_600_000, "write milliseconds, such as -D500")?,
            });
        }
        'e' => match value {
            "q" | "c" | "s" => {}
            _ => return Err(not_here("it records events of the Windows kernel")),
        },
        'f' => take_f(given, value, block, &wrong)?,
        'F' => {
            given.all_threads = Some(count(65_536, "write how many threads, such as -F8")? as u32)
        }
        't' => given.threads = Some(count(65_536, "write how many threads, such as -t4")? as u32),
        'o' => {
            given.depth =
                Some(count(65_536, "write how many blocks in flight, such as -o8")? as u32)
        }
        'O' => {
            given.all_depth =
                Some(count(65_536, "write how many blocks in flight, such as -O8")? as u32)
        }
        'g' => {
            let expected =
                "write bytes a millisecond, or blocks a second with an i, such as -g1000 or -g500i";
            let (digits, blocks) = match value.strip_suffix('i') {
                Some(digits) => (digits, true),
                None => (value, false),
            };
            let most = number(digits).filter(|most| (1..=1 << 40).contains(most));
            let most = most.ok_or_else(|| wrong(expected))?;
            given.throttle = Some(if blocks {
                Throttle::BlocksPerSecond(most)
            } else {
                Throttle::BytesPerMillisecond(most)
            });
        }
        'h' if value.is_empty() => take_cache(given, "h", &wrong)?,
        'i' => given.burst = Some(count(1 << 32, "write blocks of a burst, such as -i10")?),
        'j' => given.think = Some(count(86_400_000, "write milliseconds, such as -j20")?),
        'I' => given.priority = Some(count(3, "write -I1, -I2 or -I3")? as u8),
        'l' if value.is_empty() => given.large_pages = true,
        'L' if value.is_empty() => given.latency = true,
        'n' if value.is_empty() => given.affinity_disabled = true,
        'a' => {
            if !matches!(value, "" | "g") {
                let expected = "write numbers of processors, such as -a0,1 or -ag0,0,1";
                given
                    .processors
                    .extend(processors(value).ok_or_else(|| wrong(expected))?);
            }
        }
        'N' => {
            return Err(not_here(
                "mapped memory is written back by the kernel; leave it out",
            ));
        }
        'p' if value.is_empty() => {
            return Err(not_here(
                "blocks in flight of a thread are never at one place; leave it out",
            ));
        }
        'P' => {
            if !value.is_empty() {
                count(u64::MAX, "write a count, such as -P65536")?;
            }
        }
        'r' => take_r(given, value, block, &wrong)?,
        'R' => match value {
            "text" => {}
            "p" | "ptext" => given.profile_only = true,
            "xml" | "pxml" => {
                return Err(not_here(
                    "there is the text report, and feedrate fio writes JSON; use -Rtext",
                ));
            }
            _ => return Err(wrong("write -Rtext or -Rptext")),
        },
        's' => {
            let (interlocked, stride) = match value.strip_prefix('i') {
                Some(stride) => (true, stride),
                None => (false, value),
            };
            let stride = match stride {
                "" => None,
                _ => Some(size(stride, block).ok_or_else(|| {
                    wrong("write how far blocks are from each other, such as -s128K or -si")
                })?),
            };
            given.sequential = Some((interlocked, stride));
        }
        'S' => take_cache(given, if value.is_empty() { "u" } else { value }, &wrong)?,
        'T' => {
            given.thread_stride = Some(bytes(
                "write how far threads begin from each other, such as -T1G",
            )?)
        }
        'v' if matches!(value, "" | "s") => given.verbose = value.is_empty(),
        'w' => {
            let percent = number(value).filter(|&percent| percent <= 100);
            let expected = "write how many of 100 blocks are written, such as -w30";
            given.write_percent = percent.ok_or_else(|| wrong(expected))? as u8;
        }
        'x' if value.is_empty() => given.completion_routines = true,
        'X' => {
            return Err(not_here(
                "profiles in XML are not read; write their settings as options",
            ));
        }
        'y' => return Err(not_here("it waits for and sets events of Windows")),
        'z' => {
            given.seed = Some(match value {
                "" => fastrand::u32(..),
                _ => number(value)
                    .and_then(|seed| u32::try_from(seed).ok())
                    .ok_or_else(|| wrong("write a whole number of 32 bits, such as -z7"))?,
            });
        }
        'Z' => {
            given.content = Some(match value {
                "" => Content::Zeros,
                "r" => Content::RandomEach,
                _ if value.contains(',') => {
                    return Err(not_here(
                        "what is written is made here; use -Z with a size alone",
                    ));
                }
                _ => Content::RandomOnce(
                    size(value, block)
                        .filter(|&size| size > 0)
                        .ok_or_else(|| wrong("write -Z, -Zr, or a size such as -Z20M"))?,
                ),
            });
        }
        _ => {
            return Err(Error::UnknownOption {
                given: text.to_owned(),
                nearest: None,
            });
        }
    }
    Ok(())
}

fn set_end(given: &mut Given, end: u64) -> Result<()> {
    if given.end.is_some() {
        return Err(Error::Together {
            one: "-f",
            other: "-B with a size",
            why: "both say where the part of a target ends; give one",
        });
    }
    given.end = Some(end);
    Ok(())
}

/// `-f`: an end, or hints.
fn take_f(
    given: &mut Given,
    value: &str,
    block: u64,
    wrong: &dyn Fn(&'static str) -> Error,
) -> Result<()> {
    let expected = "write an offset such as -f10G, or hints such as -fr";
    if value.starts_with(|c: char| c.is_ascii_digit()) {
        return set_end(given, size(value, block).ok_or_else(|| wrong(expected))?);
    }
    if value.is_empty() {
        return Err(wrong(expected));
    }
    for hint in value.chars() {
        match hint {
            'r' => given.random_hint = true,
            's' => given.sequential_hint = true,
            't' => given.temporary_hint = true,
            _ => return Err(wrong(expected)),
        }
    }
    Ok(())
}

/// `-r`, `-rs`, `-rd`.
fn take_r(
    given: &mut Given,
    value: &str,
    block: u64,
    wrong: &dyn Fn(&'static str) -> Error,
) -> Result<()> {
    if let Some(percent) = value.strip_prefix('s') {
        let percent = number(percent).filter(|percent| (1..=100).contains(percent));
        let expected = "write how many of 100 blocks are at random places, 1 to 100, such as -rs80";
        given.random_percent = Some(percent.ok_or_else(|| wrong(expected))? as u8);
    } else if let Some(shares) = value.strip_prefix('d') {
        let expected = "write shares of blocks and of the target that sum to no more than 100, such as \
                        -rdpct90/10:5/20 or -rdabs90/10G";
        given.distribution = Some(distribution(shares, block).ok_or_else(|| wrong(expected))?);
        given.random = given.random.or(Some(None));
    } else {
        let align = match value {
            "" => None,
            _ => Some(
                size(value, block)
                    .filter(|&align| align > 0)
                    .ok_or_else(|| wrong("write what offsets are multiples of, such as -r4K"))?,
            ),
        };
        given.random = Some(align);
    }
    Ok(())
}

/// The letters of `-S`.
fn take_cache(
    given: &mut Given,
    letters: &str,
    wrong: &dyn Fn(&'static str) -> Error,
) -> Result<()> {
    for letter in letters.chars() {
        match letter {
            'b' => given.cached = true,
            'u' => given.direct = true,
            'h' => (given.direct, given.write_through) = (true, true),
            'w' => given.write_through = true,
            'm' => given.mapped = true,
            'r' => {
                return Err(Error::NotHere {
                    given: "-Sr".to_owned(),
                    why: "it is of file shares on Windows; use -Su",
                });
            }
            _ => {
                return Err(wrong(
                    "write letters of b, h, m, u and w, such as -Su or -Sh",
                ));
            }
        }
    }
    if u8::from(given.cached) + u8::from(given.direct) + u8::from(given.mapped) > 1
        && !(given.cached && given.mapped)
    {
        return Err(wrong(
            "it says both to use the page cache and to go past it; give one",
        ));
    }
    Ok(())
}
