//! The time until a step had the first observation of an input.

use feedrate_rows::Outcome;

use super::StepTime;
use crate::log::Usage;

/// Returns the seconds from the beginning of a step until the first page of observations of one of its inputs had
/// arrived; `None` if none did. Its seconds leave out the time in which inputs were made cold, which they are when they
/// are opened, so these do too.
pub(super) fn seconds(time: &StepTime, usage: &Usage, outcome: &Outcome) -> Option<f64> {
    let read = outcome.read.iter().filter_map(|read| read.account.as_ref());
    let updated = outcome.updated.iter().filter_map(|updated| updated.account.as_ref());
    let first = read.chain(updated).filter_map(|account| account.first_page).min()?;
    let microseconds = u64::try_from(first.as_micros()).unwrap_or(u64::MAX);
    let until = microseconds.saturating_sub(time.began_microseconds) as f64 / 1e6;
    let left_out = (time.seconds() - usage.real_seconds).max(0.0);
    Some((until - left_out).max(0.0))
}
