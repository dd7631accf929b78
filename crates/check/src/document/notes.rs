//! The notes of a report.

use feedrate_document::{Note, format};
use feedrate_machine::OtherLoad;
use feedrate_machine::hazards::Severity;

use super::iotest_rules;
use crate::measurement::Measurement;
use crate::memory::BroughtBack;
use crate::result::{CheckResult, FolderResult};

/// Returns warnings and remarks on a folder.
pub(super) fn of(folder: &FolderResult, result: &CheckResult) -> Vec<Note> {
    let mut notes: Vec<_> = folder
        .preflight
        .hazards
        .iter()
        .map(|hazard| match hazard.severity {
            Severity::Info => Note::info(&hazard.text),
            Severity::Warning | Severity::Refuse => Note::warning(&hazard.text),
        })
        .collect();
    notes.extend(result.machine.limits.remarks.iter().map(Note::info));
    if !folder.is_cold_known {
        notes.push(Note::warning(
            "Whether reads through the cache were cold is unknown, since this system does not tell what its cache \
             holds. So the best settings are sought among direct transfers alone, which do not depend on it; rates \
             through the cache may be those of memory. Each file was opened past the cache before it was read, at \
             which Windows forgets a file that nobody has open.",
        ));
    }
    notes.extend(small_files(folder, result));
    notes.extend(iotest_rules::of(folder, result));
    notes.extend(folder.memory_brought_back.and_then(memory_brought_back));
    if let Some(rate) = folder.preflight.others_at_work() {
        notes.push(Note::warning(format!(
            "Others moved {} on the device before the check: measure again when it is quiet.",
            format::rate(rate)
        )));
    }
    notes.extend(other_load(folder, result));
    notes.extend(other_transfers(folder));
    if !folder.direct_io {
        notes.push(Note::warning(
            "This file system refuses direct I/O, so only cached transfers were measured.",
        ));
    }
    if let Some(why) = folder.findings.steps_left_out {
        notes.push(Note::info(format!("The standard steps were not run: {why}.")));
    }
    for refused in refused(folder) {
        notes.push(Note::info(format!("Not used here: {refused}.")));
    }
    if folder.swept.folders > 0 {
        notes.push(Note::info(format!(
            "Removed {} that an earlier check had left when it was killed.",
            format::amount(folder.swept.bytes)
        )));
    }
    notes
}

/// Returns a note if the test files would fit into the page cache and were cold nevertheless.
fn small_files(folder: &FolderResult, result: &CheckResult) -> Option<Note> {
    let files = 2 * result.streams as u64 * folder.confirmation_file_bytes;
    let memory = result.machine.memory.cacheable_bytes()?;
    (files < memory && folder.is_cold_known).then(|| {
        Note::info(format!(
            "The test files, {} in all, would fit into the {} of memory that the page cache may use. \
             Every cached read was cold and every write durable all the same, but jobs larger than \
             memory may do worse: see --size.",
            format::amount(files),
            format::amount(memory)
        ))
    })
}

/// Returns a note about what the device moved beside the check's own bytes while the best settings were repeated.
fn other_transfers(folder: &FolderResult) -> Option<Note> {
    let (own, others) = folder
        .findings
        .confirmed
        .iter()
        .flat_map(|measured| &measured.trials)
        .filter_map(|trial| {
            let others = trial.others?;
            Some((
                trial.figures.storage_read_bytes? + trial.figures.storage_write_bytes?,
                others.bytes_read + others.bytes_written,
            ))
        })
        .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    if own == 0 {
        return None;
    }
    let share = others as f64 / own as f64;
    // It includes the file system's own journal, so there is always a little.
    Some(if share > 0.05 {
        Note::warning(format!(
            "While the best settings were repeated, the device moved {} more than the check's own \
             bytes: others are at work, or the file system writes data twice. Measure again when it \
             is quiet.",
            format::percent(share)
        ))
    } else {
        Note::info(format!(
            "While the best settings were repeated, the device moved {} more than the check's own \
             bytes: others, and the file system's journal.",
            format::percent(share)
        ))
    })
}

/// Returns a warning about what others had of the processors, if that is worth one.
fn other_load(folder: &FolderResult, result: &CheckResult) -> Option<Note> {
    let loads = folder.findings.confirmed.iter();
    let load = OtherLoad::sum(loads.filter_map(Measurement::other_load))?;
    let share = load.share(result.machine.cores.quota);
    if share < OtherLoad::NOTICEABLE {
        return None;
    }
    let stolen = match load.stolen_seconds / load.processors_seconds {
        stolen if stolen >= OtherLoad::NOTICEABLE => {
            format!(" (the hypervisor took {})", format::percent(stolen))
        }
        _ => String::new(),
    };
    Some(Note::warning(format!(
        "While the best settings were repeated, others had {} of the processors{stolen}: rates may be higher when \
         these are idle.",
        format::percent(share)
    )))
}

/// Returns what was done about memory that the hypervisor takes.
fn memory_brought_back(done: BroughtBack) -> Option<Note> {
    if done.measurements == 0 {
        return None;
    }
    let measurements = format::count(done.measurements as u64);
    Some(if done.short == 0 {
        Note::info(format!(
            "Before each of the {measurements} measurements through the page cache, free memory for what it moves was \
             brought back from the hypervisor, as far as the cache did not have it already, in {} all together: their \
             figures are those of memory that is at hand.",
            format::seconds(done.seconds)
        ))
    } else {
        Note::warning(format!(
            "Before {} of the {measurements} measurements through the page cache, too little free memory could be \
             brought back from the hypervisor for what they move: cached settings may look slower than they are.",
            format::count(done.short as u64)
        ))
    })
}

/// Returns why faster engines were not used, each reason once.
fn refused(folder: &FolderResult) -> Vec<String> {
    let mut reasons: Vec<String> = folder
        .findings
        .confirmed
        .iter()
        .flat_map(|measured| &measured.trials)
        .flat_map(|trial| &trial.figures.streams)
        .flat_map(|stream| stream.engine.refused.iter().cloned())
        .collect();
    reasons.sort();
    reasons.dedup();
    reasons
}
