//! Checks schedules.

use super::spec::{
    Blocks, Contents, Directions, Distribution, FileLocking, Load, Order, Schedule, Step, StepAction, VerifyMethod,
};
use super::verify;
use crate::error::Result;

/// Returns the first problem of any load.
pub(super) fn check(schedule: &Schedule) -> Result<()> {
    for batch in &schedule.batches {
        for load in batch {
            if let Some(what) = wrong(load).or_else(|| waits_for_itself(load, batch)) {
                return Err(load.error(what));
            }
        }
    }
    Ok(())
}

/// Returns the problem of a load that waits for itself through others.
fn waits_for_itself(load: &Load, batch: &[Load]) -> Option<String> {
    let mut names: Vec<&str> = load.after.as_deref().into_iter().collect();
    let mut looked_at = 0;
    while let Some(&name) = names.get(looked_at) {
        looked_at += 1;
        if name == load.name {
            return Some("it waits for the end of itself".to_owned());
        }
        for next in batch.iter().filter(|other| other.name == name) {
            if let Some(after) = next.after.as_deref()
                && !names.contains(&after)
            {
                names.push(after);
            }
        }
    }
    None
}

/// Returns the problem of a load by itself, and what to do.
pub fn problem(load: &Load) -> Option<String> {
    wrong(load)
}

fn wrong(load: &Load) -> Option<String> {
    if load.files.is_empty() && load.compute.is_none() {
        return Some("it has no files; name one".to_owned());
    }
    if let Directions::Mixed { read_percent } = load.directions
        && read_percent > 100
    {
        return Some(format!("{read_percent} % cannot be reads; give 0 to 100"));
    }
    let used = used_blocks(load);
    used.into_iter()
        .filter(|(used, _)| *used)
        .find_map(|(_, blocks)| wrong_blocks(blocks))
        .or_else(|| wrong_engine(load))
        .or_else(|| wrong_order(load))
        .or_else(|| wrong_verify(load))
        .or_else(|| wrong_replay(load))
        .or_else(|| wrong_rest(load))
}

/// The longest block: blocks longer than one call can move are moved by several, but need a buffer.
const LONGEST_BLOCK: u64 = 1 << 40;

fn wrong_blocks(blocks: &Blocks) -> Option<String> {
    let (least, most) = (blocks.least(), blocks.most());
    if least == 0 {
        return Some("a block of 0 bytes moves nothing; give at least 1".to_owned());
    }
    if most > LONGEST_BLOCK {
        return Some(format!("a block of {most} bytes is too long"));
    }
    match blocks {
        Blocks::Range { least, most } if least > most => {
            Some(format!("blocks cannot be {least} bytes at least and {most} at most"))
        }
        Blocks::Split(parts) if !parts.iter().all(|(_, percent)| is_share(*percent)) => {
            Some("the percentages of block lengths must be 0 to 100".to_owned())
        }
        Blocks::Split(parts) if parts.iter().map(|part| part.1).sum::<f64>() <= 0.0 => {
            Some("no block length has a percentage".to_owned())
        }
        _ => None,
    }
}

fn is_share(percent: f64) -> bool {
    (0.0..=100.0).contains(&percent)
}

fn wrong_order(load: &Load) -> Option<String> {
    match &load.order {
        Order::Sequential { .. } => None,
        Order::Random { distribution, .. } => wrong_distribution(distribution),
        Order::Shared { .. } | Order::Grid { .. } => {
            let of_one_length = |blocks: &Blocks| matches!(blocks, Blocks::Fixed(_));
            let wrong = !of_one_length(&load.blocks.read) || !of_one_length(&load.blocks.write);
            if let Order::Grid {
                row,
                rows,
                first,
                count,
            } = load.order
                && (row == 0 || rows == 0 || first.checked_add(count).is_none_or(|end| end > row))
            {
                return Some("its columns are not within its grid".to_owned());
            }
            wrong.then(|| "its order needs blocks of one length".to_owned())
        }
    }
}

fn wrong_distribution(distribution: &Distribution) -> Option<String> {
    let fits = match distribution {
        Distribution::Even => true,
        Distribution::Zipf { theta } => *theta > 0.0 && theta.is_finite(),
        Distribution::Pareto { power } => *power > 0.0 && *power < 1.0,
        Distribution::Normal { deviation } => *deviation >= 0.0 && deviation.is_finite(),
        Distribution::Zoned(zones) => {
            zones.iter().all(|zone| is_share(zone.access_percent)) && zones.iter().any(|zone| zone.access_percent > 0.0)
        }
    };
    (!fits).then(|| format!("there is no such distribution: {distribution:?}"))
}

fn wrong_verify(load: &Load) -> Option<String> {
    let verify = load.verify.as_ref()?;
    if !load.engine.kind.moves_bytes() {
        return Some("nothing can be verified where nothing is moved".to_owned());
    }
    let pattern = match &verify.method {
        VerifyMethod::Pattern(pattern) | VerifyMethod::PatternWithOffsets { pattern, .. } => Some(pattern),
        _ => None,
    };
    if pattern.is_some_and(Vec::is_empty) {
        return Some("the pattern to verify is empty".to_owned());
    }
    let least = shortest_block(load);
    let interval = verify::interval(verify, least);
    if pattern.is_none() && interval < verify::least_interval(verify) {
        return Some(format!(
            "an interval of {interval} B is too short for a header to verify; give at least {}",
            verify::least_interval(verify)
        ));
    }
    let sequence = load.sequence.as_ref();
    let any_lengths = sequence.is_some_and(|sequence| sequence.any_lengths);
    let is_multiple = |blocks: &Blocks| match blocks {
        Blocks::Fixed(bytes) => bytes % interval == 0,
        Blocks::Range { least, .. } => least % interval == 0 && !any_lengths,
        Blocks::Split(parts) => parts.iter().all(|(bytes, _)| bytes % interval == 0),
    };
    let aligned = load.alignment.is_none_or(|alignment| alignment % interval == 0);
    let fits = used_blocks(load)
        .into_iter()
        .all(|(used, blocks)| !used || is_multiple(blocks))
        && aligned;
    (!fits).then(|| format!("blocks that are verified must be multiples of {interval} bytes"))
}

/// Returns the lengths of blocks, and whether they are used.
pub(super) fn used_blocks(load: &Load) -> [(bool, &Blocks); 2] {
    let (first, second) = match (load.lengths_by_order, &load.order) {
        (false, _) => (load.directions.reads(), load.directions.writes()),
        (
            true,
            &Order::Random {
                hold, random_percent, ..
            },
        ) => (hold > 1 || random_percent < 100, true),
        (true, _) => (true, false),
    };
    [(first, &load.blocks.read), (second, &load.blocks.write)]
}

/// Returns the shortest block of the used directions.
pub(super) fn shortest_block(load: &Load) -> u64 {
    let used = used_blocks(load);
    used.into_iter()
        .filter(|(used, _)| *used)
        .map(|(_, blocks)| blocks.least())
        .min()
        .unwrap_or(1)
        .max(1)
}

/// Returns the longest block of the used directions.
pub(super) fn longest_block(load: &Load) -> u64 {
    let used = used_blocks(load).into_iter().filter(|(used, _)| *used);
    used.map(|(_, blocks)| blocks.most()).max().unwrap_or(0).max(1)
}

/// Returns the problem of an engine that moves nothing.
fn wrong_engine(load: &Load) -> Option<String> {
    let kind = load.engine.kind;
    if kind.cuts_files() && (load.directions.reads() || load.directions.trims()) {
        return Some("files are cut where they would be written: it can only write".to_owned());
    }
    if load.opening.is_none() && load.compute.is_none() {
        return None;
    }
    if kind.needs_files() {
        return Some("it makes calls about names, or computes, with an engine that opens no file".to_owned());
    }
    if load.compute.is_some() {
        return (!load.files.is_empty()).then(|| "what computes has no files".to_owned());
    }
    (load.sequence.is_none() || load.replay.is_some())
        .then(|| "calls about names are made in fio's order alone".to_owned())
}

fn wrong_replay(load: &Load) -> Option<String> {
    let replay = load.replay.as_ref()?;
    let changes = |act: &StepAction| matches!(act, StepAction::Write(_) | StepAction::Trim(_));
    let fits = |step: &Step| match step.act {
        StepAction::Read(spot) | StepAction::Write(spot) | StepAction::Trim(spot) => {
            spot.file < load.files.len()
                && spot.bytes > 0
                // Trims need no buffer.
                && (spot.bytes <= longest_block(load) || matches!(step.act, StepAction::Trim(_)))
                && (load.directions.writes() || !changes(&step.act))
                && (load.directions.reads() || !matches!(step.act, StepAction::Read(_)))
                && spot.offset.checked_add(spot.bytes).is_some()
        }
        StepAction::Flush { file, .. } => file < load.files.len(),
        StepAction::Wait => true,
    };
    if !replay.steps.iter().all(fits) {
        return Some("what is to be done again is not what it is for".to_owned());
    }
    (load.verify.is_some() || load.directions.trims())
        .then(|| "what is done again as it was recorded is neither verified nor trimmed besides".to_owned())
}

fn wrong_rest(load: &Load) -> Option<String> {
    if let Contents::Fresh {
        compressible_percent, ..
    } = load.content
        && compressible_percent > 100
    {
        return Some(format!(
            "{compressible_percent} % cannot be compressible; give 0 to 100"
        ));
    }
    if load.locking != FileLocking::None && load.depth.most > 1 && !load.engine.kind.is_synchronous() {
        return Some("files are locked for one block at a time; take a depth of 1".to_owned());
    }
    let far = |file: &super::spec::LoadFile| {
        let bytes = file.bytes.unwrap_or(0).max(file.file_bytes.unwrap_or(0));
        file.offset
            .checked_add(bytes)
            .is_none_or(|end| i64::try_from(end).is_err())
    };
    if load.files.iter().any(far) {
        return Some("a file would be larger than any can be".to_owned());
    }
    if load
        .strides
        .is_some_and(|strides| strides.range == 0 || strides.size == 0)
    {
        return Some("its zones are empty".to_owned());
    }
    if let Some(segments) = load.engine.segments
        && segments > 1
        && ![&load.blocks.read, &load.blocks.write]
            .iter()
            .all(|blocks| matches!(blocks, Blocks::Fixed(bytes) if bytes % u64::from(segments) == 0))
    {
        return Some(format!("its blocks cannot be cut into {segments} equal buffers"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::spec::{LoadFile, PerDirection, Verify, VerifySum};

    fn said(change: impl FnOnce(&mut Load)) -> String {
        let mut load = Load::new("it", vec![LoadFile::new("f", 4096)]);
        change(&mut load);
        let schedule = Schedule {
            batches: vec![vec![load]],
        };
        check(&schedule)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        assert_eq!(said(|_| {}), "");
        assert!(said(|load| load.files.clear()).contains("it: it has no files"));
        let blocks = |blocks: Blocks| said(|load| load.blocks = PerDirection::both(blocks));
        assert!(blocks(Blocks::Fixed(0)).contains("0 bytes"));
        assert!(blocks(Blocks::Fixed(u64::MAX)).contains("too long"));
        assert!(blocks(Blocks::Range { least: 9, most: 8 }).contains("at least"));
        assert!(blocks(Blocks::Split(vec![(4096, f64::NAN)])).contains("percentages"));
        assert!(blocks(Blocks::Split(vec![(4096, 0.0)])).contains("no block length"));
        assert!(blocks(Blocks::Split(Vec::new())).contains("0 bytes"));
        assert!(said(|load| load.files[0].offset = u64::MAX).contains("larger than any"));
        let verify = Verify {
            method: VerifyMethod::Sum(VerifySum::Md5),
            interval: Some(16),
            header_at: 0,
            numbers: true,
            read_back: true,
            fatal: false,
            dump: false,
            backlog: None,
            only_flushed: false,
            until: None,
        };
        assert!(said(|load| load.verify = Some(verify.clone())).contains("too short"));
        let pattern = |interval: u64| Verify {
            method: VerifyMethod::Pattern(b"abc".to_vec()),
            interval: Some(interval),
            ..verify.clone()
        };
        assert_eq!(said(|load| load.verify = Some(pattern(16))), "");
        let odd = said(|load| load.verify = Some(pattern(1000)));
        assert!(odd.contains("multiples of 1000 bytes"), "{odd}");
        assert!(said(|load| load.after = Some("it".into())).contains("end of itself"));
        assert_eq!(said(|load| load.after = Some("another".into())), "");
    }
}
