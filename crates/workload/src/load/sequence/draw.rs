//! Where the next block of a file lies, and how long it is.

use super::generator::Generator;
use super::law::{Law, hash_of_name};
use super::place::{Act, Units};
use super::register::Register;
use super::zones::Zones;
use super::{RandomOrder, Sequence};
use crate::load::spec::{Directions, FioSequence, Load, OffsetGenerator, Order, SeedUse, Strides};
use crate::load::walk::FilePart;

/// The most units that a map has (4 GiB of memory); of longer files, blocks may come again.
const MOST_UNITS: u64 = 1 << 35;

/// An offset in a part, and how it came about.
struct Offset {
    offset: u64,
    is_random: bool,
    /// True if it may come again.
    is_unmapped: bool,
}

/// Returns what keeps blocks of a file from coming again.
pub(super) fn units(spec: &FioSequence, strides: Option<Strides>, part: FilePart) -> Units {
    let bytes = strides.map_or(part.bytes.min(part.file_bytes), |strides| strides.range);
    let units = bytes / spec.map_unit.max(1);
    let seed = spec.seeds.of(SeedUse::Offsets);
    match spec.generator {
        OffsetGenerator::Register => Units::Register(Box::new(Register::new(units, seed)), seed),
        _ if spec.has_map && units <= MOST_UNITS => Units::Map(Box::new(None), units),
        _ => Units::Any,
    }
}

impl RandomOrder {
    /// `None` for a load in sequential order.
    pub(super) fn new(load: &Load, spec: &FioSequence, parts: &[FilePart]) -> Option<Self> {
        let Order::Random {
            distribution,
            hold,
            identical,
            ..
        } = &load.order
        else {
            return None;
        };
        let reads = match &spec.written_of {
            Some(mix) => &mix.reads,
            None => &load.blocks.read,
        };
        let least = reads.least().min(load.blocks.write.least()).max(1);
        let laws = load.files.iter().zip(parts).map_while(|(file, part)| {
            let count = part.bytes.min(part.file_bytes).div_ceil(least);
            let name = file.path.as_os_str().as_encoded_bytes();
            let seed = match spec.is_repeated {
                true => u64::from(hash_of_name(name).wrapping_mul(spec.worker)),
                false => spec.seeds.of(SeedUse::Offsets),
            };
            Law::new(distribution, count, spec.center, seed)
        });
        let mut random = Self {
            hold: (*hold).max(1),
            until_new: 1,
            is_identical: *identical,
            offsets: Generator::short(0),
            shares: std::array::from_fn(|_| Generator::short(0)),
            zone_shares: Generator::short(0),
            zones: Zones::new(distribution),
            laws: laws.collect(),
        };
        random.restart(spec);
        Some(random)
    }

    /// Begins with the seeds again.
    pub(super) fn restart(&mut self, spec: &FioSequence) {
        let seeds = &spec.seeds;
        self.offsets = Generator::new(seeds.of(SeedUse::Offsets), spec.is_long());
        let share = Generator::short(seeds.of(SeedUse::SequentialShare));
        self.shares = std::array::from_fn(|_| share.clone());
        self.zone_shares = Generator::short(seeds.of(SeedUse::Zones));
    }

    /// True if the next block is at a new place, rather than where the last one ended or began.
    fn is_new_place(&mut self) -> bool {
        self.until_new -= 1;
        if self.until_new > 0 {
            return false;
        }
        self.until_new = self.hold;
        true
    }
}

impl Sequence {
    /// Returns offset and length of the next block of a kind; `None` if its file is done.
    pub(super) fn block(&mut self, file: usize, act: Act) -> Option<(u64, u64)> {
        if let Some(strides) = self.strides {
            self.change_zone(strides, file, act);
        }
        let Offset {
            offset,
            is_random,
            is_unmapped,
        } = self.offset(file, act)?;
        let place = &mut self.places[file];
        if offset >= place.part.bytes {
            return None;
        }
        let offset = offset.checked_add(place.from)?;
        if offset >= place.part.file_bytes {
            return None;
        }
        let is_pair = self.directions == Directions::TrimWrite && self.random.is_some();
        if is_pair && act == Act::Trim && place.start(act) == Some(offset) {
            place.forget_write();
        }
        let kind = match (self.lengths_by_order, is_random) {
            (false, _) => act,
            (true, false) => Act::Read,
            (true, true) => Act::Write,
        };
        let bytes = match (is_pair, act) {
            (true, Act::Write) => place.end(Act::Trim) - offset,
            _ => self.lengths[kind as usize].next(place.room(offset))?,
        };
        if offset.checked_add(bytes)? > place.part.file_bytes {
            return None;
        }
        if is_unmapped || !matches!(place.units, Units::Map(..)) {
            return Some((offset, bytes));
        }
        let unit = self.lengths[act as usize].least();
        let marked = place.mark((offset - place.from) / unit, bytes.div_ceil(unit));
        Some((offset, bytes.min(marked * unit)))
    }

    fn offset(&mut self, file: usize, act: Act) -> Option<Offset> {
        let of = |offset, is_random, is_unmapped| Offset {
            offset,
            is_random,
            is_unmapped,
        };
        let Some(random) = &mut self.random else {
            return Some(of(self.sequential(file, act)?, false, true));
        };
        let is_new = random.is_new_place();
        let place = &self.places[file];
        if self.directions == Directions::TrimWrite && act == Act::Write {
            return Some(of(place.start(Act::Trim)? - place.from, true, true));
        }
        if !is_new {
            if random.is_identical {
                return Some(of(place.start(act).map_or(0, |start| start - place.from), false, true));
            }
        } else {
            let share = match act {
                Act::Read => self.spec.random_percent.read,
                Act::Write | Act::Trim => self.spec.random_percent.write,
            };
            if share >= 100 || random.shares[act as usize].percent() <= u32::from(share) {
                return Some(of(self.at_random(file, act)?, true, false));
            }
        }
        let offset = match self.sequential(file, act) {
            Some(offset) => offset,
            None => self.at_random(file, act)?,
        };
        Some(of(offset, false, true))
    }

    /// Returns where the last block of a kind ended, and a step further.
    fn sequential(&mut self, file: usize, act: Act) -> Option<u64> {
        let is_single = self.places.len() == 1;
        let place = &mut self.places[file];
        let FilePart {
            offset,
            bytes,
            file_bytes,
            ..
        } = place.part;
        let from = place.from;
        if self.is_endless && is_single && place.end(act) >= bytes.saturating_add(offset) {
            place.set_end(act, from);
            self.rewound = Some(file);
        }
        if place.end(act) >= file_bytes {
            return None;
        }
        let last = bytes.min(file_bytes);
        if self.step < 0 && from > 0 && place.end(act) == from {
            place.set_end(act, last);
        }
        // Below zero it is beyond any file.
        let passed = place.end(act).wrapping_sub(from);
        if passed == 0 || self.step == 0 {
            return Some(passed);
        }
        let stepped = passed.wrapping_add_signed(self.step);
        Some(match stepped < file_bytes {
            true => stepped,
            // It goes on at the other end; fio counts the beginning of the part from there once more.
            false if self.step > 0 => from,
            false => last.wrapping_add_signed(self.step),
        })
    }

    /// Returns a random offset; of a file that is done a further one, where work goes on there.
    fn at_random(&mut self, file: usize, act: Act) -> Option<u64> {
        let block = match self.drawn(file, act) {
            Some(block) => block,
            None if self.is_endless || self.turns.are_skewed() => {
                self.places[file].restart();
                self.rewound = Some(file);
                self.drawn(file, act)?
            }
            None => return None,
        };
        block.checked_mul(self.alignment(act))
    }

    fn alignment(&self, act: Act) -> u64 {
        match act {
            Act::Read => self.spec.alignment.read,
            Act::Write | Act::Trim => self.spec.alignment.write,
        }
        .max(1)
    }

    /// Draws a block that may come, as a multiple of the alignment.
    fn drawn(&mut self, file: usize, act: Act) -> Option<u64> {
        let blocks = self.blocks(file, act);
        let alignment = self.alignment(act);
        let random = self.random.as_mut()?;
        if let Some(law) = random.laws.get_mut(file) {
            return Some(law.next());
        }
        if blocks == 0 {
            return None;
        }
        let (first, count) = match &random.zones {
            None => (0, blocks),
            Some(zones) => zones.part(random.zone_shares.percent(), blocks, alignment)?,
        };
        let place = &mut self.places[file];
        let block = match &mut place.units {
            Units::Register(register, _) => register.next()?,
            _ => (count as f64 * random.offsets.fraction()) as u64,
        };
        Some(first + place.unvisited(block)?)
    }

    /// Returns the number of blocks among which a random one is.
    fn blocks(&self, file: usize, act: Act) -> u64 {
        let part = self.places[file].part;
        let bytes = match self.strides {
            Some(strides) => strides.range,
            None => part.bytes.min(part.file_bytes),
        };
        let alignment = self.alignment(act);
        let beyond = self.lengths[act as usize].least().saturating_sub(alignment);
        bytes.saturating_sub(beyond) / alignment
    }

    fn change_zone(&mut self, strides: Strides, file: usize, act: Act) {
        let place = &mut self.places[file];
        if self.zone_bytes >= strides.size {
            self.zone_bytes = 0;
            let step = strides.range.saturating_add(strides.skip);
            let next = place.from.saturating_add(step);
            place.from = if next >= place.part.file_bytes {
                place.part.offset
            } else {
                next
            };
            place.set_end(act, place.from);
        }
        if place.end(act) >= place.from.saturating_add(strides.range) {
            place.set_end(act, place.from);
        }
        if self.zone_bytes.is_multiple_of(strides.range.max(1)) {
            place.restart();
        }
    }
}
