//! The proof that blocks are read as they were written.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use feedrate_pageio::Transfer;

use super::backlog::Backlog;
use super::pieces::Pieces;
use super::write_course::{WriteCourse, WrittenBounds};
use super::write_numbers::{WriteNumbers, number_of};
use crate::load::check::shortest_block;
use crate::load::device::is_among_devices;
use crate::load::outcome::Difference;
use crate::load::spec::{Directions, FileBlock, Load};
use crate::load::verify::{Mismatch, Owner, Verifier, Writer};
use crate::load::walk::{FilePart, VisitMap};

/// So many differences are described.
const DESCRIBED: usize = 8;

/// The knowledge of what was written, and of what was found.
#[derive(Debug)]
pub(super) struct Proof {
    pub(super) verifier: Verifier,
    is_fatal: bool,
    dumps: bool,
    /// True if the reads of the work are checked.
    checks_work: bool,
    paths: Vec<PathBuf>,
    /// Which intervals were written, by file, where they will be read back.
    pub(super) written: Vec<VisitMap>,
    pub(super) offsets: Vec<u64>,
    /// The writes that will be read back, where that is not from front to back in blocks of one length.
    pub(super) pieces: Option<Pieces>,
    pub(super) backlog: Option<Backlog>,
    /// Writes in flight, where one place may come again while it is written.
    in_flight: Option<Vec<FileBlock>>,
    /// The last write of each interval, where that is checked.
    numbers: Option<WriteNumbers>,
    /// The progress of the writes.
    pub(super) course: Option<WriteCourse>,
    /// The progress of the writes of an earlier load, where that is known.
    bounds: Option<WrittenBounds>,
    pub(super) checked: u64,
    pub(super) differ: u64,
    /// Blocks in which something differs.
    pub(super) blocks_that_differ: u64,
    pub(super) differences: Vec<Difference>,
}

impl Proof {
    /// `None` where nothing is checked.
    pub(super) fn new(load: &Load, parts: &[FilePart], owner: Owner) -> Option<Self> {
        let verify = load.verify.as_ref()?;
        let verifier = Verifier::new(verify, shortest_block(load), owner);
        let writes = load.directions.writes();
        let interval = verifier.interval();
        let written = if writes && verify.read_back {
            parts
                .iter()
                .map(|part| VisitMap::new((part.file_bytes - part.offset).div_ceil(interval)))
                .collect()
        } else {
            Vec::new()
        };
        Some(Self {
            verifier,
            is_fatal: verify.fatal,
            dumps: verify.dump,
            checks_work: load.directions == Directions::Read,
            paths: load.files.iter().map(|file| file.path.clone()).collect(),
            written,
            offsets: parts.iter().map(|part| part.offset).collect(),
            pieces: Pieces::new(load).filter(|_| writes && verify.read_back),
            backlog: Backlog::new(load, verify).filter(|_| writes),
            in_flight: (writes && load.depth.most > 1 && !load.engine.kind.is_synchronous()).then(Vec::new),
            numbers: match writes && (verify.read_back || verify.backlog.is_some()) {
                true => WriteNumbers::new(verify, parts, interval),
                false => None,
            },
            course: writes.then(|| WriteCourse::new(load)),
            bounds: verify.until.as_ref().map(WrittenBounds::new),
            checked: 0,
            differ: 0,
            blocks_that_differ: 0,
            differences: Vec::new(),
        })
    }

    /// Readies a block that is about to be written.
    pub(super) fn put(&mut self, block: &mut [u8], place: FileBlock) {
        let course = self.course.as_mut();
        let number = course.map_or(0, |course| number_of(course.begin(place)));
        self.verifier.put(block, place.offset, number);
        if let Some(in_flight) = &mut self.in_flight {
            in_flight.push(place);
        }
        if let Some(pieces) = &mut self.pieces {
            pieces.add(place);
        }
    }

    /// Returns whether a block lies where another is being written.
    pub(super) fn collides(&self, place: FileBlock) -> bool {
        self.in_flight.as_ref().is_some_and(|in_flight| {
            in_flight.iter().any(|other| {
                other.file == place.file
                    && other.offset < place.offset + place.bytes
                    && place.offset < other.offset + other.bytes
            })
        })
    }

    /// A block failed.
    pub(super) fn failed(&mut self, place: FileBlock) {
        self.is_over(place);
        if let Some(course) = &mut self.course {
            course.fail(place);
        }
        let units = self.units(place);
        if let Some(numbers) = &mut self.numbers {
            numbers.set(place.file, units, 0);
        }
    }

    /// Returns false for the next block of a load that verifies an earlier one, if that had not come so far.
    pub(super) fn is_known(&mut self, place: FileBlock) -> bool {
        self.bounds.as_mut().is_none_or(|bounds| bounds.take(place))
    }

    /// A write is no longer in flight, be it done or failed.
    fn is_over(&mut self, place: FileBlock) {
        if let Some(in_flight) = &mut self.in_flight
            && let Some(index) = in_flight.iter().position(|other| *other == place)
        {
            in_flight.swap_remove(index);
        }
    }

    /// Remembers what was written.
    pub(super) fn wrote(&mut self, place: FileBlock) {
        self.is_over(place);
        let write = self.course.as_mut().and_then(|course| course.end(place));
        let units = self.units(place);
        if let Some(numbers) = &mut self.numbers {
            numbers.set(place.file, units.clone(), write.map_or(0, number_of));
        }
        if let Some(written) = self.written.get_mut(place.file) {
            for unit in units {
                written.mark(unit);
            }
        }
        if let Some(backlog) = &mut self.backlog {
            backlog.push(place);
        }
    }

    /// Returns whether anything was written that is to be read back.
    pub(super) fn is_to_read_back(&self) -> bool {
        !self.written.is_empty()
    }

    /// Forgets what was written, now that all of it was read back.
    pub(super) fn all_is_read(&mut self) {
        self.written.iter_mut().for_each(VisitMap::clear_all);
        if let Some(backlog) = &mut self.backlog {
            backlog.clear();
        }
        if let Some(pieces) = &mut self.pieces {
            pieces.clear();
        }
    }

    /// True if all of a block was written and not yet read back.
    pub(super) fn is_unread(&self, place: FileBlock) -> bool {
        let mut units = self.units(place);
        let written = self.written.get(place.file);
        written.is_some_and(|written| units.all(|unit| written.next_visited(unit) == Some(unit)))
    }

    fn units(&self, place: FileBlock) -> std::ops::Range<u64> {
        let interval = self.verifier.interval();
        let first = (place.offset - self.offsets[place.file]) / interval;
        first..first + place.bytes.div_ceil(interval)
    }

    /// Checks a block that was read, of this load's own writing or of anyone's. Says whether the load is to end.
    pub(super) fn check(&mut self, block: &[u8], place: FileBlock, is_own: bool) -> bool {
        if !is_own && !self.checks_work {
            return false;
        }
        let writer = if is_own { Writer::This } else { Writer::Any };
        let mut found = Vec::new();
        let first = self.units(place).start;
        let number = |index: usize| {
            let numbers = self.numbers.as_ref();
            numbers.map_or(0, |numbers| numbers.of(place.file, first + index as u64))
        };
        let differs = |differs| found.push(differs);
        self.checked += self.verifier.check(block, place.offset, writer, number, differs);
        self.blocks_that_differ += u64::from(!found.is_empty());
        for differs in found {
            self.differ += 1;
            if self.differences.len() < DESCRIBED {
                let difference = self.describe(block, place, differs);
                self.differences.push(difference);
            }
        }
        self.is_fatal && self.differ > 0
    }

    fn describe(&self, block: &[u8], place: FileBlock, differs: Mismatch) -> Difference {
        let path = self.paths[place.file].clone();
        let offset = place.offset + differs.at as u64;
        let dump = |kind: &str, bytes: &[u8]| {
            // Beside the file, or here for a device: among devices it would take memory.
            let mut name = match path.file_name() {
                Some(name) if is_among_devices(&path) => name.to_owned(),
                _ => path.clone().into_os_string(),
            };
            name.push(format!(".{offset}.{kind}"));
            let name = PathBuf::from(name);
            // It helps to look into; that it cannot be written changes nothing of what was found. What is there
            // already stays.
            let made = File::create_new(&name).and_then(|mut file| file.write_all(bytes));
            made.ok().map(|()| name)
        };
        let found = &block[differs.at..differs.at + differs.bytes];
        let dumped = self.dumps.then(|| dump("received", found)).flatten();
        if self.dumps
            && let Some(expected) = self.verifier.expected(found, offset)
        {
            dump("expected", &expected);
        }
        Difference {
            path,
            offset,
            bytes: differs.bytes as u64,
            what: differs.what,
            dumped,
        }
    }

    /// Returns whether enough was written for some of it to be read back.
    pub(super) fn backlog_is_due(&self) -> bool {
        self.backlog.as_ref().is_some_and(Backlog::is_due)
    }

    /// The next place of the backlog.
    pub(super) fn next_of_backlog(&mut self) -> Option<FileBlock> {
        let place = self.backlog.as_mut()?.pop()?;
        let units = self.units(place);
        if let Some(written) = self.written.get_mut(place.file) {
            // Read now, and not once more at the end.
            units.for_each(|unit| written.clear(unit));
        }
        Some(place)
    }
}

/// Where a transfer went.
#[inline]
pub(super) fn block_of(transfer: &Transfer) -> FileBlock {
    FileBlock {
        file: transfer.file,
        offset: transfer.offset,
        bytes: transfer.bytes as u64,
    }
}
