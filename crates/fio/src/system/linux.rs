//! Linux.

use std::fs::{DirBuilder, Metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt};
use std::path::Path;

/// True if the engine windowsaio is here, which is that of jobs that name none then, as in fio for Windows.
pub(crate) const HAS_WINDOWSAIO: bool = false;

/// The words for that which moves the blocks of the engines that keep several in flight.
pub(crate) const ASYNCHRONOUS: &str = "io_uring";

/// The help of an engine in whose place that is used.
pub(crate) const ASYNCHRONOUS_HELP: &str = "io_uring, with the same depth";

/// The help of the engine `io_uring`.
pub(crate) const URING_HELP: &str = "io_uring";

/// The permissions of folders for files, as in fio.
const MODE: u32 = 0o700;

/// Returns the raw number of a block device; `None` of anything else.
pub(crate) fn block_device(metadata: &Metadata) -> Option<u64> {
    metadata.file_type().is_block_device().then(|| metadata.rdev())
}

/// Returns whether it is a pipe.
pub(crate) fn is_pipe(_path: &Path, metadata: &Metadata) -> bool {
    metadata.file_type().is_fifo()
}

/// Makes a folder and those above it, accessible only to their owner.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn make_folders(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(MODE).create(folder)
}

/// Returns the processors of a NUMA node: none of the first one where nothing is known of nodes; `None` if there is no
/// such node.
pub(crate) fn processors_of_node(node: u32) -> Option<Vec<u32>> {
    let path = format!("/sys/devices/system/node/node{node}/cpulist");
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        // Without information on nodes, all processors belong to the first.
        Err(_) if node == 0 => return Some(Vec::new()),
        Err(_) => return None,
    };
    listed(&text)
}

/// Returns the highest number of a processor, if it is known.
pub(crate) fn highest_processor() -> Option<u32> {
    let text = std::fs::read_to_string("/sys/devices/system/cpu/present").ok()?;
    listed(&text)?.into_iter().max()
}

/// Parses a kernel list of processors, such as 0-3,8.
fn listed(text: &str) -> Option<Vec<u32>> {
    let mut processors = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        processors.extend(from.parse::<u32>().ok()?..=to.parse().ok()?);
    }
    Some(processors)
}
