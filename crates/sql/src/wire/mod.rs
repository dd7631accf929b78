//! The form in which functions and scans of plans travel to other processes.
//!
//! | module | contents |
//! |---|---|
//! | this one | scans, functions and summary functions as bytes |
//! | `expression` | expressions of the language |
//! | `row` | expressions that are evaluated row by row, and the state of the session that they use |
//!
//! An expression travels as it was written, and is lowered again by the process that evaluates it. What the session
//! knows and other processes do not, such as macro variables and formats of PROC FORMAT, does not travel: such a
//! function is refused with the reason.

mod expression;
mod row;

use std::sync::Arc;

use datafusion::common::{Result, exec_datafusion_err, exec_err};
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use feedrate_dataset::file_format::FileFormat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::aggregate::Statistic;
use crate::cluster::{SharedPages, SharedTable, WireTable};
use crate::function::PlanFunction;
use crate::scan::ScanColumn;
use row::WireRow;
pub(crate) use row::informats_of;

/// A scan of a shared data set.
#[derive(Serialize, Deserialize)]
struct WireScan {
    table: WireTable,
    taken: Vec<ScanColumn>,
    /// The first row of each partition, and the row after its last.
    shares: Vec<(u64, u64)>,
    limit: Option<usize>,
}

/// A function of the plans of this crate.
#[derive(Serialize, Deserialize)]
enum WireAny {
    /// Evaluated row by row.
    Row(Box<WireRow>),
    /// Another function with the semantics of the language.
    Plain(PlanFunction),
}

/// Encodes a scan of a shared data set; `None` for any other operator.
///
/// # Errors
///
/// Fails if it cannot be encoded.
pub fn encode_scan(plan: &dyn ExecutionPlan) -> Result<Option<Vec<u8>>> {
    let Some((pages, shares, limit)) = SharedPages::of(plan) else {
        return Ok(None);
    };
    let scan = WireScan {
        table: pages.table.described.clone(),
        taken: pages.taken.clone(),
        shares: shares.iter().map(|share| (share.start, share.end)).collect(),
        limit,
    };
    encode(&scan).map(Some)
}

/// Decodes a scan. `formats` are those of data sets other than `.sas7bdat` files.
///
/// # Errors
///
/// Fails if the bytes are no scan.
pub fn decode_scan(bytes: &[u8], formats: &[Arc<dyn FileFormat>]) -> Result<Arc<dyn ExecutionPlan>> {
    let scan: WireScan = decode(bytes)?;
    let shares = scan.shares.iter().map(|&(start, end)| start..end.max(start));
    let table = SharedTable::new(scan.table, formats.to_vec());
    Ok(SharedPages::scan(
        Arc::new(table),
        scan.taken,
        shares.collect(),
        scan.limit,
    ))
}

/// Encodes a function of this crate; `None` for one of DataFusion.
///
/// # Errors
///
/// Fails with the reason if the function uses something that other processes do not have.
pub fn encode_function(function: &ScalarUDF) -> Result<Option<Vec<u8>>> {
    if let Some(row) = WireRow::of(function)? {
        return encode(&WireAny::Row(Box::new(row))).map(Some);
    }
    if let Some(plain) = PlanFunction::of(function) {
        return encode(&WireAny::Plain(plain)).map(Some);
    }
    match function.name() {
        "monotonic" => exec_err!("MONOTONIC counts rows in their order"),
        _ => Ok(None),
    }
}

/// Decodes a function.
///
/// # Errors
///
/// Fails if the bytes are no function.
pub fn decode_function(bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
    Ok(match decode(bytes)? {
        WireAny::Row(row) => Arc::new(row.function()?),
        WireAny::Plain(plain) => Arc::new(plain.function()),
    })
}

/// Encodes a summary function of this crate; `None` for one of DataFusion.
pub fn encode_aggregate(function: &AggregateUDF) -> Option<Vec<u8>> {
    let statistic = Statistic::of_function(function)?;
    Some(statistic.name().as_bytes().to_vec())
}

/// Decodes a summary function.
///
/// # Errors
///
/// Fails if the bytes are no summary function.
pub fn decode_aggregate(bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
    let name = std::str::from_utf8(bytes).ok();
    match name.and_then(Statistic::named) {
        Some(statistic) => Ok(statistic.function()),
        None => exec_err!("what came is no summary function"),
    }
}

fn encode(value: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| exec_datafusion_err!("{error}"))
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let decoded = serde_json::from_slice(bytes);
    decoded.map_err(|error| exec_datafusion_err!("what came cannot be understood: {error}"))
}
