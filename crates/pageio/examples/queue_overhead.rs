//! What a queue costs for each operation: hot cached 4 KiB reads through it, beside a bare loop of
//! `pread` that reads the clock once an operation, in alternating turns. The queue reads the clock
//! before and after each transfer, or only after, where a transfer begins when the last one ended.
//!
//! `cargo run --release -p feedrate-pageio --example queue_overhead [FOLDER]`

use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_pageio::{
    Completion, Direction, EngineChoice, Method, OpenRequest, PageFile, Queue, QueueRequest, Shape,
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
    std::fs::remove_file(&path)?;
    compare(opened?)
}

fn compare(file: PageFile) -> Result<(), Failure> {
    let bare_file = file.as_file().try_clone()?;
    let request = QueueRequest {
        engine: EngineChoice::Sync,
        depth: 1,
        transfer_bytes: PAGE,
        slots: 1,
        page_bytes: PAGE,
        shape: Shape::Contiguous,
    };
    let mut queue = Queue::new(vec![file], request)?;
    let mut rows: [Vec<f64>; 5] = Default::default();
    for _ in 0..TURNS {
        let bare = bare_loop(&bare_file)?;
        let each = queue_loop(&mut queue, false)?;
        let shared = queue_loop(&mut queue, true)?;
        for (row, value) in rows
            .iter_mut()
            .zip([bare, each, shared, each / bare, shared / bare])
        {
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
    for (name, mut values) in names.into_iter().zip(rows) {
        values.sort_by(f64::total_cmp);
        println!(
            "{name:24} median {:8.3}  least {:8.3}  most {:8.3}",
            values[TURNS / 2],
            values[0],
            values[TURNS - 1]
        );
    }
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
        let transfer = Transfer {
            direction: Direction::Read,
            file: 0,
            slot: 0,
            offset: place(operation),
            bytes: PAGE,
        };
        let since = match done.pop() {
            Some(Completion { at, .. }) if one_clock => at,
            _ => Instant::now(),
        };
        queue.submit_at(transfer, since)?;
        queue.wait(1, &mut done)?;
    }
    Ok(nanos_each(start))
}
