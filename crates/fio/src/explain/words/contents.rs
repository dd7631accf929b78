//! Descriptions of content, durability and verification.

use feedrate_workload::load::{Contents, Directions, Load, WriteSync};

use super::bytes;

/// Describes the content of writes.
pub(in super::super) fn content(load: &Load) -> String {
    let only_trims = load.directions == Directions::Trim;
    if !load.directions.writes() || only_trims || !load.engine.kind.moves_bytes() {
        return String::new();
    }
    let content = match &load.content {
        Contents::Scrambled => "random bytes, made once, a little changed in each block".to_owned(),
        Contents::Same => "random bytes, the same in all blocks".to_owned(),
        Contents::Fresh {
            compressible_percent: 0,
            ..
        } => "random bytes, new in each block".to_owned(),
        Contents::Fresh {
            compressible_percent,
            chunk,
            ..
        } => format!(
            "random bytes, of which {compressible_percent} % of each {} are zeros",
            bytes(*chunk)
        ),
        Contents::Zeros => "zeros".to_owned(),
        Contents::Parts(of) => format!("parts of {} bytes", of.len()),
        Contents::Pattern(pattern) => format!("a pattern of {} bytes, repeated", pattern.len()),
    };
    let content = match &load.content {
        Contents::Fresh {
            repeats: Some(repeats), ..
        } => format!("{content}; {} % of the blocks are as others", repeats.percent),
        _ => content,
    };
    if load.overwrite_foreign {
        format!("{content}; also to files that feedrate did not make")
    } else {
        content
    }
}

/// Describes what reaches the device, and when.
pub(in super::super) fn durable(load: &Load) -> String {
    if !load.directions.writes() {
        return String::new();
    }
    let mut parts: Vec<String> = Vec::new();
    match load.write_sync {
        WriteSync::Nothing => {}
        WriteSync::Data => parts.push("each write waits for its data (O_DSYNC)".to_owned()),
        WriteSync::All => parts.push("each write waits for the device (O_SYNC)".to_owned()),
    }
    let every = |call: &str, count: u32| format!("{call} after each {count} writes");
    if load.flush.every > 0 {
        parts.push(every("fsync", load.flush.every));
    }
    if load.flush.data_every > 0 {
        parts.push(every("fdatasync", load.flush.data_every));
    }
    if load.flush.at_end {
        parts.push("fsync at the end".to_owned());
    }
    if load.flush.volumes_at_end {
        parts.push("syncfs of the volumes at the end".to_owned());
    }
    if load.flush.on_close {
        parts.push("fsync when a file is closed".to_owned());
    }
    if parts.is_empty() && !load.direct && load.engine.kind.moves_bytes() {
        parts.push("not surely: nothing waits for the device".to_owned());
    }
    parts.join(", ")
}

/// Describes verification.
pub(in super::super) fn verify(load: &Load) -> String {
    let Some(verify) = &load.verify else {
        return String::new();
    };
    let when = match (load.directions, verify.read_back, verify.backlog) {
        (Directions::Read, ..) => "what it reads, against what an earlier job wrote",
        (_, false, _) => return "nothing itself: it writes what a later job can check".to_owned(),
        (_, true, Some(_)) => "what it wrote, in between and at its end",
        (_, true, None) => "what it wrote, at its end",
    };
    let ends = if verify.fatal {
        "; ends at the first that differs"
    } else {
        ""
    };
    format!("{when}{ends}")
}
