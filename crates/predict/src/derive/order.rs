//! When a step begins: after the steps of each session that had ended by then.

use crate::job::JobStep;
use crate::profile::Step;

/// Sets the steps that each step waits for, and the time from the end of the last of them to its beginning.
pub(super) fn set(derived: &mut [JobStep], steps: &[(&str, &Step)], began: u64) {
    for (index, (_, step)) in steps.iter().enumerate() {
        let mut last_of: Vec<(&str, usize)> = Vec::new();
        for (before, (session, other)) in steps.iter().enumerate() {
            if before >= index || other.ended_microseconds > step.began_microseconds {
                continue;
            }
            match last_of.iter_mut().find(|(name, _)| name == session) {
                Some((_, last)) => {
                    if steps[*last].1.ended_microseconds <= other.ended_microseconds {
                        *last = before;
                    }
                }
                None => last_of.push((session, before)),
            }
        }
        let after: Vec<usize> = last_of.iter().map(|&(_, last)| last).collect();
        let ended = after.iter().map(|&it| steps[it].1.ended_microseconds).max();
        // A record without times has no pauses.
        let since = ended.or((began > 0).then_some(began));
        let since = since.filter(|_| step.began_microseconds > 0);
        derived[index].delay_seconds =
            since.map_or(0.0, |since| step.began_microseconds.saturating_sub(since) as f64 / 1e6);
        derived[index].after = after;
    }
}
