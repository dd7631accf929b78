//! Files: names, number, how they come to be.

use super::definition::{Definition, ignored, refused, refused_unless, takes};
use crate::job::{AdviceHint, Fallocate, FileService, Options};
use crate::value::{Refusal, Value};

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "filename",
        "NAME[:NAME…]",
        "files by name; \\: is a colon within a name",
        |options, value| {
            options.filename.extend(names(value.text()?));
            Ok(())
        },
    )
    .text()
    .list(),
    takes(
        "directory",
        "NAME[:NAME…]",
        "where files are; clones take several in turn",
        |options, value| {
            options.directory = names(value.text()?).map(Into::into).collect();
            Ok(())
        },
    )
    .text(),
    takes(
        "filename_format",
        "TEXT",
        "how files without a name are called: $jobname $clientuid $jobnum $filenum",
        |options, value| {
            options.filename_format = value.text()?.to_owned();
            Ok(())
        },
    )
    .text(),
    ignored(
        "unique_filename",
        "there are no clients over a network here",
    ),
    refused("opendir", "name the files with filename="),
    refused_unless(
        "lockfile",
        &["none"],
        "files are not locked here; leave it out",
    ),
    takes("nrfiles", "N", "so many files", |options, value| {
        options.nrfiles = value.integer()?.max(1);
        Ok(())
    })
    .also(&["nr_files"]),
    takes(
        "openfiles",
        "N",
        "so many files are worked on at a time",
        |options, value| {
            options.openfiles = Some(value.integer()?).filter(|&number| number > 0);
            Ok(())
        },
    ),
    takes(
        "file_service_type",
        "roundrobin|sequential|random|zipf:N|pareto:N|normal:N",
        "which file is next; roundrobin:4 takes 4 blocks of each",
        file_service,
    )
    .but(&[(&["gauss"], "it is called normal")]),
    takes(
        "fallocate",
        "none|native|posix|keep|truncate",
        "how space is reserved",
        |options, value| {
            options.fallocate = value.choice(&[
                ("none", Fallocate::None),
                ("0", Fallocate::None),
                ("native", Fallocate::Native),
                ("posix", Fallocate::Posix),
                ("1", Fallocate::Posix),
                ("keep", Fallocate::Keep),
                ("truncate", Fallocate::Truncate),
            ])?;
            Ok(())
        },
    ),
    takes(
        "overwrite",
        "0|1",
        "a file to be written is laid out whole first",
        |options, value| {
            options.overwrite = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "create_on_open",
        "0|1",
        "files are made when the job opens them",
        |options, value| {
            options.create_on_open = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "create_only",
        "0|1",
        "files are laid out, and nothing is measured",
        |options, value| {
            options.create_only = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "allow_file_create",
        "0|1",
        "whether files may be made",
        |options, value| {
            options.allow_file_create = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "create_fsync",
        "0|1",
        "files that were laid out are flushed before anything is measured (1)",
        |options, value| {
            options.create_fsync = value.boolean()?;
            Ok(())
        },
    ),
    ignored(
        "create_serialize",
        "files are laid out before anything is measured",
    ),
    ignored(
        "allow_mounted_write",
        "devices that are mounted are never written",
    ),
    takes("unlink", "0|1", "files go at the end", |options, value| {
        options.unlink = value.boolean()?;
        Ok(())
    }),
    refused_unless(
        "unlink_each_loop",
        &["0"],
        "unlink=1 takes files away at the end of the job; for new ones each time, repeat the job instead of loops=",
    ),
    takes(
        "invalidate",
        "0|1",
        "the files leave the page cache before the job",
        |options, value| {
            options.invalidate = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "pre_read",
        "0|1",
        "the files are read into the page cache before the job, and invalidate does nothing",
        |options, value| {
            options.pre_read = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "fadvise_hint",
        "0|1|random|sequential",
        "whether the system is told of the order",
        |options, value| {
            options.fadvise_hint = value.choice(&[
                ("0", AdviceHint::None),
                ("none", AdviceHint::None),
                ("1", AdviceHint::AsOrdered),
                ("random", AdviceHint::Random),
                ("sequential", AdviceHint::Sequential),
            ])?;
            Ok(())
        },
    )
    .but(&[(&["noreuse"], "take 0, 1, random or sequential")])
    .also(&["fadvise"]),
    refused_unless(
        "write_hint",
        &["none", "0"],
        "life times of writes are not given to the system here; leave it out",
    ),
];

/// Names with `:` between; `\:` is a colon of a name, and `\\` a backslash before one.
fn names(text: &str) -> impl Iterator<Item = String> {
    let mut names = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next @ (':' | '\\'))) => {
                letters.next();
                push(&mut names, next);
            }
            (':', _) => names.push(String::new()),
            (letter, _) => push(&mut names, letter),
        }
    }
    names.into_iter().filter(|name| !name.is_empty())
}

fn push(names: &mut [String], letter: char) {
    if let Some(last) = names.last_mut() {
        last.push(letter);
    }
}

fn file_service(options: &mut Options, value: &mut Value<'_>) -> Result<(), Refusal> {
    let text = value.text()?;
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or(text);
    let mut number = |value: &mut Value<'_>| match parts.next() {
        None | Some("") => Ok(1),
        Some(number) => value.bytes_of(number).map(|number| number.max(1)),
    };
    options.file_service_type = match name {
        "random" => FileService::Random(number(value)?),
        "roundrobin" => FileService::RoundRobin(number(value)?),
        "sequential" => FileService::Sequential,
        "zipf" | "pareto" | "normal" => {
            // Here the number is of the distribution: zipf:1.2.
            let parameter = match text.split(':').nth(1) {
                None | Some("") if name == "zipf" => 1.1,
                None | Some("") => 0.2,
                Some(number) => value.decimal_of(number)?,
            };
            match name {
                "zipf" => FileService::Zipf(parameter, 1),
                "pareto" => FileService::Pareto(parameter, 1),
                _ => FileService::Normal(parameter, 1),
            }
        }
        _ => {
            return Err(
                "it is one of random, roundrobin, sequential, zipf, pareto, normal".to_owned(),
            );
        }
    };
    Ok(())
}
