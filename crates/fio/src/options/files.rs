//! Options on files: their names, number and creation.

use std::path::{PathBuf, is_separator};

use feedrate_workload::load::FileLocking;

use super::entry::{Entry, ignored, refused, refused_unless};
use crate::kinds::{AdviceHint, Fallocate, FileService};
use crate::value::{Refusal, Value, unless_zero};

with_defaults! {
    /// Files.
    pub struct FileOptions {
        /// The names of the files.
        pub filename: Vec<String> = Vec::new(),
        /// The folders; clones use them in turn.
        pub directory: Vec<PathBuf> = Vec::new(),
        /// The format of names that are not given.
        pub filename_format: String = "$jobname.$jobnum.$filenum".to_owned(),
        /// The number of files.
        pub nrfiles: u32 = 1,
        /// The most files that are open at a time; `None` for all.
        pub openfiles: Option<u32> = None,
        /// The choice of the next file.
        pub file_service_type: FileService = FileService::RoundRobin(1),
        /// The reservation of space.
        pub fallocate: Fallocate = Fallocate::Native,
        /// True if a file to be written is laid out first.
        pub overwrite: bool = false,
        /// True if files are created when they are opened.
        pub create_on_open: bool = false,
        /// True if files may be created.
        pub allow_file_create: bool = true,
        /// True if files are only created.
        pub create_only: bool = false,
        /// True if they are flushed after being laid out.
        pub create_fsync: bool = true,
        /// The lock by which blocks of jobs exclude each other on a file.
        pub lockfile: FileLocking = FileLocking::None,
        /// True if files are removed at the end.
        pub unlink: bool = false,
        /// True if files are removed from the page cache first.
        pub invalidate: bool = true,
        /// True if files are read into it instead.
        pub pre_read: bool = false,
        /// The hint about the order that the system gets.
        pub fadvise_hint: AdviceHint = AdviceHint::AsOrdered,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<FileOptions>] = &[
    Entry::takes(
        "filename",
        "NAME[:NAME…]",
        "files by name; \\: is a colon within a name",
        |options: &mut FileOptions, value| value.text().map(|text| options.filename.extend(names(text))),
    )
    .text()
    .list(),
    takes!(
        directory,
        "NAME[:NAME…]",
        "where files are; clones take several in turn",
        |value| value.text().map(|text| names(text).map(Into::into).collect())
    )
    .text(),
    takes!(
        filename_format,
        "TEXT",
        "how files without a name are called: $jobname $clientuid $jobnum $filenum",
        |value| value.text().map(|to| to.to_owned())
    )
    .text(),
    ignored("unique_filename", "there are no clients over a network here"),
    ignored("filetype", "each file is looked at"),
    refused("opendir", "name the files with filename="),
    takes!(
        lockfile,
        "none|exclusive|readwrite",
        "blocks of jobs that run together exclude each other on a file, or only what changes it excludes others",
        |value| value.choice(&[
            ("none", FileLocking::None),
            ("exclusive", FileLocking::Exclusive),
            ("readwrite", FileLocking::ReadWrite),
        ])
    ),
    takes!(nrfiles, "N", "so many files", |value| value
        .integer()
        .map(|to| to.max(1)))
    .also(&["nr_files"]),
    takes!(openfiles, "N", "so many files are worked on at a time", |value| value
        .integer()
        .map(unless_zero)),
    Entry::takes(
        "file_service_type",
        "roundrobin|sequential|random|zipf:N|pareto:N|normal:N",
        "which file is next; roundrobin:4 takes 4 blocks of each",
        file_service,
    )
    .but(&[(&["gauss"], "it is called normal")]),
    takes!(
        fallocate,
        "none|native|posix|keep|truncate",
        "how space is reserved",
        |value| value.choice(&[
            ("none", Fallocate::None),
            ("0", Fallocate::None),
            ("native", Fallocate::Native),
            ("posix", Fallocate::Posix),
            ("1", Fallocate::Posix),
            ("keep", Fallocate::Keep),
            ("truncate", Fallocate::Truncate),
        ])
    ),
    boolean!(overwrite, "a file to be written is laid out whole first"),
    boolean!(create_on_open, "files are made when the job opens them"),
    boolean!(create_only, "files are laid out, and nothing is measured"),
    boolean!(allow_file_create, "whether files may be made"),
    boolean!(
        create_fsync,
        "files that were laid out are flushed before anything is measured (1)"
    ),
    ignored("create_serialize", "files are laid out before anything is measured"),
    ignored("allow_mounted_write", "devices that are mounted are never written"),
    boolean!(unlink, "files go at the end"),
    refused_unless(
        "unlink_each_loop",
        &["0"],
        "unlink=1 takes files away at the end of the job; for new ones each time, repeat the job instead of loops=",
    ),
    boolean!(invalidate, "the files leave the page cache before the job"),
    boolean!(
        pre_read,
        "the files are read into the page cache before the job, and invalidate does nothing"
    ),
    takes!(
        fadvise_hint,
        "0|1|random|sequential",
        "whether the system is told of the order",
        |value| value.choice(&[
            ("0", AdviceHint::None),
            ("none", AdviceHint::None),
            ("1", AdviceHint::AsOrdered),
            ("random", AdviceHint::Random),
            ("sequential", AdviceHint::Sequential),
        ])
    )
    .but(&[(&["noreuse"], "take 0, 1, random or sequential")])
    .also(&["fadvise"]),
    refused_unless(
        "write_hint",
        &["none", "0"],
        "life times of writes are not given to the system here; leave it out",
    ),
];

/// Splits names at `:`; `\:` is a colon in a name, and `\\` a backslash before one, except on
/// Windows, where it begins the name of a share.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> {
    let mut names = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next @ (':' | '\\'))) if next == ':' || !is_separator('\\') => {
                letters.next();
                push(&mut names, next);
            }
            (':', Some(&next)) if names.last().is_some_and(|name| is_drive(name, next)) => push(&mut names, ':'),
            (':', _) => names.push(String::new()),
            (letter, _) => push(&mut names, letter),
        }
    }
    names.into_iter().filter(|name| !name.is_empty())
}

/// Returns whether a colon follows the letter of a drive and precedes a folder: on Windows no file is meant by that.
fn is_drive(before: &str, after: char) -> bool {
    let is_letter = before.len() == 1 && before.starts_with(|letter: char| letter.is_ascii_alphabetic());
    is_separator('\\') && is_separator(after) && is_letter
}

fn push(names: &mut [String], letter: char) {
    if let Some(last) = names.last_mut() {
        last.push(letter);
    }
}

fn file_service(options: &mut FileOptions, value: &mut Value<'_>) -> Result<(), Refusal> {
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
            // Here the number belongs to the distribution: zipf:1.2.
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
            return Err("it is one of random, roundrobin, sequential, zipf, pareto, normal".to_owned());
        }
    };
    Ok(())
}
