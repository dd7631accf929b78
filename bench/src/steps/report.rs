//! All figures, for other programs.

use std::collections::BTreeMap;

use feedrate_bench::conditions::Conditions;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::case::VARIABLES;
use crate::comparison::Comparison;
use crate::competitors::Competitors;

/// The whole of a race.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    feedrate: &'a str,
    fio: &'a str,
    peers: &'a BTreeMap<String, String>,
    /// Before and after.
    conditions: [Conditions; 2],
    rows: u64,
    variables: u64,
    table_bytes: u64,
    margin_percent: u8,
    cases: &'a [Comparison],
}

impl<'a> Report<'a> {
    /// Puts it together.
    pub fn of(
        arguments: &Arguments,
        competitors: &'a Competitors,
        conditions: [Conditions; 2],
        cases: &'a [Comparison],
    ) -> Self {
        Self {
            feedrate: &competitors.feedrate.version,
            fio: &competitors.fio.version,
            peers: &competitors.python.versions,
            conditions,
            rows: arguments.rows,
            variables: VARIABLES,
            table_bytes: arguments.table_bytes(),
            margin_percent: arguments.margin,
            cases,
        }
    }
}
