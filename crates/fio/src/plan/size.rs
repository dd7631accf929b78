//! Plans how much of each file a worker uses, and how much it moves.

use feedrate_workload::load::LoadFile;

use super::offset::share;
use super::part::{Share, is_null, part};
use super::{HostFacts, JobClone, PlannedFiles, Settings, files, sequence};
use crate::error::Result;
use crate::job::SizeOf;

/// The files of a worker with their used parts, and the most bytes that it moves in a pass.
pub(super) struct Extent {
    pub(super) files: Vec<LoadFile>,
    pub(super) limit: Option<u64>,
}

impl Extent {
    /// Returns the extent of a job that uses other files than its own.
    pub(super) fn none() -> Self {
        Self {
            files: Vec::new(),
            limit: None,
        }
    }
}

/// Determines it from the job's sizes and from existing files. `made` are the files that earlier jobs write.
pub(super) fn extent(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    made: &PlannedFiles,
) -> Result<Extent> {
    let options = worker.options();
    check_folders(worker, host_facts)?;
    let paths = files::names(worker);
    let count = paths.len().max(1) as u64;
    let longest = options.lengths().1;
    // A job limited by --max-size still has room for a block in each file.
    let cap = settings
        .max_size
        .map(|most| (most / count).max(longest) / longest * longest);
    let mut parts = Vec::with_capacity(paths.len());
    let range = options.blocks.filesize.unwrap_or_default();
    let mut sizes = sequence::file_sizes(worker, settings.seed, range);
    let mut share_of_all = Share {
        count,
        cap,
        sizes: &mut sizes,
    };
    for path in paths {
        parts.push(part(worker, settings, host_facts, made, path, &mut share_of_all)?);
    }
    let whole = parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(part.bytes?));
    let limit = match (options.blocks.io_size, options.blocks.size, options.blocks.filesize) {
        (Some(SizeOf::Bytes(bytes)), ..) => Some(bytes),
        (Some(SizeOf::Percent(percent)), ..) => whole.map(|whole| share(whole, percent)),
        // If the lengths of files are given, size is only how much of them is moved.
        (None, Some(SizeOf::Bytes(bytes)), Some(_)) => Some(whole.map_or(bytes, |whole| bytes.min(whole))),
        // With mixed directions, reads and writes together move the size.
        _ if options.blocks.rw.reads() && options.blocks.rw.writes() => whole,
        _ => None,
    };
    let limit = limit.map(|limit| cap.map_or(limit, |cap| limit.min(cap.saturating_mul(count))));
    Ok(Extent { files: parts, limit })
}

/// Checks the directories, which fio does not create, unlike folders in names of files.
fn check_folders(worker: &JobClone<'_>, host_facts: &dyn HostFacts) -> Result<()> {
    let missing = worker
        .options()
        .files
        .directory
        .iter()
        .find(|directory| !host_facts.is_folder(directory));
    match missing {
        Some(directory) if !is_null(worker) && !host_facts.takes_any_file() => {
            let reason = format!(
                "directory={}: there is no such folder; make it first",
                directory.display()
            );
            worker.error("directory", reason)
        }
        _ => Ok(()),
    }
}
