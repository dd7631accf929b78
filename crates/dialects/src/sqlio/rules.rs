//! Valid combinations of options, and the files.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::error::{Error, Result};
use super::parameter_file;
use super::parsed_options::{MOST, ParsedOptions, PatternOption};
use super::request::{Affinity, BufferMode, Pattern, Pool, SubBlocks, Test, TestFile};
use super::value::processors;
use crate::argument_error::ArgumentError;
use crate::drives::DriveError;
use crate::system;

/// The page size of machines for `-mS`, which each buffer must have.
const PAGE: u64 = 4096;

const DEFAULT_FILE: &str = "testfile.dat";
const DEFAULT_SECONDS: u64 = 30;
const DEFAULT_KILOBYTES: u64 = 2;
const DEFAULT_FACTOR: u64 = 64;
const DEFAULT_IOS: u64 = 64;

/// Returns the test of the options; `read` reads a parameter file.
pub(super) fn decide(given: ParsedOptions, read: &dyn Fn(&Path) -> io::Result<Vec<u8>>) -> Result<Test> {
    let pattern = match given.pattern {
        Some(PatternOption::Order(pattern)) => pattern,
        factor => Pattern::Stripes {
            factor: match factor {
                Some(PatternOption::Factor(factor)) => factor,
                _ => DEFAULT_FACTOR,
            },
            ios: given.ios.unwrap_or(DEFAULT_IOS),
            same_run: given.same_run,
        },
    };
    let mut remarks = remarks(&given);
    let (pools, parameter_file) = match &given.parameter_file {
        Some(name) => {
            let path = given.own.drives.find(name)?;
            let name = name.to_string_lossy().into_owned();
            let bytes = read(&path).map_err(|source| Error::ParameterFile {
                path: name.clone(),
                source,
            })?;
            unused_beside_a_parameter_file(&given, &mut remarks);
            (pools_of_lines(&given, &name, &bytes, pattern)?, Some(name))
        }
        None => (vec![pool_of_arguments(&given)?], None),
    };
    let test = Test {
        writes: given.writes,
        pools,
        seconds: given.seconds.unwrap_or(DEFAULT_SECONDS),
        pattern,
        block_bytes: given.block_kilobytes.unwrap_or(DEFAULT_KILOBYTES) << 10,
        outstanding: given.outstanding,
        sub_blocks: given.sub_blocks,
        latency: given.latency,
        utilisation: given.utilisation,
        buffering: given.buffering.unwrap_or(BufferMode::None),
        buffering_given: given.buffering.is_some(),
        start_blocks: given.start_blocks,
        parameter_file,
        account: given.own.account,
        overwrite_foreign: given.own.overwrite_foreign,
        remarks,
    };
    check(&test)?;
    Ok(test)
}

/// Returns options with another meaning here.
fn remarks(given: &ParsedOptions) -> Vec<String> {
    let mut remarks = Vec::new();
    let ideal =
        given.processor.is_some_and(|(_, ideal)| ideal) || given.mask.as_ref().is_some_and(|(_, _, ideal)| *ideal);
    if ideal {
        remarks.push(system::NO_IDEAL_PROCESSORS.to_owned());
    }
    if given.latency.is_some_and(|latency| latency.processor_timer) {
        remarks.push("-LP: latencies are from the system's monotonic clock, as with -LS".to_owned());
    }
    if matches!(given.sub_blocks, Some(SubBlocks::Copied(_))) {
        remarks
            .push("-mC: blocks are moved to and from one buffer; the copies between buffers are not made".to_owned());
    }
    if given.large_memory {
        remarks.push("-64 changes nothing: memory is of 64 bits here".to_owned());
    }
    if given.debug {
        remarks.push("-D: there is nothing more to tell; see --account and --explain".to_owned());
    }
    remarks
}

fn unused_beside_a_parameter_file(given: &ParsedOptions, remarks: &mut Vec<String>) {
    let unused = [
        ("-t", given.threads.is_some()),
        ("-p", given.processor.is_some()),
        ("-a", given.mask.is_some()),
        ("-d", !given.on_drives.is_empty()),
        ("-R", !given.raw.is_empty()),
        ("the file name", !given.files.is_empty()),
    ];
    let unused: Vec<&str> = unused
        .into_iter()
        .filter_map(|(name, is_given)| is_given.then_some(name))
        .collect();
    if !unused.is_empty() {
        remarks.push(format!(
            "the parameter file says which files, threads and processors: {} not used",
            match unused[..] {
                [one] => format!("{one} is"),
                _ => format!("{} are", unused.join(", ")),
            }
        ));
    }
}

fn pools_of_lines(given: &ParsedOptions, name: &str, bytes: &[u8], pattern: Pattern) -> Result<Vec<Pool>> {
    let mut pools = Vec::new();
    for line in parameter_file::parse(name, bytes)? {
        if line.megabytes.is_some() && matches!(pattern, Pattern::Stripes { .. }) {
            return Err(Error::ParameterLine {
                path: name.to_owned(),
                line: line.number,
                what: "a size needs -frandom or -fsequential; with stripes (-f and a number) -f, -i and -b say \
                       how large files are"
                    .to_owned(),
            });
        }
        let mut file = file(given, &OsString::from(&line.name), is_raw(&line.name))?;
        file.megabytes = line.megabytes;
        pools.push(Pool {
            files: vec![file],
            threads: line.threads,
            affinity: processors(line.mask, false),
            mask: line.mask,
        });
    }
    Ok(pools)
}

fn pool_of_arguments(given: &ParsedOptions) -> Result<Pool, ArgumentError> {
    let mut files = Vec::new();
    if !given.on_drives.is_empty() {
        let default = [OsString::from(DEFAULT_FILE)];
        let name = match &given.files[..] {
            [] => &default[0],
            [one] => one,
            _ => {
                return Err(ArgumentError::Together {
                    one: "-d",
                    other: "several file names",
                    why: "name the one file that is on each of the drives",
                });
            }
        };
        for letter in &given.on_drives {
            let mut on_drive = OsString::from(format!("{letter}:"));
            on_drive.push(name);
            files.push(file(given, &on_drive, false)?);
        }
    } else {
        for name in &given.files {
            files.push(file(given, name, is_raw(&name.to_string_lossy()))?);
        }
    }
    for name in &given.raw {
        files.push(file(given, &OsString::from(name), true)?);
    }
    if files.is_empty() {
        files.push(file(given, &OsString::from(DEFAULT_FILE), false)?);
    }
    if let (Some(_), Some(_)) = (given.processor, &given.mask) {
        return Err(ArgumentError::Together {
            one: "-p",
            other: "-a",
            why: "both say where threads run; give one",
        });
    }
    let (affinity, mask) = match (given.processor, &given.mask) {
        (Some((number, _)), _) => (Affinity::All(vec![number]), 1u64.checked_shl(number).unwrap_or(0)),
        (None, Some((affinity, mask, _))) => (affinity.clone(), *mask),
        (None, None) => (Affinity::Any, 0),
    };
    Ok(Pool {
        files,
        threads: given.threads.unwrap_or(1),
        affinity,
        mask,
    })
}

/// Returns whether a name is that of a partition (`E:`) or of a disk (`1:`).
fn is_raw(name: &str) -> bool {
    let Some(letter) = name.strip_suffix(':') else {
        return false;
    };
    let digits = letter.len() <= 3 && letter.bytes().all(|byte| byte.is_ascii_digit());
    !letter.is_empty() && (digits || (letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_alphabetic())))
}

fn file(given: &ParsedOptions, name: &OsString, raw: bool) -> Result<TestFile, ArgumentError> {
    let text = name.to_string_lossy().into_owned();
    if text.is_empty() {
        return Err(ArgumentError::Fit(
            "a file name is empty; name the file to read or write".to_owned(),
        ));
    }
    if text.chars().count() > MOST as usize {
        return Err(ArgumentError::Fit(format!(
            "{text} has more than {MOST} characters; use a shorter path"
        )));
    }
    let path = given.own.drives.find(name)?;
    if raw && system::HAS_DRIVES && path.as_os_str() == name {
        return Err(DriveError::Disk { name: text }.into());
    }
    Ok(TestFile {
        path,
        name: text,
        megabytes: None,
        raw,
    })
}

fn check(test: &Test) -> Result<(), ArgumentError> {
    let count: u64 = test.pools.iter().map(|pool| u64::from(pool.threads)).sum();
    if count > MOST.into() {
        return Err(ArgumentError::Fit(format!(
            "{count} threads are more than {MOST}, the most there can be"
        )));
    }
    let files = test.files().count();
    if files > MOST as usize {
        return Err(ArgumentError::Fit(format!(
            "{files} files are more than {MOST}, the most there can be"
        )));
    }
    if test.sub_blocks.is_some() && test.outstanding.is_some() {
        return Err(ArgumentError::Together {
            one: "-m",
            other: "-o",
            why: "a block that is scattered is waited for; leave one of them out",
        });
    }
    match test.sub_blocks {
        Some(SubBlocks::Scattered(count)) if test.block_bytes != PAGE * u64::from(count) => {
            return Err(ArgumentError::Fit(format!(
                "-mS{count}: buffers must be pages of {PAGE} bytes, and a block of {} KB has {}; use -b{} or -mS{}",
                test.block_bytes >> 10,
                test.block_bytes as f64 / PAGE as f64,
                (PAGE * u64::from(count)) >> 10,
                (test.block_bytes / PAGE).max(1),
            )));
        }
        Some(SubBlocks::Copied(count)) if !test.block_bytes.is_multiple_of(count.into()) => {
            return Err(ArgumentError::Fit(format!(
                "-mC{count}: a block of {} KB does not fall into {count} equal buffers",
                test.block_bytes >> 10
            )));
        }
        _ => {}
    }
    if let Pattern::Stripes { factor, ios, .. } = test.pattern {
        for pool in &test.pools {
            if factor < pool.threads.into() {
                return Err(ArgumentError::Fit(format!(
                    "-f{factor} is less than the {} threads, which share the blocks of a stripe; use a larger -f, \
                     or -fsequential",
                    pool.threads
                )));
            }
        }
        let bytes = factor
            .checked_mul(ios)
            .and_then(|blocks| blocks.checked_add(test.start_blocks))
            .and_then(|blocks| blocks.checked_mul(test.block_bytes));
        if bytes.is_none_or(|bytes| bytes > i64::MAX as u64) {
            return Err(ArgumentError::Fit(
                "-f, -i, -b and -S make a file larger than any can be; use smaller ones".to_owned(),
            ));
        }
    }
    Ok(())
}
