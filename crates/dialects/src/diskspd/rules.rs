//! Valid combinations of options, and the files.

use std::ffi::OsString;

use super::error::{Error, Result};
use super::options::take;
use super::parsed_options::{ContentOption, ParsedOptions};
use super::request::{Cache, Content, Order, Queues, Request, Target, Test};
use crate::argument_error::ArgumentError;
use crate::drives::Drives;

/// Bytes of a block.
pub(super) const DEFAULT_BLOCK: u64 = 64 << 10;

const DEFAULT_SECONDS: u64 = 10;
const DEFAULT_WARM_UP: u64 = 5;
const DEFAULT_DEPTH: u32 = 2;

/// The most threads of a test.
const MOST_THREADS: u64 = 4096;

/// Parses the arguments that follow the program's name. `drives` is the mapping of the environment.
///
/// # Errors
///
/// Returns an error if they are invalid.
pub fn parse(arguments: &[OsString], drives: &Drives) -> Result<Request> {
    let given = take(arguments, drives.clone())?;
    if given.own.help {
        return Ok(Request::Help);
    }
    let (explain, profile_only) = (given.own.explain, given.profile_only);
    let test = decide(given, command_line(arguments))?;
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

fn decide(given: ParsedOptions, command_line: String) -> Result<Test> {
    let block = given.block.unwrap_or(DEFAULT_BLOCK);
    if given.targets.is_empty() {
        return Err(Error::NoTarget);
    }
    let targets = given
        .targets
        .iter()
        .map(|name| target(&given, name))
        .collect::<Result<Vec<_>, _>>()?;
    let order = order(&given, block)?;
    let queues = queues(&given, targets.len())?;
    check(&given, &order)?;
    let content = content(&given, block)?;
    let remarks = remarks(&given);
    Ok(Test {
        command_line,
        targets,
        block,
        from: given.from.unwrap_or(0),
        end: given.end,
        create: given.create,
        warm_up: given.warm_up.unwrap_or(DEFAULT_WARM_UP),
        duration: given.duration.unwrap_or(DEFAULT_SECONDS),
        cool_down: given.cool_down.unwrap_or(0),
        queues,
        order,
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
        content,
        seed: given.seed.unwrap_or(0),
        affinity_disabled: given.affinity_disabled,
        processors: given.processors,
        latency: given.latency,
        interval: given.interval,
        throttle: given.throttle,
        burst: given.burst,
        think: given.think,
        completion_routines: given.completion_routines,
        priority: given.priority.unwrap_or(3),
        verbose: given.verbose,
        format: given.format,
        account: given.own.account,
        overwrite_foreign: given.own.overwrite_foreign,
        remarks,
    })
}

fn target(given: &ParsedOptions, name: &OsString) -> Result<Target, ArgumentError> {
    Ok(Target {
        path: given.own.drives.find(name)?,
        name: name.to_string_lossy().into_owned(),
    })
}

fn content(given: &ParsedOptions, block: u64) -> Result<Content, ArgumentError> {
    Ok(match &given.content {
        None => Content::Counting,
        Some(ContentOption::Zeros) => Content::Zeros,
        Some(ContentOption::RandomEach) => Content::RandomEach,
        &Some(ContentOption::Source { bytes, .. }) if bytes < block => {
            return Err(ArgumentError::Fit(format!(
                "-Z{bytes}: blocks of {block} bytes cannot be taken from fewer; use -Z{block} or more"
            )));
        }
        Some(ContentOption::Source { bytes, file }) => Content::Source {
            bytes: *bytes,
            file: match file {
                Some(name) => Some(target(given, name)?),
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
        let percent = given.random_percent.unwrap_or(100);
        if given.distribution.is_some() && percent < 100 {
            return Err(ArgumentError::Together {
                one: "-rd",
                other: "-rs",
                why: "shares of the target are for blocks that are all at random places; leave one out",
            });
        }
        return Ok(Order::Random {
            align: given.random.flatten().unwrap_or(block),
            percent,
            distribution: given.distribution.clone(),
        });
    }
    let (interlocked, stride) = given.sequential.unwrap_or((false, None));
    let stride = stride.unwrap_or(block);
    if interlocked && stride < block {
        return Err(ArgumentError::Fit(format!(
            "-si{stride}: blocks of {block} bytes that threads share cannot lie over each other; use -si{block} or more"
        )));
    }
    Ok(Order::Sequential {
        stride,
        interlocked,
    })
}

fn queues(given: &ParsedOptions, targets: usize) -> Result<Queues, ArgumentError> {
    let depth = given.depth.unwrap_or(DEFAULT_DEPTH);
    let queues = match (given.all_threads, given.threads, given.all_depth) {
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
        (Some(_), None, Some(_)) if targets > 1 => {
            return Err(ArgumentError::Fit(
                "-O is for one target here, as what a shared queue moved of each is not kept apart; use -o".to_owned(),
            ));
        }
        (Some(threads), None, Some(depth)) => Queues::Shared { threads, depth },
        (Some(threads), None, None) => Queues::OfAll { threads, depth },
        (None, threads, None) => Queues::OfEachTarget {
            threads: threads.unwrap_or(1),
            depth,
        },
    };
    let threads = queues.threads(targets);
    if threads > MOST_THREADS {
        return Err(ArgumentError::Fit(format!(
            "{threads} threads are more than {MOST_THREADS}, the most that are started; use fewer"
        )));
    }
    Ok(queues)
}

fn check(given: &ParsedOptions, order: &Order) -> Result<(), ArgumentError> {
    let is_random = matches!(order, Order::Random { .. });
    let is_interlocked = matches!(
        order,
        Order::Sequential {
            interlocked: true,
            ..
        }
    );
    if given.thread_stride.is_some() && (is_random || is_interlocked) {
        return Err(ArgumentError::Together {
            one: "-T",
            other: if is_random { "-r" } else { "-si" },
            why: "threads begin apart only where each has a place of its own in order; leave one out",
        });
    }
    if given.burst.is_some() != given.think.is_some() {
        return Err(ArgumentError::Fit(
            "-i and -j need each other: blocks of a burst, and the time between bursts".to_owned(),
        ));
    }
    if given.throttle.is_some() && given.completion_routines {
        return Err(ArgumentError::Together {
            one: "-g",
            other: "-x",
            why: "there is no rate with completion routines; leave out -x",
        });
    }
    if given.affinity_disabled && !given.processors.is_empty() {
        return Err(ArgumentError::Together {
            one: "-n",
            other: "-a",
            why: "one binds threads to processors and the other does not; leave one out",
        });
    }
    if let (Some(end), from) = (given.end, given.from.unwrap_or(0))
        && end <= from
    {
        return Err(ArgumentError::Fit(format!(
            "the part of the target ends at {end}, not after {from} where it begins; change -f or -B"
        )));
    }
    if given.duration == Some(0) {
        return Err(ArgumentError::Fit(
            "-d0 measures nothing; give at least 1 second".to_owned(),
        ));
    }
    Ok(())
}

fn remarks(given: &ParsedOptions) -> Vec<String> {
    let mut remarks = Vec::new();
    if given.large_pages {
        remarks.push("-l: buffers are of ordinary pages here".to_owned());
    }
    if given.priority.is_some_and(|priority| priority < 3) {
        remarks.push("-I: priority of I/O is not changed; use ionice".to_owned());
    }
    if given.processors.iter().any(|&(group, _)| group > 0) {
        remarks.push(
            "-a: Linux has no groups of processors; numbers are taken as they are".to_owned(),
        );
    }
    if given.temporary_hint {
        remarks.push("-ft: there is no hint of a temporary file here".to_owned());
    }
    remarks
}
