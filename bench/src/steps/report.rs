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
    fio: Option<&'a str>,
    peers: &'a BTreeMap<String, String>,
    /// Before and after.
    conditions: [Conditions; 2],
    rows: u64,
    variables: u64,
    table_bytes: u64,
    long_rows: u64,
    keyed_bytes: u64,
    claims: u64,
    claims_bytes: u64,
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
        let bytes = arguments.table_bytes();
        Self {
            feedrate: &competitors.feedrate.version,
            fio: competitors.raw.as_ref().map(|raw| raw.fio.version.as_str()),
            peers: &competitors.python.versions,
            conditions,
            rows: arguments.rows,
            variables: VARIABLES,
            table_bytes: bytes.wide,
            long_rows: arguments.long_rows,
            keyed_bytes: bytes.keyed,
            claims: arguments.claims,
            claims_bytes: bytes.claims,
            margin_percent: arguments.margin,
            cases,
        }
    }
}
