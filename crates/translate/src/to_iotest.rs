//! From the common form to command lines of iotest.sh, whose streams write a file each and read it back.

use std::path::Path;

use crate::common::{Job, JobLimit, Order, Workload, same};
use crate::losses::Losses;
use crate::script::{quoted, script};

/// The bytes of a file whose size is not known.
const UNKNOWN_SIZE: u64 = 1 << 30;

/// Returns a command for each job. Jobs that run together and differ in their files alone are one, and a job that reads
/// what the one before has written is a part of that one's.
pub(crate) fn text(workload: Workload, lost: &mut Vec<String>) -> String {
    let mut written: Vec<(Job, Option<Job>)> = Vec::new();
    for job in together(workload.jobs) {
        match written.last_mut() {
            Some((write, back @ None)) if is_read_back(write, &job) => *back = Some(job),
            _ => written.push((job, None)),
        }
    }
    let (jobs, backs): (Vec<Job>, Vec<Option<Job>>) = written.into_iter().unzip();
    for back in backs.iter().flatten() {
        add_way(back, &mut Losses::new(&back.name, lost));
    }
    let workload = Workload {
        jobs,
        ..Workload::default()
    };
    script(&workload, lost, |job, number, lost| {
        let is_whole = backs.get(number).is_some_and(Option::is_some);
        vec![line(job, is_whole, lost)]
    })
}

/// Returns jobs of which those that begin together and differ in their files alone are one.
fn together(jobs: Vec<Job>) -> Vec<Job> {
    let mut merged: Vec<Job> = Vec::new();
    for job in jobs {
        match merged.last_mut() {
            Some(last) if !job.waits && is_alike(last, &job) => last.pools.extend(job.pools),
            _ => merged.push(job),
        }
    }
    merged
}

fn is_alike(one: &Job, other: &Job) -> bool {
    let files: Vec<_> = one.files().into_iter().chain(other.files()).collect();
    let moved_alike = Job {
        name: one.name.clone(),
        waits: one.waits,
        pools: one.pools.clone(),
        ..other.clone()
    };
    moved_alike == *one
        && same(&files, |file| file.bytes).is_some()
        && same(&files, |file| folder(&file.name)).is_some()
}

/// Returns the folder of a file.
fn folder(name: &str) -> String {
    match Path::new(name).parent() {
        Some(folder) if folder != Path::new("") => folder.display().to_string(),
        _ => ".".to_owned(),
    }
}

/// Returns whether a job reads the files that another has written, after it.
fn is_read_back(write: &Job, read: &Job) -> bool {
    !write.reads() && read.waits && !read.writes() && read.pools == write.pools && read.block == write.block
}

/// Returns the command of a job; `is_whole` is true if it both writes and reads back.
fn line(job: &Job, is_whole: bool, lost: &mut Losses<'_>) -> String {
    add_way(job, lost);
    let files = job.files();
    let first = files
        .first()
        .map(|file| folder(&file.name))
        .unwrap_or_else(|| ".".to_owned());
    lost.add_if(
        files.iter().any(|file| folder(&file.name) != first),
        format_args!("files in several folders; all are in {first}"),
    );
    lost.add(format_args!("the names of files; iotest.sh makes its own in {first}"));
    match (job.reads(), job.writes()) {
        _ if is_whole => {}
        (true, true) => lost.add(format_args!(
            "a mix of {} % reads; files are written, and then read",
            job.read_percent
        )),
        (true, false) => lost.add("reading alone; files are written first"),
        (false, _) => lost.add("writing alone; files are read back"),
    }
    let bytes = same(&files, |file| file.bytes).flatten().unwrap_or_else(|| {
        let largest = files.iter().filter_map(|file| file.bytes).max();
        let taken = largest.unwrap_or(UNKNOWN_SIZE);
        lost.add(format_args!(
            "sizes of files that differ or are not given; each has {taken} bytes"
        ));
        taken
    });
    let kilobytes = job.block.div_ceil(1024).max(1);
    lost.add_if(
        kilobytes * 1024 != job.block,
        format_args!("blocks of {} bytes; they have {kilobytes} KB", job.block),
    );
    let blocks = bytes.div_ceil(kilobytes * 1024).max(1);
    lost.add_if(
        blocks.checked_mul(kilobytes * 1024) != Some(bytes),
        format_args!("{bytes} bytes, which are not whole blocks; there are {blocks} blocks"),
    );
    let streams = streams(job, lost);
    format!(
        "iotest.sh -i {streams} -t {} -b {blocks} -s {kilobytes}",
        quoted(&first)
    )
}

/// Returns how many streams there are, each with a file of its own.
fn streams(job: &Job, lost: &mut Losses<'_>) -> u64 {
    let of_pool = |files: usize, threads: u32| files as u64 * u64::from(threads);
    lost.add_if(
        job.pools.iter().any(|pool| pool.threads > 1),
        "several threads of a file; each has a file of its own",
    );
    lost.add_if(
        !job.queue_for_each_file && job.pools.iter().any(|pool| pool.files.len() > 1),
        "threads that work on several files; each file has a stream",
    );
    let streams: u64 = job
        .pools
        .iter()
        .map(|pool| of_pool(pool.files.len(), pool.threads))
        .sum();
    streams.max(1)
}

/// Adds what is lost of the way that blocks move: iotest.sh moves them from front to back, through the page cache, one
/// at a time, as fast as it can.
fn add_way(job: &Job, lost: &mut Losses<'_>) {
    lost.add_zones(job);
    lost.add_eviction(job);
    match job.order {
        Order::Random { .. } => lost.add("random order; blocks follow on each other"),
        Order::Stripes { .. } => lost.add("the order of stripes; blocks follow on each other"),
        Order::Sequential { stride, .. } => lost.add_if(
            stride != job.block,
            format_args!("{stride} bytes from start to start of blocks; they follow on each other"),
        ),
    }
    lost.add_if(job.direct, "the way past the page cache");
    lost.add_if(
        job.write_through && job.writes(),
        "writes that wait until they are on the device",
    );
    lost.add_if(
        job.depth > 1,
        format_args!("{} blocks in flight; there is one", job.depth),
    );
    lost.add_if(
        !matches!(job.until, JobLimit::Once(None)),
        "how long it takes; each file is done once",
    );
    lost.add_pace(job);
    lost.add_if(
        job.pools.iter().any(|pool| !pool.processors.is_empty()),
        "the processors that threads run on",
    );
    lost.add_if(
        same(&job.files(), |file| file.offset) != Some(0),
        "where work begins in a file; it begins at the front",
    );
}
