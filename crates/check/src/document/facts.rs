//! The conditions of the measurement.

use feedrate_document::{Facts, format};
use feedrate_machine::{BlockDevice, Volume};

use crate::result::{CheckResult, FolderResult};

/// Returns the facts of a folder, its volume and the machine.
pub(super) fn of(folder: &FolderResult, result: &CheckResult) -> Facts {
    let volume = &folder.preflight.volume;
    let mut facts = Facts::new();
    push_file_system(&mut facts, volume);
    for device in &folder.preflight.devices {
        for leaf in device.leaves() {
            facts.push("Device", device_words(leaf));
        }
    }
    if let Some(space) = volume.space {
        facts.push(
            "Room",
            format!(
                "{} of {} available",
                format::amount(space.available_bytes),
                format::amount(space.total_bytes)
            ),
        );
    }
    push_machine(&mut facts, result);
    facts.push(
        "Test files",
        format!(
            "{} for each stream; read {}, written durably",
            format::amount(folder.confirmation_file_bytes),
            if folder.is_cold_known {
                "cold"
            } else {
                "cold as far as can be asked"
            }
        ),
    );
    if let Some(best) = folder.findings.best()
        && let Some(stream) = best.trials.first().and_then(|trial| trial.figures.streams.first())
    {
        facts.push(
            "Engine",
            format!(
                "{}; depth {} asked, {:.1} reached",
                stream.engine.kind.name(),
                stream.depth_asked,
                best.depth_reached
            ),
        );
    }
    facts
}

fn push_file_system(facts: &mut Facts, volume: &Volume) {
    let mount = volume.mount_point.as_ref().map_or_else(
        || "unknown mount".to_owned(),
        |mount| format!("mounted at {}", mount.display()),
    );
    facts.push("File system", format!("{} {mount}", volume.fs_type));
    let mut options: Vec<&str> = Vec::new();
    for option in volume.options.iter().chain(&volume.super_options) {
        if !options.contains(&option.as_str()) {
            options.push(option);
        }
    }
    if !options.is_empty() {
        facts.push("Mount options", options.join(", "));
    }
}

/// Returns a device in words: its name, model, size, kind and queue.
fn device_words(leaf: &BlockDevice) -> String {
    let mut words = vec![leaf.name.clone()];
    words.extend(leaf.origin.model.clone());
    words.extend(leaf.size_bytes.map(format::amount));
    words.push(match (&leaf.origin.virtual_by, leaf.queue.rotational) {
        (Some(by), _) => format!("virtual ({by})"),
        (None, Some(true)) => "rotational".to_owned(),
        (None, Some(false)) => "solid state".to_owned(),
        (None, None) => "kind unknown".to_owned(),
    });
    let queue = &leaf.queue;
    words.extend(queue.scheduler.as_ref().map(|it| format!("scheduler {it}")));
    let read_ahead = queue.read_ahead_kib;
    words.extend(read_ahead.map(|kib| format!("read-ahead {}", format::size(kib << 10))));
    words.extend(queue.write_cache.map(|on| match on {
        true => "write cache on".to_owned(),
        false => "write cache off".to_owned(),
    }));
    words.join(", ")
}

fn push_machine(facts: &mut Facts, result: &CheckResult) {
    let cores = &result.machine.cores;
    facts.push(
        "Cores",
        format!(
            "{} physical, {} logical{}{}",
            cores.physical_available,
            cores.logical_available,
            cores.quota.map_or_else(String::new, |quota| format!(
                "; {} counted, by a quota of {quota}",
                result.cores_to_feed
            )),
            cores
                .model
                .as_ref()
                .map_or_else(String::new, |model| format!(", {model}")),
        ),
    );
    if let Some(bytes) = result.machine.memory.total_bytes {
        facts.push("Memory", format::amount(bytes));
    }
}
