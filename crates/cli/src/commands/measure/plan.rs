//! From the arguments to a job, with the sizes of the files.

use std::fs;
use std::path::Path;

use feedrate_pageio::{Access, Discipline, Geometry, Method};
use feedrate_report::format;
use feedrate_workload::{Job, Limit, Stream, Target, Work};

use super::arguments::{MeasureArguments, MethodName, StreamAction};

/// Returns the job of the arguments.
pub(super) fn job(arguments: &MeasureArguments) -> Result<Job, String> {
    let seed = arguments.seed.unwrap_or_else(seed_of_the_moment);
    let streams = arguments
        .files
        .iter()
        .enumerate()
        .map(|(index, file)| stream(arguments, index, file, seed))
        .collect::<Result<_, _>>()?;
    Ok(Job {
        streams,
        run_as: arguments.run_as.into(),
        interval: arguments.interval,
    })
}

fn stream(
    arguments: &MeasureArguments,
    index: usize,
    file: &Path,
    seed: u64,
) -> Result<Stream, String> {
    let work = work(arguments, index, file);
    let method = method(arguments);
    let bytes = match work.source() {
        Some(source) => bytes_to_read(arguments, source)?,
        None => arguments.size.unwrap_or_default(),
    };
    let name = (index + 1).to_string();
    let mut stream = Stream::new(name, work, method, arguments.page, bytes);
    if let Some(depth) = arguments.depth {
        stream = stream.overlapped(depth);
    }
    stream.access = arguments.order.into();
    if stream.discipline == Discipline::AsSas && stream.access != Access::Sequential {
        // Only a pass from front to back moves a first page alone.
        stream.geometry = Geometry::even(arguments.page, method.pages_per_transfer());
    }
    stream.engine = arguments.engine.into();
    stream.limit = Limit {
        bytes: None,
        time: arguments.time,
    };
    stream.ramp = arguments.ramp;
    stream.rate = arguments.rate;
    stream.target = target(arguments);
    stream.durable = arguments.durable;
    stream.compressible_percent = arguments.compressible.unwrap_or(0);
    // Each stream has its own content and order, and all of them follow from the seed that is shown.
    stream.seed = seed ^ (index as u64) << 32;
    stream.check().map_err(|error| error.to_string())?;
    Ok(stream)
}

fn work(arguments: &MeasureArguments, index: usize, file: &Path) -> Work {
    let file = file.to_path_buf();
    match arguments.what {
        StreamAction::Read => Work::Read { file },
        StreamAction::Write => Work::Write { file },
        StreamAction::WriteBack => Work::ReadWriteBack { file },
        StreamAction::Mix => Work::Mixed {
            target: arguments.write_to.get(index).unwrap_or(&file).clone(),
            source: file,
            read_percent: arguments.reads.unwrap_or(50),
        },
    }
}

fn method(arguments: &MeasureArguments) -> Method {
    match arguments.method {
        MethodName::Cached => Method::Cached,
        MethodName::Direct => Method::Direct {
            pages_per_transfer: arguments.pages.unwrap_or(1),
        },
        MethodName::Unbuffered => Method::Unbuffered,
        MethodName::WriteThrough => Method::WriteThrough,
    }
}

/// Returns the preparation of a file before it is written. One that a mix also reads must keep its contents.
fn target(arguments: &MeasureArguments) -> Target {
    match arguments.target {
        Some(target) => target.into(),
        None if arguments.what == StreamAction::Mix && arguments.write_to.is_empty() => {
            Target::Overwrite
        }
        None => Target::Grow,
    }
}

/// Returns how much of a file to read: the given size, which the file must have, or all its whole pages.
fn bytes_to_read(arguments: &MeasureArguments, file: &Path) -> Result<u64, String> {
    let metadata = fs::metadata(file).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file or folder".to_owned(),
            std::io::ErrorKind::PermissionDenied => {
                "permission denied; run as its owner or name another".to_owned()
            }
            _ => error.to_string(),
        };
        format!("cannot open {}: {why}", file.display())
    })?;
    let held = metadata.len();
    if !metadata.is_file() {
        // Opening it gives a better error; the length of a folder is meaningless.
        return Ok(arguments.size.unwrap_or(arguments.page));
    }
    if let Some(size) = arguments.size {
        return if size <= held {
            Ok(size)
        } else {
            Err(format!(
                "--size {} is more than the {held} bytes of {}; use a smaller --size, or leave it out to read all",
                format::size(size),
                file.display(),
            ))
        };
    }
    let whole = held - held % arguments.page;
    if whole > 0 {
        return Ok(whole);
    }
    Err(format!(
        "{} holds {held} bytes, less than one page of {}; name a larger file, or use a smaller --page",
        file.display(),
        format::size(arguments.page)
    ))
}

fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    // JSON readers that have only floating-point numbers keep 53 bits.
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40) & ((1 << 53) - 1)
}
