//! From the options to a job, with the sizes of the files.

use std::fs;
use std::path::Path;

use feedrate_document::format;
use feedrate_pageio::{Access, Discipline, Geometry};
use feedrate_workload::{Job, Limit, Stream, Target, Work};

use crate::error::{Error, Result};
use crate::options::{Action, Options};

/// Returns the job of the options.
pub(crate) fn job(options: &Options) -> Result<Job> {
    let seed = options.seed.unwrap_or_else(seed_of_the_moment);
    let streams = options
        .files
        .iter()
        .enumerate()
        .map(|(index, file)| stream(options, index, file, seed))
        .collect::<Result<_>>()?;
    Ok(Job {
        streams,
        run_as: options.run_as,
        interval: options.interval,
    })
}

fn stream(options: &Options, index: usize, file: &Path, seed: u64) -> Result<Stream> {
    let work = work(options, index, file);
    let method = options.method;
    let bytes = match work.source() {
        Some(source) => bytes_to_read(options, source)?,
        None => options.size.unwrap_or_default(),
    };
    let name = (index + 1).to_string();
    let mut stream = Stream::new(name, work, method, options.page, bytes);
    if let Some(depth) = options.depth {
        stream = stream.overlapped(depth);
    }
    stream.access = options.order;
    if stream.discipline == Discipline::AsSas && stream.access != Access::Sequential {
        // Only a pass from front to back moves a first page alone.
        stream.geometry = Geometry::even(options.page, method.pages_per_transfer());
    }
    stream.engine = options.engine;
    stream.limit = Limit {
        bytes: None,
        time: options.time,
    };
    stream.ramp = options.ramp;
    stream.rate = options.rate;
    stream.target = target(options, file, bytes);
    stream.durable = options.durable;
    stream.compressible_percent = options.compressible_percent.unwrap_or(0);
    // Each stream has its own content and order, and all of them follow from the seed that is shown.
    stream.seed = seed ^ (index as u64) << 32;
    let checked = stream.check();
    checked.map_err(|error| Error::Refused(error.to_string()))?;
    Ok(stream)
}

fn work(options: &Options, index: usize, file: &Path) -> Work {
    let file = file.to_path_buf();
    match options.action {
        Action::Read => Work::Read { file },
        Action::Write => Work::Write { file },
        Action::WriteBack => Work::ReadWriteBack { file },
        Action::Mix => Work::Mixed {
            target: options.write_to.get(index).unwrap_or(&file).clone(),
            source: file,
            read_percent: options.read_percent.unwrap_or(Options::READ_PERCENT),
        },
    }
}

/// Returns the preparation of a file of so many bytes before it is written. One that a mix also reads must keep its
/// contents. One that is written for a time keeps its size if it has it: the time may not suffice to write all of it.
fn target(options: &Options, file: &Path, bytes: u64) -> Target {
    let is_whole = || fs::metadata(file).is_ok_and(|metadata| metadata.len() >= bytes);
    match options.target {
        Some(target) => target,
        None if options.action == Action::Mix && options.write_to.is_empty() => Target::Overwrite,
        None if options.action == Action::Write && options.time.is_some() && is_whole() => Target::Overwrite,
        None => Target::Grow,
    }
}

/// Returns how much of a file to read: the given size, which the file must have, or all its whole pages.
fn bytes_to_read(options: &Options, file: &Path) -> Result<u64> {
    let metadata = fs::metadata(file).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file or folder".to_owned(),
            std::io::ErrorKind::PermissionDenied => "permission denied; run as its owner or name another".to_owned(),
            _ => error.to_string(),
        };
        Error::Refused(format!("cannot open {}: {why}", file.display()))
    })?;
    let held = metadata.len();
    if !metadata.is_file() {
        // Opening it gives a better error; the length of a folder is meaningless.
        return Ok(options.size.unwrap_or(options.page));
    }
    if let Some(size) = options.size {
        return if size <= held {
            Ok(size)
        } else {
            Err(Error::Refused(format!(
                "--size {} is more than the {held} bytes of {}; use a smaller --size, or leave it out to read all",
                format::size(size),
                file.display(),
            )))
        };
    }
    let whole = held - held % options.page;
    if whole > 0 {
        return Ok(whole);
    }
    Err(Error::Refused(format!(
        "{} holds {held} bytes, less than one page of {}; name a larger file, or use a smaller --page",
        file.display(),
        format::size(options.page)
    )))
}

fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    // JSON readers that have only floating-point numbers keep 53 bits.
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40) & ((1 << 53) - 1)
}
