//! The state that the threads of a batch share.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::PreparedLoad;
use super::progress::Progress;
use super::rendezvous::Rendezvous;
use crate::control::Control;
use crate::load::file_lock::{self, FileLock};
use crate::load::flow::Flows;
use crate::load::live::LiveLoad;
use crate::load::series::SeriesSink;
use crate::load::spec::Order;
use crate::load::walk::SharedPosition;

/// The state that the threads of a batch share.
pub(super) struct SharedBatch<'a> {
    pub(super) batch: &'a [PreparedLoad<'a>],
    pub(super) lives: &'a [LiveLoad],
    pub(super) control: &'a Control,
    pub(super) rendezvous: Rendezvous,
    /// The number by which verified blocks of loads that start together are known.
    pub(super) run: u64,
    /// The positions that loads share, by load and file.
    pub(super) positions: Vec<Vec<Arc<SharedPosition>>>,
    /// The locks of files, by load and file.
    pub(super) locks: Vec<Vec<Arc<FileLock>>>,
    pub(super) flows: Arc<Flows>,
    /// True if the outcome of each load is told before all are done.
    pub(super) is_told_between: bool,
    /// The number of its first load in the schedule.
    pub(super) first: usize,
    /// The receiver of series while loads run.
    pub(super) sink: Option<Arc<dyn SeriesSink>>,
}

impl<'a> SharedBatch<'a> {
    pub(super) fn new(
        batch: &'a [PreparedLoad<'a>],
        lives: &'a [LiveLoad],
        control: &'a Control,
        progress: &Progress<'_>,
    ) -> Self {
        let starts = batch.iter().filter(|prepared| prepared.load.after.is_none());
        let flows = batch.iter().filter(|prepared| prepared.load.flow.is_some());
        Self {
            batch,
            lives,
            control,
            rendezvous: Rendezvous::new(batch.len(), starts.count()),
            run: fastrand::u64(1..),
            positions: shared_positions(batch),
            locks: file_lock::of_batch(batch.iter().map(|prepared| prepared.load)),
            flows: Flows::new(flows.map(|prepared| prepared.load.flow_id)),
            is_told_between: progress.is_told_between(),
            first: progress.first_of_batch(),
            sink: progress.series_sink(),
        }
    }
}

/// Returns the positions in files that loads of a batch share: one for each path and offset, and each number of shared
/// positions.
fn shared_positions(batch: &[PreparedLoad<'_>]) -> Vec<Vec<Arc<SharedPosition>>> {
    let mut known: HashMap<(&Path, u64, u32), Arc<SharedPosition>> = HashMap::new();
    batch
        .iter()
        .map(|prepared| match prepared.load.order {
            Order::Shared { .. } => prepared
                .load
                .files
                .iter()
                .map(|file| (file.path.as_path(), file.offset, prepared.load.shared_position))
                .map(|place| Arc::clone(known.entry(place).or_default()))
                .collect(),
            _ => Vec::new(),
        })
        .collect()
}
