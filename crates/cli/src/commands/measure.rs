//! `feedrate measure`.

use std::path::Path;

use feedrate_pageio::{Discipline, Geometry, Method, OpenRequest, PageFile, cache};
use feedrate_workload::{Figures, Job, Limit, Stream, Work};

use crate::arguments::MeasureArguments;
use crate::arguments::measure::{MethodName, What};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Throughput;

/// Runs the job that the arguments describe.
pub fn run(arguments: &MeasureArguments) -> Exit {
    match measure(arguments) {
        Ok(exit) => exit,
        Err(what) => Exit::failure(what),
    }
}

fn measure(arguments: &MeasureArguments) -> Result<Exit, String> {
    if let Some(path) = &arguments.json {
        output::check_writable(path)?;
    }
    let interrupt = Interrupt::listen().map_err(|error| error.to_string())?;
    let job = job(arguments)?;
    if arguments.cold {
        for stream in &job.streams {
            if let Some(file) = stream.work.source() {
                make_cold(file)?;
            }
        }
    }
    let control = interrupt.control();
    let progress = Throughput::show("measuring", &control);
    let outcome = feedrate_workload::run(&job, &control);
    drop(progress);
    let figures = Figures::of(&outcome.map_err(|error| error.to_string())?);
    match &arguments.json {
        Some(path) => output::write_json(path, &figures)?,
        None => println!("{:#?}", figures.megabytes_per_second),
    }
    Ok(match interrupt.signal() {
        Some(signal) => Exit::Interrupted(signal),
        None => Exit::Success,
    })
}

fn make_cold(path: &Path) -> Result<(), String> {
    let file = PageFile::open(path, OpenRequest::read(Method::Cached))
        .map_err(|error| error.to_string())?;
    let eviction = cache::evict(&file).map_err(|error| error.to_string())?;
    if eviction.is_cold() {
        Ok(())
    } else {
        Err(format!(
            "{} could not be sent out of the page cache, so it would not be read cold; see who else has it open",
            path.display()
        ))
    }
}

fn job(arguments: &MeasureArguments) -> Result<Job, String> {
    let streams = arguments
        .files
        .iter()
        .enumerate()
        .map(|(index, file)| stream(arguments, index, file))
        .collect::<Result<_, _>>()?;
    Ok(Job {
        streams,
        run_as: arguments.run_as.into(),
        interval: arguments.interval,
    })
}

fn stream(arguments: &MeasureArguments, index: usize, file: &Path) -> Result<Stream, String> {
    let work = match arguments.what {
        What::Read => Work::Read { file: file.into() },
        What::Write => Work::Write { file: file.into() },
        What::WriteBack => Work::ReadWriteBack { file: file.into() },
        What::Mix => Work::Mixed {
            source: file.into(),
            target: arguments
                .write_to
                .get(index)
                .map_or(file, |target| target.as_path())
                .into(),
            read_percent: arguments.reads,
        },
    };
    let method = match arguments.method {
        MethodName::Cached => Method::Cached,
        MethodName::Direct => Method::Direct {
            pages_per_transfer: arguments.pages,
        },
        MethodName::Unbuffered => Method::Unbuffered,
        MethodName::WriteThrough => Method::WriteThrough,
    };
    let bytes = match (arguments.size, work.source()) {
        (Some(bytes), _) => bytes,
        (None, Some(source)) => std::fs::metadata(source)
            .map_err(|error| format!("cannot open {}: {error}", source.display()))?
            .len(),
        (None, None) => return Err("say how much to write with --size, such as --size 1G".into()),
    };
    let seed = arguments.seed.unwrap_or_else(seed_of_the_moment) ^ (index as u64) << 32;
    let mut stream = Stream::new(format!("{}", index + 1), work, method, arguments.page, bytes);
    if let Some(depth) = arguments.depth {
        stream = stream.overlapped(depth);
    }
    stream.access = arguments.order.into();
    if stream.discipline == Discipline::AsSas && stream.access != feedrate_pageio::Access::Sequential {
        stream.geometry = Geometry::even(arguments.page, method.pages_per_transfer());
    }
    stream.engine = arguments.engine.into();
    stream.limit = Limit {
        bytes: None,
        time: arguments.time,
    };
    stream.ramp = arguments.ramp;
    stream.rate = arguments.rate;
    stream.target = arguments.target.into();
    stream.durable = arguments.durable;
    stream.compressible_percent = arguments.compressible;
    stream.seed = seed;
    Ok(stream)
}

fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40
}
