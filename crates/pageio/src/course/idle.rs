//! The time in which no thread of a step ran or was ready to run.
//!
//! The system tells how long a thread was ready once it gets a processor, and how long it ran at the ticks of its
//! clock: it may have been so in earlier looks.

use std::collections::{HashMap, VecDeque};

/// The most looks that time which is told late is put into: 256 of 4 ms and more.
const MOST_LOOKS: usize = 256;

/// The looks at the threads of a step, with the time of each for which each thread ran or was ready to.
#[derive(Clone, Debug, Default)]
pub(super) struct IdleLooks {
    looks: VecDeque<Look>,
    /// That of looks that are no longer kept.
    seconds_before: f64,
}

#[derive(Clone, Debug)]
struct Look {
    seconds: f64,
    /// By the number of the thread, in seconds.
    busy: HashMap<u32, f64>,
}

impl Look {
    /// Adds what is wanted as far as there is room for it. Returns the rest.
    fn fill(&mut self, thread: u32, wanted: f64) -> f64 {
        let busy = self.busy.entry(thread).or_default();
        let here = wanted.min(self.seconds - *busy);
        *busy += here;
        wanted - here
    }

    fn idle(&self) -> f64 {
        (self.seconds - self.busy.values().sum::<f64>()).max(0.0)
    }
}

impl IdleLooks {
    /// Adds a look at threads, by number, and for how long the system told in it that they had run or been ready.
    ///
    /// The part that exceeds the time of the look was in the looks before it, at the end of what is not known to be of
    /// the same thread.
    pub(super) fn add(&mut self, seconds: f64, threads: impl Iterator<Item = (u32, f64)>) {
        self.looks.push_back(Look {
            seconds,
            busy: HashMap::new(),
        });
        if self.looks.len() > MOST_LOOKS
            && let Some(look) = self.looks.pop_front()
        {
            self.seconds_before += look.idle();
        }
        for (thread, mut wanted) in threads {
            for look in self.looks.iter_mut().rev() {
                wanted = look.fill(thread, wanted);
                if wanted <= 0.0 {
                    break;
                }
            }
        }
    }

    /// Returns the idle seconds of all looks.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds_before + self.looks.iter().map(Look::idle).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idle(looks: &[&[f64]]) -> f64 {
        let mut all = IdleLooks::default();
        looks
            .iter()
            .for_each(|threads| all.add(1.0, (0..).zip(threads.iter().copied())));
        (all.seconds() * 1e6).round() / 1e6
    }

    #[test]
    fn time_that_is_told_late_is_taken_from_the_looks_before() {
        assert_eq!(idle(&[&[0.0], &[0.5], &[]]), 2.5);
        assert_eq!(idle(&[&[0.5], &[0.0], &[2.5]]), 0.0);
        // Not from those before it was ready.
        assert_eq!(idle(&[&[], &[0.0], &[2.0]]), 1.0);
        // A look without room for it passes it on.
        assert_eq!(idle(&[&[0.2], &[1.0], &[1.8]]), 0.0);
        // Two threads at once take it once, also if they are told of at different times.
        assert_eq!(idle(&[&[], &[], &[2.0, 2.0]]), 1.0);
        assert_eq!(idle(&[&[], &[], &[], &[3.0], &[0.0, 3.0]]), 1.0);
        // Threads that compute at the same time leave the time before idle.
        assert_eq!(idle(&[&[], &[1.0, 1.0, 1.0], &[]]), 2.0);
        // Nothing is less than nothing, as before the first look.
        assert_eq!(idle(&[&[0.0], &[5.0]]), 0.0);
    }

    #[test]
    fn many_looks_take_bounded_memory() {
        let mut all = IdleLooks::default();
        (0..10_000).for_each(|_| all.add(1.0, [(7, 0.75)].into_iter()));
        assert!(all.looks.len() <= MOST_LOOKS);
        assert!((all.seconds() - 2500.0).abs() < 1e-6);
    }

    /// A thread waits for a processor that others use, and for storage. However its looks fall, and though the system
    /// tells late, its idle time is that in which it waited for storage.
    #[test]
    fn a_busy_machine_makes_nothing_idle() {
        let mut random = fastrand::Rng::with_seed(72);
        for _ in 0..200 {
            let (mut at, mut told) = (0.0, Vec::new());
            let mut waited = 0.0;
            for _ in 0..60 {
                let ready = random.f64() * 0.03;
                let ran = random.f64() * 0.004;
                at += ready;
                told.push((at, ready));
                at += ran;
                told.push((at, ran));
                let storage = if random.u8(..4) == 0 { random.f64() * 0.02 } else { 0.0 };
                at += storage;
                waited += storage;
            }
            let (mut idle, mut since) = (IdleLooks::default(), 0.0);
            while since <= at {
                let now = since + 0.004 + random.f64() * 0.004;
                let wanted = told.iter().filter(|(when, _)| (since..now).contains(when));
                let wanted: f64 = wanted.map(|(_, amount)| amount).sum();
                idle.add(now - since, std::iter::once((7, wanted)));
                since = now;
            }
            // After its end nothing of it runs.
            waited += since - at;
            let error = (idle.seconds() - waited).abs();
            assert!(error < 1e-9, "{} {waited} of {at}", idle.seconds());
        }
    }
}
