//! A test as a stream of feedrate, and what must hold before it starts.

use std::fs;
use std::time::Duration;

use feedrate_machine::Memory;
use feedrate_pageio::{Geometry, Method, Shape};
use feedrate_workload::{Job, RunAs, Stream, Target, Work};

use super::error::{Error, Result};
use super::request::{Operation, Test};
use super::rules::words;

/// The job that carries a test out.
pub(super) fn job(test: &Test) -> Job {
    Job {
        streams: vec![stream(test)],
        run_as: RunAs::Threads,
        interval: Duration::from_secs(1),
    }
}

fn stream(test: &Test) -> Stream {
    let file = test.file.clone();
    let work = match test.operation {
        Operation::ReadWriteBack { .. } => Work::ReadWriteBack { file },
        operation if operation.reads() => Work::Read { file },
        _ => Work::Write { file },
    };
    let method = test.operation.method();
    let page = test.page_size.bytes;
    let mut stream = Stream::new("sasiotest", work, method, page, test.file_size.bytes);
    // SASIOTEST moves all its pages alike; that the first goes alone is the way of SAS itself.
    stream.geometry = Geometry::even(page, method.pages_per_transfer());
    stream.access = test.operation.access();
    stream.shape = if test.operation.is_sgio() {
        Shape::Scatter
    } else {
        Shape::Contiguous
    };
    // A file is written as new: the original creates it anew too, and finding space for it is part
    // of the work.
    stream.target = Target::Grow;
    stream.overwrite_foreign = test.force;
    // Timed apart, and told by -explain alone: the original does not wait for the device.
    stream.durable = test.explain && test.operation.writes() && method != Method::WriteThrough;
    // Each invocation visits pages in another order, and writes what no other has written.
    stream.seed = fastrand::u64(..);
    stream
}

/// The option that asks for direct I/O, if one does.
pub(super) fn direct_option(operation: Operation) -> &'static str {
    if operation.is_sgio() {
        "-sgio"
    } else {
        "-unbuffered"
    }
}

/// Says whether the file holds what is to be read. What is missing, or no ordinary file, is left to
/// those who open it: they have better words for it.
pub(super) fn check_file(test: &Test) -> Result<()> {
    if !test.operation.reads() {
        return Ok(());
    }
    let holds = match fs::metadata(&test.file) {
        Ok(metadata) if metadata.is_file() => metadata.len(),
        _ => return Ok(()),
    };
    if holds >= test.file_size.bytes {
        return Ok(());
    }
    // `None` where a transfer is larger than any file: then no size would do.
    let unit = test.transfer_bytes().unwrap_or(u64::MAX);
    let advice = match holds / unit * unit {
        0 => "write it first with -w".to_owned(),
        most => format!("give -filesize {most} or less"),
    };
    Err(Error::ShortFile {
        path: test.file.clone(),
        holds,
        wanted: words("the file size", test.file_size),
        advice,
    })
}

/// Says whether the buffers of one transfer fit in memory. The kernel grants more than there is, and
/// ends who then uses it.
pub(super) fn check_memory(test: &Test) -> Result<()> {
    let memory = Memory::host();
    let limits = [memory.available_bytes, memory.cgroup_limit_bytes];
    let Some(available) = limits.into_iter().flatten().min() else {
        return Ok(());
    };
    match test.transfer_bytes() {
        Some(bytes) if bytes < available => Ok(()),
        bytes => Err(Error::Memory {
            asked: match bytes {
                Some(bytes) => format!("{bytes} bytes needs as much memory"),
                None => "that many bytes needs more than any memory".to_owned(),
            },
            available,
        }),
    }
}
