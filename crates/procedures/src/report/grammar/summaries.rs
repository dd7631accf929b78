//! What has to be counted: the statistics of columns, and for which combinations of class variables.

use super::parts::{Column, Columns, Content};
use crate::aggregate::{ClassOrder, Statistic};
use crate::report::ReportBreak;

/// What has to be counted.
#[derive(Debug, Default)]
pub(super) struct Summaries {
    pub statistics: Vec<Statistic>,
    /// Types: a bit for each class variable, the last one the lowest.
    pub types: Vec<u64>,
}

/// What a report needs. In one of observations only what summary lines show is counted, and what the order of
/// levels needs that only all observations tell.
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
    for part in &columns.parts {
        part.each(&mut Vec::new(), &mut see);
    }
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
    // The levels of class variables come before what they are in.
    summaries
        .types
        .sort_unstable_by_key(|bits| (bits.count_ones() != 1, *bits));
    summaries.types.dedup();
    summaries
}
