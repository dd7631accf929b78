//! Options that cannot be combined. Each is rejected with one line: what, where, and what to do.

use std::path::Path;

use feedrate_document::format;
use feedrate_measure::Action;

use super::arguments::MeasureArguments;
use super::names::{MethodName, StreamAction, TargetName};

/// Returns an error for options that cannot be combined, before any file is opened.
pub(super) fn check(arguments: &MeasureArguments) -> Result<(), String> {
    check_mix(arguments)?;
    check_reading(arguments)?;
    check_writing(arguments)?;
    check_transfers(arguments)?;
    check_results(arguments)
}

fn check_mix(arguments: &MeasureArguments) -> Result<(), String> {
    let mixes = arguments.what == StreamAction::Mix;
    let targets = arguments.write_to.len();
    refuse(
        !mixes && targets > 0,
        "--write-to names what a mix writes; leave it out, or use --do mix",
    )?;
    refuse(
        !mixes && arguments.reads.is_some(),
        "--reads is the share of reads in a mix; leave it out, or use --do mix",
    )?;
    let files = arguments.files.len();
    refuse_with(targets > 0 && targets != files, || {
        format!(
            "--write-to is given {targets} {} for {files} {}; give it once for each FILE",
            if targets == 1 { "time" } else { "times" },
            if files == 1 { "file" } else { "files" },
        )
    })?;
    let empties = matches!(arguments.target, Some(TargetName::Grow | TargetName::Reserve));
    refuse(
        mixes && targets == 0 && empties,
        "--target would empty the file that the mix also reads; use --target overwrite, or write another file \
         with --write-to",
    )
}

fn check_reading(arguments: &MeasureArguments) -> Result<(), String> {
    refuse(
        arguments.cold && !Action::from(arguments.what).reads(),
        "--cold is about files that are read, and --do write reads none; leave it out",
    )?;
    if Action::from(arguments.what).writes() {
        return Ok(());
    }
    let about_writing = [
        ("--target", arguments.target.is_some()),
        ("--durable", arguments.durable),
        ("--compressible", arguments.compressible.is_some()),
        ("--method write-through", arguments.method == MethodName::WriteThrough),
    ];
    for (option, given) in about_writing {
        refuse_with(given, || {
            format!("{option} is about writing, and --do read writes nothing; leave it out")
        })?;
    }
    Ok(())
}

fn check_writing(arguments: &MeasureArguments) -> Result<(), String> {
    if arguments.what == StreamAction::WriteBack {
        for (option, given) in [
            ("--target", arguments.target.is_some()),
            ("--compressible", arguments.compressible.is_some()),
        ] {
            refuse_with(given, || {
                format!(
                    "{option} has no use with --do write-back, which writes what it has read back in place; leave \
                     it out"
                )
            })?;
        }
    }
    let Some(size) = arguments.size else {
        return refuse(
            arguments.what == StreamAction::Write,
            "--size is missing: say how much to write, such as --size 1G",
        );
    };
    let page = arguments.page;
    refuse_with(
        Action::from(arguments.what).writes() && !size.is_multiple_of(page),
        || {
            let below = size - size % page;
            let above = size.checked_next_multiple_of(page).unwrap_or(below);
            let nearest = if below == 0 {
                above.to_string()
            } else {
                format!("{below} or {above}")
            };
            format!(
                "--size {size} is not a multiple of the page of {page} bytes, and only whole pages are written; \
                 use --size {nearest}, or another --page"
            )
        },
    )
}

fn check_transfers(arguments: &MeasureArguments) -> Result<(), String> {
    refuse(
        arguments.pages.is_some() && arguments.method != MethodName::Direct,
        "--pages is how many pages a direct transfer moves; leave it out, or use --method direct",
    )?;
    let depth = arguments.depth.unwrap_or(1);
    refuse_with(arguments.engine.is_synchronous() && depth > 1, || {
        format!(
            "--engine {} keeps one transfer in flight, not --depth {depth}; use --depth 1 or another engine",
            arguments.engine.name()
        )
    })?;
    let transfer = arguments.page.checked_mul(u64::from(arguments.pages.unwrap_or(1)));
    refuse_with(transfer.is_none_or(|bytes| i64::try_from(bytes).is_err()), || {
        format!(
            "--page {} times --pages {} is more than a transfer can be; use fewer or smaller pages",
            format::size(arguments.page),
            arguments.pages.unwrap_or(1)
        )
    })
}

fn check_results(arguments: &MeasureArguments) -> Result<(), String> {
    let Some(json) = arguments.json.as_deref().filter(|&json| json != Path::new("-")) else {
        return Ok(());
    };
    let mut files = arguments.files.iter().chain(&arguments.write_to);
    refuse_with(files.any(|file| file == json), || {
        format!(
            "--json {} would overwrite a file that is measured; name another file",
            json.display()
        )
    })
}

fn refuse(wrong: bool, what: &str) -> Result<(), String> {
    refuse_with(wrong, || what.to_owned())
}

fn refuse_with(wrong: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if wrong { Err(what()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::commands::{Arguments, Command};

    fn said(line: &str) -> Option<String> {
        let words = ["feedrate", "measure"].into_iter().chain(line.split_whitespace());
        match Arguments::try_parse_from(words).expect("the line parses").command {
            Command::Measure(arguments) => check(&arguments).err(),
            other => panic!("not a measurement: {other:?}"),
        }
    }

    #[test]
    fn what_goes_together_passes() {
        for line in [
            "f",
            "f --cold --depth 8 --method direct --pages 16",
            "f --do write --size 1M --durable --compressible 50",
            "f --do mix --reads 60",
            "f --do mix --target overwrite",
            "f g --do mix --write-to h --write-to i --target reserve",
            "f --do write-back --durable --cold",
            "f --engine sync --depth 1",
            "f --size 100",
            "f --json -",
        ] {
            assert_eq!(said(line), None, "{line}");
        }
    }

    #[test]
    fn what_does_not_is_named_with_its_option() {
        for (line, option) in [
            ("f --write-to g", "--write-to"),
            ("f --reads 60", "--reads"),
            ("f g --do mix --write-to h", "--write-to"),
            ("f --do mix --target grow", "--target"),
            ("f --do write --size 1M --cold", "--cold"),
            ("f --durable", "--durable"),
            ("f --target grow", "--target"),
            ("f --compressible 0", "--compressible"),
            ("f --method write-through", "--method write-through"),
            ("f --do write-back --target grow", "--target"),
            ("f --do write-back --compressible 5", "--compressible"),
            ("f --do write", "--size"),
            ("f --do write --size 100000", "--size 100000"),
            ("f --pages 4", "--pages"),
            ("f --engine sync --depth 2", "--engine sync"),
            ("f --page 8388607T --pages 4 --method direct", "--page"),
            ("f --json f", "--json f"),
        ] {
            let said = said(line).unwrap_or_default();
            assert!(said.starts_with(option), "{line}: {said}");
        }
    }
}
