//! The cost of a queue for each operation: hot cached 4 KiB reads through it, beside a bare loop of `pread` that reads
//! the clock once an operation, in alternating turns. The queue reads the clock before and after each transfer, or only
//! after, where a transfer begins when the last one ended.
//!
//! Then the same reads by io_uring, where there is one: with one transfer in flight, which takes a call
//! each, and with 32 in flight, of which all are reaped at once. Of these the time outside the kernel
//! is told too: what this crate adds to a transfer.
//!
//! `cargo run --release -p feedrate-pageio --example queue_overhead [FOLDER]`

use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_pageio::{
    Completion, CpuUse, Direction, EngineChoice, EngineKind, Method, OpenRequest, PageFile, Queue, QueueRequest, Shape,
    Transfer,
};

const PAGE: usize = 4096;
const PAGES: u64 = 4096;
const OPERATIONS: u64 = 200_000;
const TURNS: usize = 21;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("."), PathBuf::from);
    let path = folder.join("queue_overhead.tmp");
    std::fs::write(&path, vec![7; PAGE * PAGES as usize])?;
    let opened = PageFile::open(&path, OpenRequest::read(Method::Cached));
    let file = opened?;
    let again = PageFile::open(&path, OpenRequest::read(Method::Cached))?;
    std::fs::remove_file(&path)?;
    compare(file)?;
    compare_depths(again)
}

fn compare_depths(file: PageFile) -> Result<(), Failure> {
    let mut request = request(EngineChoice::Only(EngineKind::URING_REGISTERED), 32);
    // One ring serves both: a queue may be used less deep than it is.
    request.slots = 32;
    let mut queue = match Queue::new(vec![file], request) {
        Ok(queue) => queue,
        Err(error) => {
            println!("{error}");
            return Ok(());
        }
    };
    let mut rows: [Vec<f64>; 4] = Default::default();
    for _ in 0..TURNS {
        let (one, one_outside) = deep_loop(&mut queue, 1)?;
        let (many, many_outside) = deep_loop(&mut queue, 32)?;
        for (row, value) in rows.iter_mut().zip([one, one_outside, many, many_outside]) {
            row.push(value);
        }
    }
    let names = [
        "io_uring 1, ns",
        "  of them outside",
        "io_uring 32, ns",
        "  of them outside",
    ];
    print(names.into_iter().zip(rows));
    Ok(())
}

/// Nanoseconds for each operation, and those of them outside the kernel.
fn deep_loop(queue: &mut Queue, depth: usize) -> Result<(f64, f64), Failure> {
    let mut done = Vec::with_capacity(depth);
    let mut free: Vec<usize> = (0..depth).collect();
    let before = CpuUse::of_thread().user;
    let start = Instant::now();
    let mut since = start;
    for operation in 0..OPERATIONS {
        let slot = free.pop().unwrap_or_default();
        queue.submit_at(read(slot, operation), since)?;
        if free.is_empty() {
            queue.wait(1, &mut done)?;
            for Completion { transfer, at, .. } in done.drain(..) {
                free.push(transfer.slot);
                since = at;
            }
        }
    }
    queue.drain();
    let outside = CpuUse::of_thread().user - before;
    Ok((nanos_each(start), outside.as_nanos() as f64 / OPERATIONS as f64))
}

fn request(engine: EngineChoice, depth: u32) -> QueueRequest {
    QueueRequest {
        engine,
        depth,
        transfer_bytes: PAGE,
        slots: 1,
        page_bytes: PAGE,
        shape: Shape::Contiguous,
    }
}

fn read(slot: usize, operation: u64) -> Transfer {
    Transfer {
        direction: Direction::Read,
        file: 0,
        slot,
        offset: place(operation),
        bytes: PAGE,
    }
}

fn print(rows: impl Iterator<Item = (&'static str, Vec<f64>)>) {
    for (name, mut values) in rows {
        values.sort_by(f64::total_cmp);
        println!(
            "{name:24} median {:8.3}  least {:8.3}  most {:8.3}",
            values[TURNS / 2],
            values[0],
            values[TURNS - 1]
        );
    }
}

fn compare(file: PageFile) -> Result<(), Failure> {
    let bare_file = file.as_file().try_clone()?;
    let mut queue = Queue::new(vec![file], request(EngineChoice::Only(EngineKind::SYNC), 1))?;
    let mut rows: [Vec<f64>; 5] = Default::default();
    for _ in 0..TURNS {
        let bare = bare_loop(&bare_file)?;
        let each = queue_loop(&mut queue, false)?;
        let shared = queue_loop(&mut queue, true)?;
        for (row, value) in rows.iter_mut().zip([bare, each, shared, each / bare, shared / bare]) {
            row.push(value);
        }
    }
    let names = [
        "bare loop, ns",
        "queue, ns",
        "queue, one clock, ns",
        "queue / bare",
        "queue, one clock / bare",
    ];
    print(names.into_iter().zip(rows));
    Ok(())
}

fn place(operation: u64) -> u64 {
    operation % PAGES * PAGE as u64
}

fn nanos_each(start: Instant) -> f64 {
    start.elapsed().as_nanos() as f64 / OPERATIONS as f64
}

fn bare_loop(file: &std::fs::File) -> Result<f64, Failure> {
    let mut buffer = vec![0; PAGE];
    let mut longest = Duration::ZERO;
    let start = Instant::now();
    let mut last = start;
    for operation in 0..OPERATIONS {
        file.read_exact_at(&mut buffer, place(operation))?;
        let now = Instant::now();
        longest = longest.max(now - last);
        last = now;
    }
    std::hint::black_box((&buffer, longest));
    Ok(nanos_each(start))
}

fn queue_loop(queue: &mut Queue, one_clock: bool) -> Result<f64, Failure> {
    let mut done = Vec::with_capacity(1);
    let start = Instant::now();
    for operation in 0..OPERATIONS {
        let since = match done.pop() {
            Some(Completion { at, .. }) if one_clock => at,
            _ => Instant::now(),
        };
        queue.submit_at(read(0, operation), since)?;
        queue.wait(1, &mut done)?;
    }
    Ok(nanos_each(start))
}
