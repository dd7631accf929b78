//! All folders at once.

use feedrate_workload::Control;

use super::{LEAST_ROUNDS, run_as};
use crate::bench::Bench;
use crate::error::Result;
use crate::measurement::Measurement;
use crate::options::Options;
use crate::result::{AllFolders, FolderResult};
use crate::trial::{self, Order, Pattern};

/// Measures one stream for each core over all folders at once, each folder with the setting that was best for it alone.
pub(super) fn measure(
    options: &Options,
    benches: &[Bench],
    folders: &[FolderResult],
    streams: usize,
    control: &Control,
) -> Result<Option<AllFolders>> {
    let chosen: Option<Vec<_>> = benches
        .iter()
        .zip(folders)
        .map(|(bench, folder)| Some((bench, folder.findings.best()?.setting)))
        .collect();
    let Some(chosen) = chosen else {
        return Ok(None);
    };
    let bytes = benches
        .iter()
        .map(|bench| bench.sizes().search)
        .min()
        .unwrap_or_default();
    let order = Order {
        pattern: Pattern::Mixed,
        setting: chosen[0].1,
        // Every folder has at least one stream.
        streams: streams.max(chosen.len()),
        bytes,
        time: options.effort.trial() * 4,
    };
    let mut trials = Vec::new();
    for _ in 0..LEAST_ROUNDS {
        let trial = match trial::measure(&chosen, &order, run_as(options), control) {
            _ if control.is_stopped() => break,
            trial => trial?,
        };
        trials.push(trial);
    }
    Ok(Measurement::of(trials).map(|measured| AllFolders {
        settings: chosen.iter().map(|(_, setting)| *setting).collect(),
        measured,
    }))
}
