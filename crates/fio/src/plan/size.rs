//! Plans how much of each file a worker uses, and how much it moves.

use std::path::{Path, PathBuf};

use feedrate_workload::load::LoadFile;

use super::offset::{offset, share};
use super::sequence::shortest_of_all;
use super::{HostFacts, JobClone, PlannedFiles, Settings, files, sequence};
use crate::error::Result;
use crate::job::{Options, SizeOf};

/// More than any volume has, and far below the largest offset.
const ENDLESS: u64 = 1 << 50;

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
    let longest = longest_block(options);
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

fn longest_block(options: &Options) -> u64 {
    match (options.blocks.rw.reads(), options.blocks.rw.writes()) {
        _ if options.blocks.bs_is_seq_rand => options.blocks.bs.read.1.max(options.blocks.bs.write.1),
        (true, false) => options.blocks.bs.read.1,
        (false, _) => options.changed_bs().1,
        _ => options.blocks.bs.read.1.max(options.blocks.bs.write.1),
    }
}

/// Returns a percentage of a file, at most the rest behind the offset; as in fio, one below 100 is a multiple of the
/// shortest block of any direction.
fn whole_share(options: &Options, whole: u64, percent: f64, rest: u64) -> u64 {
    let bytes = share(whole, percent).min(rest);
    match percent < 100.0 {
        true => bytes - bytes % shortest_of_all(options).max(1),
        false => bytes,
    }
}

/// The part of one file in the sizes of all.
struct Share<'a> {
    /// The number of files.
    count: u64,
    /// The most bytes of each.
    cap: Option<u64>,
    /// The next size, where they differ.
    sizes: &'a mut dyn FnMut() -> u64,
}

fn part(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    made: &PlannedFiles,
    path: PathBuf,
    share_of_all: &mut Share<'_>,
) -> Result<LoadFile> {
    let options = worker.options();
    let (count, cap) = (share_of_all.count, share_of_all.cap);
    // Files are laid out in the order of the jobs, so this one finds those of earlier jobs.
    let found = host_facts.length(&path).max(made.get(&path).copied().flatten());
    let offset = offset(worker, found, settings)?;
    let (bytes, file_bytes) = match (options.blocks.filesize, options.blocks.size) {
        // The used part is from the offset to the end; a percentage is of the whole, and ends with the file.
        (Some((from, to)), size) => {
            // As in fio: a file that is there keeps a size between both.
            let whole = match found {
                Some(found) if (from..=to).contains(&found) => found,
                _ if from == to => from,
                _ => (share_of_all.sizes)(),
            };
            let Some(rest) = whole.checked_sub(offset) else {
                let reason = format!(
                    "{} ends before offset={offset}, for filesize={whole}; give a smaller offset",
                    path.display()
                );
                return worker.error("offset", reason);
            };
            let rest = match size {
                Some(SizeOf::Percent(percent)) => whole_share(options, whole, percent, rest),
                _ => rest,
            };
            let rest = cap.map_or(rest, |cap| rest.min(cap));
            (Some(rest), Some(offset + rest))
        }
        (None, Some(SizeOf::Bytes(size))) => (Some(size / count), None),
        // As in fio, the file is not extended.
        (None, Some(SizeOf::Percent(percent))) => match found {
            Some(found) if found > offset => (Some(whole_share(options, found, percent, found - offset)), None),
            _ if host_facts.takes_any_file() => (None, None),
            Some(found) if found > 0 => return ends_before(worker, &path, offset),
            _ if made.contains_key(&path) => {
                return worker.unsupported(
                    "size",
                    format!("size={percent}% of a file that another job makes as long as it will be"),
                    "give the size in bytes",
                );
            }
            _ => {
                let reason = format!(
                    "size={percent}%: there is no {} to take a share of; give the size in bytes",
                    path.display()
                );
                return worker.error("size", reason);
            }
        },
        // As in fio: a block of each.
        (None, None) if options.engine.ioengine.makes_names() => (Some(shortest_of_all(options)), None),
        (None, None) if is_null(worker) => {
            return worker.error("size", "give size=, the bytes of the job");
        }
        (None, None) => match found {
            Some(found) if found > offset => (cap.map(|_| found - offset), None),
            _ if options.blocks.fill_device && options.blocks.rw.writes() => (Some(ENDLESS), None),
            _ if made.contains_key(&path) => (None, None),
            _ if host_facts.takes_any_file() => (None, None),
            Some(0) if host_facts.cannot_grow(&path) => return no_room(worker, &path),
            Some(0) => {
                let reason = format!("{} holds nothing; give size=, or name another", path.display());
                return worker.error("filename", reason);
            }
            Some(_) => return ends_before(worker, &path, offset),
            None => {
                // For example /dev/zero.
                let is_there = path.exists();
                let path = path.display();
                let reason = if is_there {
                    format!("{path} has no length of its own; give size=, the bytes of the job")
                } else {
                    format!("there is no {path} whose length could be taken; give size=, the bytes of the job")
                };
                return worker.error("filename", reason);
            }
        },
    };
    let is_beyond = |bytes: u64| offset.checked_add(bytes).is_none_or(|end| i64::try_from(end).is_err());
    if is_beyond(bytes.unwrap_or(0).max(longest_block(options))) {
        let likely = ["offset", "offset_increment"];
        let option = likely.into_iter().find(|name| worker.job.given(name).is_some());
        let option = option.unwrap_or("size");
        let reason = format!(
            "{} would be larger than any file can be, from offset={offset} on; give a smaller offset or size",
            path.display()
        );
        return worker.error(option, reason);
    }
    let bytes = match (bytes, cap) {
        (Some(bytes), Some(cap)) => Some(bytes.min(cap)),
        (bytes, _) => bytes,
    };
    // As in fio: a device cannot grow, so a longer job ends at its end.
    let (bytes, file_bytes) = match (bytes, found) {
        (Some(bytes), Some(found)) if bytes > found.saturating_sub(offset) && host_facts.cannot_grow(&path) => {
            match found.checked_sub(offset) {
                Some(rest) if rest > 0 => (Some(rest), None),
                _ if host_facts.takes_any_file() => (Some(bytes), file_bytes),
                _ if found == 0 => return no_room(worker, &path),
                _ => return ends_before(worker, &path, offset),
            }
        }
        _ => (bytes, file_bytes),
    };
    Ok(LoadFile {
        path,
        offset,
        start: 0,
        bytes,
        file_bytes,
    })
}

fn ends_before<T>(worker: &JobClone<'_>, path: &Path, offset: u64) -> Result<T> {
    let reason = format!(
        "{} ends before offset={offset}; give size= in bytes, or a smaller offset",
        path.display()
    );
    worker.error("offset", reason)
}

/// Returns the error for a device without room for any size: a loop device without a file, a drive without a medium.
fn no_room<T>(worker: &JobClone<'_>, path: &Path) -> Result<T> {
    let reason = format!("{} is a device of 0 bytes; name another", path.display());
    worker.error("filename", reason)
}

fn is_null(worker: &JobClone<'_>) -> bool {
    worker.options().engine.ioengine == crate::job::Engine::Null
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
