//! The ground of the tests: a folder on a disk, queues over its files, transfers waited for.

use std::path::Path;

use feedrate_pageio::{
    Access, Completion, Create, Direction, EngineChoice, EngineKind, Error, Kinds, Method, Mode, OpenRequest, PageFile,
    Queue, QueueRequest, Result, Shape, Transfer,
};
use tempfile::TempDir;

pub const PAGE: usize = 4096;

pub const DIRECT: Method = Method::Direct { pages_per_transfer: 16 };

/// A folder beside the build's output, because the system's temporary folder may be in memory.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Bytes that differ from place to place and from seed to seed.
pub fn bytes_of(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    fastrand::Rng::with_seed(seed).fill(&mut bytes);
    bytes
}

pub fn open_request(method: Method, mode: Mode, create: Create) -> OpenRequest {
    OpenRequest {
        mode,
        create,
        method,
        access: Access::Random,
        lock: false,
        kinds: Kinds::Files,
    }
}

pub fn open(path: &Path, method: Method) -> Result<PageFile> {
    PageFile::open(path, open_request(method, Mode::ReadWrite, Create::Keep))
}

/// The methods that the file system of a folder takes.
pub fn methods(folder: &Path) -> Vec<Method> {
    [Method::Cached, DIRECT, Method::Unbuffered, Method::WriteThrough]
        .into_iter()
        .filter(|&method| !matches!(open(&folder.join("probe"), method), Err(Error::DirectRefused { .. })))
        .collect()
}

pub fn request(engine: EngineChoice, depth: u32, transfer_bytes: usize) -> QueueRequest {
    QueueRequest {
        engine,
        depth,
        transfer_bytes,
        slots: depth as usize,
        page_bytes: PAGE,
        shape: Shape::Contiguous,
    }
}

/// A queue over one file, open for both directions.
pub fn queue(path: &Path, method: Method, request: QueueRequest) -> Queue {
    Queue::new(vec![open(path, method).unwrap()], request).unwrap()
}

/// The engines that this system grants and that write files of any length, each with a depth that suits it.
pub fn engines() -> Vec<(EngineChoice, u32)> {
    let mut engines = vec![(EngineChoice::Auto, 1), (EngineChoice::Auto, 5)];
    for kind in EngineKind::all().filter(|kind| kind.moves_bytes() && !kind.maps_files()) {
        let depth = if kind.is_synchronous() { 1 } else { 5 };
        let choice = EngineChoice::Only(kind);
        match Queue::new(Vec::new(), request(choice, depth, PAGE)) {
            Ok(_) => engines.push((choice, depth)),
            Err(error) => eprintln!("left out: {error}"),
        }
    }
    engines
}

pub fn transfer(direction: Direction, slot: usize, offset: u64, bytes: usize) -> Transfer {
    Transfer {
        direction,
        file: 0,
        slot,
        offset,
        bytes,
    }
}

pub fn read(slot: usize, offset: u64, bytes: usize) -> Transfer {
    transfer(Direction::Read, slot, offset, bytes)
}

pub fn write(slot: usize, offset: u64, bytes: usize) -> Transfer {
    transfer(Direction::Write, slot, offset, bytes)
}

/// Waits for all that is in flight.
pub fn wait_for_all(queue: &mut Queue) -> Result<Vec<Completion>> {
    let mut done = Vec::new();
    while queue.in_flight() > 0 {
        queue.wait(queue.in_flight(), &mut done)?;
    }
    Ok(done)
}

/// Makes one transfer.
pub fn make(queue: &mut Queue, transfer: Transfer) -> Result<()> {
    queue.submit(transfer)?;
    wait_for_all(queue).map(drop)
}

/// Reads a whole file by transfers of the queue's slots, as deep as it goes.
pub fn read_through(queue: &mut Queue, file_bytes: u64, transfer_bytes: usize) {
    let mut offset = 0;
    let mut free: Vec<usize> = (0..queue.slots()).collect();
    let mut done = Vec::new();
    while offset < file_bytes || queue.in_flight() > 0 {
        while offset < file_bytes && queue.has_room() {
            let slot = free.pop().unwrap();
            queue.submit(read(slot, offset, transfer_bytes)).unwrap();
            offset += transfer_bytes as u64;
        }
        queue.wait(1, &mut done).unwrap();
        free.extend(done.drain(..).map(|completion| completion.transfer.slot));
    }
}
