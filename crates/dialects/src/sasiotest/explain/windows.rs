//! The effect of the same arguments on Windows, where the original runs.

use super::{Operation, Test};

/// The unit of pages for `ReadFileScatter` and `WriteFileGather` on 64-bit Windows, as SAS uses them.
const PAGE_UNIT: u64 = 8192;

/// The most bytes of one unbuffered I/O on Windows.
const MOST: u64 = 64 << 20;

/// Returns remarks on a test, one sentence each.
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
