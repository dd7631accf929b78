//! Which index is used for conditions, and the rows that it finds.

use feedrate_dataset::Reader;
use feedrate_dataset::index::{Index, IndexScan, Indexes, KeyRange, Position};
use feedrate_program::{IndexUse, Source};

use super::cost::Cost;
use super::ranges::NoRanges;
use super::restriction::Restriction;
use super::{Choice, IndexedRows, ranges};
use crate::fault::{Fault, StepResult};
use feedrate_values::Severity;

/// An index that a condition restricts.
struct Candidate {
    position: Position,
    index: Index,
    ranges: Vec<KeyRange>,
    /// About how many rows it finds.
    estimate: u64,
}

/// Chooses an index for the conditions on the rows of a source.
pub(super) fn choose(
    source: &Source,
    restrictions: &[Restriction<'_>],
    mut indexes: Indexes,
    reader: &Reader,
) -> StepResult<Choice> {
    let named = match &source.index_use {
        IndexUse::Named(name) => Some(name.as_str()),
        _ => None,
    };
    let is_named = |index: &Index| named.is_none_or(|name| index.name.eq_ignore_ascii_case(name));
    let all: Vec<Index> = indexes.iter().filter(|index| is_named(index)).cloned().collect();
    if let (Some(name), []) = (named, all.as_slice()) {
        return Err(no_index(source, name));
    }
    let (best, unused) = cheapest(all, restrictions, &mut indexes, reader)?;
    let Some(best) = best else {
        return Ok(why_none(named.is_some(), unused));
    };
    let is_forced = source.index_use != IndexUse::WhenItPays;
    let name = best.index.name.clone();
    let cost = Cost::of(reader, best.estimate, is_forced);
    let mut scan = IndexScan::new(indexes, best.position, best.ranges.clone());
    let found = match cost {
        Some(cost) => cost.numbers(&mut scan)?,
        None => None,
    };
    Ok(match found {
        Some(numbers) => Choice {
            messages: vec![(
                Severity::Info,
                format!("Index {name} selected for WHERE clause optimization."),
            )],
            chosen: Some(IndexedRows {
                numbers: Some(numbers),
                index: name,
                ranges: best.ranges,
                account: scan.account(),
            }),
        },
        None => Choice::nothing(
            Severity::Info,
            format!(
                "Index {name} is not used: about {} of {} observations satisfy what it can find, and reading all of \
                 them in order is faster.",
                best.estimate,
                reader.rows()
            ),
        ),
    })
}

/// The name of an index that finds no rows, and the reason.
type UnusedIndex = (String, NoRanges);

/// Returns the index that finds the fewest rows, and the last one that is not used because it finds none.
fn cheapest(
    all: Vec<Index>,
    restrictions: &[Restriction<'_>],
    indexes: &mut Indexes,
    reader: &Reader,
) -> StepResult<(Option<Candidate>, Option<UnusedIndex>)> {
    let mut best: Option<Candidate> = None;
    let mut unused = None;
    for index in all {
        let ranges = match ranges::of(&index, restrictions, reader.schema()) {
            Ok(ranges) => ranges,
            Err(reason) => {
                unused = Some((index.name, reason));
                continue;
            }
        };
        let Some(position) = indexes.position_of(&index.name) else {
            continue;
        };
        let mut estimate = 0_u64;
        for range in &ranges {
            let from = range.from.as_ref().map(Vec::as_slice);
            let to = range.to.as_ref().map(Vec::as_slice);
            estimate = estimate.saturating_add(indexes.estimate(&position, from, to)?);
        }
        if best.as_ref().is_none_or(|best| estimate < best.estimate) {
            best = Some(Candidate {
                position,
                index,
                ranges,
                estimate,
            });
        }
    }
    Ok((best, unused))
}

/// Returns the choice of no index, with its reason where the user can do something about it.
fn why_none(is_named: bool, unused: Option<UnusedIndex>) -> Choice {
    let text = match (is_named, unused) {
        (_, Some((name, NoRanges::Missing))) => format!(
            "Index {name} is not used: NOMISS leaves out observations with missing values, with which the WHERE \
             condition can hold."
        ),
        (true, Some((name, NoRanges::Condition))) => format!(
            "Index {name} is not used: the WHERE condition says nothing of its first variable that it could find."
        ),
        _ => return Choice::default(),
    };
    Choice::nothing(Severity::Info, text)
}

/// The fault of IDXNAME= with a name that no index has.
pub(super) fn no_index(source: &Source, name: &str) -> Box<Fault> {
    Box::new(Fault::NoIndex {
        data_set: source.data_set.to_string(),
        index: name.to_uppercase(),
    })
}
