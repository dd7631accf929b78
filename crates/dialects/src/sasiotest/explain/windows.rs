//! What the same arguments would meet on Windows, where the original runs.

use super::{Operation, Test};

/// What `ReadFileScatter` and `WriteFileGather` need pages to be multiples of on 64-bit Windows, as
/// SAS uses them.
const PAGE_UNIT: u64 = 8192;

/// The most that one unbuffered I/O moves on Windows.
const MOST: u64 = 64 << 20;

/// Remarks on a test, one a sentence.
pub(super) fn remarks(test: &Test) -> Vec<String> {
    let mut remarks = Vec::new();
    let pages = match test.operation {
        Operation::ScatterRead { pages } | Operation::GatherWrite { pages } => pages,
        _ => return remarks,
    };
    if !test.page_size.bytes.is_multiple_of(PAGE_UNIT) {
        remarks.push(format!(
            "SGIO on 64-bit Windows needs pages of a multiple of 8K; {} is none.",
            test.page_size.bytes
        ));
    }
    let transfer = test.page_size.bytes.saturating_mul(u64::from(pages));
    if transfer > MOST {
        remarks.push(format!(
            "one I/O moves at most 64 MB there; a transfer of {transfer} bytes is more."
        ));
    }
    remarks
}
