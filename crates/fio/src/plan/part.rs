//! Plans which part of one file a worker uses.

use std::path::{Path, PathBuf};

use feedrate_workload::load::LoadFile;

use super::offset::{offset, share};
use super::sequence::shortest_of_all;
use super::{HostFacts, JobClone, PlannedFiles, Settings};
use crate::error::Result;
use crate::job::{Engine, Options, SizeOf};

/// More than any volume has, and far below the largest offset.
const ENDLESS: u64 = 1 << 50;

/// The part of one file in the sizes of all.
pub(super) struct Share<'a> {
    /// The number of files.
    pub(super) count: u64,
    /// The most bytes of each.
    pub(super) cap: Option<u64>,
    /// The next size, where they differ.
    pub(super) sizes: &'a mut dyn FnMut() -> u64,
}

/// Returns the part of a file that a worker uses.
pub(super) fn part(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    made: &PlannedFiles,
    path: PathBuf,
    share_of_all: &mut Share<'_>,
) -> Result<LoadFile> {
    // Files are laid out in the order of the jobs, so this one finds those of earlier jobs.
    let found = host_facts.length(&path).max(made.get(&path).copied().flatten());
    let offset = offset(worker, found, settings)?;
    let file = WholeFile {
        worker,
        host_facts,
        path: &path,
        is_made: made.contains_key(&path),
        found,
        offset,
    };
    let (bytes, file_bytes) = file.wanted(share_of_all)?;
    file.check_end(bytes)?;
    let bytes = bytes.map(|bytes| share_of_all.cap.map_or(bytes, |cap| bytes.min(cap)));
    let (bytes, file_bytes) = file.before_its_end(bytes, file_bytes)?;
    Ok(LoadFile {
        path,
        offset,
        start: 0,
        bytes,
        file_bytes,
    })
}

/// A file of which a worker uses a part.
struct WholeFile<'a> {
    worker: &'a JobClone<'a>,
    host_facts: &'a dyn HostFacts,
    path: &'a Path,
    /// True if an earlier job makes it.
    is_made: bool,
    /// Its length, if it is there or the earlier job gives it one.
    found: Option<u64>,
    /// The beginning of the part.
    offset: u64,
}

impl WholeFile<'_> {
    /// Returns the bytes of the part, and those of the file if they are given.
    fn wanted(&self, share_of_all: &mut Share<'_>) -> Result<(Option<u64>, Option<u64>)> {
        let options = self.worker.options();
        let bytes = match (options.blocks.filesize, options.blocks.size) {
            (Some(range), size) => {
                let rest = self.rest_of_given_length(range, size, share_of_all)?;
                return Ok((Some(rest), Some(self.offset + rest)));
            }
            (None, Some(SizeOf::Bytes(size))) => Some(size / share_of_all.count),
            (None, Some(SizeOf::Percent(percent))) => self.percent_of_present_length(percent)?,
            // As in fio: a block of each.
            (None, None) if options.engine.ioengine.makes_names() => Some(shortest_of_all(options)),
            (None, None) if is_null(self.worker) => {
                return self.worker.error("size", "give size=, the bytes of the job");
            }
            (None, None) => self.rest_of_present_length(share_of_all.cap)?,
        };
        Ok((bytes, None))
    }

    /// Returns the bytes from the offset to the end of a file of a given length; a percentage is of the whole, and ends
    /// with the file.
    fn rest_of_given_length(
        &self,
        (from, to): (u64, u64),
        size: Option<SizeOf>,
        share_of_all: &mut Share<'_>,
    ) -> Result<u64> {
        // As in fio: a file that is there keeps a size between both.
        let whole = match self.found {
            Some(found) if (from..=to).contains(&found) => found,
            _ if from == to => from,
            _ => (share_of_all.sizes)(),
        };
        let Some(rest) = whole.checked_sub(self.offset) else {
            let reason = format!(
                "{} ends before offset={}, for filesize={whole}; give a smaller offset",
                self.path.display(),
                self.offset
            );
            return self.worker.error("offset", reason);
        };
        let rest = match size {
            Some(SizeOf::Percent(percent)) => whole_share(self.worker.options(), whole, percent, rest),
            _ => rest,
        };
        Ok(share_of_all.cap.map_or(rest, |cap| rest.min(cap)))
    }

    /// Returns a percentage of the file as it is; as in fio, it is not extended.
    fn percent_of_present_length(&self, percent: f64) -> Result<Option<u64>> {
        match self.found {
            Some(found) if found > self.offset => {
                let rest = found - self.offset;
                Ok(Some(whole_share(self.worker.options(), found, percent, rest)))
            }
            _ if self.host_facts.takes_any_file() => Ok(None),
            Some(found) if found > 0 => self.ends_before(),
            _ if self.is_made => self.worker.unsupported(
                "size",
                format!("size={percent}% of a file that another job makes as long as it will be"),
                "give the size in bytes",
            ),
            _ => {
                let reason = format!(
                    "size={percent}%: there is no {} to take a share of; give the size in bytes",
                    self.path.display()
                );
                self.worker.error("size", reason)
            }
        }
    }

    /// Returns the bytes from the offset to the end of the file as it is, if they are limited.
    fn rest_of_present_length(&self, cap: Option<u64>) -> Result<Option<u64>> {
        let options = self.worker.options();
        let path = self.path.display();
        let reason = match self.found {
            Some(found) if found > self.offset => return Ok(cap.map(|_| found - self.offset)),
            _ if options.blocks.fill_device && options.blocks.rw.writes() => return Ok(Some(ENDLESS)),
            _ if self.is_made || self.host_facts.takes_any_file() => return Ok(None),
            Some(0) if self.host_facts.cannot_grow(self.path) => return self.no_room(),
            Some(0) => format!("{path} holds nothing; give size=, or name another"),
            Some(_) => return self.ends_before(),
            // For example /dev/zero.
            None if self.path.exists() => {
                format!("{path} has no length of its own; give size=, the bytes of the job")
            }
            None => format!("there is no {path} whose length could be taken; give size=, the bytes of the job"),
        };
        self.worker.error("filename", reason)
    }

    /// Checks that the part ends where a file can.
    fn check_end(&self, bytes: Option<u64>) -> Result<()> {
        let bytes = bytes.unwrap_or(0).max(self.worker.options().lengths().1);
        let end = self.offset.checked_add(bytes);
        if end.is_some_and(|end| i64::try_from(end).is_ok()) {
            return Ok(());
        }
        let likely = ["offset", "offset_increment"];
        let option = likely.into_iter().find(|name| self.worker.job.given(name).is_some());
        let reason = format!(
            "{} would be larger than any file can be, from offset={} on; give a smaller offset or size",
            self.path.display(),
            self.offset
        );
        self.worker.error(option.unwrap_or("size"), reason)
    }

    /// Returns the bytes of the part and of the file. As in fio: a device cannot grow, so a longer job ends at its end.
    fn before_its_end(&self, bytes: Option<u64>, file_bytes: Option<u64>) -> Result<(Option<u64>, Option<u64>)> {
        let (Some(wanted), Some(found)) = (bytes, self.found) else {
            return Ok((bytes, file_bytes));
        };
        let rest = found.saturating_sub(self.offset);
        if wanted <= rest || !self.host_facts.cannot_grow(self.path) {
            return Ok((bytes, file_bytes));
        }
        match rest {
            1.. => Ok((Some(rest), None)),
            0 if self.host_facts.takes_any_file() => Ok((bytes, file_bytes)),
            0 if found == 0 => self.no_room(),
            0 => self.ends_before(),
        }
    }

    /// Returns the error for a file that ends before the part begins.
    fn ends_before<T>(&self) -> Result<T> {
        let reason = format!(
            "{} ends before offset={}; give size= in bytes, or a smaller offset",
            self.path.display(),
            self.offset
        );
        self.worker.error("offset", reason)
    }

    /// Returns the error for a device without room for any size: a loop device without a file, a drive without a
    /// medium.
    fn no_room<T>(&self) -> Result<T> {
        let reason = format!("{} is a device of 0 bytes; name another", self.path.display());
        self.worker.error("filename", reason)
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

/// Returns whether nothing is moved, so that no file has to be there.
pub(super) fn is_null(worker: &JobClone<'_>) -> bool {
    worker.options().engine.ioengine == Engine::Null
}
