//! From parsed arguments to a test: its settings and files.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::checks;
use super::error::{Error, Result};
use super::limits::{DEFAULT_DEPTH, DEFAULT_SECONDS, DEFAULT_WARM_UP};
use super::names::OPTIONS;
use super::options::take;
use super::parsed_options::{ContentOption, ParsedOptions};
use super::request::{Request, Test, Threads, TimeSpan};
use super::target::{Cache, Content, NamedFile, Order, Target};
use super::xml_profile;
use crate::argument_error::ArgumentError;
use crate::drives::Drives;

/// Parses the arguments that follow the program's name. `drives` is the mapping of the environment.
///
/// # Errors
///
/// Returns an error if they are invalid, or the profile that they name is or cannot be read.
pub fn parse(arguments: &[OsString], drives: &Drives) -> Result<Request> {
    parse_with(arguments, drives, &xml_profile::read)
}

/// The same, with the function that reads a profile.
pub(crate) fn parse_with(
    arguments: &[OsString],
    drives: &Drives,
    read: &dyn Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<Request> {
    let given = take(arguments, drives.clone())?;
    if given.own.help {
        return Ok(Request::Help);
    }
    let (explain, profile_only) = (given.own.explain, given.profile_only);
    let line = command_line(arguments);
    let test = match &given.profile {
        Some(name) => xml_profile::test(&given, name, line, read)?,
        None => decide(&given, line)?,
    };
    Ok(if explain {
        Request::Explain(test)
    } else if profile_only {
        Request::Profile(test)
    } else {
        Request::Test(test)
    })
}

fn command_line(arguments: &[OsString]) -> String {
    let mut line = "diskspd".to_owned();
    for argument in arguments {
        line.push(' ');
        // It must be one line of the report.
        line.push_str(&argument.to_string_lossy().replace(['\n', '\r'], " "));
    }
    line
}

fn decide(given: &ParsedOptions, command_line: String) -> Result<Test> {
    if given.targets.is_empty() {
        return Err(Error::NoTarget);
    }
    let threads = threads(given)?;
    let targets = given.targets.iter().map(|name| target(given, name));
    let span = TimeSpan {
        targets: targets.collect::<Result<Vec<_>, _>>()?,
        warm_up: given.warm_up.unwrap_or(DEFAULT_WARM_UP),
        duration: given.duration.unwrap_or(DEFAULT_SECONDS),
        cool_down: given.cool_down.unwrap_or(0),
        threads,
        seed: given.seed.unwrap_or(0),
        random_writes: matches!(given.content, Some(ContentOption::RandomEach)),
        affinity_disabled: given.affinity_disabled,
        processors: given.processors.clone(),
        latency: given.latency,
        interval: given.interval,
        completion_routines: given.completion_routines,
    };
    checks::span(&OPTIONS, &span)?;
    if let Some(first) = span.targets.first() {
        // The settings of all are the same.
        checks::target(&OPTIONS, &span, first)?;
    }
    let spans = vec![span];
    Ok(Test {
        command_line,
        profile: None,
        verbose: given.verbose.unwrap_or(false),
        format: given.format.unwrap_or_default(),
        account: given.own.account,
        overwrite_foreign: given.own.overwrite_foreign,
        remarks: checks::remarks(&OPTIONS, &spans),
        spans,
    })
}

fn target(given: &ParsedOptions, name: &OsString) -> Result<Target, ArgumentError> {
    let block = given.block();
    Ok(Target {
        path: given.own.drives.find(name)?,
        name: name.to_string_lossy().into_owned(),
        block,
        from: given.from.unwrap_or(0),
        end: given.end,
        create: given.create,
        threads: given.threads.unwrap_or(1),
        depth: given.depth.unwrap_or(DEFAULT_DEPTH),
        order: order(given, block)?,
        thread_stride: given.thread_stride.unwrap_or(0),
        cache: match (given.direct, given.mapped) {
            (true, _) => Cache::Direct,
            (_, true) => Cache::Mapped,
            _ => Cache::Cached,
        },
        write_through: given.write_through,
        random_hint: given.random_hint,
        sequential_hint: given.sequential_hint,
        temporary_hint: given.temporary_hint,
        large_pages: given.large_pages,
        write_percent: given.write_percent,
        content: content(given)?,
        throttle: given.throttle,
        burst: given.burst,
        think: given.think,
        priority: given.priority.unwrap_or(3),
    })
}

fn content(given: &ParsedOptions) -> Result<Content, ArgumentError> {
    Ok(match &given.content {
        None | Some(ContentOption::RandomEach) => Content::Counting,
        Some(ContentOption::Zeros) => Content::Zeros,
        Some(ContentOption::Source { bytes, file }) => Content::Source {
            bytes: *bytes,
            file: match file {
                Some(name) => Some(NamedFile {
                    path: given.own.drives.find(name)?,
                    name: name.to_string_lossy().into_owned(),
                }),
                None => None,
            },
        },
    })
}

fn order(given: &ParsedOptions, block: u64) -> Result<Order, ArgumentError> {
    let random = given.random.is_some() || given.random_percent.is_some();
    if let (true, Some(_)) = (random, given.sequential) {
        return Err(ArgumentError::Together {
            one: "-s",
            other: "-r",
            why: "one is from front to back, the other at random; with -rs use -r for the alignment",
        });
    }
    if random {
        return Ok(Order::Random {
            align: given.random.flatten().unwrap_or(block),
            percent: given.random_percent.unwrap_or(100),
            distribution: given.distribution.clone(),
        });
    }
    let (interlocked, stride) = given.sequential.unwrap_or((false, None));
    Ok(Order::Sequential {
        stride: stride.unwrap_or(block),
        interlocked,
    })
}

fn threads(given: &ParsedOptions) -> Result<Threads, ArgumentError> {
    Ok(match (given.all_threads, given.threads, given.all_depth) {
        (Some(_), Some(_), _) => {
            return Err(ArgumentError::Together {
                one: "-F",
                other: "-t",
                why: "one is for all targets together, the other for each; give one",
            });
        }
        (None, _, Some(_)) => {
            return Err(ArgumentError::Fit(
                "-O is for threads of all targets together; add -F".to_owned(),
            ));
        }
        (Some(threads), None, Some(depth)) => Threads::Shared { threads, depth },
        (Some(threads), None, None) => Threads::OfAll { threads },
        (None, _, None) => Threads::OfEachTarget,
    })
}
