//! Races between the candidates.
//!
//! A device's rate can vary by a factor of two without any visible cause, so the settings run in rounds, in random
//! order, and each counts relative to the level of the device at that moment; those that are clearly behind leave the
//! race (`feedrate_stats::race`). Of those that are equal to the best, the one that needs the least memory is chosen.

mod contest;
mod race;

pub use contest::{Contest, SearchOutcome, choose};
pub use race::{RankedSetting, Search, SearchChoice, TOLERANCE, TrialOutcome};
