//! The statistics of columns, and the types for which they are computed.

use feedrate_procedure::variables::ClassOrder;

use super::parts::{Column, Columns, Content};
use crate::aggregate::Statistic;
use crate::report::ReportBreak;

/// The statistics and types to compute.
#[derive(Debug, Default)]
pub(super) struct Summaries {
    pub statistics: Vec<Statistic>,
    /// The types: a bit for each class variable; the last has the lowest bit.
    pub types: Vec<u64>,
}

/// Returns what a report needs. With `detail` only the statistics of summary lines are computed, and those on which
/// the order of levels depends.
pub(super) fn summaries(columns: &Columns, breaks: &[ReportBreak], detail: bool) -> Summaries {
    let count = columns.classes.len();
    let bit = |class: usize| 1_u64 << (count - 1 - class);
    let of_rows = |rows: usize| (0..rows).fold(0, |bits, class| bits | bit(class));
    let mut summaries = Summaries::default();
    let mut chains = vec![0];
    let mut see = |column: &Column, across: &[usize]| {
        if let Content::Statistic(_, statistic) = column.content
            && !summaries.statistics.contains(&statistic)
        {
            summaries.statistics.push(statistic);
        }
        let chain = across.iter().fold(0, |bits, &class| bits | bit(class));
        if !chains.contains(&chain) {
            chains.push(chain);
        }
    };
    columns.each(&mut see);
    let depth = |of: &ReportBreak| of.class.map_or(0, |class| class + 1);
    let mut depths: Vec<usize> = breaks.iter().map(depth).collect();
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let is_numbered = |class: usize| {
        let facts = &columns.classes[class];
        facts.formatted || facts.by_frequency || facts.order == ClassOrder::Data
    };
    let singles = (0..count).filter(|&class| !detail || class < deepest || is_numbered(class));
    summaries.types.extend(singles.map(bit));
    if !detail {
        depths.push(columns.rows);
    }
    for depth in depths {
        let types = chains.iter().map(|chain| of_rows(depth) | chain);
        summaries.types.extend(types);
    }
    // The levels of class variables are needed before their combinations.
    summaries
        .types
        .sort_unstable_by_key(|bits| (bits.count_ones() != 1, *bits));
    summaries.types.dedup();
    summaries
}
