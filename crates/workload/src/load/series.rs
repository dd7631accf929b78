//! Series that are handed on while their load runs, so that none is held in memory to its end.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::load_series::LoadSeries;

/// So many entries are handed on together.
const MANY: usize = 1 << 13;

/// Entries are handed on that are older, with the next that is kept.
const OLD: Duration = Duration::from_secs(1);

/// Entries of the series of a load, in their order.
#[derive(Debug)]
pub struct SeriesPart {
    /// The number of the load in its schedule, from 0.
    pub load: usize,
    /// The moment from which the times of entries count.
    pub start: Instant,
    /// The entries.
    pub series: LoadSeries,
}

/// A receiver of the series of loads while these run.
pub trait SeriesSink: Debug + Send + Sync {
    /// Receives entries, which then are not in the outcome of the load. Called by the thread of the load, for which it
    /// must not wait.
    ///
    /// # Errors
    ///
    /// Returns the entries if there is no room for them now. The load keeps them, and hands them on later.
    fn take(&self, part: Box<SeriesPart>) -> Result<(), Box<SeriesPart>>;
}

/// The way on which the series of one load are handed on.
#[derive(Clone, Debug)]
pub(super) struct SeriesOutlet {
    pub(super) sink: Arc<dyn SeriesSink>,
    pub(super) load: usize,
}

/// When the series of a load are handed on.
#[derive(Debug)]
pub(super) struct SeriesHandover {
    outlet: SeriesOutlet,
    start: Instant,
    /// Entries that are kept.
    kept: usize,
    /// So many are handed on.
    many: usize,
    next: Instant,
}

impl SeriesHandover {
    pub(super) fn new(outlet: SeriesOutlet, start: Instant) -> Self {
        Self {
            outlet,
            start,
            kept: 0,
            many: MANY,
            next: start + OLD,
        }
    }

    /// Counts an entry that was kept, and hands all on if it is time for it.
    #[inline]
    pub(super) fn kept(&mut self, series: &mut LoadSeries, at: Instant) {
        self.kept += 1;
        if self.kept >= self.many || at >= self.next {
            self.hand_over(series, at);
        }
    }

    #[cold]
    fn hand_over(&mut self, series: &mut LoadSeries, at: Instant) {
        let part = Box::new(SeriesPart {
            load: self.outlet.load,
            start: self.start,
            series: std::mem::take(series),
        });
        self.next = at + OLD;
        match self.outlet.sink.take(part) {
            Ok(()) => (self.kept, self.many) = (0, MANY),
            Err(part) => {
                *series = part.series;
                self.many = self.kept + MANY;
            }
        }
    }
}
