//! The time of a thread between its calls.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::callers;
use crate::account::CpuUse;
use crate::system;

thread_local! {
    /// The end of the last call of this thread, of any queue.
    static LAST_END: Cell<Option<Moment>> = const { Cell::new(None) };
    /// The processor time of this thread when its present call began.
    static CALL_BEGAN: Cell<Option<Duration>> = const { Cell::new(None) };
    /// True as long as this thread has made no call.
    static IS_NEW: Cell<bool> = const { Cell::new(true) };
}

/// A moment of a thread.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Instant,
    processor_time: Duration,
    /// The number of times that the thread had waited for something until then, where the system tells it.
    waits: Option<u64>,
}

/// The time of a thread between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// When it began.
    pub(super) since: Instant,
    /// The processor time of the thread in it.
    pub(super) computed: Duration,
    /// The time in which the thread could have run and had no processor, as far as that is known from it alone: it
    /// waited for nothing.
    pub(super) preempted: Duration,
    /// The time in which it did not run, where it waited for something, such as another thread, or it is not known
    /// whether it did.
    pub(super) waited: Duration,
}

/// Notes that a step of this thread begins: its first call ends a gap that began here.
pub(super) fn begin_step() {
    IS_NEW.set(false);
    LAST_END.set(Some(Moment::now()));
}

/// Returns the processor time of this thread since its last call.
pub(super) fn since_last_call() -> Duration {
    let last = LAST_END.take();
    let now = CpuUse::time_of_thread();
    last.map_or(Duration::ZERO, |last| now.saturating_sub(last.processor_time))
}

/// Notes that a call of this thread ends. Returns when, and its processor time.
pub(super) fn begin() -> (Instant, Duration) {
    let now = Moment::now();
    LAST_END.set(Some(now));
    let began = CALL_BEGAN.take().unwrap_or(now.processor_time);
    (now.at, now.processor_time.saturating_sub(began))
}

/// Notes that a call of this thread begins, and returns the gap after the last one. A thread that has made none worked
/// since it was started.
pub(super) fn end(at: Instant) -> Option<Gap> {
    let now = Moment { at, ..Moment::now() };
    CALL_BEGAN.set(Some(now.processor_time));
    callers::own_number();
    if IS_NEW.replace(false) {
        let computed = now.processor_time;
        let since = at.checked_sub(computed).unwrap_or(at);
        return Some(Gap {
            since,
            computed,
            preempted: Duration::ZERO,
            waited: Duration::ZERO,
        });
    }
    Some(between(LAST_END.take()?, now))
}

impl Moment {
    fn now() -> Self {
        let waits = system::waits_of_thread();
        let processor_time = CpuUse::time_of_thread();
        Self {
            // Last, so that the readings count with the call.
            at: Instant::now(),
            processor_time,
            waits,
        }
    }
}

fn between(began: Moment, ended: Moment) -> Gap {
    let time = ended.at.saturating_duration_since(began.at);
    let computed = ended.processor_time.saturating_sub(began.processor_time).min(time);
    let not_run = time - computed;
    let (preempted, waited) = match began.waits.is_some() && ended.waits == began.waits {
        true => (not_run, Duration::ZERO),
        false => (Duration::ZERO, not_run),
    };
    Gap {
        since: began.at,
        computed,
        preempted,
        waited,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_gap_is_computing_preemption_and_waiting() {
        let at = Instant::now();
        let millis = Duration::from_millis;
        let moment = |at_millis, ran, waits| Moment {
            at: at + millis(at_millis),
            processor_time: millis(ran),
            waits: Some(waits),
        };
        let of = |ended| {
            let gap = between(moment(10, 5, 3), ended);
            [gap.computed, gap.preempted, gap.waited].map(|it| it.as_millis())
        };
        assert_eq!(of(moment(30, 18, 3)), [13, 7, 0]);
        // Who waits is not set aside, and does not compute meanwhile.
        assert_eq!(of(moment(30, 18, 4)), [13, 0, 7]);
        assert_eq!(of(moment(30, 25, 3)), [20, 0, 0]);
        let unknown = Moment {
            waits: None,
            ..moment(10, 5, 3)
        };
        let gap = between(
            unknown,
            Moment {
                waits: None,
                ..moment(30, 18, 3)
            },
        );
        assert_eq!((gap.preempted, gap.waited), (millis(0), millis(7)));
        // Clocks that differ by a little.
        assert_eq!(of(moment(30, 26, 3)), [20, 0, 0]);
    }

    /// Uses so much processor time.
    fn compute(time: Duration) {
        let began = CpuUse::time_of_thread();
        while CpuUse::time_of_thread().saturating_sub(began) < time {
            std::hint::black_box(0);
        }
    }

    #[test]
    fn a_wait_for_another_thread_is_no_computing() {
        let millis = Duration::from_millis;
        let (done, wait) = channel();
        let other = std::thread::spawn(move || {
            compute(millis(60));
            std::thread::sleep(millis(40));
            done.send(()).unwrap();
        });
        let waits = std::thread::spawn(move || {
            begin_step();
            end(Instant::now()).unwrap();
            begin();
            wait.recv().unwrap();
            compute(millis(5));
            end(Instant::now()).unwrap()
        });
        let gap = waits.join().unwrap();
        other.join().unwrap();
        assert!(gap.waited >= millis(50), "{gap:?}");
        assert!(gap.computed >= millis(5) && gap.computed < millis(50), "{gap:?}");
        assert!(gap.preempted.is_zero(), "{gap:?}");
    }

    #[test]
    fn the_first_call_of_a_thread_ends_all_that_it_did_before() {
        let millis = Duration::from_millis;
        let gaps = std::thread::spawn(move || {
            compute(millis(10));
            let first = end(Instant::now()).unwrap();
            compute(millis(5));
            let (_, served) = begin();
            compute(millis(3));
            (first, served, since_last_call(), end(Instant::now()))
        });
        let (first, served, last, none) = gaps.join().unwrap();
        assert!(first.computed >= millis(10), "{first:?}");
        assert!(served >= millis(5) && last >= millis(3), "{served:?} {last:?}");
        // It was taken already.
        assert_eq!(none, None);
    }
}
