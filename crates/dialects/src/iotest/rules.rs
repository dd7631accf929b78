//! Valid combinations of options, and the sizes of files.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use clap::error::ErrorKind;

use super::arguments::IotestArguments;
use super::error::Result;
use super::ground::Ground;
use super::request::{Form, Name, Request, Test};
use crate::argument_error::{ArgumentError, sentence};

/// The bytes of a block in the form of rhel_iotest.sh.
const CORES_BLOCK: u64 = 64 << 10;

/// The unit of sizes that are chosen.
const GIBIBYTE: u64 = 1 << 30;

/// The arguments as a command line of their own.
#[derive(Debug, Parser)]
#[command(name = "iotest", disable_version_flag = true, max_term_width = 100)]
struct CommandLine {
    #[command(flatten)]
    arguments: IotestArguments,
}

/// Parses the arguments of a command line after its name.
///
/// # Errors
///
/// Returns an error if they are invalid.
pub fn parse(words: &[OsString], name: Name, ground: Ground) -> Result<Request> {
    match parse_line(words) {
        Ok(arguments) => request(&arguments, words, name, ground),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => Ok(Request::Help(error.render().to_string())),
        Err(error) => Err(ArgumentError::Fit(format!("{}; see --help", sentence(&error))).into()),
    }
}

fn parse_line(words: &[OsString]) -> Result<IotestArguments, clap::Error> {
    let line = std::iter::once(OsString::from("iotest")).chain(words.iter().cloned());
    CommandLine::try_parse_from(line).map(|line| line.arguments)
}

/// Returns the request of arguments, whose `words` are printed.
///
/// # Errors
///
/// Returns an error if they do not go together.
pub fn request(given: &IotestArguments, words: &[OsString], name: Name, ground: Ground) -> Result<Request> {
    let given = with_custom(given)?;
    let Some(folder) = given.target.clone().filter(|folder| *folder != PathBuf::new()) else {
        return refuse("-t is missing: name the folder to be tested, such as -t /data");
    };
    let form = form(&given, name)?;
    let (streams, block, file_bytes) = match (given.streams, given.blocks, given.block_kb) {
        (Some(streams), Some(blocks), Some(kb)) => {
            let bytes = (kb << 10)
                .checked_mul(blocks)
                .filter(|&bytes| i64::try_from(bytes).is_ok());
            let Some(bytes) = bytes else {
                return refuse(format!(
                    "-b {blocks} blocks of -s {kb} KB are more than any file can have; give fewer"
                ));
            };
            (streams, kb << 10, bytes)
        }
        _ => (ground.cores, CORES_BLOCK, size_for_cores(&given, ground)?),
    };
    let test = Test {
        invocation: invocation(form, name, words),
        form,
        folder,
        streams,
        block,
        file_bytes,
        is_size_chosen: form == Form::Cores && given.file_size.is_none(),
        cold_durable: given.cold_durable,
        ground,
    };
    Ok(match given.explain {
        true => Request::Explain(test),
        false => Request::Test(test),
    })
}

fn refuse<T>(what: impl Into<String>) -> Result<T> {
    Err(ArgumentError::Fit(what.into()).into())
}

/// Returns the arguments with those of `--custom-args`, each of which may be given once.
fn with_custom(given: &IotestArguments) -> Result<IotestArguments> {
    let Some(text) = &given.custom_args else {
        return Ok(given.clone());
    };
    let Some(words) = shlex::split(text) else {
        return refuse(format!(
            "--custom-args {text}: a quote is not closed; write such as '-i 3 -s 64 -b 10240'"
        ));
    };
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    let more = match parse_line(&words) {
        Ok(more) => more,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            return refuse("--custom-args: --help is given outside of it");
        }
        Err(error) => return refuse(format!("--custom-args: {}; see --help", sentence(&error))),
    };
    for (option, is_twice) in [
        ("-t", given.target.is_some() && more.target.is_some()),
        ("-i", given.streams.is_some() && more.streams.is_some()),
        ("-b", given.blocks.is_some() && more.blocks.is_some()),
        ("-s", given.block_kb.is_some() && more.block_kb.is_some()),
        ("--filesize", given.file_size.is_some() && more.file_size.is_some()),
        ("--custom-args", more.custom_args.is_some()),
    ] {
        if is_twice {
            return refuse(format!("{option} is given twice, once in --custom-args; give it once"));
        }
    }
    Ok(IotestArguments {
        target: more.target.or_else(|| given.target.clone()),
        streams: more.streams.or(given.streams),
        blocks: more.blocks.or(given.blocks),
        block_kb: more.block_kb.or(given.block_kb),
        file_size: more.file_size.or(given.file_size),
        custom_args: None,
        cold_durable: given.cold_durable || more.cold_durable,
        explain: given.explain || more.explain,
    })
}

/// Returns the form: that of iotest.sh has all three of its options, that of rhel_iotest.sh none of them.
fn form(given: &IotestArguments, name: Name) -> Result<Form> {
    let of_streams = [
        ("-i", given.streams.is_some()),
        ("-b", given.blocks.is_some()),
        ("-s", given.block_kb.is_some()),
    ];
    let names = |wanted: bool| -> Vec<&str> {
        let options = of_streams.into_iter().filter(|(_, is_given)| *is_given == wanted);
        options.map(|(option, _)| option).collect()
    };
    let (there, missing) = (names(true), names(false));
    match (there.is_empty(), missing.is_empty(), name) {
        (_, true, Name::Command | Name::Iotest) if given.file_size.is_some() => {
            refuse("--filesize goes without -i, -b and -s; with them, -b times -s KB is the size of each file")
        }
        (_, true, Name::Command | Name::Iotest) => Ok(Form::Streams),
        (true, _, Name::Command | Name::RhelIotest) => Ok(Form::Cores),
        (false, _, Name::RhelIotest) => refuse(format!(
            "rhel_iotest.sh has no {}: it runs a stream for each physical core; iotest.sh has them",
            there.join(", ")
        )),
        (true, _, Name::Iotest) => {
            refuse("-i, -b and -s are missing: write such as -i 4 -t /data -b 10240 -s 64; rhel_iotest.sh needs none")
        }
        _ => refuse(format!(
            "{} missing: iotest.sh needs all of -i, -b and -s, as in -i 4 -t /data -b 10240 -s 64; rhel_iotest.sh has \
             none of them",
            match missing.as_slice() {
                [one] => format!("{one} is"),
                several => format!("{} are", several.join(" and ")),
            }
        )),
    }
}

/// Returns the size of each file with a stream for each core: as it is given, or so that all files together are half as
/// large again as what the page cache can hold.
fn size_for_cores(given: &IotestArguments, ground: Ground) -> Result<u64> {
    if let Some(bytes) = given.file_size {
        return match bytes.is_multiple_of(CORES_BLOCK) {
            true => Ok(bytes),
            false => refuse(format!(
                "--filesize {bytes} is not a multiple of 64K, which is a block; use {}",
                bytes.next_multiple_of(CORES_BLOCK)
            )),
        };
    }
    let Some(memory) = ground.cacheable else {
        return refuse("this machine does not say how much memory it has; give the size of each file by --filesize");
    };
    let all = memory.saturating_add(memory / 2);
    Ok(all.div_ceil(ground.cores.into()).next_multiple_of(GIBIBYTE))
}

/// Returns the command line, as a shell would take it.
fn invocation(form: Form, name: Name, words: &[OsString]) -> String {
    let program = match name {
        Name::Command => "feedrate iotest",
        Name::Iotest | Name::RhelIotest => form.script(),
    };
    let words = words.iter().map(|word| {
        let word = word.to_string_lossy();
        let quoted = shlex::Quoter::new()
            .allow_nul(true)
            .quote(&word)
            .map(|word| word.into_owned());
        quoted.unwrap_or_else(|_| word.into_owned())
    });
    std::iter::once(program.to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}
