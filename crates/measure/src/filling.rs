//! The files that a timed job writes over are filled to their sizes before it, so that it leaves them whole. A file of
//! that length is taken as it is, with its holes if it has any.

use std::fs;

use feedrate_pageio::Method;
use feedrate_workload::{Job, Limit, Stream, Target, Work};

/// The page in which a file is filled.
const PAGE: u64 = 1 << 20;

/// Returns the job that fills the files of a timed job which are shorter than what is written of them; `None` if there
/// are none. What it writes has reached the device when it is done.
pub(crate) fn before(job: &Job) -> Option<Job> {
    let streams: Vec<Stream> = job.streams.iter().filter_map(fills).collect();
    (!streams.is_empty()).then_some(Job {
        streams,
        run_as: job.run_as,
        interval: job.interval,
    })
}

fn fills(stream: &Stream) -> Option<Stream> {
    let Work::Write { file } = &stream.work else {
        return None;
    };
    let end = stream.range.offset + stream.range.bytes;
    let held = fs::metadata(file).map_or(0, |metadata| metadata.len());
    let is_short = held < end && stream.limit != Limit::default() && stream.target == Target::Overwrite;
    is_short.then(|| Stream {
        target: Target::Grow,
        durable: true,
        compressible_percent: stream.compressible_percent,
        seed: !stream.seed,
        ..Stream::new(
            stream.name.clone(),
            stream.work.clone(),
            Method::Cached,
            page(end).max(stream.geometry.page),
            end,
        )
    })
}

/// Returns the largest page up to [`PAGE`] of which a size is a multiple.
fn page(bytes: u64) -> u64 {
    1 << bytes.trailing_zeros().min(PAGE.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use feedrate_workload::{Control, RunAs};

    use super::*;

    #[test]
    fn a_timed_write_fills_what_is_short_and_leaves_it_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        let bytes = (3 << 20) + (8 << 10);
        let mut stream = Stream::new("1", Work::Write { file: file.clone() }, Method::Cached, 8 << 10, bytes);
        let job = |stream: &Stream| Job {
            streams: vec![stream.clone()],
            run_as: RunAs::Threads,
            interval: Duration::from_millis(100),
        };
        assert!(before(&job(&stream)).is_none(), "once over the file makes it whole");
        stream.limit.time = Some(Duration::from_millis(10));
        let filling = before(&job(&stream)).expect("it does not exist");
        feedrate_workload::run(&filling, &Control::default()).expect("it is filled");
        assert_eq!(fs::metadata(&file).expect("a file").len(), bytes);
        assert!(before(&job(&stream)).is_none());
        feedrate_workload::run(&job(&stream), &Control::default()).expect("it is written over");
        assert_eq!(fs::metadata(&file).expect("a file").len(), bytes);
        stream.target = Target::Grow;
        fs::remove_file(&file).expect("a file");
        assert!(before(&job(&stream)).is_none());
    }
}
