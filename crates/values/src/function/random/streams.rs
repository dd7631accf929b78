//! The random streams that a step has started.

use super::distributions::Source;
use super::generator::Generator;
use super::seed_of_time;
use super::twister::Twister;
use crate::function::Clock;

/// The random streams of a step.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    old: Option<Generator>,
    seed: Option<i32>,
    twister: Option<Box<Twister>>,
    /// The second of a pair of normal variates.
    spare_normal: Option<f64>,
}

impl Streams {
    /// Creates streams that have not started.
    pub fn new() -> Self {
        Self::default()
    }

    /// Seeds the stream of `RAND`, unless it has started already. A seed that is not positive is replaced by one from
    /// the time.
    pub fn seed(&mut self, seed: i32) {
        if self.twister.is_none() {
            self.seed = Some(seed);
        }
    }

    /// Returns the stream of `RANUNI` and its relatives, which starts from a seed if it has not started; `None` if that
    /// is invalid.
    pub(super) fn old(&mut self, seed: f64, clock: &dyn Clock) -> Option<&mut Generator> {
        if self.old.is_none() {
            self.old = Generator::new(seed, clock);
        }
        self.old.as_mut()
    }

    /// Returns the stream of `RAND`.
    pub(super) fn source(&mut self, clock: &dyn Clock) -> Source<'_> {
        let seed = self.seed;
        let twister = self.twister.get_or_insert_with(|| {
            let seed = seed.and_then(|seed| u32::try_from(seed).ok()).filter(|&seed| seed > 0);
            Box::new(Twister::new(seed.unwrap_or_else(|| seed_of_time(clock))))
        });
        Source {
            twister,
            spare_normal: &mut self.spare_normal,
        }
    }
}
