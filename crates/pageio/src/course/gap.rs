//! The time of a thread between its calls.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::account::CpuUse;

thread_local! {
    /// The end of the last call of this thread, of any queue.
    static LAST_END: Cell<Option<Moment>> = const { Cell::new(None) };
}

/// A moment of a thread.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Instant,
    processor_time: Duration,
    /// The number of times that the thread had waited for something until then.
    waits: u64,
}

/// Time in which a thread could have run and had no processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preemption {
    /// When the gap began that it is in.
    pub(super) since: Instant,
    /// Its length.
    pub(super) time: Duration,
}

/// Notes that a call of this thread ends. Returns when.
pub(super) fn begin() -> Instant {
    let (processor_time, waits) = readings();
    // Last, so that the readings count with the call.
    let at = Instant::now();
    LAST_END.set(Some(Moment {
        at,
        processor_time,
        waits,
    }));
    at
}

/// Ends the gap after the last call of this thread, unless it began before a moment, and returns how long the thread
/// had no processor in it. A gap in which it waited for something else counts in full: `None` is returned for it.
pub(super) fn end(at: Instant, not_before: Instant) -> Option<Preemption> {
    let began = LAST_END.take().filter(|it| it.at >= not_before)?;
    let (processor_time, waits) = readings();
    preemption(
        began,
        Moment {
            at,
            processor_time,
            waits,
        },
    )
}

fn readings() -> (Duration, u64) {
    let waits = CpuUse::of_thread().voluntary_switches;
    (CpuUse::time_of_thread(), waits)
}

fn preemption(began: Moment, ended: Moment) -> Option<Preemption> {
    let ran = ended.processor_time.saturating_sub(began.processor_time);
    let time = ended.at.saturating_duration_since(began.at);
    let time = time.saturating_sub(ran);
    (ended.waits == began.waits && !time.is_zero()).then_some(Preemption { since: began.at, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_thread_that_did_not_wait_was_preempted() {
        let at = Instant::now();
        let moment = |millis, ran, waits| Moment {
            at: at + Duration::from_millis(millis),
            processor_time: Duration::from_millis(ran),
            waits,
        };
        let of = |ended| preemption(moment(10, 5, 3), ended).map(|it| it.time);
        assert_eq!(of(moment(30, 18, 3)), Some(Duration::from_millis(7)));
        assert_eq!(of(moment(30, 18, 4)), None);
        assert_eq!(of(moment(30, 25, 3)), None);
        assert_eq!(of(moment(30, 26, 3)), None);
    }

    #[test]
    fn a_gap_begins_once_and_not_before_its_queue() {
        // Other tests may have left a gap in this thread.
        let thread = std::thread::spawn(|| {
            let early = Instant::now();
            assert_eq!(end(early, early), None);
            let began = begin();
            assert!(LAST_END.get().is_some_and(|it| it.at == began));
            assert_eq!(end(Instant::now(), began + Duration::from_secs(1)), None);
            assert!(LAST_END.get().is_none());
        });
        thread.join().unwrap();
    }
}
