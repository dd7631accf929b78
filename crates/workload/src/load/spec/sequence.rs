//! The facts from which the order of a fio job follows: its seeds and its generators.

use super::{Blocks, Order, PerDirection};

/// The facts from which the order of blocks follows in fio, beside what every load has. With it, a load makes the same
/// blocks in the same order as fio 3.33 does for the same job.
#[derive(Clone, Debug, PartialEq)]
pub struct FioSequence {
    /// The seeds of all generators.
    pub seeds: FioSeeds,
    /// The number of the worker in its run, from 1.
    pub worker: u32,
    /// True if each pass begins with these seeds again.
    pub is_repeated: bool,
    /// True if lengths need not be multiples of the shortest.
    pub any_lengths: bool,
    /// The source of random offsets.
    pub generator: OffsetGenerator,
    /// True if a map keeps random blocks from repeating before all have been visited.
    pub has_map: bool,
    /// The bytes of a unit of the map: the shortest block of any direction, used or not.
    pub map_unit: u64,
    /// The alignment of random offsets.
    pub alignment: PerDirection<u64>,
    /// The percentage of blocks of a random order that are at random offsets.
    pub random_percent: PerDirection<u8>,
    /// Where the middle of a skewed distribution lies, from 0 to 1; `None` for where its generator puts it.
    pub center: Option<f64>,
    /// True if files are gone over again until the bytes of the limit are moved.
    pub repeats_files: bool,
    /// True if the engine that the job names takes a block before it has moved it, as those of asynchronous I/O do. A
    /// pass then ends when the bytes of all files are begun.
    pub queues: bool,
    /// The mix of which the load reads what that writes, to verify it; `None` for a load whose blocks are its own.
    pub written_of: Option<WrittenMix>,
    /// True if the load reads what another wrote, whose flushes each took the turn of a file: it passes over these
    /// turns.
    pub passes_flushes: bool,
}

/// A mix of reads and writes, the reads of which are passed over.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenMix {
    /// The percentage of its reads.
    pub read_percent: u8,
    /// The lengths of its reads.
    pub reads: Blocks,
}

impl FioSequence {
    /// Returns whether fio reads back what a job of this order wrote in the order of the writes, and not by file and
    /// offset: no place comes twice then.
    pub(crate) fn is_read_back_in_turn(&self, order: &Order) -> bool {
        self.has_map && matches!(order, Order::Random { .. })
    }

    /// Returns whether its numbers have 64 bits.
    pub(crate) fn is_long(&self) -> bool {
        self.generator == OffsetGenerator::Tausworthe64
    }
}

/// The source of random offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OffsetGenerator {
    /// Three combined shift registers of 32 bits (P. L'Ecuyer 1996).
    #[default]
    Tausworthe,
    /// Five of 64 bits (P. L'Ecuyer 1999).
    Tausworthe64,
    /// One register as long as the number of blocks, which comes to each block once without a map.
    Register,
}

/// The number of fio's generators with a seed of their own.
const GENERATORS: usize = 21;

/// The factor between the seeds of one generator and the next.
const SEED_STEP: u64 = 0x9e37_0001;

/// The seed of random offsets where they are the same in each run.
const OFFSET_SEED: u64 = 0xb189_9bed;

/// The seed of everything where a job names none.
pub const FIO_SEED: u64 = 0x89;

/// A use of random numbers that has a generator of its own; the value is its place among fio's seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeedUse {
    ReadLengths = 0,
    WriteLengths = 1,
    TrimLengths = 2,
    Mix = 4,
    Files = 5,
    Offsets = 6,
    FileSizes = 7,
    SequentialShare = 10,
    Zones = 16,
    Priorities = 19,
}

/// The seeds of a worker's generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FioSeeds([u64; GENERATORS]);

impl FioSeeds {
    /// Returns the seeds that follow from one number. `worker` is the number of the worker in its run, from 1.
    pub fn from_seed(seed: u64, worker: u32) -> Self {
        let mut seed = (0..4).fold(seed, |seed, _| seed.wrapping_mul(SEED_STEP));
        let mut seeds = [0; GENERATORS];
        for (index, of_generator) in seeds.iter_mut().enumerate() {
            *of_generator = seed.wrapping_mul(u64::from(worker)).wrapping_add(index as u64);
            seed = seed.wrapping_mul(SEED_STEP);
        }
        Self(seeds)
    }

    /// Returns the seeds that are consecutive numbers (`allrandrepeat`).
    pub fn consecutive(worker: u32) -> Self {
        let first = OFFSET_SEED.wrapping_mul(u64::from(worker));
        Self(std::array::from_fn(|index| first.wrapping_add(index as u64)))
    }

    /// Returns seeds that have nothing to do with each other.
    pub fn unrelated(seed: u64, worker: u32) -> Self {
        let mut random = fastrand::Rng::with_seed(seed ^ (u64::from(worker) << 32));
        Self(std::array::from_fn(|_| random.u64(..)))
    }

    /// Returns these seeds with that of offsets that are the same in each run (`randrepeat`).
    pub fn with_repeated_offsets(mut self, worker: u32) -> Self {
        self.0[SeedUse::Offsets as usize] = OFFSET_SEED.wrapping_mul(u64::from(worker));
        self
    }

    /// Returns the seed of a use.
    pub(crate) fn of(&self, what: SeedUse) -> u64 {
        self.0[what as usize]
    }

    /// Draws the sizes of files between two, in whole blocks of `least` bytes, one for each call of what this returns.
    pub fn file_sizes(&self, from: u64, to: u64, least: u64, is_long: bool) -> impl FnMut() -> u64 + use<> {
        let mut generator = crate::load::sequence::Generator::new(self.of(SeedUse::FileSizes), is_long);
        move || {
            let drawn = from + (to.saturating_sub(from) as f64 * generator.fraction()) as u64;
            drawn - drawn % least.max(1)
        }
    }
}
