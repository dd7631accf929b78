//! The cheapest of several cells, beyond which no dearer one is shown to gain.

use feedrate_stats::{PairedRatio, SimultaneousRatio};

use super::data::Data;
use super::pairs::gain_over;
use super::response::Response;

/// The fraction of a time, or of a rate, for which something dearer is worth it.
pub const TOLERANCE: f64 = 0.03;

/// A gain by the whole tolerance, as a ratio above 1.
const WORTH: f64 = 1.0 / (1.0 - TOLERANCE);

/// The result of going from the cheapest cell to dearer ones, each of which is shown to be better than that before it.
pub(super) struct Cheapest {
    /// The cell at which it ends.
    pub(super) cell: usize,
    /// The dearer cells, none of which is shown to be better.
    pub(super) rivals: Vec<Rival>,
}

/// A cell that is dearer than the chosen one, and not shown to be better.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// The cell.
    pub cell: usize,
    /// Its gain over the chosen one: above 1 if it is better. `None` if no block has both.
    pub gain: Option<PairedRatio>,
    /// The knowledge of its gain.
    pub prospect: Prospect,
}

/// The knowledge of the gain of a dearer cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// It gains less than the tolerance.
    TooLittle,
    /// It may gain more. So many blocks in all would probably tell; `None` if that are more than a thousand.
    Open(Option<usize>),
}

impl Cheapest {
    /// Chooses among cells, which are ordered from the cheapest to the dearest.
    ///
    /// A dearer cell is better if its gain is at least the tolerance, and the interval of the gain, which holds for all
    /// comparisons with a cell together, lies above 1. Equal cells thus have the cheapest chosen in 95 of 100 cases,
    /// whatever the noise. Returns `None` without cells.
    pub(super) fn of(data: &Data, response: &Response, cells: &[usize]) -> Option<Self> {
        let gain = |cell: usize, over: usize| gain_over(data, response, cell, over, cells.len().saturating_sub(1));
        let mut place = 0;
        loop {
            let cell = *cells.get(place)?;
            let dearer: Vec<Option<SimultaneousRatio>> =
                cells[place + 1..].iter().map(|&other| gain(other, cell)).collect();
            if let Some(better) = dearer
                .iter()
                .position(|gain| gain.is_some_and(|gain| is_better(&gain.ratio)))
            {
                place += 1 + better;
                continue;
            }
            let rivals = cells[place + 1..].iter().zip(dearer).map(|(&cell, gain)| Rival {
                cell,
                gain: gain.map(|gain| gain.ratio),
                prospect: prospect(gain),
            });
            return Some(Self {
                cell,
                rivals: rivals.collect(),
            });
        }
    }

    /// Returns whether more blocks would choose no other cell: all dearer ones are known to gain too little.
    pub(super) fn is_sure(&self) -> bool {
        self.rivals.iter().all(|rival| rival.prospect == Prospect::TooLittle)
    }
}

fn is_better(gain: &PairedRatio) -> bool {
    gain.ratio >= WORTH && gain.interval.is_some_and(|interval| interval.low > 1.0)
}

fn prospect(gain: Option<SimultaneousRatio>) -> Prospect {
    let Some(gain) = gain else {
        return Prospect::Open(None);
    };
    if gain.ratio.interval.is_some_and(|interval| interval.high < WORTH) {
        return Prospect::TooLittle;
    }
    let border = if gain.ratio.ratio >= WORTH { 1.0 } else { WORTH };
    Prospect::Open(gain.pairs_to_tell_from(border))
}
