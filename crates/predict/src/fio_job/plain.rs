//! A use of a file as a section of its own, and another one for what its blocks leave.

use feedrate_pageio::{Direction, Discipline, Method};

use super::pace;
use super::section::{Names, Section, size};
use super::turns;
use crate::job::{Job, Order, Use};

/// Where direct access may begin and end on every device.
pub(super) const SECTOR: u64 = 512;

/// Returns whether transfers of a use stay in flight while its step computes.
pub(super) fn is_overlapped(use_: &Use) -> bool {
    use_.method.is_direct() && use_.discipline == Discipline::Overlapped && use_.depth > 1
}

/// Adds how the pages of uses move: past the page cache, how many at the same time, until they have reached the device.
pub(super) fn set_method(section: &mut Section, method: Method, depth: Option<u32>) {
    if method.is_direct() {
        section.set("direct", 1);
    }
    if method == Method::WriteThrough {
        section.set("sync", "dsync");
    }
    if let Some(depth) = depth {
        section.set("ioengine", "libaio");
        section.set("iodepth", depth);
    }
}

/// Returns what a use reads or writes in so many seconds of computing, as sections that run at the same time.
pub(super) fn sections(job: &Job, use_: &Use, names: &Names, seconds: f64, name: &str) -> Vec<Section> {
    let file = &job.files[use_.file];
    let unit = turns::unit(job, use_);
    let blocks = use_.bytes / unit;
    let threads = match blocks / u64::from(use_.threads.max(1)) {
        0 => 1,
        _ => u64::from(use_.threads.max(1)),
    };
    let own = blocks / threads * unit;
    // Bytes that are read again, or at random, come from the whole blocks of the file.
    let is_random = use_.order == Order::Random;
    let in_file = (file.bytes / unit * unit).max(unit);
    let is_again = use_.direction == Direction::Read && own * threads > in_file;
    let region = match (is_random, is_again) {
        (true, _) => in_file,
        (false, true) => (in_file / unit / threads * unit).max(unit),
        (false, false) => own,
    };
    let mut main = Section::new(name);
    set_file(&mut main, use_, names, unit);
    main.set("size", size(region));
    if own != region {
        main.set("io_size", size(own));
    }
    if threads > 1 {
        main.set("numjobs", threads);
        if !is_random {
            main.set("offset_increment", size(region));
        }
    }
    let depth = is_overlapped(use_).then_some(use_.depth);
    set_method(&mut main, method(use_, unit), depth);
    match depth {
        Some(_) => {
            if let Some(rate) = pace::rate(seconds, own) {
                main.set("rate", rate);
            }
        }
        None => pace::pause(&mut main, seconds, own / unit),
    }
    if use_.durable && use_.direction == Direction::Write {
        main.set("end_fsync", 1);
    }
    main.bytes = own * threads;
    let moved = main.bytes;
    let at = match is_random || is_again {
        true => 0,
        false => moved,
    };
    let mut all = vec![main];
    all.extend(rest(job, use_, names, name, at, moved));
    all
}

/// Returns the sections of what the blocks of a use leave, at an offset in its file: `moved` bytes were moved before.
fn rest(job: &Job, use_: &Use, names: &Names, name: &str, mut at: u64, moved: u64) -> Vec<Section> {
    let file = &job.files[use_.file];
    let mut all = Vec::new();
    let mut left = use_.bytes - moved;
    while left > 0 {
        let block = turns::unit(job, use_).min(left);
        let bytes = left / block * block;
        // A part of the front that a step reads once more is beyond the end here.
        if use_.direction == Direction::Read && at.saturating_add(bytes) > file.bytes {
            at = 0;
        }
        let ordinal = if all.is_empty() { "-rest" } else { "-end" };
        let mut section = Section::new(format!("{name}{ordinal}"));
        set_file(&mut section, use_, names, block);
        if at > 0 {
            section.set("offset", size(at));
        }
        section.set("size", size(bytes));
        set_method(&mut section, method(use_, block), None);
        section.bytes = bytes;
        all.push(section);
        at += bytes;
        left -= bytes;
    }
    all
}

fn set_file(section: &mut Section, use_: &Use, names: &Names, block: u64) {
    section.set("filename", names.file(use_.file));
    section.set(
        "rw",
        match (use_.direction, use_.order) {
            (Direction::Read, Order::Sequential) => "read",
            (Direction::Read, Order::Random) => "randread",
            (Direction::Write, Order::Sequential) => "write",
            (Direction::Write, Order::Random) => "randwrite",
        },
    );
    if use_.order == Order::Random {
        section.set("norandommap", "");
    }
    section.set("bs", size(block));
}

/// Returns how blocks of a use move: through the page cache if they are no whole sectors.
fn method(use_: &Use, block: u64) -> Method {
    match use_.method.is_direct() && !block.is_multiple_of(SECTOR) {
        true => Method::Cached,
        false => use_.method,
    }
}
