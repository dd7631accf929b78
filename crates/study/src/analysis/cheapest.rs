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
    /// The other cells that are not shown to be better, or to be worse by the tolerance.
    pub(super) rivals: Vec<Rival>,
}

/// A cell that might be chosen instead: a dearer one that is not shown to be better, or a cheaper one than which the
/// chosen one is not shown to be better.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// The cell.
    pub cell: usize,
    /// Its gain over the chosen one: above 1 if it is better. `None` if no block has both.
    pub gain: Option<PairedRatio>,
    /// The knowledge of its gain.
    pub prospect: Prospect,
}

impl Rival {
    /// Returns whether more may be gained by it.
    pub fn is_open(&self) -> bool {
        self.prospect != Prospect::TooLittle
    }

    /// Returns the number of blocks in all that would probably tell, if it is open and they are at most a thousand.
    pub fn blocks_to_tell(&self) -> Option<usize> {
        match self.prospect {
            Prospect::Open(blocks) => blocks,
            Prospect::TooLittle => None,
        }
    }
}

/// The knowledge of the gain of a rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// It is dearer, and gains less than the tolerance.
    TooLittle,
    /// More may be gained by it. So many blocks in all would probably tell; `None` if that are more than a thousand.
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
        let mut rivals = Vec::new();
        let mut place = 0;
        loop {
            let cell = *cells.get(place)?;
            let dearer: Vec<Option<SimultaneousRatio>> =
                cells[place + 1..].iter().map(|&other| gain(other, cell)).collect();
            let is_better = |gain: &Option<SimultaneousRatio>| gain.is_some_and(|gain| is_better(&gain.ratio));
            if let Some(better) = dearer.iter().position(is_better) {
                rivals.extend_from_slice(&cells[place + 1..place + 1 + better]);
                place += 1 + better;
                continue;
            }
            let cheaper = rivals.into_iter().filter_map(|other| cheaper(other, gain(cell, other)));
            let dearer = cells[place + 1..].iter().zip(dearer).map(|(&cell, gain)| Rival {
                cell,
                gain: gain.map(|gain| gain.ratio),
                prospect: prospect(gain),
            });
            return Some(Self {
                cell,
                rivals: cheaper.chain(dearer).collect(),
            });
        }
    }

    /// Returns whether more blocks would probably choose no other cell: the dearer ones are known to gain too little,
    /// and the cheaper ones to be worse.
    pub(super) fn is_sure(&self) -> bool {
        !self.rivals.iter().any(Rival::is_open)
    }
}

fn is_better(gain: &PairedRatio) -> bool {
    gain.ratio >= WORTH && gain.interval.is_some_and(|interval| interval.low > 1.0)
}

/// Returns a cheaper cell as a rival, by the gain of the chosen cell over it; `None` if the chosen one is better.
fn cheaper(cell: usize, chosen: Option<SimultaneousRatio>) -> Option<Rival> {
    if chosen.is_some_and(|gain| is_better(&gain.ratio)) {
        return None;
    }
    Some(Rival {
        cell,
        gain: chosen.map(|gain| gain.ratio.inverse()),
        prospect: Prospect::Open(chosen.and_then(|gain| gain.pairs_to_tell_from(1.0))),
    })
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
