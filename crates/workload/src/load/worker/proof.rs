//! Checking what is read, and reading back what was written.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use feedrate_pageio::Direction;

use super::{Phase, Worker};
use crate::error::Result;
use crate::load::check::{longest_block, shortest_block};
use crate::load::outcome::Difference;
use crate::load::spec::{Directions, Load};
use crate::load::verify::{Differs, Verifier, Writer};
use crate::load::walk::{Part, Place, Visited};
use crate::load::watch::LoadState;

/// So many differences are described.
const DESCRIBED: usize = 8;

/// What is known of what was written, and what was found.
#[derive(Debug)]
pub(super) struct Proof {
    verifier: Verifier,
    is_fatal: bool,
    dumps: bool,
    /// Whether the reads of the work are checked.
    checks_work: bool,
    paths: Vec<PathBuf>,
    /// Which intervals were written, by file, where they will be read back.
    written: Vec<Visited>,
    offsets: Vec<u64>,
    backlog: Option<Backlog>,
    /// Writes in flight, where one place may come again while it is written.
    in_flight: Option<Vec<Place>>,
    pub(super) checked: u64,
    pub(super) differ: u64,
    pub(super) differences: Vec<Difference>,
}

#[derive(Debug)]
struct Backlog {
    places: VecDeque<Place>,
    after: usize,
    at_once: usize,
}

impl Proof {
    /// `None` where nothing is checked.
    pub(super) fn new(load: &Load, parts: &[Part]) -> Option<Self> {
        let verify = load.verify.as_ref()?;
        let verifier = Verifier::new(verify, shortest_block(load));
        let writes = load.directions.writes();
        let interval = verifier.interval();
        let written = if writes && verify.read_back {
            parts
                .iter()
                .map(|part| Visited::new((part.file_bytes - part.offset).div_ceil(interval)))
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
            backlog: verify
                .backlog
                .filter(|(after, _)| writes && *after > 0)
                .map(|(after, at_once)| Backlog {
                    places: VecDeque::new(),
                    after: after as usize,
                    at_once: if at_once == 0 { after } else { at_once } as usize,
                }),
            in_flight: (writes && load.depth.most > 1 && !load.engine.is_synchronous())
                .then(Vec::new),
            checked: 0,
            differ: 0,
            differences: Vec::new(),
        })
    }

    /// Readies a block that is about to be written.
    pub(super) fn put(&mut self, block: &mut [u8], place: Place) {
        self.verifier.put(block, place.offset);
        if let Some(in_flight) = &mut self.in_flight {
            in_flight.push(place);
        }
    }

    /// Whether a block lies where another is being written.
    pub(super) fn collides(&self, place: Place) -> bool {
        self.in_flight.as_ref().is_some_and(|in_flight| {
            in_flight.iter().any(|other| {
                other.file == place.file
                    && other.offset < place.offset + place.bytes
                    && place.offset < other.offset + other.bytes
            })
        })
    }

    /// Remembers what was written.
    pub(super) fn wrote(&mut self, place: Place) {
        if let Some(in_flight) = &mut self.in_flight
            && let Some(index) = in_flight.iter().position(|other| *other == place)
        {
            in_flight.swap_remove(index);
        }
        let units = self.units(place);
        if let Some(written) = self.written.get_mut(place.file) {
            for unit in units {
                written.mark(unit);
            }
        }
        if let Some(backlog) = &mut self.backlog {
            backlog.places.push_back(place);
        }
    }

    fn units(&self, place: Place) -> std::ops::Range<u64> {
        let interval = self.verifier.interval();
        let first = (place.offset - self.offsets[place.file]) / interval;
        first..first + place.bytes.div_ceil(interval)
    }

    /// Checks a block that was read, of this load's own writing or of anyone's. Says whether the load is to end.
    pub(super) fn check(&mut self, block: &[u8], place: Place, is_own: bool) -> bool {
        if !is_own && !self.checks_work {
            return false;
        }
        let writer = if is_own { Writer::This } else { Writer::Any };
        let mut found = Vec::new();
        self.checked += self
            .verifier
            .check(block, place.offset, writer, |differs| found.push(differs));
        for differs in found {
            self.differ += 1;
            if self.differences.len() < DESCRIBED {
                let difference = self.describe(block, place, differs);
                self.differences.push(difference);
            }
        }
        self.is_fatal && self.differ > 0
    }

    fn describe(&self, block: &[u8], place: Place, differs: Differs) -> Difference {
        let path = self.paths[place.file].clone();
        let offset = place.offset + differs.at as u64;
        let dumped = if self.dumps {
            let mut name = path.clone().into_os_string();
            name.push(format!(".{offset}.received"));
            let name = PathBuf::from(name);
            let found = &block[differs.at..differs.at + differs.bytes];
            // It helps to look into; that it cannot be written changes nothing of what was found. What is there
            // already stays.
            let made = File::create_new(&name).and_then(|mut file| file.write_all(found));
            made.ok().map(|()| name)
        } else {
            None
        };
        Difference {
            path,
            offset,
            bytes: differs.bytes as u64,
            what: differs.what,
            dumped,
        }
    }

    fn backlog_is_due(&self) -> bool {
        self.backlog
            .as_ref()
            .is_some_and(|backlog| backlog.places.len() >= backlog.after)
    }

    /// The next place of the backlog.
    fn next_of_backlog(&mut self) -> Option<Place> {
        let place = self.backlog.as_mut()?.places.pop_front()?;
        let units = self.units(place);
        if let Some(written) = self.written.get_mut(place.file) {
            // Read now, and not once more at the end.
            units.for_each(|unit| written.clear(unit));
        }
        Some(place)
    }
}

/// Goes over what was written, from front to back.
#[derive(Debug)]
struct Reader {
    file: usize,
    unit: u64,
    /// Intervals that one block has at most.
    most: u64,
}

impl Reader {
    fn next(&mut self, proof: &Proof) -> Option<Place> {
        let interval = proof.verifier.interval();
        loop {
            let written = proof.written.get(self.file)?;
            let Some(first) = written.next_visited(self.unit) else {
                self.file += 1;
                self.unit = 0;
                continue;
            };
            let mut end = first + 1;
            while end - first < self.most && written.next_visited(end) == Some(end) {
                end += 1;
            }
            self.unit = end;
            return Some(Place {
                file: self.file,
                offset: proof.offsets[self.file] + first * interval,
                bytes: (end - first) * interval,
            });
        }
    }
}

impl Worker<'_> {
    pub(super) fn backlog_is_due(&self) -> bool {
        self.proof.as_ref().is_some_and(Proof::backlog_is_due)
    }

    /// Reads back some of what was written, in between.
    pub(super) fn read_backlog(&mut self) -> Result<()> {
        let at_once = self
            .proof
            .as_ref()
            .and_then(|proof| proof.backlog.as_ref())
            .map_or(0, |backlog| backlog.at_once);
        let mut left = at_once;
        self.read_all(|proof| {
            left = left.checked_sub(1)?;
            proof.next_of_backlog()
        })
    }

    /// Reads back all that was written and was not yet read, where that is asked for, past the page cache or after
    /// that was asked to forget it.
    pub(super) fn read_back(&mut self) -> Result<()> {
        let reads_back = self
            .proof
            .as_ref()
            .is_some_and(|proof| !proof.written.is_empty());
        if !reads_back || self.cut_short {
            return Ok(());
        }
        self.ear.live.set(LoadState::ReadingBack);
        for file in 0..self.queue.files().len() {
            self.queue.flush(file, false)?;
            self.queue.files()[file].forget();
        }
        self.work_account = Some(self.queue.account());
        self.queue.restart_account();
        self.clock = None;
        let mut reader = Reader {
            file: 0,
            unit: 0,
            most: longest_block(self.load)
                / self
                    .proof
                    .as_ref()
                    .map_or(1, |proof| proof.verifier.interval()),
        };
        self.read_all(|proof| reader.next(proof))
    }

    /// Reads and checks all places that come.
    fn read_all(&mut self, mut next: impl FnMut(&mut Proof) -> Option<Place>) -> Result<()> {
        let was_ending = std::mem::replace(&mut self.ending, false);
        self.phase = Phase::ReadBack;
        let mut is_over = false;
        loop {
            while !is_over && self.queue.has_room() {
                if self.ear.control.is_stopped() {
                    self.cut_short = true;
                    is_over = true;
                    break;
                }
                match self.proof.as_mut().and_then(&mut next) {
                    Some(place) => self.begin(Direction::Read, place)?,
                    None => is_over = true,
                }
            }
            let in_flight = self.queue.in_flight();
            if in_flight == 0 {
                break;
            }
            self.reap(if is_over { in_flight } else { 1 })?;
            // The first that differs ended it.
            is_over |= self.ending;
        }
        self.phase = Phase::Work;
        self.ending |= was_ending;
        Ok(())
    }
}
