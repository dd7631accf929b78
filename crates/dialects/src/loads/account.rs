//! The account of a test that other tools do not have: the share of the page cache, the cost, the actual depth.

use feedrate_workload::load::BatchOutcome;

use super::Totals;
use crate::rows::Rows;

/// Returns the account of a batch, with lines of at most 80 columns.
pub(crate) fn account(batch: &BatchOutcome) -> String {
    let totals = Totals::of(batch.loads.iter());
    let mut rows = Rows::new("feedrate's account (GB: 10^9 bytes):");
    rows.page_cache(batch.cache);
    if let Some(storage) = batch.storage {
        rows.row(
            "Storage",
            &format!(
                "{} bytes really read and {} written, of {} that were moved",
                storage.read_bytes, storage.write_bytes, totals.bytes
            ),
        );
    }
    let gigabytes = totals.bytes as f64 / 1e9;
    let (user, system) = (batch.cpu.user.as_secs_f64(), batch.cpu.system.as_secs_f64());
    let mut processor = format!("{user:.3} s user and {system:.3} s system");
    if gigabytes > 0.0 {
        processor.push_str(&format!(
            "; for each GB, {:.3} s user and {:.3} s system",
            user / gigabytes,
            system / gigabytes
        ));
    }
    rows.row("Processor", &processor);
    rows.row("In flight", &in_flight(batch));
    if totals.total.count() > 0 {
        rows.latencies([("", &totals.total)]);
    }
    rows.finish()
}

fn in_flight(batch: &BatchOutcome) -> String {
    let mean: f64 = batch.loads.iter().map(|load| load.depth.mean).sum();
    let most: u64 = batch.loads.iter().map(|load| u64::from(load.depth.most)).sum();
    let mut engines: Vec<&str> = batch.loads.iter().map(|load| load.engine.kind.name()).collect();
    engines.sort_unstable();
    engines.dedup();
    format!(
        "at most {most} blocks, {mean:.1} on average; engine {}",
        engines.join(", ")
    )
}
