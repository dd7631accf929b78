//! Where the next transfer goes.

use feedrate_pageio::{Access, Geometry, Span};

use crate::job::Stream;

/// Walks over a range: from front to back and then from the front again, or at random.
#[derive(Debug)]
pub(crate) struct Cursor {
    range: Span,
    geometry: Geometry,
    order: Order,
    passes: u64,
}

#[derive(Debug)]
enum Order {
    Sequential { position: u64 },
    Random { random: fastrand::Rng, places: u64 },
}

impl Cursor {
    /// A cursor for a stream; `salt` tells apart cursors of the same stream.
    pub(crate) fn new(stream: &Stream, salt: u64) -> Self {
        let order = match stream.access {
            Access::Sequential => Order::Sequential { position: 0 },
            Access::Random | Access::History => Order::Random {
                random: fastrand::Rng::with_seed(stream.seed ^ salt),
                places: (stream.range.bytes / stream.geometry.transfer_bytes()).max(1),
            },
        };
        Self {
            range: stream.range,
            geometry: stream.geometry,
            order,
            passes: 0,
        }
    }

    /// The next transfer, of at most `most` bytes.
    pub(crate) fn next(&mut self, most: u64) -> Span {
        let span = match &mut self.order {
            Order::Sequential { position } => {
                let span = self.geometry.at(*position, self.range.bytes).or_else(|| {
                    self.passes += 1;
                    *position = 0;
                    self.geometry.at(0, self.range.bytes)
                });
                let span = span.expect("a stream's range is not empty");
                *position += span.bytes.min(most);
                span
            }
            Order::Random { random, places } => {
                let bytes = self.geometry.transfer_bytes();
                Span {
                    offset: random.u64(..*places) * bytes,
                    bytes,
                }
            }
        };
        Span {
            offset: self.range.offset + span.offset,
            bytes: span.bytes.min(most),
        }
    }

    /// Returns the number of times that it went over the range and began again.
    pub(crate) fn passes(&self) -> u64 {
        self.passes
    }
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Method;

    use super::*;
    use crate::job::Work;

    fn stream(access: Access) -> Stream {
        let work = Work::Read { file: "f".into() };
        let mut stream = Stream::new("s", work, Method::Cached, 1000, 2500);
        stream.range.offset = 10_000;
        stream.access = access;
        stream
    }

    #[test]
    fn a_sequential_cursor_cuts_the_last_transfer_and_begins_again() {
        let mut cursor = Cursor::new(&stream(Access::Sequential), 0);
        let spans: Vec<_> = (0..4)
            .map(|_| cursor.next(u64::MAX))
            .map(|span| (span.offset, span.bytes))
            .collect();
        assert_eq!(spans, [(10_000, 1000), (11_000, 1000), (12_000, 500), (10_000, 1000)]);
        assert_eq!(cursor.passes(), 1);
    }

    #[test]
    fn a_transfer_that_is_cut_short_is_followed_by_its_rest() {
        let mut cursor = Cursor::new(&stream(Access::Sequential), 0);
        assert_eq!(cursor.next(300).bytes, 300);
        assert_eq!(cursor.next(u64::MAX).offset, 10_300);
    }

    #[test]
    fn a_random_cursor_stays_on_whole_transfers_and_visits_them_all() {
        let mut cursor = Cursor::new(&stream(Access::Random), 0);
        let mut seen = [false; 2];
        for _ in 0..100 {
            let span = cursor.next(u64::MAX);
            assert_eq!(span.bytes, 1000);
            let place = span.offset - 10_000;
            assert_eq!(place % 1000, 0);
            seen[(place / 1000) as usize] = true;
        }
        assert_eq!(seen, [true; 2]);
    }
}
