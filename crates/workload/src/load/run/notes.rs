//! Messages about a schedule.

use super::PreparedLoad;
use crate::load::outcome::BatchOutcome;
use crate::load::spec::Schedule;

/// Returns messages about the whole schedule.
pub(super) fn notes(schedule: &Schedule) -> Vec<String> {
    let mut notes = Vec::new();
    let all = || schedule.batches.iter().flatten();
    let together = schedule.batches.iter().filter(|batch| batch.len() > 1);
    // A load that is alone in its batch shares nothing.
    if together.flatten().any(|load| load.as_process) {
        notes.push("loads ran as threads of one process, where processes were asked for".to_owned());
    }
    if all().any(|load| load.engine.kind.is_synchronous() && load.depth.most > 1) {
        notes.push("a synchronous engine has one block in flight, whatever depth is asked for".to_owned());
    }
    if all().any(|load| load.engine.kind.registers_buffers() && !load.direct) {
        notes.push("cached transfers copy, so that their buffers are not registered".to_owned());
    }
    notes
}

/// Returns a message if reads bypassed the page cache and did not come from storage. That is known if all reads
/// bypassed the cache.
pub(super) fn not_stored(batch: &[PreparedLoad<'_>], outcome: &BatchOutcome) -> Option<String> {
    let mut read = 0;
    for (prepared, outcome) in batch.iter().zip(&outcome.loads) {
        let bytes = outcome.flow.read.bytes;
        if bytes == 0 || !outcome.engine.kind.moves_bytes() {
            continue;
        }
        if prepared.is_endless || !prepared.is_direct() {
            return None;
        }
        read += bytes;
    }
    let stored = outcome.storage?.read_bytes;
    (stored < read).then(|| {
        format!(
            "of {read} bytes read past the page cache, storage gave {stored}: the others lie in holes or in space \
             that was never written, or are stored compressed"
        )
    })
}
