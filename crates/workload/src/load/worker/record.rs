//! Recording what a load does, so that it can be done again.

use std::time::Instant;

use crate::load::load_series::{Action, LoadSeries, Movement};
use crate::load::series::{SeriesHandover, SeriesOutlet};

/// More than these are not kept that are not handed on: more than a gibibyte.
const MOST: usize = 1 << 24;

/// The recording of a load's actions, where that is kept.
#[derive(Debug)]
pub(super) struct Recording {
    is_wanted: bool,
    start: Instant,
    /// Only its movements.
    series: LoadSeries,
    outlet: Option<SeriesOutlet>,
    handover: Option<SeriesHandover>,
    is_whole: bool,
    /// Where the last block began.
    last_offset: u64,
}

impl Recording {
    /// Keeps from a moment on. What it keeps is handed on through `outlet`, if there is one.
    pub(super) fn new(is_wanted: bool, start: Instant, outlet: Option<SeriesOutlet>) -> Self {
        let handover = outlet.clone().filter(|_| is_wanted);
        Self {
            is_wanted,
            start,
            series: LoadSeries::default(),
            handover: handover.map(|outlet| SeriesHandover::new(outlet, start)),
            outlet,
            is_whole: true,
            last_offset: 0,
        }
    }

    /// Begins anew at a moment.
    pub(super) fn restart(&mut self, start: Instant) {
        *self = Self::new(self.is_wanted, start, self.outlet.take());
    }

    /// Returns whether anything is kept.
    #[inline]
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Keeps what is begun now, where that is asked for.
    #[inline]
    pub(super) fn add(&mut self, what: Action, file: usize, offset: u64, bytes: u64) {
        if self.is_wanted {
            self.keep(what, file, offset, bytes);
        }
    }

    fn keep(&mut self, what: Action, file: usize, offset: u64, bytes: u64) {
        if self.series.movements.len() >= MOST {
            self.is_whole = false;
            return;
        }
        let offset = match what {
            Action::Read | Action::Write | Action::Trim => {
                self.last_offset = offset;
                offset
            }
            // As in fio: the request that moved the last block is taken for this.
            Action::Sync | Action::DataSync => self.last_offset,
            Action::Open | Action::Close => 0,
        };
        let now = Instant::now();
        self.series.movements.push(Movement {
            at: now.saturating_duration_since(self.start),
            what,
            file,
            offset,
            bytes,
        });
        if let Some(handover) = &mut self.handover {
            handover.kept(&mut self.series, now);
        }
    }

    /// Returns what there is to tell of it.
    pub(super) fn note(&self) -> Option<String> {
        (!self.is_whole).then(|| "the record of blocks was too long to be kept whole".to_owned())
    }

    /// Returns what was not handed on.
    pub(super) fn finish(self) -> Vec<Movement> {
        self.series.movements
    }
}
