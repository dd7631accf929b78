//! Opening a load's files, and readying its buffers and engine.

use std::collections::BTreeSet;

use feedrate_pageio::{
    Access, Create, EngineChoice, Error as PagesError, Kind, Kinds, Method, Mode, OpenRequest, PageFile, PolledEvents,
    Queue, QueueRequest, Shape,
};

use crate::claim::{claim_any, put_mark};
use crate::error::{Error, Result};
use crate::load::check::{longest_block, shortest_block};
use crate::load::name::check_removal;
use crate::load::spec::{Advice, Blocks, Load, Order, RequestPriority};
use crate::rotation::Rotation;

/// Memory that direct writes rotate over, so that neighbouring blocks differ: as much as stays in a processor's cache,
/// and enough to be a huge page.
const CONTENT_BYTES: usize = 128 << 10;

/// The same for writes through the page cache, which are copied and need no huge page: it would take 2 MiB.
const COPIED_BYTES: usize = 64 << 10;

/// An open load.
#[derive(Debug)]
pub(super) struct OpenLoad {
    pub(super) queue: Queue,
    /// Of the queue's slots, so many are for what is written.
    pub(super) content_slots: usize,
    pub(super) rotation: Rotation,
    pub(super) notes: Vec<String>,
}

/// Opens all that a load needs. It must be called by the thread that runs it.
pub(super) fn open(load: &Load) -> Result<OpenLoad> {
    let mut notes = Vec::new();
    check_removal(load)?;
    let files = if load.engine.kind.needs_files() {
        open_files(load, &mut notes)?
    } else {
        Vec::new()
    };
    let depth = if load.engine.kind.is_synchronous() {
        1
    } else {
        load.depth.most.max(1)
    };
    let longest = longest_block(load) as usize;
    let writes = load.directions.writes();
    let rotation = Rotation::Over(match load.direct {
        _ if !load.engine.kind.moves_bytes() => 0,
        true => CONTENT_BYTES,
        false => COPIED_BYTES,
    });
    let content_slots = if writes {
        rotation.slots(longest, depth as usize)
    } else {
        0
    };
    let read_slots = if load.directions.reads() || load.verify.is_some() {
        depth as usize
    } else {
        0
    };
    let (shape, page_bytes) = match load.engine.segments {
        Some(segments) if segments > 1 => (Shape::Scatter, longest / segments as usize),
        Some(_) => (Shape::Scatter, segment_of(load, longest)),
        None => (Shape::Contiguous, longest),
    };
    let request = |engine| QueueRequest {
        engine,
        depth,
        transfer_bytes: longest,
        slots: content_slots + read_slots,
        page_bytes,
        shape,
    };
    let kind = load.engine.kind;
    let polling = PolledEvents {
        submissions: load.engine.poll_submission.map(|poll| poll.processor),
        completions: load.engine.polls_completions,
    };
    let choice = match polling == PolledEvents::default() {
        false => EngineChoice::Polled { kind, polling },
        true => EngineChoice::Only(kind),
    };
    let queue = match (Queue::new(files, request(choice)), kind.stand_in()) {
        (Err(error @ PagesError::Engine { .. }), Some(stand_in)) => {
            notes.push(format!("{error}; {} took its place", stand_in.calls()));
            let files = open_files(load, &mut Vec::new())?;
            Queue::new(files, request(EngineChoice::Only(stand_in)))
        }
        (opened, _) => opened,
    }?;
    check_priorities(load, &queue)?;
    Ok(OpenLoad {
        queue,
        content_slots,
        rotation,
        notes,
    })
}

/// Checks that requests can have the priorities that the load gives them.
fn check_priorities(load: &Load, queue: &Queue) -> Result<()> {
    let shares = load.priorities.read.iter().chain(&load.priorities.write);
    let wanted: BTreeSet<RequestPriority> = shares.map(|share| share.priority).collect();
    if !wanted.is_empty() && !queue.engine().kind.takes_priorities() {
        let engine = queue.engine().kind.calls();
        let what = format!("single requests have priorities with io_uring alone, and {engine} took its place");
        return Err(Error::NotGranted { what });
    }
    for priority in wanted {
        if let Err(error) = priority.check() {
            let (class, level) = (priority.class(), priority.level());
            let who = match class {
                1 => "; the class real time is for root, or who has CAP_SYS_NICE",
                _ => "",
            };
            let what = format!("requests cannot have the priority {level} of class {class}: {error}{who}");
            return Err(Error::NotGranted { what });
        }
    }
    Ok(())
}

/// Bytes of a segment of a vectored transfer: the whole block, where all have one length.
fn segment_of(load: &Load, longest: usize) -> usize {
    let one_length = [&load.blocks.read, &load.blocks.write]
        .iter()
        .all(|blocks| matches!(blocks, Blocks::Fixed(bytes) if *bytes == longest as u64));
    if one_length {
        longest
    } else {
        shortest_block(load) as usize
    }
}

fn open_files(load: &Load, notes: &mut Vec<String>) -> Result<Vec<PageFile>> {
    let writes = load.changes_files();
    let reads_too = load.directions.reads()
        || load.engine.kind.maps_files()
        || load.verify.as_ref().is_some_and(|verify| verify.read_back);
    let access = match (load.advice, &load.order) {
        (Advice::None, _) => Access::History,
        (Advice::Sequential, _) => Access::Sequential,
        (Advice::Random, _) | (Advice::AsOrdered, Order::Random { .. }) => Access::Random,
        (Advice::AsOrdered, _) => Access::Sequential,
    };
    let request = OpenRequest {
        mode: match (writes, reads_too) {
            (false, _) => Mode::Read,
            (true, true) => Mode::ReadWrite,
            (true, false) => Mode::Write,
        },
        create: if writes { Create::Keep } else { Create::Existing },
        method: if load.direct {
            Method::Unbuffered
        } else {
            Method::Cached
        },
        access,
        lock: false,
        kinds: Kinds::FilesAndDevices,
    };
    let mut files = Vec::with_capacity(load.files.len());
    for file in &load.files {
        if writes && let Some(new) = claim_any(&file.path, load.overwrite_foreign)? {
            new.keep();
        }
        let opened = PageFile::open_waiting(&file.path, request, load.write_sync)?;
        if writes && !opened.kind().is_device() && opened.size()? == 0 {
            let bytes = file.bytes.map_or(u64::MAX, |bytes| file.offset.saturating_add(bytes));
            put_mark(&opened, bytes.max(file.file_bytes.unwrap_or(0)))?;
        }
        let can_be_cached = !matches!(opened.kind(), Kind::MemoryDevice(_));
        if load.invalidate && !load.pre_read && can_be_cached {
            invalidate(load, &opened, notes)?;
        }
        files.push(opened);
    }
    Ok(files)
}

/// Sends a file out of the page cache: so that it is seen to where it will be read.
fn invalidate(load: &Load, file: &PageFile, notes: &mut Vec<String>) -> Result<()> {
    if !load.directions.reads() {
        file.forget();
        return Ok(());
    }
    let eviction = file.evict()?;
    if !eviction.is_cold() {
        let left = eviction.after.bytes().map_or_else(
            || "how much is left there is not known".to_owned(),
            |bytes| format!("{bytes} bytes are left there"),
        );
        notes.push(format!(
            "{} did not leave the page cache: {left}",
            file.path().display()
        ));
    }
    Ok(())
}
