//! Checks the least rate of a load.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::spec::{LeastRate, PerDirection};
use super::watch::Amount;

/// The time before a load is first checked, as in fio: the first blocks may be slow.
const GRACE: Duration = Duration::from_secs(2);

/// The shortest window.
const SHORTEST: Duration = Duration::from_millis(1);

/// Checks the rate at the end of each window.
#[derive(Debug)]
pub(super) struct LeastWatch {
    asked: LeastRate,
    /// The end of the window.
    pub(super) next: Instant,
    /// The beginning of the window and what had been moved by then; `None` before the first.
    began: Option<(Instant, PerDirection<Amount>)>,
}

impl LeastWatch {
    pub(super) fn new(asked: LeastRate, start: Instant) -> Self {
        Self {
            next: start + GRACE,
            began: None,
            asked,
        }
    }

    /// Checks what has been moved at the end of a window; returns a message if it was too slow. As in fio, the first
    /// window begins after the grace period, a direction in which nothing has been moved yet is not checked, and blocks
    /// are not checked if bytes are.
    #[cold]
    pub(super) fn look(&mut self, at: Instant, moved: &PerDirection<Amount>) -> Option<String> {
        self.next = at + self.asked.over.max(SHORTEST);
        let (began, before) = self.began.replace((at, *moved))?;
        let seconds = at.saturating_duration_since(began).as_secs_f64();
        let of = |direction: Direction| {
            let (now, before) = (moved.of(direction), before.of(direction));
            let name = match direction {
                Direction::Read => "reads",
                Direction::Write => "writes",
            };
            let (least, moved, unit) = match *self.asked.bytes.of(direction) {
                Some(least) => (least, now.bytes - before.bytes, "bytes"),
                None => {
                    let least = (*self.asked.operations.of(direction))?;
                    (least, now.operations - before.operations, "blocks")
                }
            };
            let rate = (moved as f64 / seconds).trunc();
            (now.operations > 0 && rate < least as f64).then(|| {
                format!("{name} were to be {least} {unit} a second at least, and were {rate:.0} over {seconds:.1} s")
            })
        };
        of(Direction::Read).or_else(|| of(Direction::Write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_window_is_looked_at_by_itself() {
        let start = Instant::now();
        let asked = LeastRate {
            over: Duration::from_secs(1),
            bytes: PerDirection {
                read: Some(1000),
                write: None,
            },
            // Bytes are limited, so blocks are not checked; nor are writes, of which there are none.
            operations: PerDirection::both(Some(1000)),
        };
        let mut watch = LeastWatch::new(asked, start);
        let moved = |bytes| PerDirection {
            read: Amount { bytes, operations: 1 },
            write: Amount::default(),
        };
        assert_eq!(watch.next, start + GRACE);
        // Blocks that were moved until then are not checked, however slow they were.
        assert_eq!(watch.look(watch.next, &moved(9000)), None);
        assert_eq!(watch.next, start + Duration::from_secs(3));
        assert_eq!(watch.look(watch.next, &moved(10_000)), None);
        let slow = watch.look(watch.next, &moved(10_999)).unwrap();
        assert!(slow.contains("1000 bytes") && slow.contains("999 over"), "{slow}");
    }
}
