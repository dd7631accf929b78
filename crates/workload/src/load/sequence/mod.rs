//! The order in which fio 3.33 makes the blocks of a job: the same directions, files, offsets and lengths, from the
//! same seeds.
//!
//! Its behaviour is known from its documentation, its source and its recordings (`write_iolog`); none of its code is
//! here. `peers` compares recordings of both.

mod draw;
mod generator;
mod law;
mod lengths;
mod mix;
mod own_writes;
mod place;
mod register;
mod turns;
mod zones;

use feedrate_pageio::Direction;

use super::spec::{Directions, FileBlock, FioSequence, GeneratorState, Load, Order, SeedUse, StepAction, Strides};
use super::walk::FilePart;
pub(crate) use generator::Generator;
use law::Law;
use lengths::Lengths;
use mix::Mix;
pub use own_writes::{OwnWrites, reads_of_own_writes};
use place::{Act, Place, Units};
pub(crate) use turns::FileEvent;
use turns::Turns;
use zones::Zones;

/// So many files in a row may have no block before all are taken for done.
const MOST_FILES_PASSED: usize = 10_000;

/// The blocks of a load in their order.
#[derive(Debug)]
pub(crate) struct Sequence {
    spec: FioSequence,
    directions: Directions,
    choice: super::spec::FileChoice,
    strides: Option<Strides>,
    /// The bytes between sequential blocks.
    step: i64,
    random: Option<RandomOrder>,
    lengths_by_order: bool,
    /// True if it goes on from the beginning of a file that is done, because it ends by time.
    is_endless: bool,
    mix: Mix,
    turns: Turns,
    places: Vec<Place>,
    lengths: [Lengths; 3],
    length_uses: [SeedUse; 3],
    /// The bytes moved in the zone at work.
    zone_bytes: u64,
    /// A file that began again because it was done and work goes on.
    rewound: Option<usize>,
}

/// Returns the seeds of the lengths of each kind: what is verified is drawn as it was written, and what is written
/// after a trim as that.
fn length_uses(load: &Load) -> [SeedUse; 3] {
    let write = match load.verify {
        Some(_) => SeedUse::ReadLengths,
        None => SeedUse::WriteLengths,
    };
    let trim = match load.directions {
        Directions::TrimWrite => write,
        _ => SeedUse::TrimLengths,
    };
    [SeedUse::ReadLengths, write, trim]
}

/// The random choice of offsets.
#[derive(Debug)]
struct RandomOrder {
    /// The blocks at each random offset.
    hold: u32,
    /// The blocks until the next random offset, that one included.
    until_new: u32,
    is_identical: bool,
    offsets: Generator,
    /// Of each kind of blocks, the share at random offsets.
    shares: [Generator; 3],
    zone_shares: Generator,
    zones: Option<Zones>,
    /// For each file; empty where all are as likely.
    laws: Vec<Law>,
}

impl Sequence {
    /// Creates the order of a load that has one.
    pub(crate) fn new(load: &Load, parts: &[FilePart]) -> Option<Self> {
        let spec = load.sequence.clone()?;
        let is_single = load.open_at_once.map_or(parts.len(), |open| open as usize) <= 1;
        let strides = load.strides.filter(|_| is_single);
        let generator = |what| Generator::new(spec.seeds.of(what), spec.is_long());
        let random = RandomOrder::new(load, &spec, parts);
        let places = parts.iter().map(|&part| {
            let units = match &random {
                Some(random) if random.laws.is_empty() => draw::units(&spec, strides, part),
                _ => Units::Any,
            };
            Place::new(part, units)
        });
        let (directions, reads) = match &spec.written_of {
            Some(mix) => (
                Directions::Mixed {
                    read_percent: mix.read_percent,
                },
                mix.reads.clone(),
            ),
            None => (load.directions, load.blocks.read.clone()),
        };
        let length_uses = length_uses(load);
        let lengths = |kind: Act, blocks| Lengths::new(blocks, spec.any_lengths, generator(length_uses[kind as usize]));
        let mut sequence = Self {
            directions,
            choice: load.choice.clone(),
            strides,
            step: match load.order {
                Order::Sequential { step } => step,
                _ => 0,
            },
            lengths_by_order: load.lengths_by_order,
            is_endless: load.limit.for_all_time && load.limit.time.is_some(),
            mix: Mix::new(directions, Generator::short(spec.seeds.of(SeedUse::Mix))),
            turns: Turns::new(&load.choice, parts.len(), load.open_at_once),
            places: places.collect(),
            lengths: [
                lengths(Act::Read, &reads),
                lengths(Act::Write, &load.blocks.write),
                lengths(Act::Trim, &load.blocks.write),
            ],
            length_uses,
            zone_bytes: 0,
            rewound: None,
            random,
            spec,
        };
        let seed = sequence.spec.seeds.of(SeedUse::Files);
        sequence.turns.seed(&load.choice, seed, sequence.spec.is_long());
        Some(sequence)
    }

    /// Tells of files that are opened and closed from now on.
    pub(crate) fn watch_files(&mut self) {
        self.turns.events = Some(Vec::new());
    }

    /// Returns what happened to files since it was last asked.
    pub(crate) fn file_events(&mut self) -> Vec<FileEvent> {
        self.turns.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// True if only the writes of its mix are of use.
    pub(crate) fn is_written_of_mix(&self) -> bool {
        self.spec.written_of.is_some()
    }

    /// True if the turns that the flushes of another load took are passed over.
    pub(crate) fn passes_flushes(&self) -> bool {
        self.spec.passes_flushes
    }

    /// Returns the generator of random offsets as it is now; zeros for an order without such.
    pub(crate) fn generator(&self) -> GeneratorState {
        let random = self.random.as_ref();
        random.map_or(GeneratorState::default(), |random| random.offsets.state())
    }

    /// Draws the direction of the next block.
    #[inline]
    pub(crate) fn direction(&mut self) -> Direction {
        self.mix.draw()
    }

    /// Takes the other direction than was drawn.
    pub(crate) fn turn(&mut self, direction: Direction) {
        self.mix.turn(direction);
    }

    /// Returns the file whose turn it is, for what moves no bytes; `None` if all are done.
    pub(crate) fn file(&mut self) -> Option<usize> {
        let (file, is_new) = self.turns.next()?;
        if is_new {
            self.places[file].restart();
        }
        Some(file)
    }

    /// Opens a file apart from the turns where it is closed, and returns whether it was.
    pub(crate) fn open(&mut self, file: usize) -> bool {
        self.turns.open(file)
    }

    /// Closes a file that was opened apart from the turns.
    pub(crate) fn close(&mut self, file: usize) {
        self.turns.close_apart(file);
    }

    /// Closes all files.
    pub(crate) fn close_all(&mut self) {
        self.turns.close_all();
    }

    /// Returns the file that begins again since this was last asked, because it was done and work goes on.
    #[inline]
    pub(crate) fn take_rewound(&mut self) -> Option<usize> {
        self.rewound.take()
    }

    /// Returns the next block of a direction; `None` if all files are done.
    pub(crate) fn next(&mut self, direction: Direction) -> Option<StepAction> {
        let mut drawn = Some(direction);
        // Files that are chosen by a law are never done, even if nothing fits into them.
        for _ in 0..MOST_FILES_PASSED + self.places.len() {
            let file = self.file()?;
            let direction = drawn.take().unwrap_or_else(|| self.mix.draw());
            let act = self.act(direction, file);
            let Some((offset, bytes)) = self.block(file, act) else {
                self.turns.close(file);
                continue;
            };
            self.places[file].note(act, offset, bytes);
            self.zone_bytes += bytes;
            self.mix.count(direction);
            let block = FileBlock { file, offset, bytes };
            return Some(match act {
                Act::Read => StepAction::Read(block),
                Act::Write => StepAction::Write(block),
                Act::Trim => StepAction::Trim(block),
            });
        }
        None
    }

    #[inline]
    fn act(&self, direction: Direction, file: usize) -> Act {
        match (self.directions, direction) {
            (Directions::Trim, _) => Act::Trim,
            (Directions::TrimWrite, _) if !self.places[file].is_trimmed() => Act::Trim,
            (_, Direction::Read) => Act::Read,
            (_, Direction::Write) => Act::Write,
        }
    }

    /// Begins another pass, in the same order where that is repeated.
    pub(crate) fn restart(&mut self) {
        self.turns.close_all();
        self.zone_bytes = 0;
        for place in &mut self.places {
            place.from = place.part.offset;
        }
        if !self.spec.is_repeated {
            self.mix.restart(None);
            return;
        }
        let (seeds, is_long) = (self.spec.seeds, self.spec.is_long());
        self.mix.restart(Some(Generator::short(seeds.of(SeedUse::Mix))));
        self.turns.seed(&self.choice, seeds.of(SeedUse::Files), is_long);
        if let Some(random) = &mut self.random {
            random.restart(&self.spec);
        }
        for (lengths, what) in self.lengths.iter_mut().zip(self.length_uses) {
            lengths.restart(Generator::new(seeds.of(what), is_long));
        }
    }
}
