//! The threads that make the calls of a course.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::system;

/// The most threads of which each is known. Further ones count with the last of them.
const MOST: usize = 256;

/// The threads of this process that have made calls and not ended.
static WITH_CALLS: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

thread_local! {
    static REGISTRATION: Registration = Registration::of_this();
}

/// A thread that makes calls of transfers, until it ends.
struct Registration(u32);

impl Registration {
    fn of_this() -> Self {
        let number = system::thread_number();
        change(|all| {
            all.insert(number);
        });
        Self(number)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        change(|all| {
            all.remove(&self.0);
        });
    }
}

fn change(what: impl FnOnce(&mut HashSet<u32>)) {
    let mut all = WITH_CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    what(all.get_or_insert_default());
}

/// Returns the number of this thread, after registering it as one that makes calls of transfers. Threads that end have
/// 0.
pub(super) fn own_number() -> u32 {
    REGISTRATION.try_with(|there| there.0).unwrap_or_default()
}

/// Returns the numbers of the threads that have made calls and not ended.
pub(super) fn with_calls() -> HashSet<u32> {
    let all = WITH_CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    all.clone().unwrap_or_default()
}

/// A thread that made calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// Its number, by which it is told from the others of the process.
    pub thread: u32,
    /// Its processor time between calls, in nanoseconds.
    pub computed_nanoseconds: u64,
}

/// Threads, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callers(Vec<Caller>);

impl Callers {
    /// Counts what a thread computed.
    pub(super) fn compute(&mut self, thread: u32, time: Duration) {
        self.add_caller(Caller {
            thread,
            computed_nanoseconds: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
        });
    }

    /// Adds those of another course.
    pub fn add(&mut self, other: &Self) {
        other.0.iter().for_each(|caller| self.add_caller(*caller));
    }

    /// Returns the threads.
    pub fn all(&self) -> &[Caller] {
        &self.0
    }

    fn add_caller(&mut self, caller: Caller) {
        let there = self.0.iter().position(|it| it.thread == caller.thread);
        match there.or((self.0.len() >= MOST).then_some(MOST - 1)) {
            Some(there) => {
                let computed = &mut self.0[there].computed_nanoseconds;
                *computed = computed.saturating_add(caller.computed_nanoseconds);
            }
            None => self.0.push(caller),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_counted_once_in_all_courses() {
        let mut one = Callers::default();
        one.compute(7, Duration::from_nanos(5));
        one.compute(7, Duration::from_nanos(6));
        let mut other = Callers::default();
        other.compute(7, Duration::from_nanos(100));
        other.compute(8, Duration::from_nanos(1));
        one.add(&other);
        let all: Vec<_> = one
            .all()
            .iter()
            .map(|it| (it.thread, it.computed_nanoseconds))
            .collect();
        assert_eq!(all, [(7, 111), (8, 1)]);
        for thread in 0..1000 {
            one.compute(thread, Duration::from_nanos(1));
        }
        let sum: u64 = one.all().iter().map(|it| it.computed_nanoseconds).sum();
        assert_eq!((one.all().len(), sum), (MOST, 1112));
    }
}
