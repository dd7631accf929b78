//! The numbers of observations that a DATA step reads and makes, as far as its text decides them: no data are read.

mod constant;
mod iteration;

use std::collections::BTreeSet;

use constant::Constants;
use iteration::{Iteration, iteration};

use crate::{DataStep, ExternalKind, ReadKind, ReadStatement};

/// The observations of a data set that a step reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Available {
    /// The number of them within FIRSTOBS= and OBS=.
    pub rows: u64,
    /// True if that is known: it is not assumed, and no WHERE selects from them.
    pub is_sure: bool,
}

/// The numbers of observations that a step reads and makes.
#[derive(Clone, Debug)]
pub struct StepRows {
    /// The number of observations of each source of each read that are read, in order; for reads at random, how often
    /// one is looked up.
    pub reads: Vec<Vec<u64>>,
    /// The number of observations that each output gets, and whether that is known.
    pub outputs: Vec<(u64, bool)>,
    /// The assumptions, a sentence each.
    pub assumptions: BTreeSet<String>,
    /// True if the step sets macro variables.
    pub sets_symbols: bool,
}

/// Returns how many observations a step reads and makes. `available` has the sources of its reads, in order.
pub fn step_rows(step: &DataStep, available: &[Vec<Available>]) -> StepRows {
    let reads: Vec<Available> = step
        .reads
        .iter()
        .zip(available)
        .map(|(read, sources)| together(read, sources))
        .collect();
    let rows: Vec<u64> = reads.iter().map(|read| read.rows).collect();
    let mut constants = Constants::of(step);
    for (read, sources) in step.reads.iter().zip(available) {
        if let Some(slot) = read.nobs {
            let all: u64 = sources.iter().map(|source| source.rows).sum();
            constants.set(slot, Some(all as f64));
        }
    }
    let once = iteration(step, &rows, constants);
    let mut assumptions: BTreeSet<String> = once.assumptions.iter().map(|&text| text.to_owned()).collect();
    let (count, is_sure) = iterations(step, &reads, &once, &mut assumptions);
    let outputs = once.outputs.iter().map(|times| {
        let rows = count.saturating_mul(times.count);
        (rows, is_sure && times.is_sure)
    });
    let outputs = outputs.zip(&step.writes).map(|((rows, is_sure), write)| {
        if write.condition.is_some() {
            assumptions.insert(format!("all observations for {} satisfy its WHERE=", write.data_set));
        }
        (rows, is_sure && write.condition.is_none())
    });
    StepRows {
        outputs: outputs.collect(),
        reads: step
            .reads
            .iter()
            .zip(available)
            .zip(&once.reads)
            .map(|((read, sources), times)| {
                let wanted = count.saturating_mul(times.count);
                shares(read, sources, wanted)
            })
            .collect(),
        assumptions,
        sets_symbols: once.sets_symbols,
    }
}

/// Returns whether a statement looks observations up instead of reading them in order.
pub fn is_at_random(kind: ReadKind) -> bool {
    matches!(
        kind,
        ReadKind::Point(_) | ReadKind::Key | ReadKind::ModifyPoint(_) | ReadKind::ModifyKey
    )
}

/// Returns how many times a statement can be executed before its data sets end.
fn together(read: &ReadStatement, sources: &[Available]) -> Available {
    let all = || sources.iter().map(|source| source.rows);
    let is_sure = sources.iter().all(|source| source.is_sure);
    match read.kind {
        ReadKind::Concatenate | ReadKind::Interleave | ReadKind::Runs | ReadKind::Modify => Available {
            rows: all().sum(),
            is_sure,
        },
        ReadKind::OneToOne => Available {
            rows: all().max().unwrap_or(0),
            is_sure,
        },
        ReadKind::Match => Available {
            rows: all().max().unwrap_or(0),
            is_sure: is_sure && sources.len() == 1,
        },
        ReadKind::Update { .. } => Available {
            rows: all().next().unwrap_or(0),
            is_sure: false,
        },
        ReadKind::ModifyBy { .. } => Available {
            rows: all().nth(1).unwrap_or(0),
            is_sure,
        },
        ReadKind::Point(_) | ReadKind::Key | ReadKind::ModifyPoint(_) | ReadKind::ModifyKey => Available {
            rows: u64::MAX,
            is_sure: false,
        },
    }
}

/// Returns how many iterations a step has, and whether that is known.
fn iterations(
    step: &DataStep,
    reads: &[Available],
    once: &Iteration,
    assumptions: &mut BTreeSet<String>,
) -> (u64, bool) {
    if once.stops {
        return (1, true);
    }
    for (read, times) in step.reads.iter().zip(&once.reads) {
        let assumption = match read.kind {
            ReadKind::Match if read.sources.len() > 1 => {
                "MERGE makes as many observations as the largest of its data sets has"
            }
            ReadKind::Update { .. } => "UPDATE makes as many observations as the master has",
            _ => continue,
        };
        if times.count > 0 {
            assumptions.insert(assumption.to_owned());
        }
    }
    // The first statement that meets its end ends the step; those in conditions may be executed rarely.
    let ends = step.reads.iter().zip(reads).zip(&once.reads);
    let ends = ends.filter(|((read, _), times)| times.count > 0 && !is_at_random(read.kind));
    let ends = ends.map(|((_, read), times)| (read.rows.div_ceil(times.count), read, times.is_sure));
    let ends: Vec<_> = ends.collect();
    if let Some((count, read, _)) = ends
        .iter()
        .filter(|(.., is_sure)| *is_sure)
        .min_by_key(|(count, ..)| *count)
    {
        return (*count, read.is_sure);
    }
    if let Some((count, ..)) = ends.iter().max_by_key(|(count, ..)| *count) {
        return (*count, false);
    }
    let mut lines = None;
    for (external, times) in step.externals.iter().zip(&once.inputs) {
        if times.count == 0 {
            continue;
        }
        let here = match &external.kind {
            ExternalKind::Lines(lines) => lines.len() as u64,
            ExternalKind::Source(path) => {
                let (count, text) = lines_of(path);
                assumptions.insert(text);
                count
            }
            _ => continue,
        };
        let last = external.last.unwrap_or(u64::MAX);
        let here = here.min(last).saturating_sub(external.first.max(1) - 1);
        let here = here.div_ceil(times.count);
        lines = Some(lines.map_or(here, |lines: u64| lines.min(here)));
    }
    if let Some(lines) = lines {
        assumptions.insert("each INPUT statement takes one line".to_owned());
        return (lines, false);
    }
    let looks_up = once.reads.iter().any(|times| times.count > 0);
    if looks_up {
        assumptions.insert("the step looks observations up in a single iteration".to_owned());
    }
    (1, !looks_up)
}

/// Bytes of a file by which its lines are estimated.
const SAMPLE: u64 = 64 << 10;

/// Returns about how many lines a file has, and the assumption.
fn lines_of(path: &std::path::Path) -> (u64, String) {
    use std::io::Read as _;
    let file = std::fs::File::open(path).and_then(|file| Ok((file.metadata()?, file)));
    let shown = path.display();
    match file {
        Ok((metadata, file)) if metadata.is_file() => {
            let mut sample = Vec::new();
            let read = file.take(SAMPLE).read_to_end(&mut sample);
            let bytes = metadata.len();
            let in_sample = sample.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let lines = match (read.unwrap_or(0) as u64, in_sample) {
                (0, _) => 0,
                (_, 0) => 1,
                (read, lines) if read == bytes => lines + u64::from(sample.last() != Some(&b'\n')),
                (read, lines) => (u128::from(bytes) * u128::from(lines) / u128::from(read)) as u64,
            };
            let text = format!(
                "{shown} has {lines} lines, as its beginning and its {bytes} bytes suggest; its reading is not planned"
            );
            (lines, text)
        }
        _ => (0, format!("{shown} has no lines, because it is not there")),
    }
}

/// Returns how many observations of each source are read, for so many executions of a statement.
fn shares(read: &ReadStatement, sources: &[Available], wanted: u64) -> Vec<u64> {
    let rows = sources.iter().map(|source| source.rows);
    match read.kind {
        ReadKind::Point(_) | ReadKind::Key | ReadKind::ModifyPoint(_) | ReadKind::ModifyKey => {
            vec![wanted; sources.len()]
        }
        ReadKind::Concatenate => {
            let mut left = wanted;
            rows.map(|rows| {
                let own = rows.min(left);
                left -= own;
                own
            })
            .collect()
        }
        ReadKind::ModifyBy { .. } => vec![wanted; sources.len()],
        ReadKind::Update { .. } | ReadKind::Match if wanted > 0 => rows.collect(),
        _ => rows.map(|rows| rows.min(wanted)).collect(),
    }
}
