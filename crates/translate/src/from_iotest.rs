//! From a test of iotest.sh or rhel_iotest.sh to the common form.

use crate::common::{Content, File, Job, JobLimit, Order, Pool, Workload};
use feedrate_dialects::iotest::{Form, Test};

pub(crate) fn common(test: &Test) -> Workload {
    let mut lost = Vec::new();
    if test.form == Form::Cores {
        lost.push(format!(
            "rhel_iotest.sh: a stream for each physical core, and files by the size of memory; here {} streams of {} \
             bytes, as on this machine",
            test.streams, test.file_bytes
        ));
    }
    if test.cold_durable {
        lost.push(
            "--cold-durable: rates with the time until all is on the device, and of files read from there".to_owned(),
        );
    }
    Workload {
        jobs: vec![job(test, "iotest-write", 0, false), job(test, "iotest-read", 100, true)],
        lost,
    }
}

/// Returns the job of one direction, in which each stream has a file of its own.
fn job(test: &Test, name: &str, read_percent: u8, waits: bool) -> Job {
    let pool = |number: u32| Pool {
        files: vec![File {
            name: test.folder.join(format!("iotest-{number}.dat")).display().to_string(),
            offset: 0,
            bytes: Some(test.file_bytes),
        }],
        threads: 1,
        processors: Vec::new(),
        one_each: false,
    };
    Job {
        name: name.to_owned(),
        waits,
        pools: (1..=test.streams).map(pool).collect(),
        queue_for_each_file: false,
        read_percent,
        order: Order::Sequential {
            stride: test.block,
            shared: false,
        },
        zones: Vec::new(),
        block: test.block,
        depth: 1,
        direct: false,
        write_through: false,
        each_way: false,
        until: JobLimit::Once(None),
        warm_up: 0.0,
        rate: None,
        content: Content::Scrambled,
        invalidate: false,
        latency: false,
    }
}
