//! Whether a load is as fast as it has to be.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::spec::{Least, PerDirection};
use super::watch::Moved;

/// A load is not looked at before this, as in fio: the first blocks may be slow.
const GRACE: Duration = Duration::from_secs(2);

/// Windows are no shorter.
const SHORTEST: Duration = Duration::from_millis(1);

/// Looks at the end of each window.
#[derive(Debug)]
pub(super) struct LeastWatch {
    asked: Least,
    /// When the window is over.
    pub(super) next: Instant,
    began: Instant,
    before: PerDirection<Moved>,
}

impl LeastWatch {
    pub(super) fn new(asked: Least, start: Instant) -> Self {
        Self {
            next: start + GRACE.max(asked.over),
            began: start,
            before: PerDirection::default(),
            asked,
        }
    }

    /// Takes what was moved so far when a window is over; says what was too slow.
    #[cold]
    pub(super) fn look(&mut self, at: Instant, moved: &PerDirection<Moved>) -> Option<String> {
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        let of = |direction: Direction| {
            let (now, before) = (moved.of(direction), self.before.of(direction));
            let name = match direction {
                Direction::Read => "reads",
                Direction::Write => "writes",
            };
            let figures = [
                (self.asked.bytes, now.bytes - before.bytes, "bytes"),
                (
                    self.asked.operations,
                    now.operations - before.operations,
                    "blocks",
                ),
            ];
            figures.into_iter().find_map(|(least, moved, unit)| {
                let least = (*least.of(direction))?;
                let rate = moved as f64 / seconds;
                (rate < least as f64).then(|| {
                    format!("{name} were to be {least} {unit} a second at least, and were {rate:.0} over {seconds:.1} s")
                })
            })
        };
        let slow = of(Direction::Read).or_else(|| of(Direction::Write));
        self.before = *moved;
        self.began = at;
        self.next = at + self.asked.over.max(SHORTEST);
        slow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_window_is_looked_at_by_itself() {
        let start = Instant::now();
        let asked = Least {
            over: Duration::from_secs(1),
            bytes: PerDirection {
                read: Some(1000),
                write: None,
            },
            operations: PerDirection::default(),
        };
        let mut watch = LeastWatch::new(asked, start);
        let moved = |bytes| PerDirection {
            read: Moved {
                bytes,
                operations: 1,
            },
            write: Moved::default(),
        };
        assert_eq!(watch.next, start + GRACE);
        assert_eq!(watch.look(watch.next, &moved(9000)), None);
        assert_eq!(watch.next, start + Duration::from_secs(3));
        let slow = watch.look(watch.next, &moved(9999)).unwrap();
        assert!(
            slow.contains("1000 bytes") && slow.contains("999 over"),
            "{slow}"
        );
    }
}
