//! A test as a stream of feedrate.

use std::time::Duration;

use feedrate_pageio::{Geometry, Method, Shape};
use feedrate_workload::{Job, RunAs, Stream, Target, Work};

use super::request::{Operation, Test};

/// Returns the job of a test.
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
    // SASIOTEST moves all its pages alike; SAS itself would move the first page alone.
    stream.geometry = Geometry::even(page, method.pages_per_transfer());
    stream.access = test.operation.access();
    stream.shape = if test.operation.is_sgio() {
        Shape::Scatter
    } else {
        Shape::Contiguous
    };
    // The file is truncated: the original creates it anew too, and allocating its space is part of the work.
    stream.target = Target::Grow;
    stream.overwrite_foreign = test.force;
    // Timed separately, and shown only by -explain, because the original does not wait for the device.
    stream.durable = test.explain && test.operation.writes() && method != Method::WriteThrough;
    // Each invocation has another order of pages and another content.
    stream.seed = fastrand::u64(..);
    stream
}

/// Returns the option that requests direct I/O, if one does.
pub(super) fn direct_option(operation: Operation) -> &'static str {
    if operation.is_sgio() { "-sgio" } else { "-unbuffered" }
}
