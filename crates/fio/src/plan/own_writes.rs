//! The share of a job's reads that it has just written.

use feedrate_workload::load::{Load, LoadFile, OwnWrites, reads_of_own_writes};

use super::order::{choice, directions, lengths, order};
use super::{JobClone, files, sequence};
use crate::job::{Job, Rw, SizeOf};

/// More files are not looked at.
const MOST_FILES: u32 = 1 << 10;

/// Returns how many reads of a sequential mix are of what it wrote before; `None` for other jobs, those whose sizes are
/// not known, and those that differ from run to run. `number` is that of its first worker.
pub(crate) fn own_writes(job: &Job, number: u32) -> Option<OwnWrites> {
    let options = &job.options;
    let Some(SizeOf::Bytes(size)) = options.blocks.size else {
        return None;
    };
    let is_mix = options.blocks.rw == Rw::ReadWrite && options.blocks.filesize.is_none();
    let is_same_each_time = options.order.randrepeat || options.order.randseed.is_some();
    if !is_mix
        || !is_same_each_time
        || !options.engine.ioengine.moves_bytes()
        || !options.replay.read_iolog.is_empty()
        || options.files.nrfiles > MOST_FILES
    {
        return None;
    }
    let worker = JobClone {
        job,
        clone: 0,
        number,
        group: 0,
    };
    let paths = files::names(&worker);
    let bytes = size / paths.len().max(1) as u64;
    let files = paths.into_iter().map(|path| LoadFile::new(path, bytes));
    let load = Load {
        choice: choice(&options.files.file_service_type),
        open_at_once: options.files.openfiles,
        directions: directions(options),
        order: order(options),
        sequence: Some(sequence::sequence(&worker, 0)),
        blocks: lengths(&options.blocks),
        ..Load::new(job.name.clone(), files.collect())
    };
    reads_of_own_writes(&load).filter(|found| found.reads > 0)
}
